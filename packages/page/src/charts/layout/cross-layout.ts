// Lays out files and what they say about each other as points and lines: always the same for the same findings.

import type { CrossFinding } from '@shoal/base/model/report'
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force'
import { labelNames } from './file-names.ts'
import { type NamePlace, placeNames, placesFor } from './label-places.ts'
import { fitted } from './label-text.ts'

export interface GraphFile {
  readonly path: string
  readonly name: string
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly label: NamePlace
  /** There is room for its name; else it is only shown when it is looked at. */
  readonly isNamed: boolean
  /** Places in the list of findings. */
  readonly findings: readonly number[]
}

export interface GraphLink {
  /** Places among the files. */
  readonly source: number
  readonly target: number
  readonly findings: readonly number[]
  /** That of the gravest. */
  readonly tone: CrossTone
}

export const crossTones = ['high', 'medium', 'low', 'fact'] as const
export type CrossTone = (typeof crossTones)[number]

/** How grave it is; what is only a fact is not grave at all, whatever weight it has. */
export function toneOf({ nature, severity }: Pick<CrossFinding, 'nature' | 'severity'>): CrossTone {
  return nature === 'fact' ? 'fact' : severity
}

export interface Graph {
  readonly files: readonly GraphFile[]
  readonly links: readonly GraphLink[]
  /** What there is but is not drawn. */
  readonly hidden: { readonly files: number; readonly findings: number }
  /** Findings that name one file only: no line can stand for them. */
  readonly single: number
}

export const MOST_FILES = 60
const WEIGHT: Readonly<Record<CrossTone, number>> = { high: 9, medium: 3, low: 1, fact: 0.5 }
const TICKS = 300
const LONGEST_NAME = 170

interface Point extends SimulationNodeDatum {
  readonly path: string
  readonly findings: number[]
  weight: number
}
interface Line {
  readonly ends: readonly [string, string]
  readonly findings: number[]
}

export function layGraph(crossFile: readonly CrossFinding[], width: number, height: number): Graph {
  const { points, lines, hidden, single } = strongest(crossFile)
  const place = new Map(points.map(({ path }, index) => [path, index]))
  settle(points, lines, width / height)
  const radii = points.map(({ findings }) => Math.min(11, 4.5 + Math.sqrt(findings.length) * 1.2))
  const at = spread(points, width, height)
  const names = labelNames(points.map(({ path }) => path)).map(name =>
    fitted(name, Math.min(LONGEST_NAME, width * 0.4), 'end'),
  )
  const within = { left: 2, top: 2, right: width - 2, bottom: height - 2 }
  const away = awayFromOthers(
    at,
    lines.map(({ ends }) => [place.get(ends[0])!, place.get(ends[1])!] as const),
  )
  const byWeight = points.map((_, index) => index).sort((a, b) => points[b]!.weight - points[a]!.weight || a - b)
  const placed = placeNames(
    byWeight.map(index => ({ ...at[index]!, radius: radii[index]!, text: names[index]!, away: away[index]! })),
    within,
  )
  const labels = new Map(byWeight.map((index, k) => [index, placed[k]!]))
  return {
    files: points.map(({ path, findings }, index) => ({
      path,
      name: names[index]!,
      ...at[index]!,
      radius: radii[index]!,
      label:
        labels.get(index) ?? placesFor({ ...at[index]!, radius: radii[index]! })[at[index]!.x < width / 2 ? 0 : 1]!,
      isNamed: labels.get(index) !== null,
      findings,
    })),
    links: lines.map(({ ends, findings }) => ({
      source: place.get(ends[0])!,
      target: place.get(ends[1])!,
      findings,
      tone: gravest(findings.map(index => toneOf(crossFile[index]!))),
    })),
    hidden,
    single,
  }
}

/** Files of the gravest findings, until there are enough. A finding over many files joins its first with each other. */
function strongest(crossFile: readonly CrossFinding[]) {
  const order = crossFile
    .map((_, index) => index)
    .sort((a, b) => WEIGHT[toneOf(crossFile[b]!)] - WEIGHT[toneOf(crossFile[a]!)] || a - b)
  const points = new Map<string, Point>()
  const lines = new Map<string, Line>()
  const all = new Set<string>()
  let hidden = 0
  let single = 0
  for (const index of order) {
    const cross = crossFile[index]!
    const unique = [...new Set(cross.files)]
    for (const path of unique) all.add(path)
    const kept = unique.filter((path, k) => points.has(path) || points.size + k < MOST_FILES)
    if (kept.length < Math.min(2, unique.length) || unique.length === 0) {
      hidden++
      continue
    }
    if (unique.length === 1) single++
    for (const path of kept) {
      const point = points.get(path) ?? { path, findings: [], weight: 0 }
      point.findings.push(index)
      point.weight += WEIGHT[toneOf(cross)]
      points.set(path, point)
    }
    for (const other of kept.slice(1)) {
      const ends = [kept[0]!, other].sort() as [string, string]
      const key = JSON.stringify(ends)
      const line = lines.get(key) ?? { ends, findings: [] }
      line.findings.push(index)
      lines.set(key, line)
    }
  }
  return {
    points: [...points.values()],
    lines: [...lines.values()],
    hidden: { files: all.size - points.size, findings: hidden },
    single,
  }
}

function settle(points: Point[], lines: readonly Line[], aspect: number): void {
  const links: SimulationLinkDatum<Point>[] = lines.map(({ ends: [source, target] }) => ({ source, target }))
  forceSimulation(points)
    .force(
      'link',
      forceLink<Point, SimulationLinkDatum<Point>>(links)
        .id(({ path }) => path)
        .distance(80),
    )
    .force('charge', forceManyBody().strength(-260).distanceMax(600))
    .force('x', forceX().strength(0.05 / Math.max(0.5, aspect)))
    .force('y', forceY().strength(0.05 * Math.max(0.5, aspect)))
    .force('collide', forceCollide(22))
    .stop()
    .tick(TICKS)
}

/** Fills the picture, without drawing near what lies near the edge. */
function spread(points: readonly Point[], width: number, height: number): { x: number; y: number }[] {
  const across = range(points.map(({ x }) => x ?? 0))
  const down = range(points.map(({ y }) => y ?? 0))
  const side = Math.min(90, width * 0.16)
  const room = { x: width - 2 * side, y: height - 56 }
  const scale = Math.min(1.6, room.x / Math.max(1, across.size), room.y / Math.max(1, down.size))
  const wide = Math.min(room.x / Math.max(1, across.size), scale * 2.6)
  const high = Math.min(room.y / Math.max(1, down.size), scale * 2.6)
  return points.map(({ x = 0, y = 0 }) => ({
    x: round(width / 2 + (x - across.middle) * wide),
    y: round(height / 2 + (y - down.middle) * high),
  }))
}

/** For each point the way in which it has no lines. */
function awayFromOthers(at: readonly { x: number; y: number }[], lines: readonly (readonly [number, number])[]) {
  const sums = at.map(() => ({ x: 0, y: 0 }))
  for (const [a, b] of lines) {
    const across = at[b]!.x - at[a]!.x
    const down = at[b]!.y - at[a]!.y
    const distance = Math.hypot(across, down) || 1
    sums[a]!.x -= across / distance
    sums[a]!.y -= down / distance
    sums[b]!.x += across / distance
    sums[b]!.y += down / distance
  }
  return sums
}

function range(values: readonly number[]): { middle: number; size: number } {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return values.length === 0 ? { middle: 0, size: 0 } : { middle: (low + high) / 2, size: high - low }
}

function gravest(tones: readonly CrossTone[]): CrossTone {
  return crossTones.find(tone => tones.includes(tone)) ?? 'fact'
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
