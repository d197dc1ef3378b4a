// Sections of a document as the parts of a picture. Where they are too many, the deepest are one with what they stand in.
import type { Tree } from '../model/chart.ts'
import { chartLabel } from './chart-label.ts'
import { formatCount } from './printable.ts'

export interface DrawnSection {
  readonly title: string
  /** 1 stands in nothing, 2 in the last 1 before it. */
  readonly level: number
  readonly line: number
  /** Its own, without that of the sections inside it. */
  readonly size: number
  readonly about: string
}

type TreeNode = Tree['nodes'][number]

const MOST = 400

/** `note` says what was joined. */
export function sectionTree(
  sections: readonly DrawnSection[],
  most = MOST,
): { readonly nodes: TreeNode[]; readonly note: string | null } {
  const depths = depthsOf(sections)
  const deepest = depthLimit(depths, most)
  const nodes: { -readonly [key in keyof TreeNode]: TreeNode[key] }[] = []
  const open: number[] = []
  let joined = 0
  for (const [k, { title, line, size, about }] of sections.entries()) {
    const depth = depths[k]!
    if (depth > deepest || nodes.length >= most) {
      nodes[open.at(-1)!]!.size += size
      joined++
      continue
    }
    open.length = depth
    nodes.push({ label: chartLabel(title), parent: open.at(-1) ?? null, size, heat: null, line, about })
    open.push(nodes.length - 1)
  }
  return {
    nodes,
    note: joined === 0 ? null : noteOf(joined),
  }
}

function noteOf(joined: number): string {
  return joined === 1
    ? '1 smaller section is counted with the one it stands in.'
    : `${formatCount(joined)} smaller sections are counted with the ones they stand in.`
}

/** 0 for those at the top: levels that a document skips count for nothing. */
function depthsOf(sections: readonly DrawnSection[]): number[] {
  const open: number[] = []
  return sections.map(({ level }) => {
    while (open.length > 0 && open.at(-1)! >= level) open.pop()
    open.push(level)
    return open.length - 1
  })
}

/** How deep one can go with at most so many sections; the top is always shown. */
function depthLimit(depths: readonly number[], most: number): number {
  const counts: number[] = []
  for (const depth of depths) counts[depth] = (counts[depth] ?? 0) + 1
  let sum = counts[0] ?? 0
  let limit = 0
  while (limit + 1 < counts.length && sum + counts[limit + 1]! <= most) sum += counts[++limit]!
  return limit
}
