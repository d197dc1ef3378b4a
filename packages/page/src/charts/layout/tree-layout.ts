// Lays out a tree of parts as areas: nested boxes where heat is compared, columns in reading order where only size is.

import type { Tree } from '@shoal/base/model/chart'
import { type HierarchyRectangularNode, hierarchy, partition, treemap } from 'd3-hierarchy'

/** Fractions of the picture's width and height. */
export interface TreeArea {
  /** In the tree's nodes. */
  readonly node: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly depth: number
  /** Its own lines and those of all within. */
  readonly whole: number
  readonly hasParts: boolean
  /** Pixels of its own at its top: none of its parts lies there. */
  readonly strip: number
}

export interface TreeLayout {
  readonly shape: 'boxes' | 'columns'
  readonly areas: readonly TreeArea[]
  readonly depth: number
}

/** Parts this deep are drawn; what is deeper counts to its parent. */
const DEEPEST = 8
const HEADER = 17
const GAP = 2
/** Narrower parts have no strip: a name would be no more than a letter or two. */
const LEAST_STRIP = 44

interface Part {
  readonly node: number
  readonly size: number
  readonly children: Part[]
}

export function layTree(chart: Tree, width: number, height: number): TreeLayout {
  const { root, depth } = partsOf(chart)
  const tree = hierarchy(root).sum(part => part.size)
  const shape = chart.heat === null ? 'columns' : 'boxes'
  // A single part at the top is the whole: it needs no frame of its own.
  const hasFrames = depth > 1
  // Sizes are rounded after strips were given, so that it must be kept which parts have one.
  const strips = new Set<number>()
  if (shape === 'columns') partition<Part>().size([height, width]).padding(0)(tree)
  else
    treemap<Part>()
      .size([width, height])
      .round(true)
      .paddingInner(GAP)
      .paddingTop(each => {
        const hasRoom = each.y1 - each.y0 >= HEADER * 2 && each.x1 - each.x0 >= LEAST_STRIP
        if (!hasFrames || each.depth === 0 || !each.children || !hasRoom) return 0
        strips.add(each.data.node)
        return HEADER
      })
      .paddingLeft(each => (each.depth > 0 && each.children ? GAP : 0))
      .paddingRight(each => (each.depth > 0 && each.children ? GAP : 0))
      .paddingBottom(each => (each.depth > 0 && each.children ? GAP : 0))(tree)
  const laid = tree as HierarchyRectangularNode<Part>
  const areas: TreeArea[] = []
  laid.each(each => {
    if (each.data.node < 0) return
    const area = shape === 'columns' ? column(each, depth, width, height) : box(each, width, height)
    if (area.width <= 0 || area.height <= 0) return
    areas.push({
      node: each.data.node,
      ...area,
      depth: each.depth - 1,
      whole: each.value ?? 0,
      hasParts: each.children !== undefined,
      strip: shape === 'boxes' && each.children ? (strips.has(each.data.node) ? HEADER : 0) : area.height * height,
    })
  })
  return { shape, areas, depth }
}

function box({ x0, x1, y0, y1 }: HierarchyRectangularNode<Part>, width: number, height: number) {
  return { left: x0 / width, top: y0 / height, width: (x1 - x0) / width, height: (y1 - y0) / height }
}

/** The root takes no column. */
function column(each: HierarchyRectangularNode<Part>, depth: number, _width: number, height: number) {
  return {
    left: (each.depth - 1) / depth,
    top: each.x0 / height,
    width: each.children ? 1 / depth : (depth - each.depth + 1) / depth,
    height: (each.x1 - each.x0) / height,
  }
}

/** Own sizes of parts that hold others become a part without a name, so that areas add up. */
function partsOf({ nodes }: Tree): { root: Part; depth: number } {
  const root: Part = { node: -1, size: 0, children: [] }
  const parts: Part[] = []
  const depths: number[] = []
  const hasParts = new Set(nodes.flatMap(({ parent }) => (parent === null ? [] : [parent])))
  let depth = 1
  for (const [index, { parent, size }] of nodes.entries()) {
    const above = parent === null || parent >= index ? null : parent
    const isDeep = above !== null && depths[above]! >= DEEPEST
    depths.push(isDeep ? DEEPEST : above === null ? 1 : depths[above]! + 1)
    const amount = Number.isFinite(size) && size > 0 ? size : 0
    if (isDeep) {
      parts.push(parts[above]!)
      parts[above]!.children.push({ node: -1, size: amount, children: [] })
      continue
    }
    const part: Part = { node: index, size: hasParts.has(index) ? 0 : amount, children: [] }
    if (hasParts.has(index) && amount > 0) part.children.push({ node: -1, size: amount, children: [] })
    ;(above === null ? root : parts[above]!).children.push(part)
    parts.push(part)
    depth = Math.max(depth, depths[index]!)
  }
  return { root, depth }
}
