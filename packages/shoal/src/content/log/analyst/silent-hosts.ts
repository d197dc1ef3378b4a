// Hosts that fall silent while others go on: with all they write, or with one kind of entry that all of them write steadily.
import { addTo } from '@shoal/base/model/lists'
import type { Picture, TemplateStat } from './picture.ts'
import { fullLineAt } from './quotes.ts'
import type { Story } from './story.ts'
import { LEVELS } from './tally.ts'

export interface SilentHost {
  readonly host: string
  /** What it no longer writes; null where that is all. */
  readonly template: TemplateStat | null
  readonly count: number
  /** Milliseconds between its entries while it wrote, and from its last one to the end. */
  readonly pace: number
  readonly silent: number
  readonly last: Spot
}

interface Spot {
  readonly time: number
  readonly line: number
  readonly offset: number
}

type Told = Pick<Story, 'picture' | 'source'>

const MOST_HOSTS = 200
/** Entries that are read again: of the whole log, and of a kind. */
const MOST_READ = 1000
const MOST_OF_KIND = 300
const MOST_KINDS = 8
/** Entries of a host among these. */
const FEWEST = 20
const STEPS = 20
/** It wrote in so much of its time, and is away for so many of its usual steps and so much of the log's time. */
const CAME = 0.9
const STEPS_AWAY = 30
const TIME_AWAY = 0.1

export function silentHostsOf(told: Told): SilentHost[] {
  const { picture, source } = told
  const { hosts, order } = picture.whole
  const [start, end] = [order.first?.time, order.last?.time]
  if (start === undefined || end === undefined || hosts.step > 0) return []
  if (hosts.values.size < 2 || hosts.values.size > MOST_HOSTS) return []
  const hostAt = ({ offset }: Spot) => picture.format.lines.split(fullLineAt(source, offset)).host
  const altogether: SilentHost[] = []
  for (const [host, spots] of byHost(spread(allSpots(picture), MOST_READ), hostAt)) {
    const { count, lastTime } = hosts.values.get(host) ?? { count: 0, lastTime: Number.NaN }
    const last = spots.at(-1)!
    const found = silenceOf(spots, { start, end, lastTime })
    if (found) altogether.push({ host, template: null, count, ...found, pace: found.span / (count - 1), last })
  }
  const gone = new Set(altogether.map(({ host }) => host))
  return [...altogether, ...ofKinds(picture, hostAt, { start, end }).filter(({ host }) => !gone.has(host))]
}

/** Kinds of which every entry is known, so that what is said of the last one holds. */
function ofKinds(picture: Picture, hostAt: (spot: Spot) => string | undefined, time: Span): SilentHost[] {
  const isSteady = ({ rank, count, beats }: TemplateStat) =>
    rank === 'calm' && count >= FEWEST * 2 && beats !== null && beats.times.length === count
  const found = picture.templates.filter(isSteady).filter(({ first, last }) => {
    const [early, late] = [first.time - time.start, time.end - last.time]
    return early <= TIME_AWAY * (time.end - time.start) && late <= TIME_AWAY * (time.end - time.start)
  })
  return found.slice(0, MOST_KINDS).flatMap(template => {
    const { times, lines, offsets } = template.beats!
    const spots = times.map((at, k) => ({ time: at, line: lines[k]!, offset: offsets[k]! }))
    return [...byHost(spread(spots, MOST_OF_KIND), hostAt)].flatMap(([host, some]): SilentHost[] => {
      if (silenceOf(some, { ...time, lastTime: some.at(-1)!.time }) === null) return []
      const own = spots.filter(spot => hostAt(spot) === host)
      const last = own.at(-1)!
      const silence = silenceOf(own, { ...time, lastTime: last.time })
      return silence
        ? [{ host, template, count: own.length, ...silence, pace: silence.span / (own.length - 1), last }]
        : []
    })
  })
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Null where it wrote to the end, or came and went before. `spots` are some of its entries, in order. */
function silenceOf(
  spots: readonly Spot[],
  { start, end, lastTime }: Span & { readonly lastTime: number },
): { readonly silent: number; readonly span: number } | null {
  const first = spots[0]!.time
  const span = lastTime - first
  const silent = end - lastTime
  if (spots.length < FEWEST || first - start > TIME_AWAY * (end - start) || silent < TIME_AWAY * (end - start))
    return null
  if (!(silent >= (STEPS_AWAY * span) / (spots.length - 1))) return null
  const steps = new Set(spots.map(({ time }) => Math.min(STEPS - 1, Math.floor(((time - first) / span) * STEPS))))
  return steps.size >= CAME * STEPS ? { silent, span } : null
}

function allSpots(picture: Picture): Spot[] {
  const cells = LEVELS.flatMap((_, row) =>
    picture.cellsIn('level', row, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
  )
  return cells.sort((a, b) => a.time - b.time || a.line - b.line)
}

function byHost(spots: readonly Spot[], hostAt: (spot: Spot) => string | undefined): Map<string, Spot[]> {
  const groups = new Map<string, Spot[]>()
  for (const spot of spots) {
    const host = hostAt(spot)
    if (host === undefined) continue
    addTo(groups, host, spot)
  }
  return groups
}

function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items
  return Array.from({ length: most }, (_, k) => items[Math.floor((k * items.length) / most)]!)
}
