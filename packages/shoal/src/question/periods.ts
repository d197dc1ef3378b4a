// Times that a question names: "in March", "Q2 2024", "between 9 and 10 am", "on weekends". Each gives the condition in SQL on
// whatever column of times is meant.
import { literal } from '../text/sql-text.ts'

export interface Period {
  readonly start: number
  readonly end: number
  /** In plain words behind the name of a column: `in March`, `from 2026-01-10 on`. */
  readonly text: string
  /** Whole years, which may be numbers in a column of years; open at an end that is null. */
  readonly years: { readonly from: number | null; readonly to: number | null } | null
  /** Several of one kind are alternatives; those of different kinds all hold. */
  readonly kind: 'stretch' | 'side' | 'month' | 'weekday' | 'clock'
  /** A day of every year. */
  readonly day?: { readonly month: number; readonly day: number }
  /** One side of a day or a month whose year is not told. */
  readonly isYearly?: boolean
  /** It speaks of the time of day, which a date has not. */
  readonly needsClock: boolean
  sql(column: string): string
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const ONLY_MONTH = new RegExp(`^${MONTH}$`, 'i')
const ANY_MONTH = new RegExp(MONTH, 'i')
const DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
const CLOCK = '\\d{1,2}(?::\\d{2}(?::\\d{2})?)?(?: ?[ap]m| (?:in the (?:morning|afternoon|evening)|at night))?'
const SPAN = `(?:\\d{4}-\\d{2}-\\d{2}(?:[t ]\\d{2}:\\d{2}(?::\\d{2})?z?)?|\\d{4}-\\d{2}|\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}(?:,? \\d{4})?|${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|${MONTH}(?: of|,)? \\d{4}|${MONTH}|(?:q[1-4]|h[12]|(?:the )?(?:first|second|third|fourth) (?:quarter|half))(?: of| in|,)?(?: \\d{4})?|\\d{4})`
const RANGE = new RegExp(
  `\\b(?:between|from) (?:the )?(${SPAN})(?: and| to| until| till| through| -|-) ?(?:the )?(${SPAN})(?![\\w-])`,
  'gi',
)
const SIDE = new RegExp(
  `\\b(on or after|on or before|not before|not after|after|since|starting(?: from| in)?|from|before|until|till|up to|prior to|later than|earlier than|through) (?:the )?(?:year )?(${SPAN})(?![\\w-])`,
  'gi',
)
const PLAIN = new RegExp(
  `(?<![\\w-])(?:(in|on|during|of|for|at|from|the month of|within) )?(?:the )?(?:year )?(${SPAN})(?![\\w-])`,
  'gi',
)
const OTHER_YEAR = /(?<=\b(?:versus|vs|vs\.|against|and|or|than|with|to) )(?:19|20)\d\d(?![\w-])/gi
const CLOCK_RANGE = new RegExp(
  `\\b(?:between|from) (${CLOCK}) (?:and|to|until|till) (${CLOCK})(?: o'clock)?(?![\\w:-])`,
  'gi',
)
const CLOCK_SIDE = new RegExp(`\\b(before|after|since|until|till) (${CLOCK})(?: o'clock)?(?![\\w:-])`, 'gi')
const CLOCK_AT =
  /\b(?:at|around) (\d{1,2}:\d{2}(?::\d{2})?|\d{1,2} ?[ap]m|\d{1,2} in the (?:morning|afternoon|evening)|\d{1,2}(?= o'clock))(?: o'clock)?(?![\w:-])/gi
/** Numbers that are told to be times of day. */
const IS_CLOCK = /:|[ap]m|o'clock|in the (?:morning|afternoon|evening)|at night/i
const WEEKDAY = new RegExp(`\\b(?:on |on a |each |every )?(${DAYS.join('|')})s?\\b`, 'gi')
const WEEKEND = /\b(?:on |at |over )?(?:the |a )?weekends?\b/gi
const WORKDAY =
  /\b(?:on |during )?(?:week days|working days|workdays|weekdays)\b(?! (?:had|has|have|is|are|was|were|with|do|did))/gi

interface Stretch {
  /** ISO texts; the end is exclusive. */
  readonly from: string
  readonly to: string
  readonly text: string
  readonly year: number | null
}

/** Without a year: the same in every year. */
interface Recurring {
  readonly sql: (column: string) => string
  readonly text: string
}

export function periodsIn(question: string): Period[] {
  const found: Period[] = []
  const add: Add = (match, text, sql, more = {}) => {
    const [start, end] = [match.index, match.index + match[0].length]
    if (found.some(other => start < other.end && end > other.start)) return
    found.push({ start, end, text, sql, years: null, kind: 'stretch', needsClock: false, ...more })
  }
  for (const match of question.matchAll(RANGE)) {
    const [a, b] = [stretchOf(match[1]!, match[2]), stretchOf(match[2]!)]
    if (a && b)
      add(match, `from ${a.text} to ${b.text}`, column => between(column, a.from, b.to), {
        years: a.year && b.year ? { from: a.year, to: b.year } : null,
      })
    else {
      const [c, d] = [dayAndMonth(match[1]!), dayAndMonth(match[2]!)]
      if (c && d) {
        const place = (column: string) => `month(${column}) * 100 + day(${column})`
        add(
          match,
          `from ${named(c.month)} ${c.day} to ${named(d.month)} ${d.day}`,
          column => `${place(column)} BETWEEN ${c.month * 100 + c.day} AND ${d.month * 100 + d.day}`,
        )
        continue
      }
      const [m, n] = [monthOf(match[1]!), monthOf(match[2]!)]
      if (m !== null && n !== null)
        add(match, `from ${named(m)} to ${named(n)}`, column =>
          m <= n ? `month(${column}) BETWEEN ${m} AND ${n}` : `(month(${column}) >= ${m} OR month(${column}) <= ${n})`,
        )
    }
  }
  for (const match of question.matchAll(SIDE)) {
    const span = stretchOf(match[2]!)
    const side = match[1]!.toLowerCase()
    if (side === 'from' && isOfIt(match, question)) continue
    const yearly = span ? null : yearlySide(side, match[2]!)
    if (yearly) add(match, yearly.text, yearly.sql, { kind: 'side', isYearly: true })
    if (!span) continue
    if (AFTER.has(side))
      add(
        match,
        `after ${span.text}`,
        column => `${column} >= ${moment(span.to)}`,
        sided(span.year === null ? null : { from: span.year + 1, to: null }),
      )
    else if (BEFORE.has(side))
      add(
        match,
        `before ${span.text}`,
        column => `${column} < ${moment(span.from)}`,
        sided(span.year === null ? null : { from: null, to: span.year - 1 }),
      )
    else if (UNTIL.has(side))
      add(
        match,
        `until ${span.text}`,
        column => `${column} < ${moment(span.to)}`,
        sided(span.year === null ? null : { from: null, to: span.year }),
      )
    else
      add(
        match,
        `from ${span.text} on`,
        column => `${column} >= ${moment(span.from)}`,
        sided(span.year === null ? null : { from: span.year, to: null }),
      )
  }
  // "the first half of 2024 against the second half": the only year that is named holds for both.
  const named4 = new Set(question.match(/\b(?:19|20)\d\d\b(?!-)/g))
  const lentYear = named4.size === 1 ? [...named4][0] : undefined
  for (const match of question.matchAll(PLAIN)) {
    const before = match[1]?.toLowerCase() ?? ''
    const bare =
      !['in', 'on', 'during', 'of', 'for', 'from', 'the month of', 'within'].includes(before) &&
      !/year /i.test(match[0])
    // "may" is a word, and a bare number of four digits is a number.
    if (bare && (/^\d{4}$/.test(match[2]!) || (/^(?:may|mar)$/i.test(match[2]!) && match[2]![0] !== 'M'))) continue
    const span = stretchOf(match[2]!, /^\d{4}$/.test(match[2]!) ? undefined : lentYear)
    if (span) {
      const text = `${/^\d{4}-\d{2}-\d{2}/.test(span.text) ? 'on' : 'in'} ${span.text}`
      add(match, text, column => between(column, span.from, span.to), {
        years: span.year === null ? null : { from: span.year, to: span.year },
      })
      continue
    }
    const often = recurringOf(match[2]!)
    const day = dayAndMonth(match[2]!)
    if (often) add(match, often.text, often.sql, { kind: 'month', ...(day && { day }) })
  }
  // "in 2021 versus 2023"
  if (found.some(({ years }) => years !== null))
    for (const match of question.matchAll(OTHER_YEAR)) {
      const span = stretchOf(match[0])
      if (span)
        add(match, `in ${match[0]}`, column => between(column, span.from, span.to), {
          years: { from: Number(match[0]), to: Number(match[0]) },
        })
    }
  clocks(question, add)
  for (const match of question.matchAll(WEEKEND))
    add(match, 'on weekends', column => `isodow(${column}) >= 6`, { kind: 'weekday' })
  for (const match of question.matchAll(WORKDAY))
    add(match, 'from Monday to Friday', column => `isodow(${column}) <= 5`, { kind: 'weekday' })
  for (const match of question.matchAll(WEEKDAY)) {
    const day = DAYS.indexOf(match[1]!.toLowerCase()) + 1
    add(match, `on ${capital(DAYS[day - 1]!)}s`, column => `isodow(${column}) = ${day}`, { kind: 'weekday' })
  }
  return found.sort((a, b) => a.start - b.start)
}

/** "orders from March" are those of March; "from March on", and from a day, it goes on. */
function isOfIt({ 0: text, 2: span, index }: RegExpExecArray, question: string): boolean {
  return (
    !/\b\d{1,2}(?!\d)(?:st|nd|rd|th)?\b/.test(span!) &&
    !/^,? (?:on(?! average\b)|onwards?|forward|upwards?|(?:and|or) (?:later|after|newer|on)|until|till|to|through|thru|up (?:to|until|till))\b/i.test(
      question.slice(index + text.length),
    )
  )
}

/** "after June 20", "until March": in the year of the data. */
function yearlySide(side: string, words: string): Recurring | null {
  const month = monthOf(words)
  const day = month === null ? dayAndMonth(words) : null
  if (month === null && !day) return null
  const at = day ? day.month * 100 + day.day : month! * 100
  const [first, last] = day ? [at, at] : [at + 1, at + 31]
  const text = day ? `${named(day.month)} ${day.day}` : named(month!)
  const place = (column: string) => `month(${column}) * 100 + day(${column})`
  if (AFTER.has(side)) return { text: `after ${text}`, sql: column => `${place(column)} > ${last}` }
  if (BEFORE.has(side)) return { text: `before ${text}`, sql: column => `${place(column)} < ${first}` }
  if (UNTIL.has(side)) return { text: `until ${text}`, sql: column => `${place(column)} <= ${last}` }
  return { text: `from ${text} on`, sql: column => `${place(column)} >= ${first}` }
}

const AFTER: ReadonlySet<string> = new Set(['after', 'later than'])
const BEFORE: ReadonlySet<string> = new Set(['before', 'prior to', 'earlier than'])
const UNTIL: ReadonlySet<string> = new Set(['until', 'till', 'up to', 'through', 'on or before', 'not after'])

type Add = (match: RegExpExecArray, text: string, sql: Period['sql'], more?: Partial<Period>) => void

function sided(years: Period['years']): Partial<Period> {
  return { kind: 'side', years }
}

const BY_CLOCK: Partial<Period> = { kind: 'clock', needsClock: true }

function clocks(question: string, add: Add): void {
  const time = (column: string) => `${column}::TIME`
  for (const match of question.matchAll(CLOCK_RANGE)) {
    if (!IS_CLOCK.test(match[0])) continue
    const b = clockOf(match[2]!)
    // "between 2 and 5 pm", but not "between 9 and 5 pm".
    const noon = isAfternoon(match[2]!) && !IS_HALF.test(match[1]!) ? clockOf(`${match[1]}pm`) : null
    const a = noon && b && noon < b ? noon : clockOf(match[1]!)
    if (a && b)
      add(match, `between ${a} and ${b}`, column => `${time(column)} >= '${a}' AND ${time(column)} < '${b}'`, BY_CLOCK)
  }
  for (const match of question.matchAll(CLOCK_SIDE)) {
    const at = IS_CLOCK.test(match[0]) ? clockOf(match[2]!) : null
    if (!at) continue
    const isAfter = /after|since/i.test(match[1]!)
    add(
      match,
      `${isAfter ? 'from' : 'before'} ${at}${isAfter ? ' on' : ''}`,
      column => `${time(column)} ${isAfter ? '>=' : '<'} '${at}'`,
      BY_CLOCK,
    )
  }
  for (const match of question.matchAll(CLOCK_AT)) {
    const at = clockOf(match[1]!)
    if (!at) continue
    const step = /^\d{1,2}(?: ?[ap]m)?$/i.test(match[1]!)
      ? 'hour'
      : at.endsWith(':00') && !/:\d\d:/.test(match[1]!)
        ? 'minute'
        : 'second'
    add(
      match,
      `at ${at}`,
      column => `${time(column)} >= '${at}' AND ${time(column)} < '${at}'::TIME + INTERVAL 1 ${step}`,
      BY_CLOCK,
    )
  }
}

const IS_HALF = /[ap]m|in the|at night/i

function isAfternoon(words: string): boolean {
  return /pm|afternoon|evening|night/i.test(words)
}

function between(column: string, from: string, to: string): string {
  return `${column} >= ${moment(from)} AND ${column} < ${moment(to)}`
}

function moment(text: string): string {
  return `TIMESTAMP ${literal(text)}`
}

function clockOf(words: string): string | null {
  const parts = /^(\d{1,2})(?::(\d{2})(?::(\d{2}))?)? ?([ap]m|in the \w+|at night)?$/i.exec(words.trim())
  if (!parts) return null
  const said = parts[4]?.toLowerCase()
  const half = said === undefined ? undefined : said === 'am' || said.endsWith('morning') ? 'am' : 'pm'
  const hour = (Number(parts[1]) % (half ? 12 : 25)) + (half === 'pm' ? 12 : 0)
  if (hour > 23) return null
  return `${String(hour).padStart(2, '0')}:${parts[2] ?? '00'}:${parts[3] ?? '00'}`
}

function capital(word: string): string {
  return word.replace(/^./, letter => letter.toUpperCase())
}

function named(month: number): string {
  return capital(MONTHS[month - 1]!)
}

function monthOf(words: string): number | null {
  if (!ONLY_MONTH.test(words)) return null
  return MONTHS.findIndex(full => full.startsWith(words.toLowerCase().slice(0, 3))) + 1
}

const ORDINALS = ['first', 'second', 'third', 'fourth']

function quarterOf(words: string): number | null {
  const number = /^q([1-4])/i.exec(words)
  if (number) return Number(number[1])
  const word = /^(?:the )?(first|second|third|fourth) quarter/i.exec(words)
  return word ? ORDINALS.indexOf(word[1]!.toLowerCase()) + 1 : null
}

/** Months from first to last. */
function halfOf(words: string): number | null {
  const half = /^(?:h([12])\b|(?:the )?(first|second) half)/i.exec(words)
  if (!half) return null
  return half[1] ? Number(half[1]) : ORDINALS.indexOf(half[2]!.toLowerCase()) + 1
}

function recurringOf(words: string): Recurring | null {
  const half = halfOf(words)
  if (half !== null)
    return {
      text: `in the ${ORDINALS[half - 1]} half`,
      sql: column => (half === 1 ? `month(${column}) <= 6` : `month(${column}) > 6`),
    }
  const quarter = quarterOf(words)
  if (quarter !== null) return { text: `in Q${quarter}`, sql: column => `quarter(${column}) = ${quarter}` }
  const month = monthOf(words)
  if (month !== null) return { text: `in ${named(month)}`, sql: column => `month(${column}) = ${month}` }
  const day = dayAndMonth(words)
  if (!day) return null
  return {
    text: `on ${named(day.month)} ${day.day}`,
    sql: column => `month(${column}) = ${day.month} AND day(${column}) = ${day.day}`,
  }
}

function dayAndMonth(words: string): { day: number; month: number } | null {
  const name = ANY_MONTH.exec(words)
  const date = /(?<!\d)(\d{1,2})(?!\d)/.exec(words)
  if (!name || !date) return null
  return {
    day: Number(date[1]),
    month: MONTHS.findIndex(full => full.startsWith(name[0].toLowerCase().slice(0, 3))) + 1,
  }
}

/** A stretch of time with its year; `other` may lend it one ("from March to May 2024"). */
function stretchOf(words: string, other?: string): Stretch | null {
  const text = words.toLowerCase().replaceAll(',', '')
  const iso = /^(\d{4})-(\d{2})(?:-(\d{2})(?:[t ](\d{2}):(\d{2})(?::(\d{2}))?)?)?/.exec(text)
  if (iso) {
    const [y, m, d] = [Number(iso[1]), Number(iso[2]), Number(iso[3] ?? 1)]
    if (iso[4] !== undefined) {
      const at = Date.UTC(y, m - 1, d, Number(iso[4]), Number(iso[5]), Number(iso[6] ?? 0))
      return stretch(at, at + (iso[6] === undefined ? 60_000 : 1_000), words)
    }
    if (iso[3] !== undefined) return days(y, m, d)
    return months(y, m, 1, `${iso[1]}-${iso[2]}`)
  }
  const lent = other === undefined ? null : /\b(\d{4})\b/.exec(other)
  const year = /\b(\d{4})$/.exec(text) ?? (/\d{4}/.test(text) ? null : lent)
  const half = halfOf(text)
  if (half !== null) return year ? months(Number(year[1]), half * 6 - 5, 6, `H${half} ${year[1]}`) : null
  const quarter = quarterOf(text)
  if (quarter !== null) return year ? months(Number(year[1]), quarter * 3 - 2, 3, `Q${quarter} ${year[1]}`) : null
  const name = ANY_MONTH.exec(text)
  if (name) {
    if (!year) return null
    const month = MONTHS.findIndex(full => full.startsWith(name[0].slice(0, 3))) + 1
    const date = /(?<!\d)(\d{1,2})(?!\d)/.exec(text)
    if (date) return days(Number(year[1]), month, Number(date[1]))
    return months(Number(year[1]), month, 1, `${named(month)} ${year[1]}`)
  }
  const bare = /^(\d{4})$/.exec(text)
  if (bare && Number(bare[1]) >= 1800 && Number(bare[1]) < 2200)
    return { ...months(Number(bare[1]), 1, 12, bare[1]!)!, year: Number(bare[1]) }
  return null
}

function stretch(from: number, to: number, text: string): Stretch | null {
  if (Number.isNaN(from) || Number.isNaN(to)) return null
  const iso = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  return { from: iso(from), to: iso(to), text, year: null }
}

function days(year: number, month: number, date: number): Stretch | null {
  const from = Date.UTC(year, month - 1, date)
  if (new Date(from).getUTCDate() !== date) return null
  return stretch(from, from + 86_400_000, new Date(from).toISOString().slice(0, 10))
}

function months(year: number, month: number, count: number, text: string): Stretch | null {
  if (month < 1 || month > 12) return null
  return stretch(Date.UTC(year, month - 1, 1), Date.UTC(year, month - 1 + count, 1), text)
}
