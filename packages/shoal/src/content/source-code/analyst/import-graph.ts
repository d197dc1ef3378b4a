// Which file imports which, and the cycles among them. Only imports that run when a file is loaded make a cycle.
import { posix } from 'node:path'
import { languageOf } from '../../../text/code/languages/registry.ts'
import { besideOf, placeOf } from '../module-place.ts'
import type { FiledFigures, ImportFigure } from './figures.ts'

export interface Edge {
  readonly from: number
  readonly to: number
  readonly at: ImportFigure
}

export interface ImportGraph {
  readonly edges: readonly Edge[]
  /** By file: the files it imports at load time. */
  readonly out: readonly (readonly Edge[])[]
}

const SCRIPT_ENDINGS = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.mts',
  '/index.ts',
  '/index.tsx',
  '/index.js',
  '.d.ts',
]

export function importGraph(files: readonly FiledFigures[]): ImportGraph {
  const paths = new Map(files.map(({ path }, i) => [path.replaceAll('\\', '/'), i]))
  const byEnd = endings(files)
  const edges: Edge[] = []
  const out: Edge[][] = files.map(() => [])
  files.forEach(({ path, figures }, from) => {
    const seen = new Set<number>()
    for (const at of figures.imports)
      for (const to of targets(path.replaceAll('\\', '/'), figures.language ?? '', at, paths, byEnd)) {
        if (to === from) continue
        const edge = { from, to, at }
        edges.push(edge)
        if (at.late || seen.has(to)) continue
        seen.add(to)
        out[from]!.push(edge)
      }
  })
  return { edges, out }
}

/** By the last step of a path without its extension, the files that end so. */
function endings(files: readonly FiledFigures[]): Map<string, number[]> {
  const byEnd = new Map<string, number[]>()
  files.forEach(({ path }, i) => {
    const steps = path.replaceAll('\\', '/').split('/')
    const stem = steps.at(-1)!.replace(/\.\w+$/, '')
    const key = stem === '__init__' ? (steps.at(-2) ?? stem) : stem
    byEnd.set(key, [...(byEnd.get(key) ?? []), i])
  })
  return byEnd
}

function targets(
  path: string,
  language: string,
  { module, names }: ImportFigure,
  paths: ReadonlyMap<string, number>,
  byEnd: ReadonlyMap<string, readonly number[]>,
): number[] {
  const { importsBy } = languageOf(language)
  const place = placeOf(module, path, language)
  if (importsBy === 'script') return place === null ? [] : script(place, paths)
  if (importsBy === 'dotted') return dotted(path, module, place, names, paths, byEnd)
  if (importsBy === 'package') return bySuffix(module.replaceAll('.', '/'), ['.java', '.kt', '.scala'], paths, byEnd)
  if (importsBy === 'include')
    return exact([besideOf(path, module)], paths)
      .concat(bySuffix(module.replace(/\.\w+$/, ''), [/\.\w+$/.exec(module)?.[0] ?? '.h'], paths, byEnd))
      .slice(0, 1)
  if (importsBy === 'beside') {
    const own = besideOf(path, module)
    return exact([own, `${own}.rb`, `${own}.lua`], paths)
  }
  return []
}

function script(place: string, paths: ReadonlyMap<string, number>): number[] {
  const bare = place.replace(/\.(?:js|mjs|cjs|jsx)$/, '')
  return exact([...SCRIPT_ENDINGS.map(end => place + end), ...SCRIPT_ENDINGS.map(end => bare + end)], paths)
}

/** `from a.b import c` means a/b.py, or a/b/c.py where that is a file. */
function dotted(
  path: string,
  module: string,
  place: string | null,
  names: readonly string[],
  paths: ReadonlyMap<string, number>,
  byEnd: ReadonlyMap<string, readonly number[]>,
): number[] {
  if (place !== null) {
    const inner = names.flatMap(name => exact([posix.join(place, `${name}.py`)], paths))
    return inner.length > 0 ? inner : exact([`${place}.py`, `${place}/__init__.py`], paths)
  }
  const rest = module.split('.').filter(Boolean).join('/')
  const isOutside = (found: string) => !isInPackage(found, rest, paths)
  const inner = names
    .filter(name => name !== rest)
    .flatMap(name => bySuffix(`${rest}/${name}`, ['.py'], paths, byEnd, isOutside))
  if (inner.length > 0) return inner
  const own = besideOf(path, `${rest}.py`)
  const beside = isOutside(own) ? exact([own], paths) : []
  return beside.length > 0 ? beside : bySuffix(rest, ['.py', '/__init__.py'], paths, byEnd, isOutside)
}

/** What stands inside of a package is imported by the name of that package: `import inspect` means the one of the library. */
function isInPackage(path: string, module: string, paths: ReadonlyMap<string, number>): boolean {
  const at = `/${path}`.lastIndexOf(`/${module}`)
  return at > 0 && paths.has(`${path.slice(0, at - 1)}/__init__.py`)
}

function exact(candidates: readonly string[], paths: ReadonlyMap<string, number>): number[] {
  for (const candidate of candidates) {
    const found = paths.get(candidate)
    if (found !== undefined) return [found]
  }
  return []
}

/** The file whose path ends so; none when several do. */
function bySuffix(
  suffix: string,
  ends: readonly string[],
  paths: ReadonlyMap<string, number>,
  byEnd: ReadonlyMap<string, readonly number[]>,
  isMeant: (path: string) => boolean = () => true,
): number[] {
  const last = suffix.split('/').at(-1) ?? ''
  const candidates = new Set(byEnd.get(last) ?? [])
  if (last === '' || candidates.size === 0) return []
  const found = [...paths].filter(
    ([path, i]) =>
      candidates.has(i) &&
      ends.some(end => path === suffix + end || path.endsWith(`/${suffix}${end}`)) &&
      isMeant(path),
  )
  return found.length === 1 ? [found[0]![1]] : []
}

const CYCLES = 50

/** For every file on a cycle a shortest cycle through it; each cycle once, as edges from file to file. */
export function importCycles({ out }: ImportGraph): Edge[][] {
  const component = components(out)
  const cycles = new Map<string, Edge[]>()
  for (let start = 0; start < out.length && cycles.size < CYCLES; start++) {
    if (component[start]! < 0) continue
    const cycle = shortestCycle(start, out, component)
    if (!cycle) continue
    const least = cycle.reduce((best, edge, i) => (edge.from < cycle[best]!.from ? i : best), 0)
    const turned = [...cycle.slice(least), ...cycle.slice(0, least)]
    cycles.set(turned.map(({ from }) => from).join(' '), turned)
  }
  return [...cycles.values()]
}

function shortestCycle(start: number, out: ImportGraph['out'], component: Int32Array): Edge[] | null {
  const before = new Map<number, Edge>()
  let frontier = [start]
  while (frontier.length > 0) {
    const next: number[] = []
    for (const node of frontier)
      for (const edge of out[node]!) {
        if (component[edge.to] !== component[start]) continue
        if (edge.to === start) return path(edge, start, before)
        if (before.has(edge.to)) continue
        before.set(edge.to, edge)
        next.push(edge.to)
      }
    frontier = next
  }
  return null
}

function path(last: Edge, start: number, before: ReadonlyMap<number, Edge>): Edge[] {
  const edges = [last]
  while (edges[0]!.from !== start) edges.unshift(before.get(edges[0]!.from)!)
  return edges
}

/** Tarjan's strongly connected components without recursion; -1 for files on no cycle. */
function components(out: ImportGraph['out']): Int32Array {
  const component = new Int32Array(out.length).fill(-1)
  const order = new Int32Array(out.length).fill(-1)
  const low = new Int32Array(out.length)
  const onStack = new Uint8Array(out.length)
  const stack: number[] = []
  let clock = 0
  let count = 0
  for (let root = 0; root < out.length; root++) {
    if (order[root]! >= 0) continue
    const walk: { node: number; next: number }[] = [{ node: root, next: 0 }]
    while (walk.length > 0) {
      const top = walk.at(-1)!
      const { node } = top
      if (top.next === 0) {
        order[node] = low[node] = clock++
        stack.push(node)
        onStack[node] = 1
      }
      const edge = out[node]![top.next++]
      if (edge) {
        if (order[edge.to]! < 0) walk.push({ node: edge.to, next: 0 })
        else if (onStack[edge.to] === 1) low[node] = Math.min(low[node]!, order[edge.to]!)
        continue
      }
      walk.pop()
      const parent = walk.at(-1)?.node
      if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[node]!)
      if (low[node] !== order[node]) continue
      const members = stack.splice(stack.lastIndexOf(node))
      for (const member of members) {
        onStack[member] = 0
        if (members.length > 1) component[member] = count
      }
      count++
    }
  }
  return component
}
