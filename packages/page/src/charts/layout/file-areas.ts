// Lays out files as areas: by type, then by size. What would be too small to see or to point at is put together.
import { groupBy } from '@shoal/base/model/lists'
import { type HierarchyRectangularNode, hierarchy, treemap } from 'd3-hierarchy'
import type { SizedFile } from './sized-file.ts'

export interface FileArea {
  /** Null for the small ones together. */
  readonly file: SizedFile | null
  readonly files: number
  /** How many of them have problems. */
  readonly marked: number
  readonly sizeBytes: number
  readonly high: number
  readonly medium: number
  readonly low: number
  /** Problems for every 1,000 lines, as 0 to 1 of the most there is; 0 without problems. */
  readonly density: number
  /** The place of its type among `types`. */
  readonly type: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface TypeArea {
  readonly contentType: string
  readonly files: number
  readonly sizeBytes: number
  /** There is room for its name above its files. */
  readonly isNamed: boolean
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface FileAreas {
  readonly types: readonly TypeArea[]
  readonly files: readonly FileArea[]
  /** Types so small that they are drawn larger than they are, and whether small files are. */
  readonly enlarged: readonly string[]
}

const MOST = 2000
/** Square pixels below which a file is put together with others. */
const LEAST_AREA = 60
/** What a type takes of the picture, and its small files of the type, at least. */
const LEAST_TYPE = 0.035
const LEAST_REST = 0.04
const HEADER = 18

interface Leaf {
  readonly file: SizedFile | null
  readonly members: readonly SizedFile[]
  readonly size: number
}
interface Branch {
  readonly type: number
  readonly children: readonly Leaf[]
}

export function layFiles(files: readonly SizedFile[], width: number, height: number): FileAreas {
  const groups = groupsOf(files)
  const total = sum(groups, ({ bytes }) => bytes)
  const scale = (width * height) / Math.max(1, total)
  const enlarged: string[] = []
  let hasEnlarged = false
  const most = Math.max(1, Math.floor((MOST - groups.length) / Math.max(1, groups.length)))
  let spare = MOST - groups.length - sum(groups, ({ members }) => Math.min(most, members.length))
  const branches = groups.map(({ contentType, members, bytes }, type): Branch => {
    const room = Math.max(bytes, total * LEAST_TYPE)
    if (room > bytes) enlarged.push(contentType)
    const larger = room / Math.max(1, bytes)
    const allowed = most + Math.max(0, spare)
    spare -= Math.max(0, Math.min(members.length, allowed) - most)
    const kept = members.filter((file, place) => place < allowed && sizeOf(file) * larger * scale >= LEAST_AREA)
    const rest = members.slice(kept.length)
    const least = room * LEAST_REST
    const size = Math.max(sum(rest, sizeOf) * larger, least)
    if (rest.length > 0 && size === least) hasEnlarged = true
    const children: Leaf[] = kept.map(file => ({ file, members: [file], size: sizeOf(file) * larger }))
    // One alone is no heap.
    if (rest.length > 0) children.push({ file: rest.length === 1 ? rest[0]! : null, members: rest, size })
    return { type, children }
  })
  return { ...place(branches, groups, width, height), enlarged: [...enlarged, ...(hasEnlarged ? ['small files'] : [])] }
}

function place(branches: readonly Branch[], groups: readonly Group[], width: number, height: number) {
  const tree = hierarchy<unknown>({ children: branches }, each => (each as Branch).children).sum(
    each => (each as Leaf).size ?? 0,
  )
  treemap<unknown>()
    .size([width, height])
    .round(true)
    .paddingInner(each => (each.depth === 0 ? 6 : 1))
    .paddingTop(each => (each.depth === 1 && hasRoomForName(each) ? HEADER : 0))(tree)
  const laid = tree as HierarchyRectangularNode<unknown>
  const leaves = laid.leaves().filter(leaf => leaf.depth === 2)
  const densest = leaves.reduce((most, leaf) => Math.max(most, perLine((leaf.data as Leaf).members)), 0)
  const at = ({ x0, x1, y0, y1 }: HierarchyRectangularNode<unknown>) => ({
    left: x0 / width,
    top: y0 / height,
    width: (x1 - x0) / width,
    height: (y1 - y0) / height,
  })
  return {
    types: (laid.children ?? []).map((branch): TypeArea => {
      const { contentType, members, bytes } = groups[(branch.data as Branch).type]!
      return { contentType, files: members.length, sizeBytes: bytes, isNamed: hasRoomForName(branch), ...at(branch) }
    }),
    files: leaves.map((leaf): FileArea => {
      const { file, members } = leaf.data as Leaf
      const counts = {
        high: sum(members, each => each.high),
        medium: sum(members, each => each.medium),
        low: sum(members, each => each.low),
      }
      return {
        file,
        files: members.length,
        marked: members.filter(each => problemsOf(each) > 0).length,
        sizeBytes: sum(members, each => each.sizeBytes),
        ...counts,
        density: densest === 0 ? 0 : Math.sqrt(perLine(members) / densest),
        type: (leaf.parent!.data as Branch).type,
        ...at(leaf),
      }
    }),
  }
}

/** A name must not take the room of what it names. */
function hasRoomForName({ x0, x1, y0, y1 }: HierarchyRectangularNode<unknown>): boolean {
  return y1 - y0 >= HEADER * 2 && x1 - x0 >= 40
}

interface Group {
  readonly contentType: string
  /** The largest first. */
  readonly members: readonly SizedFile[]
  readonly bytes: number
}

function groupsOf(files: readonly SizedFile[]): Group[] {
  const byType = groupBy(files, file => file.contentType)
  return [...byType]
    .map(([contentType, members]) => ({
      contentType,
      members: members.sort((a, b) => b.sizeBytes - a.sizeBytes || (a.path < b.path ? -1 : 1)),
      bytes: sum(members, sizeOf),
    }))
    .sort((a, b) => b.bytes - a.bytes || (a.contentType < b.contentType ? -1 : 1))
}

/** Problems for every line. */
function perLine(files: readonly SizedFile[]): number {
  const problems = sum(files, problemsOf)
  return (
    problems /
    Math.max(
      1,
      sum(files, ({ lineCount }) => lineCount),
    )
  )
}

export function problemsOf({ high, medium, low }: Pick<SizedFile, 'high' | 'medium' | 'low'>): number {
  return high + medium + low
}

/** Even an empty file is there. */
function sizeOf({ sizeBytes }: SizedFile): number {
  return Math.max(1, sizeBytes)
}

function sum<T>(items: readonly T[], measure: (item: T) => number): number {
  return items.reduce((total, item) => total + measure(item), 0)
}
