// Times as files write them, placed on a line. A time without a zone is nobody's local time, so all is reckoned in UTC and
// shown with as much of a date as the file gives.
import { numberText } from './number-text.ts'

const DAY = 86_400_000
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
  if (apart < 0 && time.writes === 'no year') return apart + 366 * DAY
  return apart
}

/** As the file writes it: `2026-02-11 01:52:45`, `02-11 01:52`, `01:52`. */
export function wallText(start: WrittenTime, offset: number, { seconds }: { readonly seconds: boolean }): string {
  const date = new Date(start.wall + offset)
  if (Number.isNaN(date.getTime())) return '?'
  const text = date.toISOString()
  const from = start.writes === 'all' ? 0 : start.writes === 'no year' ? 5 : 11
  return text.slice(from, seconds ? 19 : 16).replace('T', ' ')
}

const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map(seconds => seconds * 1000),
  ...[1, 2, 5, 10, 15, 30].map(minutes => minutes * 60_000),
  ...[1, 2, 3, 6, 12].map(hours => hours * 3_600_000),
  ...[1, 2, 7, 14, 30, 90, 180, 365].map(days => days * DAY),
]

/** Round times within `length` milliseconds of the start, about `count`; the day stands where it begins. */
export function timeTicks(start: WrittenTime, length: number, count: number): { at: number; label: string }[] {
  const step = STEPS.find(each => each >= length / Math.max(1, count)) ?? Math.ceil(length / count / DAY) * DAY
  const ticks: { at: number; label: string }[] = []
  const first = Math.ceil(start.wall / step) * step
  for (let wall = first; wall <= start.wall + length && ticks.length < 100; wall += step) {
    const text = new Date(wall).toISOString()
    const clock = text.slice(11, step < 60_000 ? 19 : 16)
    const day = start.writes === 'all' && step >= 30 * DAY ? text.slice(0, 10) : text.slice(5, 10)
    const label = start.writes === 'no date' ? clock : step >= DAY || wall % DAY === 0 ? day : clock
    ticks.push({ at: wall - start.wall, label })
  }
  return ticks
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
