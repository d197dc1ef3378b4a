// Which file an import leads to, among the files that are there, by the rules of its language. One reading for all who follow imports.
import { addTo } from '@shoal/base/model/lists'
import { languageOf } from '../languages/registry.ts'
import { folderOf, joined, type Manifests, type ScriptAliases } from './manifests.ts'

const ENDS = [
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.d.ts',
  '.d.mts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
  '.vue',
  '.svelte',
]
const NO_MANIFESTS: Manifests = { packages: [], aliases: [], goModules: new Map(), crates: new Map() }
/** Folders above a file in which a module is looked for. */
const CLIMB = 30

export class ModulePaths {
  private readonly paths: ReadonlySet<string>
  private readonly folders: ReadonlySet<string>
  /** Folders that are packages of Python. */
  private readonly packages: ReadonlySet<string>
  /** By their last step without an ending, files; of a package of Python by the name of its folder. */
  private readonly byEnd = new Map<string, string[]>()
  private readonly found = new Map<string, string | null>()

  constructor(
    paths: readonly string[],
    private readonly manifests: Manifests = NO_MANIFESTS,
    /** Files that are there and were not read: an empty `__init__.py` makes a package all the same. */
    unread: readonly string[] = [],
  ) {
    this.paths = new Set(paths)
    this.packages = new Set([...paths, ...unread].filter(path => /(?:^|\/)__init__\.py$/.test(path)).map(folderOf))
    const folders = new Set<string>()
    for (const path of paths) {
      for (let at = folderOf(path); !folders.has(at); at = folderOf(at)) folders.add(at)
      const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
      const key = stem === '__init__' ? folderOf(path).split('/').at(-1)! : stem
      addTo(this.byEnd, key, path)
    }
    this.folders = folders
  }

  /** A file, or a folder where modules are folders; null for what is not here, or could be several. */
  resolve(module: string, from: string, language: string): string | null {
    const key = `${folderOf(from)}\0${language}\0${module}`
    const known = this.found.get(key)
    if (known !== undefined) return known
    const found = this.find(module, from, language)
    this.found.set(key, found)
    return found
  }

  /** The files that an import loads: the modules that it takes out of a package by name, else the module itself. */
  loaded(module: string, names: readonly string[], from: string, language: string): string[] {
    const found = this.resolve(module, from, language)
    if (found === null) return []
    const folder = found.endsWith('__init__.py') ? folderOf(found) : found
    const inner = this.folders.has(folder) ? names.flatMap(name => this.inside(folder, name) ?? []) : []
    return inner.length > 0 ? inner : this.paths.has(found) ? [found] : []
  }

  /** A module that lies in a folder, or in a file beside it: `orders` of `shop`. */
  inside(folder: string, name: string): string | null {
    const base = joined(folder, name)
    return this.first([
      `${base}.py`,
      `${base}/__init__.py`,
      `${base}.pyi`,
      `${base}/__init__.pyi`,
      `${base}.rs`,
      `${base}/mod.rs`,
    ])
  }

  isFolder(path: string): boolean {
    return this.folders.has(path)
  }

  /** The folder in which a crate of Rust begins, for one of its files. */
  crateRoot(from: string): string | null {
    for (let at = folderOf(from), step = 0; step < CLIMB; at = folderOf(at), step++) {
      const root = this.first([`${at}/lib.rs`, `${at}/main.rs`].map(path => path.replace(/^\//, '')))
      if (root !== null) return root
      if (at === '') return null
    }
    return null
  }

  crate(name: string): string | null {
    const folder = this.manifests.crates.get(name)
    return folder === undefined ? null : this.first([joined(folder, 'src/lib.rs'), joined(folder, 'src/main.rs')])
  }

  private find(module: string, from: string, language: string): string | null {
    switch (languageOf(language).importsBy) {
      case 'script':
        return this.script(module, from)
      case 'dotted':
        return this.dotted(module, from)
      case 'package':
        return this.ending(module.replace(/\.\*$/, '').replaceAll('.', '/'), ['.java', '.kt', '.scala'])
      case 'include':
        return (
          this.first([joined(folderOf(from), module)]) ??
          this.ending(module.replace(/\.\w+$/, ''), [/\.\w+$/.exec(module)?.[0] ?? '.h'])
        )
      case 'beside': {
        const own = joined(folderOf(from), module)
        return (
          this.first([own, `${own}.rb`, `${own}.lua`]) ?? this.ending(module.replace(/^[./]+/, ''), ['.rb', '.lua', ''])
        )
      }
      case 'module':
        return this.goPackage(module)
      default:
        return null
    }
  }

  private script(module: string, from: string): string | null {
    if (/^\.{1,2}(?:\/|$)/.test(module)) return this.scriptFile(joined(folderOf(from), module))
    const { aliases, packages } = this.manifests
    const near = aliases.find(({ folder }) => folder === '' || from.startsWith(`${folder}/`))
    const aliased = near ? this.aliased(module, near) : null
    if (aliased !== null) return aliased
    if (module.startsWith('#')) {
      const own = packages.find(({ folder }) => folder === '' || from.startsWith(`${folder}/`))
      return own ? this.entry(own.folder, own.inner, module) : null
    }
    const named = packages.filter(({ name }) => name !== null && (module === name || module.startsWith(`${name}/`)))
    // Several packages of one name are copies, and none is the one.
    const own = named.length === 1 ? named[0]! : null
    return own ? this.entry(own.folder, own.entries, `.${module.slice(own.name!.length)}`) : null
  }

  private aliased(module: string, { paths, base }: ScriptAliases): string | null {
    for (const [pattern, targets] of paths) {
      const rest = matched(module, pattern)
      if (rest === null) continue
      for (const target of targets) {
        const found = this.scriptFile(target.replace('*', rest))
        if (found !== null) return found
      }
    }
    return base === null ? null : this.scriptFile(joined(base, module))
  }

  private entry(folder: string, entries: ReadonlyMap<string, readonly string[]>, subpath: string): string | null {
    for (const [pattern, targets] of entries) {
      const rest = matched(subpath, pattern)
      if (rest === null) continue
      for (const target of targets) {
        const found = this.builtOf(joined(folder, target.replaceAll('*', rest)))
        if (found !== null) return found
      }
    }
    // Without a list of what is offered every file is.
    return entries.has('.') && entries.size === 1 && subpath !== '.' ? this.scriptFile(joined(folder, subpath)) : null
  }

  /** A file, or the source that a file which is not there is built of. */
  private builtOf(path: string): string | null {
    const found = this.scriptFile(path)
    if (found !== null) return found
    for (const { built } of this.manifests.aliases)
      if (built && path.startsWith(`${built[0]}/`)) return this.scriptFile(built[1] + path.slice(built[0].length))
    return null
  }

  private scriptFile(path: string): string | null {
    // TypeScript names the file that will be: `./x.js` is `./x.ts`.
    const bare = path.replace(/(?:\.d)?\.[mc]?[jt]sx?$/, '')
    const sources = bare === path ? [] : ENDS.slice(0, 6).map(end => bare + end)
    return (
      this.first([
        ...(/\.[mc]?jsx?$/.test(path) ? sources : []),
        path,
        ...ENDS.map(end => path + end),
        ...sources,
        ...ENDS.map(end => `${path}/index${end}`),
      ]) ?? this.folderEntry(path)
    )
  }

  private folderEntry(path: string): string | null {
    const own = this.manifests.packages.find(({ folder }) => folder === path)
    const [main] = own?.entries.get('.') ?? []
    return main === undefined || joined(path, main) === path
      ? null
      : this.first([main, `${main}.js`, `${main}.ts`].map(one => joined(path, one)))
  }

  private dotted(module: string, from: string): string | null {
    const [, dots = '', rest = ''] = /^(\.{0,20})(.*)$/s.exec(module) ?? []
    const steps = rest.replaceAll('.', '/')
    if (dots !== '') {
      const base = joined(folderOf(from), `${'../'.repeat(dots.length - 1)}${steps}`)
      return this.pythonModule(base)
    }
    // As seen from the top of its own package, and from every folder above.
    let at = folderOf(from)
    while (at !== '' && this.packages.has(at)) at = folderOf(at)
    for (let step = 0; step < CLIMB; step++, at = folderOf(at)) {
      const found = this.pythonModule(joined(at, steps)) ?? this.pythonModule(joined(at, `src/${steps}`))
      if (found !== null) return found
      if (at === '') break
    }
    return null
  }

  private pythonModule(base: string): string | null {
    const inner = (name: string) => joined(base, name)
    const found = this.first([inner('__init__.py'), `${base}.py`, `${base}.pyi`, inner('__init__.pyi')])
    return found ?? (this.folders.has(base) ? base : null)
  }

  private goPackage(module: string): string | null {
    for (const [path, folder] of this.manifests.goModules) {
      const rest = module === path ? '' : module.startsWith(`${path}/`) ? module.slice(path.length + 1) : null
      const found = rest === null ? null : joined(folder, rest)
      if (found !== null && this.folders.has(found)) return found
    }
    return null
  }

  private first(candidates: readonly string[]): string | null {
    return candidates.find(path => this.paths.has(path)) ?? null
  }

  /** The file whose path ends so; none when several do. */
  private ending(suffix: string, ends: readonly string[]): string | null {
    const last = suffix.slice(suffix.lastIndexOf('/') + 1)
    const fits = (path: string) => ends.some(end => path === suffix + end || path.endsWith(`/${suffix}${end}`))
    const found = last === '' ? [] : (this.byEnd.get(last.replace(/\.\w+$/, '')) ?? []).filter(fits)
    return found.length === 1 ? found[0]! : null
  }
}

/** What stands for the star of a pattern; '' where it has none, null where it does not fit. */
function matched(text: string, pattern: string): string | null {
  const star = pattern.indexOf('*')
  if (star < 0) return text === pattern ? '' : null
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)]
  const fits = text.length >= head.length + tail.length && text.startsWith(head) && text.endsWith(tail)
  return fits ? text.slice(head.length, text.length - tail.length) : null
}
