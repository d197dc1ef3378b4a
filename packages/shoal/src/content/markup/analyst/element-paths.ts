// Which elements stand in which, and how often: one node for every path of names, however often it comes.

/** Parents before their children; `count` is of elements, `line` that of the first. JSON. */
import { pushAll } from '@shoal/base/model/lists'

export type ElementOutline = readonly {
  readonly name: string
  readonly parent: number | null
  readonly count: number
  readonly line: number
}[]

const MOST_NODES = 4_000
const MOST_TOLD = 400
/** Elements deeper than this are counted with what they stand in. */
const DEEPEST = 24
const LONGEST_NAME = 100

interface PathNode {
  readonly name: string
  readonly parent: PathNode | null
  readonly line: number
  readonly inner: Map<string, PathNode>
  count: number
}

export class ElementPaths {
  private readonly root: PathNode = { name: '', parent: null, line: 0, inner: new Map(), count: 0 }
  private readonly open: PathNode[] = [this.root]
  private size = 0

  /** `mayEnd` holds the names of elements that the next of their kind ends. */
  constructor(private readonly mayEnd: ReadonlySet<string>) {}

  count(name: string, line: number): void {
    const outer = this.outerOf(name)
    let node = outer.inner.get(name)
    if (!node && this.open.length <= DEEPEST && this.size < MOST_NODES) {
      node = { name, parent: outer, line, inner: new Map(), count: 0 }
      outer.inner.set(name, node)
      this.size++
    }
    ;(node ?? outer).count++
  }

  /** Of an element that was counted just now. */
  enter(name: string): void {
    const outer = this.outerOf(name)
    this.open.push(outer.inner.get(name) ?? outer)
  }

  /** A `<li>` that was left open does not hold the next one. */
  private outerOf(name: string): PathNode {
    const inner = this.open.at(-1)!
    if (!this.mayEnd.has(name)) return inner
    for (let at: PathNode | null = inner; at && this.mayEnd.has(at.name); at = at.parent)
      if (at.name === name) return at.parent ?? inner
    return inner
  }

  leave(): void {
    if (this.open.length > 1) this.open.pop()
  }

  /** The paths with the most elements; those left out are counted with what they stand in. */
  finish(): ElementOutline {
    const all: PathNode[] = []
    for (const queue = [...this.root.inner.values()]; queue.length > 0; ) {
      const node = queue.pop()!
      all.push(node)
      pushAll(queue, node.inner.values())
    }
    const weights = weightsOf(all)
    const told = new Set(
      [...all].sort((a, b) => weights.get(b)! - weights.get(a)! || a.line - b.line).slice(0, MOST_TOLD),
    )
    const places = new Map<PathNode, number>()
    const outline: { name: string; parent: number | null; count: number; line: number }[] = []
    for (const node of all) {
      const place = placeOf(node.parent, places)
      if (told.has(node)) {
        places.set(node, outline.length)
        outline.push({ name: node.name.slice(0, LONGEST_NAME), parent: place, count: node.count, line: node.line })
      } else if (place !== null) outline[place]!.count += node.count
    }
    return outline
  }
}

/** Elements of each path and of all paths below it. `all` has parents before their children. */
function weightsOf(all: readonly PathNode[]): Map<PathNode, number> {
  const weights = new Map(all.map(node => [node, node.count]))
  for (const node of [...all].reverse()) {
    const { parent } = node
    if (parent && weights.has(parent)) weights.set(parent, weights.get(parent)! + weights.get(node)!)
  }
  return weights
}

/** The innermost path around one that is told. */
function placeOf(node: PathNode | null, places: ReadonlyMap<PathNode, number>): number | null {
  for (let at = node; at; at = at.parent) {
    const place = places.get(at)
    if (place !== undefined) return place
  }
  return null
}
