// Times as files write them, placed on a line. A time without a zone is nobody's local time, so all is reckoned in UTC and
// shown with as much of a date as the file gives.
import { numberText } from './number-text.ts'

const DAY = 86_400_000
/** Times without a year are kept in the year 2000, which has a 29 February. */
const YEAR = 366 * DAY
const PATTERN = /^(?:(?:(\d{4})-)?(\d\d)-(\d\d)[T ])?(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d:?\d\d)?$/
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/

export interface WrittenTime {
  /** Milliseconds since 1970 as the clock on the wall showed it. */
  readonly wall: number
  /** Minutes that this clock is ahead of UTC; null without a zone. */
  readonly ahead: number | null
  /** What the file leaves out. */
  readonly writes: 'all' | 'no year' | 'no date'
}

export function readTime(text: string): WrittenTime | null {
  const date = DATE.exec(text)
  const parts = date ? [...date, '00', '00'] : PATTERN.exec(text)
  if (!parts) return null
  const [, year, month, day, hour, minute, second = '0', fraction = '0', zone] = parts
  const wall =
    Date.UTC(
      year === undefined ? 2000 : Number(year),
      month === undefined ? 0 : Number(month) - 1,
      day === undefined ? 1 : Number(day),
      Number(hour),
      Number(minute),
      Number(second),
    ) + Math.floor(Number(`0.${fraction}`) * 1000)
  if (!Number.isFinite(wall)) return null
  return {
    wall,
    ahead: zone === undefined ? null : aheadOf(zone),
    writes: month === undefined ? 'no date' : year === undefined ? 'no year' : 'all',
  }
}

/** Milliseconds from `start` to `text`, by the clock of `start`; null where either cannot be read. */
export function since(start: WrittenTime | null, text: string): number | null {
  const time = readTime(text)
  if (!start || !time) return null
  const shift = start.ahead !== null && time.ahead !== null ? (start.ahead - time.ahead) * 60_000 : 0
  const apart = time.wall + shift - start.wall
  // Past midnight, or past the turn of the year, where no more is written.
  if (apart < 0 && time.writes === 'no date') return apart + DAY
  if (apart < 0 && time.writes === 'no year') return apart + YEAR
  return apart
}

/** As the file writes it: `2026-02-11 01:52:45`, `02-11 01:52`, `01:52`. */
export function wallText(start: WrittenTime, offset: number, { seconds }: { readonly seconds: boolean }): string {
  const text = isoOf(start, start.wall + offset)
  if (text === null) return '?'
  const from = start.writes === 'all' ? 0 : start.writes === 'no year' ? 5 : 11
  return text.slice(from, seconds ? 19 : 16).replace('T', ' ')
}

/** Null for what no calendar has. */
function isoOf({ writes }: WrittenTime, wall: number): string | null {
  const date = new Date(wall)
  if (Number.isNaN(date.getTime())) return null
  // The year behind 2000 has other days; the one that is meant is not known, so it has those of 2000.
  const isNext = writes === 'no year' && date.getUTCFullYear() > 2000
  return (isNext ? new Date(wall - YEAR) : date).toISOString()
}

const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map(seconds => seconds * 1000),
  ...[1, 2, 5, 10, 15, 30].map(minutes => minutes * 60_000),
  ...[1, 2, 3, 6, 12].map(hours => hours * 3_600_000),
  ...[1, 2, 7, 14, 30, 90, 180, 365].map(days => days * DAY),
]

/** Steps that are rounder come first. */
const ROUND = STEPS.toReversed()

/**
 * Round times within `length` milliseconds of the start, about `count`; finer ones where none so round falls within. The day
 * stands where it begins; what the first tick leaves out of its date stands below it.
 */
export function timeTicks(start: WrittenTime, length: number, count: number): { at: number; label: string }[] {
  const step = STEPS.find(each => each >= length / Math.max(1, count)) ?? Math.ceil(length / count / DAY) * DAY
  for (const each of [step, ...ROUND.filter(finer => finer < step)]) {
    const ticks = ticksEvery(each, start, length)
    const apart = Math.ceil(ticks.length / (count + 1))
    if (ticks.length > 0) return ticks.filter((_, k) => k % apart === 0)
  }
  return []
}

function ticksEvery(step: number, start: WrittenTime, length: number): { at: number; label: string }[] {
  const ticks: { at: number; label: string }[] = []
  const first = Math.ceil(start.wall / step) * step
  for (let wall = first; wall <= start.wall + length && ticks.length < 100; wall += step) {
    const text = isoOf(start, wall)
    if (text === null) break
    const clock = text.slice(11, step < 60_000 ? 19 : 16)
    const hasYear = start.writes === 'all' && step >= 30 * DAY
    const isDay = start.writes !== 'no date' && (step >= DAY || wall % DAY === 0)
    const label = isDay ? text.slice(hasYear ? 0 : 5, 10) : clock
    const date = start.writes === 'no date' ? '' : text.slice(start.writes === 'all' ? 0 : 5, isDay ? 4 : 10)
    const isTold = ticks.length > 0 || date === '' || label.startsWith(date)
    ticks.push({ at: wall - start.wall, label: isTold ? label : `${label}\n${date}` })
  }
  return ticks
}

/** Fewer are told exactly: they were not gathered. */
const GATHERED = 20

/**
 * Where each of `count` steps from `from` to `to` begins, as the file writes it; null where the ends are no times. Steps
 * may have been gathered, so that the last is cut: then all are as long as the roundest that fits.
 */
export function stepTimes(from: string, to: string, count: number): string[] | null {
  const start = readTime(from)
  const length = since(start, to)
  if (!start || length === null || length <= 0 || count < 1) return null
  const least = length / count
  const round = ROUND.map(unit => Math.ceil(least / unit) * unit).find(step => step < length / (count - 1))
  const step = count < GATHERED ? least : (round ?? least)
  const seconds = step % 60_000 !== 0 || start.wall % 60_000 !== 0
  return Array.from({ length: count }, (_, k) => wallText(start, k * step, { seconds }))
}

/** `30 s`, `5 min`, `2 h`, `1 day`. */
export function stepText(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole % 86_400 === 0) return whole === 86_400 ? '1 day' : `${numberText(whole / 86_400)} days`
  if (whole % 3600 === 0 || whole > 172_800) return `${numberText(Number((whole / 3600).toFixed(1)))} h`
  if (whole % 60 === 0 || whole > 7200) return `${numberText(Number((whole / 60).toFixed(1)))} min`
  return `${numberText(Number(seconds.toFixed(3)))} s`
}

function aheadOf(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return zone.startsWith('-') ? -minutes : minutes
}
