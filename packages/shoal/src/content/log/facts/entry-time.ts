// The time of an entry as rows have it: what the clock of the log showed, and its zone beside it. A year or day that the log
// leaves out is not made up: times without a year stand in the year 4 and those without a day in the year 1, so that they
// can be compared and nobody takes them for dates.
import type { LineParts } from '../../../text/log/format.ts'
import type { StampGap } from '../../../text/log/stamps.ts'
import { zoneIn } from '../../../text/log/stamps.ts'
import { isEpoch } from '../../../text/timeline/written-time.ts'
import type { EntryRow } from './entry-columns.ts'

export interface Stamp {
  /** As written. */
  readonly text: string | null
  /** Milliseconds since 1970 in UTC; null when unreadable. */
  readonly at: number | null
  readonly lacks: StampGap
}

interface TimeColumns {
  readonly time: string | null
  readonly zone: string | null
  readonly day: string | null
  readonly clock: string | null
  readonly uptime: number | null
}

const NO_TIME: TimeColumns = { time: null, zone: null, day: null, clock: null, uptime: null }

const DAY = 86_400_000
const PERIODS: Partial<Readonly<Record<StampGap, number>>> = { year: 366 * DAY, date: DAY }
/** Has a 29 February. */
const NO_YEAR = 4
const NO_DAY = 1

/** How often times that lack a year, or a day, have begun anew: a step back by more than half of it is the next one. */
class Turns {
  private last: number | null = null
  private count = 0

  at(time: number, period: number): number {
    const step = this.last === null ? 0 : time - this.last
    if (step < -period / 2) this.count++
    // A time that stands out of its order is no new year.
    else if (step > period / 2 && this.count > 0) this.count--
    this.last = time
    return this.count
  }
}

/** Fills the columns of a row that tell its time. The same text is read only once: entries of one moment follow each other. */
export class EntryTimes {
  private lastText = ''
  private last = NO_TIME
  private readonly counted = new Turns()
  private readonly filled = new Turns()
  private most = 0

  /** Sees every time once, in order, before the first is filled: how many years there are tells which is the last. */
  count({ timestamp, epochMs, lacks }: Pick<LineParts, 'timestamp' | 'epochMs' | 'lacks'>): void {
    const period = PERIODS[lacks ?? 'nothing']
    if (period === undefined || timestamp === undefined || !isMoment(epochMs ?? null)) return
    this.most = Math.max(this.most, this.counted.at(epochMs!, period))
  }

  fill(row: EntryRow, stamp: Stamp): void {
    if (stamp.text === null || stamp.text !== this.lastText) {
      this.lastText = stamp.text ?? ''
      const period = PERIODS[stamp.lacks]
      const turns = period !== undefined && isMoment(stamp.at) ? this.filled.at(stamp.at!, period) : 0
      this.last = columnsOf(stamp, turns, Math.max(this.most, turns))
    }
    const { time, zone, day, clock, uptime } = this.last
    row.time = time
    row.time_text = stamp.text
    row.zone = zone
    row.day = day
    row.clock = clock
    row.uptime = uptime
  }
}

function isMoment(at: number | null): boolean {
  return at !== null && Number.isFinite(at) && Math.abs(at) <= 8.64e15
}

function columnsOf({ text, at, lacks }: Stamp, turns: number, most: number): TimeColumns {
  if (!isMoment(at)) return NO_TIME
  if (lacks === 'start') return { ...NO_TIME, uptime: at! / 1000 }
  const isUtc = text === null || text.endsWith('Z') || isEpoch(text) || /^\d+$/.test(text)
  const zone = isUtc ? UTC : zoneIn(text)
  const iso = isoOf(at! + (zone?.minutes ?? 0) * 60_000)
  const clock = iso.slice(-13, -1)
  if (lacks === 'date') return { ...NO_TIME, time: `${dayAfter(turns)}T${clock}`, clock }
  if (lacks === 'year') {
    const day = iso.slice(-19, -14)
    return { ...NO_TIME, time: inYear(day, clock, { turns, most }), day, clock }
  }
  return { ...NO_TIME, time: iso.slice(0, -1), zone: zone?.zone ?? null }
}

const UTC = { zone: 'Z', minutes: 0 }
let [dayNumber, dayText] = [Number.NaN, '']

/** As `toISOString` writes it: entries of one day follow each other. */
function isoOf(time: number): string {
  const whole = Math.trunc(time)
  const day = Math.floor(whole / DAY)
  if (day !== dayNumber) {
    const iso = new Date(day * DAY).toISOString()
    ;[dayNumber, dayText] = [day, iso.slice(0, -CLOCK.length)]
  }
  const ms = whole - day * DAY
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return `${dayText}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${String(ms % 1000).padStart(3, '0')}Z`
}

const CLOCK = '00:00:00.000Z'

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

/** The last year is one that has a 29 February. */
function inYear(day: string, clock: string, { turns, most }: { turns: number; most: number }): string | null {
  const year = NO_YEAR * Math.max(1, Math.ceil(most / NO_YEAR)) - most + turns
  if (day === '02-29' && year % NO_YEAR !== 0) return null
  return `${String(year).padStart(4, '0')}-${day}T${clock}`
}

function dayAfter(days: number): string {
  const iso = new Date(Date.UTC(2001, 0, 1 + days)).toISOString()
  return `${String(Number(iso.slice(0, 4)) - 2001 + NO_DAY).padStart(4, '0')}${iso.slice(4, 10)}`
}
