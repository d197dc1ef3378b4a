// Where the steps of a histogram stand: all equally wide on the page, so that a far value does not squeeze the others. What
// lies far out is one step at the end, behind a gap, for it is not to scale.
import type { Histogram } from '@shoal/base/model/chart'
import { labelWidth } from './label-text.ts'
import { numberText, roundTicks, shortNumber } from './number-text.ts'

export interface Step {
  readonly index: number
  readonly count: number
  readonly low: number
  readonly high: number
  /** Its place, in steps from the left. */
  readonly from: number
  readonly to: number
  /** The first or the last, and much wider than the steps beside it. */
  readonly isFar: boolean
}

export interface HistogramLayout {
  readonly steps: readonly Step[]
  /** Steps there is room for, gaps included. */
  readonly size: number
  /** The gaps between what is to scale and what is not. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[]
}

export interface Tick {
  /** The middle of its label, in steps from the left. */
  readonly at: number
  readonly label: string
}

export interface Ticks {
  /** Round numbers along what is to scale. */
  readonly marked: readonly Tick[]
  /** What the far steps hold. */
  readonly far: readonly Tick[]
}

export function layHistogram({ edges, counts }: Histogram): HistogramLayout {
  const { first, last } = middle(edges)
  const gap = gapOf(edges)
  const steps = counts.map((count, index) => {
    const from = index + (index >= first && first > 0 ? gap : 0) + (index >= last ? gap : 0)
    const isFar = index < first || index >= last
    return { index, count, low: edges[index]!, high: edges[index + 1]!, from, to: from + 1, isFar }
  })
  const gaps = steps.flatMap(({ from, isFar }, index) => {
    const before = steps[index - 1]
    return before && before.isFar !== isFar ? [{ from: before.to, to: from }] : []
  })
  return { steps, size: Math.max(1, steps.at(-1)?.to ?? 1), gaps }
}

/** Where a value stands, in steps from the left. */
export function placeOf(edges: readonly number[], value: number): number {
  const steps = edges.length - 1
  if (steps < 1) return 0
  const { first, last } = middle(edges)
  const gap = gapOf(edges)
  // An edge beside a gap is the end of what is to scale.
  const before = (first > 0 && value >= edges[first]! ? gap : 0) + (last < steps && value > edges[last]! ? gap : 0)
  return bareOf(edges, value) + before
}

/** As many as can be read in `room` pixels with `around` beyond both ends; names of far steps before round numbers. */
export function ticksOf({ edges }: Histogram, room: number, around = { left: 0, right: 0 }): Ticks {
  const steps = edges.length - 1
  if (steps < 1) return { marked: [], far: [] }
  const { first, last } = middle(edges)
  const size = placeOf(edges, edges[steps]!)
  const scale = room / size
  const taken: { readonly left: number; readonly right: number }[] = []
  const fits = ({ at, label }: Tick) => {
    const half = labelWidth(label) / 2 + 4
    const box = { left: at * scale - half, right: at * scale + half }
    if (taken.some(({ left, right }) => box.left < right && left < box.right)) return false
    taken.push(box)
    return true
  }
  const named = (middle: number, label: string): Tick => {
    const half = labelWidth(label) / 2
    const at = Math.max(half - around.left, Math.min(room + around.right - half, middle * scale)) / scale
    return { at, label }
  }
  const far = [
    ...(first > 0 ? [named(0.5, `below ${shortNumber(edges[first]!)}`)] : []),
    ...(last < steps ? [named(size - 0.5, `${shortNumber(edges[last]!)} and more`)] : []),
  ].filter(fits)
  const round = roundTicks(edges[first]!, edges[last]!, Math.max(2, Math.floor(room / 56)) + 1)
  const ticks = round.map(value => ({ at: placeOf(edges, value), label: shortNumber(value) }))
  const ends = [edges[first]!, edges[last]!].map(value => ({ at: placeOf(edges, value), label: shortNumber(value) }))
  const kept = ticks.filter(fits)
  const marked = kept.length + far.length < 2 ? [...kept, ...ends.filter(fits)] : kept
  return { marked: marked.sort((a, b) => a.at - b.at), far }
}

export function stepText({ low, high }: Pick<Step, 'low' | 'high'>): string {
  return low === high ? numberText(low) : `${numberText(low)} to ${numberText(high)}`
}

/** What the grey steps are; null where all are to scale. */
export function farNote({ edges }: Histogram): string | null {
  const steps = edges.length - 1
  const { first, last } = middle(edges)
  const below = `everything from ${stepText({ low: edges[0]!, high: edges[first]! })}`
  const above = `everything from ${stepText({ low: edges[last]!, high: edges[steps]! })}`
  if (first > 0 && last < steps) return `The grey bars at both ends are not to scale: they hold ${below}, and ${above}.`
  if (first > 0) return `The grey bar on the left is not to scale: it holds ${below}.`
  return last < steps ? `The grey bar on the right is not to scale: it holds ${above}.` : null
}

/** A step that dwarfs all others is cut, so that they can be seen; null where none does. */
export function cutStep({
  counts,
}: Pick<Histogram, 'counts'>): { readonly index: number; readonly top: number } | null {
  const most = counts.reduce((largest, count) => Math.max(largest, count), 0)
  const index = counts.indexOf(most)
  const second = counts.reduce((largest, count, k) => (k === index ? largest : Math.max(largest, count)), 0)
  return second > 0 && most > second * DWARFS ? { index, top: second * CUT_AT } : null
}

/** What stands above the others but is not drawn. */
export function cutNote(chart: Histogram): string | null {
  const cut = cutStep(chart)
  if (!cut) return null
  const { index } = cut
  const range = stepText({ low: chart.edges[index]!, high: chart.edges[index + 1]! })
  return `The highest bar is cut, or no other would be seen: ${numberText(chart.counts[index]!)} ${chart.counted} from ${range}.`
}

/** So many times as high as the next: the next would be a line of a few pixels. */
const DWARFS = 20
/** Where it is cut, in heights of the next. */
const CUT_AT = 1.4

/** The steps between the far ones: those are over 1.5 times as wide as their neighbours. */
function middle(edges: readonly number[]): { first: number; last: number } {
  const steps = edges.length - 1
  if (steps < 3) return { first: 0, last: steps }
  const width = (index: number) => edges[index + 1]! - edges[index]!
  const first = width(0) > width(1) * 1.5 ? 1 : 0
  const last = width(steps - 1) > width(steps - 2) * 1.5 ? steps - 1 : steps
  return { first, last }
}

/** Wide enough to be seen, however many steps there are. */
function gapOf(edges: readonly number[]): number {
  return Math.max(0.5, edges.length * 0.03)
}

/** As if there were no gaps. */
function bareOf(edges: readonly number[], value: number): number {
  let low = 0
  let high = edges.length - 1
  if (value <= edges[0]!) return 0
  if (value >= edges[high]!) return high
  while (high - low > 1) {
    const half = (low + high) >> 1
    if (edges[half]! <= value) low = half
    else high = half
  }
  const width = edges[high]! - edges[low]!
  return low + (width > 0 ? (value - edges[low]!) / width : 0)
}
