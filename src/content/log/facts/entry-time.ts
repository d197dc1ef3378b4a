// The time of an entry as rows have it: what the clock of the log showed, and its zone beside it. What the log leaves out is
// not made up: without a year there is no time, only the day and the clock.
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

/** Fills the columns of a row that tell its time. The same text is read only once: entries of one moment follow each other. */
export class EntryTimes {
  private lastText = ''
  private last = NO_TIME

  fill(row: EntryRow, stamp: Stamp): void {
    if (stamp.text === null || stamp.text !== this.lastText) {
      this.lastText = stamp.text ?? ''
      this.last = columnsOf(stamp)
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

function columnsOf({ text, at, lacks }: Stamp): TimeColumns {
  if (at === null || !Number.isFinite(at) || Math.abs(at) > 8.64e15) return NO_TIME
  if (lacks === 'start') return { ...NO_TIME, uptime: at / 1000 }
  const zone = text === null || isEpoch(text) || /^\d+$/.test(text) ? { zone: 'Z', minutes: 0 } : zoneIn(text)
  const iso = new Date(at + (zone?.minutes ?? 0) * 60_000).toISOString()
  const clock = iso.slice(-13, -1)
  if (lacks === 'date') return { ...NO_TIME, clock }
  if (lacks === 'year') return { ...NO_TIME, day: iso.slice(-19, -14), clock }
  return { ...NO_TIME, time: iso.slice(0, -1), zone: zone?.zone ?? null }
}
