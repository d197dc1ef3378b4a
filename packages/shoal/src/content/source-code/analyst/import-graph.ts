// Which file imports which, and the cycles among them. Only imports that run when a file is loaded make a cycle.
import { ModulePaths } from '../../../text/code/graph/module-paths.ts'
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

export function importGraph(files: readonly FiledFigures[]): ImportGraph {
  const paths = files.map(({ path }) => path.replaceAll('\\', '/'))
  const numbers = new Map(paths.map((path, i) => [path, i]))
  const modules = new ModulePaths(paths)
  const edges: Edge[] = []
  const out: Edge[][] = files.map(() => [])
  files.forEach(({ figures }, from) => {
    const seen = new Set<number>()
    for (const at of figures.imports)
      for (const found of modules.loaded(at.module, at.names, paths[from]!, figures.language ?? '')) {
        const to = numbers.get(found)!
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
