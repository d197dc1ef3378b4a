// Dependencies as a graph: finds a way round, without recursion, so that a chain of any length is fine.

/**
 * The first cycle that can be reached from the nodes, as the way round it (first and last are the same), or null.
 * `edges` are what a node waits for; a node that is not in the graph has none.
 */
export function findCycle(
  nodes: Iterable<string>,
  edges: (node: string) => readonly string[],
): readonly string[] | null {
  const done = new Set<string>()
  for (const start of nodes) {
    if (done.has(start)) continue
    const way: { readonly node: string; readonly next: Iterator<string> }[] = []
    const onWay = new Set<string>()
    const enter = (node: string) => {
      way.push({ node, next: edges(node)[Symbol.iterator]() })
      onWay.add(node)
    }
    enter(start)
    while (way.length > 0) {
      const here = way.at(-1)!
      const { value, done: exhausted } = here.next.next()
      if (exhausted) {
        way.pop()
        onWay.delete(here.node)
        done.add(here.node)
      } else if (onWay.has(value)) {
        const nodes = way.map(({ node }) => node)
        return [...nodes.slice(nodes.indexOf(value)), value]
      } else if (!done.has(value)) enter(value)
    }
  }
  return null
}

/** A way along the edges from one node to another, both included, or null: breadth first, so a shortest one. */
export function findWay<Node>(from: Node, to: Node, edges: (node: Node) => readonly Node[]): readonly Node[] | null {
  const cameFrom = new Map<Node, Node | null>([[from, null]])
  let frontier = [from]
  while (frontier.length > 0) {
    const next: Node[] = []
    for (const node of frontier) {
      if (node === to) return wayTo(to, cameFrom)
      for (const target of edges(node)) {
        if (cameFrom.has(target)) continue
        cameFrom.set(target, node)
        next.push(target)
      }
    }
    frontier = next
  }
  return null
}

function wayTo<Node>(node: Node, cameFrom: ReadonlyMap<Node, Node | null>): readonly Node[] {
  const way = [node]
  for (let at = cameFrom.get(node); at !== undefined && at !== null; at = cameFrom.get(at)) way.push(at)
  return way.reverse()
}
