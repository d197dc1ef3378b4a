// Sections of a document as the parts of a picture. Where they are too many, the deepest are one with what they stand in;
// where even the top ones are, the last of them are one part.
import type { Tree } from '@shoal/base/model/chart'
import { formatCount, plural } from '@shoal/base/text/printable'
import { chartLabel } from './chart-label.ts'

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

/** At most `most` nodes; `note` says what was joined. */
export function sectionTree(
  sections: readonly DrawnSection[],
  most = MOST,
): { readonly nodes: TreeNode[]; readonly note: string | null } {
  const depths = depthsOf(sections)
  const deepest = depthLimit(depths, most)
  const end = endOfDrawn(depths, most)
  const nodes: { -readonly [key in keyof TreeNode]: TreeNode[key] }[] = []
  const open: number[] = []
  let joined = 0
  for (const [k, { title, line, size, about }] of sections.slice(0, end).entries()) {
    const depth = depths[k]!
    if (depth > deepest) {
      nodes[open.at(-1)!]!.size += size
      joined++
      continue
    }
    open.length = depth
    nodes.push({ label: chartLabel(title), parent: open.at(-1) ?? null, size, heat: null, line, about })
    open.push(nodes.length - 1)
  }
  const rest = sections.slice(end)
  if (rest.length > 0) nodes.push(together(rest))
  const notes = [...(joined === 0 ? [] : [joinedNote(joined)]), ...(rest.length === 0 ? [] : [restNote(rest.length)])]
  return { nodes, note: notes.length === 0 ? null : notes.join(' ') }
}

/** The index of the first section for which there is no room, a top one. One part is kept for it and all behind it. */
function endOfDrawn(depths: readonly number[], most: number): number {
  const tops = [...depths.keys()].filter(k => depths[k] === 0)
  return tops.length > most ? tops[most - 1]! : depths.length
}

function together(rest: readonly DrawnSection[]): TreeNode {
  const [first] = rest
  return {
    label: plural(rest.length, 'more section'),
    parent: null,
    size: rest.reduce((sum, { size }) => sum + size, 0),
    heat: null,
    line: first!.line,
    about: 'all that follow, as one',
  }
}

function joinedNote(joined: number): string {
  return joined === 1
    ? '1 smaller section is counted with the one it stands in.'
    : `${formatCount(joined)} smaller sections are counted with the ones they stand in.`
}

function restNote(count: number): string {
  return `The last ${formatCount(count)} of these sections are drawn as one.`
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
