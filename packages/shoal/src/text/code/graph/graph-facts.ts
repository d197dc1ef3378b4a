// What the graph of a code base is made of: definitions and imports of all its files, and how they are found by file, package and name.
import { addTo } from '@shoal/base/model/lists'
import { languageOf } from '../languages/registry.ts'
import { folderOf } from './manifests.ts'

export interface GraphSymbol {
  readonly path: string
  readonly line: number
  readonly name: string
  readonly kind: string
  /** The types that it stands in: `Outer.Inner`; '' at the top of its package or file, null where only an export leads to it. */
  readonly within: string | null
  readonly package: string | null
  /** Other files may name it. */
  readonly isOpen: boolean
  /** Names that others import it by, where the language has such. */
  readonly exports: readonly string[]
  /** What a type is made from, as written. */
  readonly bases: readonly string[]
  /** What a value is, or a function gives back, as written; with `()` where a call tells it. */
  readonly type: string | null
}

export interface GraphImport {
  readonly path: string
  readonly module: string
  /** `*` for the module itself, or all that it has. */
  readonly name: string
  /** What it is called here; null for what gets no name of its own. */
  readonly binds: string | null
  /** What others import it by from here; `*` for all that it has. */
  readonly exportedAs: readonly string[]
}

export interface GraphFile {
  readonly path: string
  readonly language: string
  readonly tops: Map<string, GraphSymbol[]>
  /** By `Type.name`. */
  readonly members: Map<string, GraphSymbol[]>
  readonly exports: Map<string, GraphSymbol | GraphImport>
  readonly binds: Map<string, GraphImport[]>
  /** Imports of all that a module has, and of modules without a name. */
  readonly stars: GraphImport[]
  /** Those that are handed on. */
  readonly passed: GraphImport[]
  /** The packages that its definitions stand in. */
  readonly packages: Set<string>
}

/** What one package has at its top and in its types, over all files. */
export interface GraphPackage {
  readonly tops: Map<string, GraphSymbol[]>
  readonly members: Map<string, GraphSymbol[]>
}

export class GraphFacts {
  readonly files = new Map<string, GraphFile>()
  readonly packages = new Map<string, GraphPackage>()

  /** Of every file, whether it defines something or not. */
  constructor(files: readonly { readonly path: string; readonly language: string }[]) {
    for (const { path, language } of files)
      this.files.set(path, {
        path,
        language,
        tops: new Map(),
        members: new Map(),
        exports: new Map(),
        binds: new Map(),
        stars: [],
        passed: [],
        packages: new Set(),
      })
  }

  addSymbol(symbol: GraphSymbol): void {
    const file = this.files.get(symbol.path)
    if (!file) return
    const { name, within } = symbol
    for (const as of symbol.exports) if (!file.exports.has(as)) file.exports.set(as, symbol)
    // A namespace that is spread over files is a package, and no one place.
    const isPackage = symbol.kind === 'namespace' && languageOf(file.language).packages !== undefined
    if (within === null || isPackage) return
    const key = within === '' ? name : `${within}.${name}`
    put(within === '' ? file.tops : file.members, key, symbol)
    const own = packageKey(file, symbol.package)
    if (own === null) return
    file.packages.add(own)
    const known = this.packages.get(own) ?? { tops: new Map(), members: new Map() }
    this.packages.set(own, known)
    put(within === '' ? known.tops : known.members, key, symbol)
  }

  addImport(one: GraphImport): void {
    const file = this.files.get(one.path)
    if (!file) return
    if (one.binds !== null) put(file.binds, one.binds, one)
    for (const as of one.exportedAs)
      if (as === '*') file.passed.push(one)
      else if (!file.exports.has(as)) file.exports.set(as, one)
    if (one.binds === null && one.exportedAs.length === 0) file.stars.push(one)
  }
}

/** What tells packages of one name apart: those of Go are folders, those of the others names. Null where there are none. */
export function packageKey(
  { language, path }: { readonly language: string; readonly path: string },
  name: string | null,
): string | null {
  const { packages, importsBy } = languageOf(language)
  if (importsBy === 'include' || importsBy === 'beside') return `${importsBy}:${name ?? ''}`
  if (!packages) return null
  if (importsBy === 'module') return `${importsBy}:${folderOf(path)}:${name?.endsWith('_test') ? 'test' : ''}`
  // What has no name is seen from its own folder alone.
  return `${importsBy}:${name ?? (importsBy === 'package' ? `./${folderOf(path)}` : '')}`
}

function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  addTo(map, key, value)
}
