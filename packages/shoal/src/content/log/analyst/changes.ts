// What changes in the course of a log: a kind of warning that sets in and stays, a steady kind of entry that ceases, a number in
// the words of an entry that climbs.
import { slotNames, slotsOf } from '../../../text/log/slots.ts'
import type { Picture, TemplateStat } from './picture.ts'
import { fullLineAt } from './quotes.ts'
import type { Story } from './story.ts'

export interface Started {
  readonly template: TemplateStat
}

export interface Ceased {
  readonly template: TemplateStat
  /** Milliseconds between its entries while it came, and from its last one to the end. */
  readonly pace: number
  readonly silent: number
}

export interface Drift {
  readonly template: TemplateStat
  /** What the number is called: `lag`. */
  readonly name: string
  /** Medians of the first and of the last fifth of what was looked at. */
  readonly from: number
  readonly to: number
  readonly looked: number
}

type Told = Pick<Story, 'picture' | 'source'>

/** Kinds that are fewer come by chance. */
const FEWEST = 20
/** What is steady is so often. */
export const FEWEST_STEADY = 2 * FEWEST
/** It sets in behind so much of the time, and is there in so much of what is left. */
const SETS_IN = 0.3
const STAYS = 0.4
/** It came in so much of the time until it ceased, and is away for so many of its usual steps, and so much of the time. */
const CAME = 0.9
const STEPS_AWAY = 30
const TIME_AWAY = 0.1

/** Warnings and errors that were not there at first, and then came again and again. */
export function startedOf({ picture }: Told): Started[] {
  const { axis, templates } = picture
  if (!axis || axis.size < 20) return []
  return templates
    .filter(({ rank, count, denial }) => rank !== 'calm' && !denial && count >= FEWEST)
    .filter(template => {
      const row = picture.templateRow(template)
      const first = row.findIndex(count => count > 0)
      if (first < axis.size * SETS_IN || first > axis.size * 0.95) return false
      return filledShare(row, first, axis.size) >= STAYS
    })
    .map(template => ({ template }))
}

/** What came all the time and comes no more, though the log goes on. Errors that cease are good news. */
export function ceasedOf({ picture }: Told): Ceased[] {
  const { axis, templates, whole } = picture
  const end = whole.order.last?.time
  const start = whole.order.first?.time
  if (!axis || axis.size < 20 || end === undefined || start === undefined) return []
  return templates.flatMap((template): Ceased[] => {
    const { rank, count, first, last } = template
    if (rank !== 'calm' || count < FEWEST_STEADY) return []
    const pace = (last.time - first.time) / (count - 1)
    const silent = end - last.time
    if (!isAwayForLong({ silent, pace, total: end - start })) return []
    const row = picture.templateRow(template)
    const [from, to] = [row.findIndex(n => n > 0), row.findLastIndex(n => n > 0) + 1]
    if (from > axis.size * 0.1 || steadyShare(row, from, to) < CAME) return []
    return [{ template, pace, silent }]
  })
}

export function isAwayForLong({ silent, pace, total }: { silent: number; pace: number; total: number }): boolean {
  return silent >= STEPS_AWAY * pace && silent >= TIME_AWAY * total
}

function filledShare(row: Float64Array, from: number, to: number): number {
  let filled = 0
  for (let k = from; k < to; k++) if (row[k]! > 0) filled++
  return filled / Math.max(1, to - from)
}

const STEPS = 20

/** The share of twentieths of a stretch in which something came. */
function steadyShare(row: Float64Array, from: number, to: number): number {
  const steps = new Float64Array(Math.min(STEPS, to - from))
  for (let k = from; k < to; k++) steps[Math.floor(((k - from) * steps.length) / (to - from))]! += row[k]!
  return filledShare(steps, 0, steps.length)
}

/** Numbers that should stay where they are. Ids, counters and times climb by nature. */
const WATCHED =
  /(?<![a-z])(?:lag|backlog|queued?|depth|pending|waiting|delay|latency|elapsed|took|rtt|memory|mem|heap|rss|used|usage|utili[sz]ation|load|temp|temperature|retries|connections|conns|threads|goroutines|handles|fds|descriptors|swap|inflight|in-flight|age|drift|offset_ms|skew)(?![a-z])/i
const MOST_TEMPLATES = 200
const MOST_READ = 120
const FEWEST_VALUES = 24
const CLIMBS = 0.8
const TIMES = 3
const NUMBER = /^-?\d{1,15}(?:\.\d{1,9})?/

export function driftsOf({ picture, source }: Told): Drift[] {
  return picture.templates
    .slice(0, MOST_TEMPLATES)
    .filter(({ template, count }) => count >= FEWEST_VALUES && template.includes('<*>') && WATCHED.test(template))
    .flatMap(template => {
      const names = slotNames(template.template)
      const rows = offsetsOf(picture, template).map(offset =>
        slotsOf(template.template, picture.format.lines.split(fullLineAt(source, offset)).content),
      )
      const drifts = names.flatMap((name, slot): Drift[] => {
        if (!WATCHED.test(name)) return []
        const values = rows.map(row => NUMBER.exec(row?.[slot] ?? '')?.[0]).filter(text => text !== undefined)
        const drift = values.length >= Math.max(FEWEST_VALUES, rows.length * 0.8) ? climbOf(values.map(Number)) : null
        return drift ? [{ template, name: name.slice(name.search(WATCHED)), looked: values.length, ...drift }] : []
      })
      return drifts.slice(0, 1)
    })
}

function offsetsOf(picture: Picture, { beats, number }: TemplateStat): number[] {
  const all = beats
    ? beats.offsets
    : picture.cellsIn('template', number, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY).map(cell => cell.offset)
  const size = Math.min(MOST_READ, all.length)
  return Array.from({ length: size }, (_, k) => all[Math.floor((k * all.length) / size)]!)
}

/** Null where the values do not climb: by their order, and to several times what they were. */
function climbOf(values: readonly number[]): { readonly from: number; readonly to: number } | null {
  const fifth = Math.max(3, Math.floor(values.length / 5))
  const [from, to] = [median(values.slice(0, fifth)), median(values.slice(-fifth))]
  if (!(to > from) || to < TIMES * Math.max(Math.abs(from), 1e-9)) return null
  return orderliness(values) >= CLIMBS ? { from, to } : null
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** Spearman's correlation of the values with their order: 1 where each is above the one before. */
function orderliness(values: readonly number[]): number {
  const order = [...values.keys()].sort((a, b) => values[a]! - values[b]! || a - b)
  let distance = 0
  for (const [rank, k] of order.entries()) distance += (rank - k) ** 2
  const n = values.length
  return 1 - (6 * distance) / (n * (n * n - 1))
}
