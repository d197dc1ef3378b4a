// Finds the function that a call of another file surely means, among those that something is known of.
import { familyOf } from '@shoal/flow/languages'
import { languageOf } from '../../../text/code/languages/registry.ts'
import type { FiledFigures } from './figures.ts'
import type { ImportGraph } from './import-graph.ts'

interface Open {
  readonly file: number
  readonly owner: string
  readonly key: string
}

interface Named {
  readonly fn: string
  readonly owner: string
}

export class OpenFunctions {
  private readonly byName = new Map<string, Open[]>()
  private readonly imports: readonly Set<number>[]
  private readonly known = new Map<string, string | null>()
  /** Names of all functions, by family. */
  private readonly names = new Set<string>()
  /** Those that give back an argument, by family and place of it. */
  private readonly giving = new Set<string>()

  constructor(
    private readonly files: readonly FiledFigures[],
    graph: ImportGraph,
  ) {
    this.imports = files.map(() => new Set<number>())
    for (const { from, to } of graph.edges) this.imports[from]!.add(to)
    files.forEach(({ figures }, file) => {
      const family = familyOf(figures.language ?? '')
      for (const { name } of figures.functions) this.names.add(`${family}:${name}`)
      for (const { from, to } of figures.links.flows ?? []) {
        if (from.kind === 'parameter') this.add(file, from)
        if (to.kind === 'return') this.add(file, to)
        if (from.kind === 'parameter' && to.kind === 'return') this.giving.add(`${family}:${from.fn}:${from.at}`)
      }
    })
  }

  private add(file: number, named: Named): void {
    const key = this.key(file, named)
    const others = this.byName.get(named.fn) ?? []
    if (!others.some(other => other.key === key))
      this.byName.set(named.fn, [...others, { file, key, owner: named.owner }])
  }

  key(file: number, { fn, owner }: Named): string {
    return `${file}:${owner}:${fn}`
  }

  /** The function that a dotted path means in a file; null where none or more than one may be meant. */
  find(file: number, path: string): string | null {
    const asked = `${file}:${path}`
    let found = this.known.get(asked)
    if (found === undefined) this.known.set(asked, (found = this.lookUp(file, path)))
    return found
  }

  /** Whether a function of that name is written in these files, whichever is meant. */
  isOwn(file: number, path: string): boolean {
    const family = familyOf(this.files[file]!.figures.language ?? '')
    return this.names.has(`${family}:${path.slice(path.lastIndexOf('.') + 1)}`)
  }

  /** Whether any function of that name is seen to give back what it is given there. */
  mayGiveBack(file: number, path: string, at: number): boolean {
    const family = familyOf(this.files[file]!.figures.language ?? '')
    return this.giving.has(`${family}:${path.slice(path.lastIndexOf('.') + 1)}:${at}`)
  }

  private lookUp(file: number, path: string): string | null {
    const cut = path.lastIndexOf('.')
    const candidates = this.byName.get(path.slice(cut + 1)) ?? []
    if (candidates.length === 0) return null
    const { language } = this.files[file]!.figures
    const family = familyOf(language ?? '')
    const byImport = /^(?:script|dotted)$/.test(languageOf(language ?? '').importsBy ?? '')
    const before = cut > 0 ? path.slice(0, cut) : ''
    const fitting = candidates.filter(one => {
      if (one.file === file || familyOf(this.files[one.file]!.figures.language ?? '') !== family) return false
      if (byImport && !this.imports[file]!.has(one.file)) return false
      return this.isMeant(before, one)
    })
    return fitting.length === 1 ? fitting[0]!.key : null
  }

  /** Whether what stands before the name is the type, the module or the package of the function. */
  private isMeant(before: string, { file, owner }: Open): boolean {
    const said = plain(
      before
        .replace(/\.\w{2,3}$/, '')
        .split(/[./\\]/)
        .at(-1)!,
    )
    if (said === '') return owner === ''
    if (owner !== '')
      return said === plain(owner) || said === plain(owner.replace(/Impl$/, '')) || said === `i${plain(owner)}`
    const steps = this.files[file]!.path.replaceAll('\\', '/').split('/')
    const stem = steps.at(-1)!.replace(/\.\w+$/, '')
    return said === plain(stem) || said === plain(steps.at(-2) ?? '')
  }
}

/** `user_service`, `$userService` and `UserService()` are one name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '')
}
