// Times that a question names: "in January", "2026-01", "after 2026-01-10", "between … and …". In UTC, as tables are read.

export interface TimeWords {
  /** As asked. */
  readonly words: string
  /** Where in the question, in characters; `end` is exclusive. */
  readonly start: number
  readonly end: number
  /** In plain words behind the name of a column: `in January`, `from 2026-01-10 on`. */
  readonly text: string
  holds(seconds: number): boolean
}

const MONTHS = `january february march april may june july august september october november december`.split(' ')
const MONTH = `(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`
const DAY = 86_400
/** A point or span: a day, a month with or without its year, a quarter, a year. */
const SPAN = `(?:\\d{4}-\\d{2}-\\d{2}(?:[t ]\\d{2}:\\d{2}(?::\\d{2})?z?)?|\\d{4}-\\d{2}|\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}(?:,? \\d{4})?|${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})|${MONTH}(?:,? \\d{4})?|q[1-4] \\d{4}|\\d{4})`
const RANGE = new RegExp(`\\b(?:between|from) (${SPAN})(?: and| to| until| through|-) (${SPAN})(?![\\w-])`, 'gi')
const SIDE = new RegExp(
  `\\b(on or after|on or before|not before|not after|after|since|from|starting|before|until|till|up to|by|through) (?:the )?(${SPAN})(?![\\w-])`,
  'gi',
)
const PLAIN = new RegExp(`(?<![\\w-])(?:(in|on|during|of|for|at|the) )?(?:year )?(${SPAN})(?![\\w-])`, 'gi')

interface Span {
  readonly from: number
  readonly to: number
  /** 0 to 11 where the year is left open. */
  readonly month: number | null
  readonly text: string
}

/** Every time that is named, none twice. `years` are taken for years only where a word before them says so. */
export function timeWords(question: string): TimeWords[] {
  const found: TimeWords[] = []
  const free = (start: number, end: number) => found.every(other => end <= other.start || start >= other.end)
  const add = (match: RegExpExecArray, text: string, holds: TimeWords['holds']) => {
    const [start, end] = [match.index, match.index + match[0].length]
    if (free(start, end)) found.push({ words: match[0], start, end, text, holds })
  }
  const read = question.slice(0, LONGEST)
  for (const match of read.matchAll(RANGE)) {
    const [a, b] = [spanOf(match[1]!), spanOf(match[2]!)]
    if (!a || !b || (a.month === null) !== (b.month === null)) continue
    const text = `from ${a.text} to ${b.text}`
    if (a.month === null) add(match, text, seconds => seconds >= a.from && seconds < b.to)
    else add(match, text, seconds => isBetween(monthOf(seconds), a.month!, b.month!))
  }
  for (const match of read.matchAll(SIDE)) {
    const span = spanOf(match[2]!)
    if (!span || span.month !== null) continue
    const side = match[1]!.toLowerCase()
    if (side === 'after') add(match, `after ${span.text}`, seconds => seconds >= span.to)
    else if (side === 'before') add(match, `before ${span.text}`, seconds => seconds < span.from)
    else if (['until', 'till', 'up to', 'by', 'through', 'on or before', 'not after'].includes(side))
      add(match, `until ${span.text}`, seconds => seconds < span.to)
    else add(match, `from ${span.text} on`, seconds => seconds >= span.from)
  }
  for (const match of read.matchAll(PLAIN)) {
    const span = spanOf(match[2]!)
    // "may" is a word, and a bare number of four digits is a number.
    const bare = !['in', 'on', 'during', 'of', 'for'].includes(match[1]?.toLowerCase() ?? '')
    if (!span || (bare && (/^\d{4}$/.test(match[2]!) || (/^(?:may|mar)$/i.test(match[2]!) && match[2]![0] !== 'M'))))
      continue
    const words = `${/^\d{4}-\d{2}-\d{2}$/.test(span.text) ? 'on' : 'in'} ${span.text}`
    if (span.month !== null) add(match, words, seconds => monthOf(seconds) === span.month)
    else add(match, words, seconds => seconds >= span.from && seconds < span.to)
  }
  return found.sort((a, b) => a.start - b.start)
}

const LONGEST = 2000

function monthOf(seconds: number): number {
  return new Date(seconds * 1000).getUTCMonth()
}

/** November to February goes over the turn of the year. */
function isBetween(month: number, a: number, b: number): boolean {
  return a <= b ? month >= a && month <= b : month >= a || month <= b
}

function spanOf(words: string): Span | null {
  const text = words.toLowerCase().replace(',', '')
  const iso = /^(\d{4})-(\d{2})(?:-(\d{2})(?:[t ](\d{2}):(\d{2})(?::(\d{2}))?)?)?/.exec(text)
  if (iso) {
    const [, y, m, d, h, min, s] = iso.map(Number) as [number, number, number, number, number, number, number]
    if (m < 1 || m > 12 || (iso[3] !== undefined && (d < 1 || d > 31))) return null
    if (iso[4] !== undefined) {
      const at = Date.UTC(y, m - 1, d, h, min, iso[6] === undefined ? 0 : s) / 1000
      return { from: at, to: at + (iso[6] === undefined ? 60 : 1), month: null, text: words }
    }
    if (iso[3] !== undefined) return day(y, m - 1, d)
    return months(y, m - 1, 1, `${iso[1]}-${iso[2]}`)
  }
  const quarter = /^q([1-4]) (\d{4})$/.exec(text)
  if (quarter) return months(Number(quarter[2]), (Number(quarter[1]) - 1) * 3, 3, `Q${quarter[1]} ${quarter[2]}`)
  const name = new RegExp(`${MONTH}`).exec(text)
  if (name) {
    const month = MONTHS.findIndex(full => full.startsWith(name[0].slice(0, 3)))
    const year = /\b(\d{4})$/.exec(text)
    const date = /\b(\d{1,2})(?:st|nd|rd|th)?\b(?!\d)/.exec(text)
    // A day without a year is not one day.
    if (date && !year) return null
    if (date) return day(Number(year![1]), month, Number(date[1]))
    if (year) return months(Number(year[1]), month, 1, `${year[1]}-${String(month + 1).padStart(2, '0')}`)
    return { from: 0, to: 0, month, text: MONTHS[month]!.replace(/^./, letter => letter.toUpperCase()) }
  }
  const year = /^(\d{4})$/.exec(text)
  if (year && Number(year[1]) >= 1900 && Number(year[1]) < 2100) return months(Number(year[1]), 0, 12, year[1]!)
  return null
}

function day(year: number, month: number, date: number): Span | null {
  const from = Date.UTC(year, month, date) / 1000
  if (new Date(from * 1000).getUTCDate() !== date) return null
  return { from, to: from + DAY, month: null, text: new Date(from * 1000).toISOString().slice(0, 10) }
}

function months(year: number, month: number, count: number, text: string): Span {
  return { from: Date.UTC(year, month, 1) / 1000, to: Date.UTC(year, month + count, 1) / 1000, month: null, text }
}
