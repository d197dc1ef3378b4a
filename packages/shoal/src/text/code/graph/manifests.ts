// What files of a project say about the names of its modules: package.json, tsconfig.json, go.mod and Cargo.toml.
import { posix } from 'node:path'

export interface ScriptPackage {
  readonly folder: string
  readonly name: string | null
  /** By subpath (`.`, `./x`, `./x/*`), the files it may be, the best first. */
  readonly entries: ReadonlyMap<string, readonly string[]>
  /** Of `imports`: names with `#`. */
  readonly inner: ReadonlyMap<string, readonly string[]>
}

export interface ScriptAliases {
  readonly folder: string
  /** By pattern (`@/*`), paths from the root of the project. */
  readonly paths: ReadonlyMap<string, readonly string[]>
  /** Where names without a dot may lie. */
  readonly base: string | null
  /** What is built and the sources it is built of: `dist` and `src`. */
  readonly built: readonly [out: string, root: string] | null
}

export interface Manifests {
  readonly packages: readonly ScriptPackage[]
  readonly aliases: readonly ScriptAliases[]
  /** By the path of a module of Go or the name of a crate, its folder. */
  readonly goModules: ReadonlyMap<string, string>
  readonly crates: ReadonlyMap<string, string>
}

export interface ManifestText {
  readonly path: string
  readonly text: string
}

export function isManifest(path: string): boolean {
  return /^(?:package\.json|[tj]sconfig[\w.-]*\.json|go\.mod|Cargo\.toml)$/.test(posix.basename(path))
}

export function readManifests(texts: readonly ManifestText[]): Manifests {
  const packages: ScriptPackage[] = []
  const aliases: ScriptAliases[] = []
  const goModules = new Map<string, string>()
  const crates = new Map<string, string>()
  const configs = new Map<string, Raw>()
  for (const { path, text } of texts) {
    const folder = folderOf(path)
    const name = posix.basename(path)
    if (name === 'go.mod') {
      const module = /^module\s+(\S+)/m.exec(text)?.[1]
      if (module) goModules.set(module.replaceAll('"', ''), folder)
    } else if (name === 'Cargo.toml') {
      const crate = /^\[package\][^[]*?^name\s*=\s*"([\w-]+)"/m.exec(text)?.[1]
      if (crate) crates.set(crate.replaceAll('-', '_'), folder)
    } else {
      const raw = parsed(text)
      if (raw === null) continue
      if (name === 'package.json') packages.push(scriptPackage(folder, raw))
      else configs.set(path, raw)
    }
  }
  for (const path of configs.keys())
    if (/^[tj]sconfig\.json$/.test(posix.basename(path))) aliases.push(aliasesOf(path, configs))
  // The nearest first.
  const nearest = <T extends { readonly folder: string }>(all: T[]) =>
    all.sort((a, b) => b.folder.length - a.folder.length)
  return { packages: nearest(packages), aliases: nearest(aliases), goModules, crates }
}

type Raw = Readonly<Record<string, unknown>>

function scriptPackage(folder: string, raw: Raw): ScriptPackage {
  const entries = targetsOf(raw.exports)
  if (entries.size === 0) {
    const main = ['source', 'types', 'typings', 'module', 'main'].flatMap(key =>
      typeof raw[key] === 'string' ? [raw[key]] : [],
    )
    entries.set('.', [...main, 'index'])
  }
  const name = typeof raw.name === 'string' ? raw.name : null
  return { folder, name, entries, inner: targetsOf(raw.imports) }
}

function targetsOf(value: unknown): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const isMap = isRaw(value) && Object.keys(value).some(key => /^[.#]/.test(key))
  if (isMap) for (const [key, target] of Object.entries(value)) found.set(key, leaves(target))
  else if (leaves(value).length > 0) found.set('.', leaves(value))
  return found
}

const DEEPEST = 6

function leaves(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (depth > DEEPEST) return []
  if (Array.isArray(value)) return value.flatMap(one => leaves(one, depth + 1))
  return isRaw(value) ? Object.values(value).flatMap(one => leaves(one, depth + 1)) : []
}

function aliasesOf(path: string, configs: ReadonlyMap<string, Raw>): ScriptAliases {
  let paths = new Map<string, readonly string[]>()
  let base: string | null = null
  let built: readonly [string, string] | null = null
  let at: string | null = path
  // What a file says itself comes before what it takes over.
  for (let step = 0; step < DEEPEST && at !== null; step++) {
    const raw: Raw | undefined = configs.get(at)
    if (!raw) break
    const folder = folderOf(at)
    const options = isRaw(raw.compilerOptions) ? raw.compilerOptions : {}
    const own = typeof options.baseUrl === 'string' ? joined(folder, options.baseUrl) : null
    base ??= own
    if (paths.size === 0 && isRaw(options.paths))
      paths = new Map(
        Object.entries(options.paths).map(([key, to]) => [key, leaves(to).map(one => joined(own ?? folder, one))]),
      )
    if (built === null && typeof options.outDir === 'string')
      built = [
        joined(folder, options.outDir),
        joined(folder, typeof options.rootDir === 'string' ? options.rootDir : 'src'),
      ]
    const next = [raw.extends].flat().find(one => typeof one === 'string' && one.startsWith('.'))
    at = typeof next === 'string' ? joined(folder, /\.json$/.test(next) ? next : `${next}.json`) : null
  }
  return { folder: folderOf(path), paths, base, built }
}

function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON as compilers take it: with comments and commas behind the last element. Null for what is none. */
function parsed(text: string): Raw | null {
  for (const form of [text, withoutComments(text).replace(/,(?=\s*[}\]])/g, '')])
    try {
      const value: unknown = JSON.parse(form)
      return isRaw(value) ? value : null
    } catch {}
  return null
}

function withoutComments(text: string): string {
  let out = ''
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const two = text.slice(at, at + 2)
    if (!isText && (two === '//' || two === '/*')) {
      const end = two === '//' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2)
      if (end < 0) return out
      at = two === '//' ? end - 1 : end + 1
      continue
    }
    if (text[at] === '"') isText = !isText
    out += text[at]
    if (isText && text[at] === '\\') out += text[++at] ?? ''
  }
  return out
}

export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

/** A path as seen from a folder; '' is the root that all paths begin at. */
export function joined(folder: string, path: string): string {
  const found = posix.normalize(`${folder === '' ? '.' : folder}/${path}`).replace(/(?<=[^/])\/$/, '')
  return found === '.' ? '' : found
}
