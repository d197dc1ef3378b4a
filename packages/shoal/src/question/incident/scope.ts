// What a question about an incident is asked of: the entries that its words name, and the stretch of time that it names. Words
// that nothing is called by are told.

import { stem } from '@shoal/base/text/stem'
import { literal } from '../../text/sql-text.ts'
import type { Asked } from '../asked.ts'
import type { Period } from '../periods.ts'
import type { LogMoments } from './moments.ts'

export interface Scope {
  /** A condition on `log`. */
  readonly where: string
  /** The days or longer that it is asked of, in plain words. */
  readonly during: readonly string[]
  /** No log has an entry of these days. */
  readonly isSilent: boolean
  readonly used: readonly string[]
  /** Words that entries have, but none that tells of trouble. */
  readonly known: readonly string[]
  readonly unused: readonly string[]
}

/** Words are taken one after the other, as long as trouble is left that has them all. */
export async function scopeOf(
  log: LogMoments,
  { words, periods }: { readonly words: readonly string[]; readonly periods: readonly Period[] },
  asked: Asked,
  needsTrouble = true,
): Promise<Scope> {
  const during = duringSql(periods)
  let where = during ?? 'true'
  const [any] = during === null ? [[1]] : await asked.rows(`${log.sql} SELECT count(*) FROM log WHERE ${during}`)
  const isSilent = Number(any?.[0] ?? 0) === 0
  const [used, known, unused]: [string[], string[], string[]] = [[], [], []]
  for (const word of words.slice(0, 12)) {
    const next = `${where === 'true' ? '' : `${where} AND `}${hasWord(word)}`
    const [row] = await asked.rows(
      `${log.sql} SELECT count(*) FILTER (is_trouble OR is_warning), count(*) FROM log WHERE ${next}`,
    )
    if (Number(row?.[needsTrouble ? 0 : 1] ?? 0) > 0) {
      used.push(word)
      where = next
    } else if (Number(row?.[1] ?? 0) > 0) known.push(word)
    else unused.push(word)
  }
  return { where, during: periods.map(({ text }) => text), isSilent, used, known, unused }
}

/** Several of one kind are alternatives. Null when there are none. */
function duringSql(periods: readonly Period[]): string | null {
  const kinds = [...new Set(periods.map(({ kind }) => kind))]
  const conditions = kinds.map(one => {
    const alike = periods.filter(({ kind }) => kind === one).map(({ sql }) => sql('moment'))
    return `(${alike.join(one === 'side' ? ' AND ' : ' OR ')})`
  })
  return conditions.length === 0 ? null : conditions.join(' AND ')
}

const TIMEOUT = /^time-?outs?$/

function hasWord(word: string): string {
  const lower = word.toLowerCase()
  const said = TIMEOUT.test(lower)
    ? ['timeout', 'timed out', 'time out', 'timedout']
    : [/^[a-z]+$/.test(lower) && lower.length > 4 ? stemmed(lower) : lower]
  const fields = ['text', "coalesce(host, '')", "coalesce(endpoint, '')", 'at_path']
  const like = (field: string, text: string) =>
    `${field} ILIKE ${literal(`%${text.replace(/[\\%_]/g, '\\$&')}%`)} ESCAPE '\\'`
  return `(${said.flatMap(text => fields.map(field => like(field, text))).join(' OR ')})`
}

/** No shorter than what people would look for. */
function stemmed(word: string): string {
  const short = stem(word)
  return short.length >= 4 && word.startsWith(short) ? short : word.replace(/(?<=..)s$/, '')
}

/** A time of a question: a moment, or a time of day in seconds. */
export interface NamedTime {
  readonly moment: number | null
  readonly clock: number
}

export function namedTime(text: string): NamedTime | null {
  const found = /(?:(\d{4}-\d{2}-\d{2})[ t])?(\d{1,2})(?::(\d{2}))?(?::(\d{2}(?:\.\d{1,6})?))? ?(am|pm)?/i.exec(text)
  if (!found) return null
  const [, day, hours, minutes = '0', seconds = '0', half] = found
  const hour = (Number(hours) % (half ? 12 : 24)) + (half?.toLowerCase() === 'pm' ? 12 : 0)
  const clock = hour * 3600 + Number(minutes) * 60 + Number(seconds)
  return { moment: day === undefined ? null : Date.parse(`${day}T00:00:00Z`) + clock * 1000, clock }
}

const DAY = 86_400_000

/** The moment that a time of day means: the one of the day that has most to do with it, else of the first day. */
export function momentOf({ moment, clock }: NamedTime, log: LogMoments, near: number | null): number {
  if (moment !== null) return moment
  const base = near ?? log.from
  const day = Math.floor(base / DAY) * DAY
  const own = day + clock * 1000
  return own < log.from - 3_600_000 && own + DAY <= log.to ? own + DAY : own
}

/** How many days the log spans: beyond one, a time of day alone may mean several moments. */
export function daysOf({ from, to }: LogMoments): number {
  return Math.floor(to / DAY) - Math.floor(from / DAY) + 1
}
