// Times as figures write them, back to numbers.

const DAY = 86_400_000
/** Times without a year are kept in the year 2000, which has a 29 February. */
const YEAR = 366 * DAY
const WRITTEN = /^(?:(?:(\d{4})-)?(\d{2}-\d{2})[ T])?(\d{2}:\d{2}:\d{2})(?:[.,](\d{1,3}))?Z?$/
/** Seconds since 1970, perhaps with a fraction, or milliseconds, microseconds, nanoseconds. */
const EPOCH = /^(?:[12]\d{9}(?:\.\d{1,9})?|[89]\d{8}|[12]\d{12}(?:\d{3}){0,2})$/

/** `1117838570`: a time as programs count it, which nobody can read. */
export function isEpoch(text: string): boolean {
  return EPOCH.test(text)
}

/** A time as people are told it: `1117838570` as `2005-06-03 22:42:50Z`, all others as they are written. */
export function saidTime(text: string): string {
  if (!isEpoch(text)) return text
  const [whole = '', fraction] = text.split('.')
  const ms = whole.length > 10 ? Number(whole.slice(0, 13)) : Number(whole) * 1000
  const iso = new Date(ms).toISOString().replace('T', ' ')
  return fraction === undefined ? iso.replace('.000Z', 'Z') : iso.replace('000Z', `${fraction}Z`)
}

/**
 * Milliseconds of `2026-02-11 01:52:45`, `02-11 01:52:45.250` or `01:52:45`; NaN for anything else. A time without its
 * year, or its day, that lies before `from` is of the next year, or day.
 */
export function writtenTime(text: string, from = Number.NEGATIVE_INFINITY): number {
  const found = WRITTEN.exec(text)
  if (!found) return Number.NaN
  const [, year, day, clock, fraction = '0'] = found
  const time = Date.parse(`${year ?? '2000'}-${day ?? '01-01'}T${clock}.${fraction.padEnd(3, '0')}Z`)
  if (year !== undefined || time >= from) return time
  return time + (day === undefined ? DAY : YEAR)
}

/** A time so many milliseconds after the one that is written, written in the same way. */
export function writtenLater(text: string, milliseconds: number): string {
  const found = WRITTEN.exec(text)
  const date = new Date(writtenTime(text) + milliseconds)
  if (!found || Number.isNaN(date.getTime())) return `${text} +${milliseconds} ms`
  const [, year, day] = found
  // Without a year the one after 2000 has the same days.
  const wraps = year === undefined && date.getUTCFullYear() > 2000
  const iso = (wraps ? new Date(date.getTime() - YEAR) : date).toISOString()
  const end = date.getUTCMilliseconds() > 0 ? 23 : 19
  return iso.slice(day === undefined ? 11 : year === undefined ? 5 : 0, end).replace('T', ' ')
}

/**
 * Names of steps of equal length, the first at `from`: what all of them share is left out, such as the day of steps
 * within one, the clock of whole days, seconds that are none.
 */
export function stepNames(from: string, milliseconds: number, count: number): string[] {
  const times = Array.from({ length: count }, (_, k) => writtenLater(from, k * milliseconds))
  if (!WRITTEN.test(from)) return times
  const days = times.map(time => /^[\d-]+(?= )/.exec(time)?.[0] ?? '')
  const clocks = times.map(time => time.slice(time.lastIndexOf(' ') + 1))
  const isAlike = (texts: readonly string[]) => texts.every(text => text === texts[0])
  const short = clocks.every(clock => clock.endsWith(':00')) ? clocks.map(clock => clock.slice(0, 5)) : clocks
  if (isAlike(days)) return short
  const dates = isAlike(days.map(day => day.slice(0, -6))) ? days.map(day => day.slice(-5)) : days
  return clocks.every(clock => clock === '00:00:00') ? dates : dates.map((date, k) => `${date} ${short[k]!}`)
}
