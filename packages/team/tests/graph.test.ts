import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCycle, findWay } from '../src/graph.ts'

type Edges = ReadonlyMap<string, readonly string[]>

const graphs: fc.Arbitrary<Edges> = fc
  .integer({ min: 1, max: 8 })
  .chain(size =>
    fc.array(fc.array(fc.integer({ min: 0, max: size }), { maxLength: 3 }), { minLength: size, maxLength: size }),
  )
  .map(targets => new Map(targets.map((list, node) => [`n${node}`, list.map(target => `n${target}`)])))

const edgesOf = (graph: Edges) => (node: string) => graph.get(node) ?? []

/** The slow and obvious way: all that can be reached in one step or more. */
function reachable(graph: Edges, from: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (let size = -1; size < found.size; ) {
    size = found.size
    for (const node of [from, ...found]) for (const target of edgesOf(graph)(node)) found.add(target)
  }
  return found
}

function expectWay(graph: Edges, way: readonly string[]): void {
  for (const [at, node] of way.slice(1).entries()) expect(edgesOf(graph)(way[at]!)).toContain(node)
}

describe('findCycle', () => {
  it('finds a way round exactly when some node reaches itself, and it is one', () => {
    fc.assert(
      fc.property(graphs, graph => {
        const cycle = findCycle(graph.keys(), edgesOf(graph))
        const hasCycle = [...graph.keys()].some(node => reachable(graph, node).has(node))
        expect(cycle !== null).toBe(hasCycle)
        if (!cycle) return
        expect(cycle.length).toBeGreaterThan(1)
        expect(cycle[0]).toBe(cycle.at(-1))
        expect(new Set(cycle).size, 'goes round once').toBe(cycle.length - 1)
        expectWay(graph, cycle)
      }),
    )
  })

  it('looks only where it is told to start', () => {
    const graph: Edges = new Map([
      ['a', ['b']],
      ['b', []],
      ['c', ['c']],
    ])
    expect(findCycle(['a'], edgesOf(graph))).toBeNull()
    expect(findCycle(['a', 'c'], edgesOf(graph))).toEqual(['c', 'c'])
    expect(findCycle([], edgesOf(graph))).toBeNull()
  })

  it('names the cycle, not the way to it', () => {
    const graph: Edges = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['d', 'b']],
    ])
    expect(findCycle(['a'], edgesOf(graph))).toEqual(['b', 'c', 'b'])
  })

  it('is not afraid of a long chain, nor of a ring as long', () => {
    const length = 200_000
    const chain = (node: string) => (Number(node) + 1 < length ? [String(Number(node) + 1)] : [])
    expect(findCycle(['0'], chain)).toBeNull()
    const ring = (node: string) => [String((Number(node) + 1) % length)]
    expect(findCycle(['0'], ring)).toHaveLength(length + 1)
  })

  it('looks at every node once, however many ways lead to it', () => {
    let looks = 0
    const ladder = (node: string) => {
      looks++
      const next = Number(node) + 1
      return next < 40 ? [String(next), String(next), String(next)] : []
    }
    expect(findCycle(['0', '5', '0'], ladder)).toBeNull()
    expect(looks).toBe(40)
  })
})

describe('findWay', () => {
  it('finds a way exactly when there is one, and none is shorter', () => {
    fc.assert(
      fc.property(graphs, fc.nat(7), fc.nat(7), (graph, a, b) => {
        const [from, to] = [`n${a}`, `n${b}`]
        const way = findWay(from, to, edgesOf(graph))
        expect(way !== null).toBe(from === to || reachable(graph, from).has(to))
        if (!way) return
        expect([way[0], way.at(-1)]).toEqual([from, to])
        expectWay(graph, way)
        expect(way.length - 1).toBe(distance(graph, from, to))
      }),
    )
  })

  it('from a node to itself is the node', () => {
    expect(findWay('a', 'a', () => ['b'])).toEqual(['a'])
  })

  it('goes a long way', () => {
    const length = 200_000
    const way = findWay(0, length, node => [node + 1])
    expect(way).toHaveLength(length + 1)
  })
})

function distance(graph: Edges, from: string, to: string): number {
  let reached = new Set([from])
  for (let steps = 0; ; steps++) {
    if (reached.has(to)) return steps
    reached = new Set([...reached, ...[...reached].flatMap(edgesOf(graph))])
  }
}
