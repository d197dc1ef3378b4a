// Names resolved across files: where a link of a use and a name of an import lead. What cannot be told for certain is null.
import { languageOf } from '../languages/registry.ts'
import { WHOLE } from '../symbols/export-names.ts'
import { type GraphFacts, type GraphFile, type GraphImport, type GraphSymbol, packageKey } from './graph-facts.ts'
import { folderOf } from './manifests.ts'
import type { ModulePaths } from './module-paths.ts'

/** What a name may stand for: a definition, the file or folder of a module, a package, or what a type inherits. */
type Meaning =
  | { readonly is: 'symbol'; readonly symbol: GraphSymbol }
  | { readonly is: 'module'; readonly path: string }
  | { readonly is: 'package'; readonly key: string }
  | { readonly is: 'bases'; readonly symbol: GraphSymbol }

export interface Target {
  readonly path: string
  /** The first where a whole file is meant. */
  readonly line: number
  /** `Orders.load`; null for a file. */
  readonly name: string | null
}

/** Steps from one name to the next; what people write needs few, and a circle never ends. */
const DEEPEST = 24
const TYPES = /^(?:class|interface|struct|trait|object|enum|type|namespace)$/
/** Includes that are followed from one file. */
const MOST_INCLUDED = 2000

export class CodeGraph {
  private readonly included = new Map<string, ReadonlySet<string>>()

  constructor(
    private readonly facts: GraphFacts,
    private readonly modules: ModulePaths,
  ) {}

  /** Where a use leads, by the link that its file gives it. */
  target(path: string, link: string): Target | null {
    const file = this.facts.files.get(path)
    return file ? targetOf(this.follow(file, link, DEEPEST), this.facts) : null
  }

  /** The file or folder of an import's module, and where its name is defined. */
  imported(one: GraphImport): { readonly module: string | null; readonly target: Target | null } {
    const file = this.facts.files.get(one.path)
    if (!file) return { module: null, target: null }
    const meaning = this.meant(file, one, DEEPEST)
    const target = targetOf(meaning, this.facts)
    const module = this.modules.resolve(one.module, one.path, file.language)
    return { module: module || (target?.path ?? null), target: one.name === '*' && one.binds === null ? null : target }
  }

  private follow(file: GraphFile, link: string, depth: number): Meaning | null {
    if (link.startsWith('^')) return this.offered(file, link.slice(1), depth)
    const bar = link.indexOf('|')
    const steps = link.slice(bar + 1).split('.')
    const type = bar < 0 ? null : this.walk(file, link.slice(0, bar).split('.'), depth)
    const [first = ''] = steps
    for (let at = type; at?.is === 'symbol'; at = this.outer(at.symbol)) {
      const found = this.member(at, bare(first), depth)
      if (found) return this.go(this.result(found, first, depth), steps.slice(1), depth)
    }
    return this.walk(file, steps, depth)
  }

  /** A chain of names that begins at the top of a file. */
  private walk(file: GraphFile, steps: readonly string[], depth: number): Meaning | null {
    if (depth <= 0) return null
    const [first = '', ...rest] = steps
    const found = this.lookUp(file, bare(first), depth)
    if (found) return this.go(this.result(found, first, depth), rest, depth)
    return steps.length > 1 ? this.qualified(file, steps, depth) : null
  }

  private go(from: Meaning | null, steps: readonly string[], depth: number): Meaning | null {
    let at = from
    for (const step of steps) {
      if (!at) return null
      if (step === 'super') at = at.is === 'symbol' ? { is: 'bases', symbol: at.symbol } : null
      else at = this.result(this.member(at, bare(step), depth - 1), step, depth - 1)
    }
    return at
  }

  /** A name as a file sees it at its top. */
  private lookUp(file: GraphFile, name: string, depth: number): Meaning | null {
    if (depth <= 0) return null
    const { importsBy } = languageOf(file.language)
    if (importsBy === 'crate' && /^(?:crate|self|super)$/.test(name)) return this.ownCrate(file, name)
    const own = this.ownOf(file, name)
    if (own) return own
    for (const one of file.binds.get(name) ?? []) {
      const found = this.meant(file, one, depth - 1)
      if (found) return found
    }
    // A name that is brought in from elsewhere is none of ours.
    if (file.binds.has(name)) return null
    return this.lookAround(file, name, depth)
  }

  /** What a file defines at its top; `mod orders;` of Rust names another file. */
  private ownOf(file: GraphFile, name: string): Meaning | null {
    const own = this.oneOf(file, file.tops.get(name))
    if (own?.is !== 'symbol' || own.symbol.kind !== 'namespace' || languageOf(file.language).importsBy !== 'crate')
      return own
    const path = this.modules.inside(submodules(file.path), name)
    return path === null ? own : { is: 'module', path }
  }

  /** In the package of a file, then in what it takes in as a whole. */
  private lookAround(file: GraphFile, name: string, depth: number): Meaning | null {
    const { importsBy } = languageOf(file.language)
    for (const key of this.packagesAround(file)) {
      const found = this.oneOf(file, this.seen(file, this.facts.packages.get(key)?.tops.get(name)))
      if (found) return found
    }
    if (importsBy === 'crate') {
      const inside = this.modules.inside(submodules(file.path), name) ?? this.modules.crate(name)
      if (inside !== null) return { is: 'module', path: inside }
    }
    const found: Meaning[] = []
    for (const one of file.stars) {
      const meaning = this.fromAll(file, one, name, depth - 1)
      if (meaning && !found.some(other => isSame(other, meaning))) found.push(meaning)
    }
    return found.length === 1 ? found[0]! : null
  }

  private fromAll(file: GraphFile, one: GraphImport, name: string, depth: number): Meaning | null {
    const { importsBy } = languageOf(file.language)
    if (importsBy === 'include' || importsBy === 'beside' || importsBy === 'module') return null
    if (importsBy === 'dotted' && name.startsWith('_')) return null
    const whole = this.meant(file, { ...one, module: one.module.replace(/\.\*$/, '') }, depth)
    return whole ? this.member(whole, name, depth) : null
  }

  private packagesAround(file: GraphFile): string[] {
    const { importsBy } = languageOf(file.language)
    const own = file.packages.size > 0 ? [...file.packages] : [packageKey(file, null)]
    const keys = new Set<string>()
    for (const key of own) {
      if (key === null) continue
      keys.add(key)
      // A namespace sees those around it; a package of Java does not.
      if (importsBy !== 'namespace' && importsBy !== 'include') continue
      for (let at = key; at.includes('.'); ) keys.add((at = at.slice(0, at.lastIndexOf('.'))))
      keys.add(`${importsBy}:`)
    }
    return [...keys]
  }

  /** What another file may name, and includes lead to. */
  private seen(file: GraphFile, found: readonly GraphSymbol[] | undefined): readonly GraphSymbol[] | undefined {
    if (languageOf(file.language).importsBy !== 'include') return found
    const included = this.includedBy(file)
    return found?.filter(
      ({ path, kind, isOpen }) =>
        path === file.path || (kind === 'function' || kind === 'method' ? isOpen : included.has(path)),
    )
  }

  private includedBy(file: GraphFile): ReadonlySet<string> {
    const known = this.included.get(file.path)
    if (known) return known
    const found = new Set<string>()
    this.included.set(file.path, found)
    const open = [file]
    for (let at = open.pop(); at && found.size < MOST_INCLUDED; at = open.pop())
      for (const { module, path } of at.stars) {
        const next = this.modules.resolve(module, path, at.language)
        if (next === null || found.has(next)) continue
        found.add(next)
        const inner = this.facts.files.get(next)
        if (inner) open.push(inner)
      }
    return found
  }

  private meant(file: GraphFile, { module, name, binds, path }: GraphImport, depth: number): Meaning | null {
    if (depth <= 0) return null
    const { importsBy } = languageOf(file.language)
    if (importsBy === 'package' || importsBy === 'namespace') {
      const found = this.qualified(file, module.split(/[.\\]/).filter(Boolean), depth)
      return found
    }
    if (importsBy === 'crate') {
      const steps = module.split('::').filter(Boolean)
      return this.walk(file, name === '*' || steps.at(-1) === name ? steps : [...steps, name], depth)
    }
    // `import a.b` gives a name to `a`.
    const isFirst = importsBy === 'dotted' && name === '*' && binds !== null && module.startsWith(`${binds}.`)
    const at = this.modules.resolve(isFirst ? binds : module, path, file.language)
    if (at === null) return null
    if (importsBy === 'module') return { is: 'package', key: `module:${at}:` }
    const meaning: Meaning = { is: 'module', path: at }
    return name === '*' ? meaning : this.member(meaning, name, depth - 1)
  }

  /** `com.shop.Orders.load`: the longest name of a package that fits, and what it has. */
  private qualified(file: GraphFile, steps: readonly string[], depth: number): Meaning | null {
    const { importsBy, packages } = languageOf(file.language)
    if (!packages || importsBy === 'module') return null
    for (let count = steps.length; count > 0; count--) {
      const key = `${importsBy}:${steps.slice(0, count).join('.')}`
      if (!this.facts.packages.has(key)) continue
      const found = this.go({ is: 'package', key }, steps.slice(count), depth - 1)
      if (found) return found
    }
    if (importsBy !== 'namespace' || steps.length === 0) return null
    // What stands in no namespace, or is named as from the namespaces around.
    for (const around of this.packagesAround(file)) {
      const found = this.go({ is: 'package', key: around }, steps, depth - 1)
      if (found) return found
    }
    return null
  }

  private member(of: Meaning, name: string, depth: number): Meaning | null {
    if (depth <= 0) return null
    if (of.is === 'module') return this.ofModule(of.path, name, depth)
    if (of.is === 'package') {
      const found = this.facts.packages.get(of.key)?.tops.get(name)
      const inner = `${of.key}.${name}`
      if (!found) return this.facts.packages.has(inner) ? { is: 'package', key: inner } : null
      return this.oneOf(this.facts.files.get(found[0]!.path)!, found)
    }
    const { symbol } = of
    const file = this.facts.files.get(symbol.path)!
    if (of.is === 'symbol') {
      if (!TYPES.test(symbol.kind)) {
        const type = this.typeOf(symbol, depth - 1)
        return type ? this.member(type, name, depth - 1) : null
      }
      const key = `${symbol.within ? `${symbol.within}.` : ''}${symbol.name}.${name}`
      const around = packageKey(file, symbol.package)
      const own =
        file.members.get(key) ?? (around === null ? undefined : this.facts.packages.get(around)?.members.get(key))
      if (own) return this.oneOf(file, own)
    }
    for (const base of symbol.bases) {
      const type = this.inScope(symbol, base, depth - 1)
      const found = type && !isSame(type, of) ? this.member(type, name, depth - 1) : null
      if (found) return found
    }
    return null
  }

  private ofModule(path: string, name: string, depth: number): Meaning | null {
    const file = this.facts.files.get(path)
    if (!file) {
      const inside = this.modules.inside(path, name)
      return inside === null ? null : { is: 'module', path: inside }
    }
    const { importsBy } = languageOf(file.language)
    if (importsBy === 'script') return this.offered(file, name, depth)
    const own = this.ownOf(file, name)
    if (own) return own
    for (const one of file.binds.get(name) ?? []) {
      const found = this.meant(file, one, depth - 1)
      if (found) return found
    }
    const folder = importsBy === 'crate' ? submodules(path) : /__init__\.pyi?$/.test(path) ? folderOf(path) : null
    const inside = folder === null ? null : this.modules.inside(folder, name)
    if (inside !== null) return { is: 'module', path: inside }
    for (const one of [...file.stars, ...file.passed]) {
      const found = this.fromAll(file, one, name, depth - 1)
      if (found) return found
    }
    return null
  }

  /** What a module of JavaScript exports by a name. */
  private offered(file: GraphFile, name: string, depth: number): Meaning | null {
    if (depth <= 0) return null
    const own = file.exports.get(name)
    if (own) return 'kind' in own ? { is: 'symbol', symbol: own } : this.meant(file, own, depth - 1)
    const whole = file.exports.get(WHOLE)
    if (whole) {
      const meaning = 'kind' in whole ? ({ is: 'symbol', symbol: whole } as const) : this.meant(file, whole, depth - 1)
      return !meaning || name === 'default' ? meaning : this.member(meaning, name, depth - 1)
    }
    const found: Meaning[] = []
    if (name !== 'default')
      for (const one of file.passed) {
        const from = this.meant(file, one, depth - 1)
        const meaning = from ? this.member(from, name, depth - 1) : null
        if (meaning && !found.some(other => isSame(other, meaning))) found.push(meaning)
      }
    return found.length === 1 ? found[0]! : null
  }

  /** `f()` is what f gives back, `Type()` is of the type. */
  private result(found: Meaning | null, step: string, depth: number): Meaning | null {
    if (!found || !step.endsWith('()')) return found
    if (found.is === 'module') return this.result(this.wholeOf(found.path), step, depth)
    if (found.is !== 'symbol') return null
    return TYPES.test(found.symbol.kind) ? found : this.typeOf(found.symbol, depth - 1)
  }

  private wholeOf(path: string): Meaning | null {
    const whole = this.facts.files.get(path)?.exports.get(WHOLE)
    return whole && 'kind' in whole ? { is: 'symbol', symbol: whole } : null
  }

  private typeOf(symbol: GraphSymbol, depth: number): Meaning | null {
    return symbol.type === null ? null : this.inScope(symbol, symbol.type, depth)
  }

  /** A type as the file of a definition names it. */
  private inScope(symbol: GraphSymbol, written: string, depth: number): Meaning | null {
    if (depth <= 0) return null
    const file = this.facts.files.get(symbol.path)!
    if (/^(?:this|self|Self|static)$/.test(written)) return this.outer(symbol)
    // A type that stands in a type is named without it.
    const link = languageOf(file.language).bareMembers && symbol.within ? `${symbol.within}|${written}` : written
    return this.follow(file, link, depth - 1)
  }

  /** The type that a definition stands in. */
  private outer({ within, path }: GraphSymbol): Meaning | null {
    const file = within ? this.facts.files.get(path) : undefined
    const found = file?.tops.get(within!) ?? file?.members.get(within!)
    return found ? { is: 'symbol', symbol: found[0]! } : null
  }

  private ownCrate(file: GraphFile, name: string): Meaning | null {
    if (name === 'self') return { is: 'module', path: file.path }
    const isRoot = /(?:^|\/)(?:lib|main|mod)\.rs$/.test(file.path)
    const folder = folderOf(file.path)
    const above = folder.slice(folder.lastIndexOf('/') + 1)
    const path =
      name === 'crate'
        ? this.modules.crateRoot(file.path)
        : isRoot
          ? (this.modules.inside(folderOf(folderOf(folder)), folderOf(folder).split('/').at(-1)!) ??
            this.modules.crateRoot(folder))
          : (this.modules.inside(folderOf(folder), above) ?? this.modules.crateRoot(file.path))
    return path === null ? null : { is: 'module', path }
  }

  /** Several definitions of one name are one thing in some languages; in the others nobody can tell which is meant. */
  private oneOf({ language, path }: GraphFile, found: readonly GraphSymbol[] | undefined): Meaning | null {
    if (!found || found.length === 0) return null
    const here = found.filter(one => one.path === path)
    const symbols = here.length > 0 ? here : found
    const { mergesNames } = languageOf(language)
    // Fields of one name in one type are alternatives of which one holds.
    const isOne =
      symbols.length === 1 || (mergesNames && symbols.every(({ kind, within }) => !within || kind !== 'field'))
    // Of a property of Python the first is what it gives, the others set it.
    const isLast = mergesNames === 'last' && !symbols[0]!.within
    return isOne ? { is: 'symbol', symbol: isLast ? symbols.at(-1)! : symbols[0]! } : null
  }
}

function bare(step: string): string {
  return step.endsWith('()') ? step.slice(0, -2) : step
}

/** The folder in which the modules of a file of Rust lie. */
function submodules(path: string): string {
  return /(?:^|\/)(?:lib|main|mod)\.rs$/.test(path) ? folderOf(path) : path.replace(/\.rs$/, '')
}

function isSame(a: Meaning, b: Meaning): boolean {
  if (a.is === 'symbol' && b.is === 'symbol') return a.symbol === b.symbol
  return a.is === 'module' && b.is === 'module'
    ? a.path === b.path
    : a.is === 'package' && b.is === 'package' && a.key === b.key
}

function targetOf(meaning: Meaning | null, facts: GraphFacts): Target | null {
  if (!meaning || meaning.is === 'package' || meaning.is === 'bases') return null
  if (meaning.is === 'module') {
    const whole = facts.files.get(meaning.path)?.exports.get(WHOLE)
    if (whole && 'kind' in whole) return targetOf({ is: 'symbol', symbol: whole }, facts)
    return facts.files.has(meaning.path) ? { path: meaning.path, line: 1, name: null } : null
  }
  const { path, line, name, within } = meaning.symbol
  return { path, line, name: within ? `${within}.${name}` : name }
}
