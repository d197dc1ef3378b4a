// The ways in which programs write a time, as patterns without groups, and what each means in milliseconds.

/** What a time leaves out: nothing, its year, its whole date, or the start that it is counted from. */
export type StampGap = 'nothing' | 'year' | 'date' | 'start'

export interface StampKind {
  readonly name: string
  /** Matches exactly the time; no capturing groups, no backtracking beyond a few characters. */
  readonly pattern: string
  /** Date and time, a date alone, or a time alone. */
  readonly part: 'both' | 'date' | 'time'
  readonly lacks: StampGap
  /** Milliseconds since 1970, or null when no such moment exists. */
  read(text: string): number | null
}

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const WEEKDAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const CLOCK = String.raw`\d{1,2}:\d{2}:\d{2}`
const FRACTION = String.raw`(?:[.,:]\d{1,9})?`
const ZONE = String.raw`(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})(?![\w:]))?`
const MONTH_NAME = new RegExp(MONTH)
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'
/** A leap year, so that every day without a year exists. */
const NO_YEAR = 2000

/** The more specific first: where two match, the first is meant. */
export const STAMPS: readonly StampKind[] = [
  both('iso', String.raw`\d{4}-\d{2}-\d{2}[T ]\d{1,2}:\d{2}:\d{2}${FRACTION}${ZONE}`, isoTime()),
  both('slashes', String.raw`\d{4}/\d{1,2}/\d{1,2}[ T-]${CLOCK}${FRACTION}${ZONE}`, digits('ymdhisf')),
  both('dots', String.raw`\d{4}\.\d{2}\.\d{2}[ T-]${CLOCK}${FRACTION}`, digits('ymdhisf')),
  both('db2', String.raw`\d{4}-\d{2}-\d{2}-\d{2}\.\d{2}\.\d{2}(?:\.\d{1,9})?`, digits('ymdhisf')),
  both('minutes', String.raw`\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{1,2}:\d{2}(?![\d:])`, digits('ymdhi')),
  both('compact', String.raw`(?:19|20)\d{6}[-T_ ]\d{1,2}:\d{1,2}:\d{1,2}${FRACTION}${ZONE}`, packed),
  both('packed', String.raw`(?:19|20)\d{6}[-T_]?\d{6}(?:[.,]\d{1,9})?Z?(?!\d)`, packed),
  both('clf', String.raw`\d{1,2}/${MONTH}/\d{4}[: ]${CLOCK}${FRACTION}${ZONE}`, named('dmyhisf')),
  both('tomcat', String.raw`\d{1,2}[- ]${MONTH}[- ]\d{2,4},? ${CLOCK}${FRACTION}${ZONE}`, named('dmyhisf')),
  both('mail', String.raw`${WEEKDAY}, \d{1,2} ${MONTH} \d{4} ${CLOCK}${ZONE}`, named('dmyhisf')),
  both(
    'ctime',
    String.raw`${WEEKDAY},? ${MONTH} +\d{1,2} ${CLOCK}(?:\.\d{1,9})?(?: [A-Z]{3,4})? \d{4}`,
    named('mdhisfy'),
  ),
  both('java', String.raw`${MONTH} \d{1,2}, \d{4},? ${CLOCK}(?: [AP]M)?`, named('mdyhis')),
  both('syslog-year', String.raw`${MONTH} +\d{1,2} \d{4} ${CLOCK}${FRACTION}`, named('mdyhisf')),
  both('syslog', String.raw`${MONTH} +\d{1,2} ${CLOCK}${FRACTION}`, named('mdhisf'), 'year'),
  both('american', String.raw`\d{1,2}/\d{1,2}/\d{4},? ${CLOCK}${FRACTION}(?: [AP]M)?`, digits('mdyhisf')),
  both('short', String.raw`\d{2}/\d{2}/\d{2} ${CLOCK}${FRACTION}`, digits('ymdhisf')),
  both('european', String.raw`\d{1,2}\.\d{1,2}\.\d{4},? ${CLOCK}${FRACTION}`, digits('dmyhisf')),
  both('month-day', String.raw`\d{2}[-./]\d{2} ${CLOCK}${FRACTION}`, digits('mdhisf'), 'year'),
  both('six-six', String.raw`\d{6} (?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?!\S)`, sixSix),
  both('glog', String.raw`(?:0\d|1[0-2])[0-3]\d ${CLOCK}\.\d{3,9}`, glog, 'year'),
  both('epoch-ms', String.raw`[12]\d{12}(?![\w.:-])`, text => Number(text)),
  both('epoch-s', String.raw`[1-2]\d{9}(?:\.\d{1,9})?(?![\w:-])|[89]\d{8}(?![\w.:-])`, text => Number(text) * 1000),
  {
    name: 'day',
    part: 'date',
    lacks: 'nothing',
    pattern: String.raw`\d{4}[-./]\d{2}[-./]\d{2}(?![\w:.-])`,
    read: digits('ymd'),
  },
  {
    name: 'clock',
    part: 'time',
    lacks: 'date',
    pattern: String.raw`${CLOCK}${FRACTION}(?: [AP]M)?(?![\w:])`,
    read: digits('hisf'),
  },
  {
    name: 'minute',
    part: 'time',
    lacks: 'date',
    pattern: String.raw`(?<=[\[(])\d{1,2}:\d{2}(?=[\])])`,
    read: digits('hi'),
  },
  {
    name: 'uptime',
    part: 'time',
    lacks: 'start',
    pattern: String.raw` *\d{1,8}\.\d{3,9}(?![\w.])`,
    read: text => Number(text) * 1000,
  },
]

function both(name: string, pattern: string, read: StampKind['read'], lacks: StampGap = 'nothing'): StampKind {
  return { name, pattern, part: 'both', lacks, read }
}

/** Most logs write `2026-02-11 01:30:00,123`: read by its places, the day worked out once; all else by its runs of digits. */
function isoTime(): StampKind['read'] {
  const other = digits('ymdhisf')
  let [day, start] = ['', 0]
  return text => {
    const { length } = text
    const end = text.charCodeAt(length - 1) === 90 ? length - 1 : length
    const mark = end > 19 ? text[19] : '.'
    if (end < 19 || end > 29 || text[13] !== ':' || (mark !== '.' && mark !== ',')) return other(text)
    const [h, i, s] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)]
    let fraction = 0
    for (let at = 20, unit = 100; at < end; at++, unit /= 10) {
      const digit = text.charCodeAt(at) - 48
      if (!(digit >= 0 && digit <= 9)) return other(text)
      fraction += digit * unit
    }
    if (!(h <= 24 && i <= 59 && s <= 60)) return other(text)
    const here = text.slice(0, 10)
    if (here !== day) {
      const whole = other(`${here} 00:00:00`)
      if (whole === null) return null
      ;[day, start] = [here, whole]
    }
    return start + ((h * 60 + i) * 60 + s) * 1000 + Math.round(fraction * 1e3) / 1e3
  }
}

/** Forms whose minutes and seconds cannot be read by their places are not tried for ever. */
const MOST_MISSES = 50

/**
 * The same, faster for times that follow each other: within an hour only minutes, seconds and their fraction differ, and
 * these count the same in every form. What stands around them must be as it was; all else is read anew.
 */
export function inOrder({ name, read }: StampKind): StampKind['read'] {
  let last = ''
  let time: number | null = null
  let before = ''
  let behind = ''
  let hour = 0
  let misses = name === 'iso' ? MOST_MISSES : 0
  const within = (text: string): number => {
    const at = before.length
    if (at === 0 || !text.startsWith(before) || text.charCodeAt(at + 2) !== 58) return Number.NaN
    const minutes = twoDigits(text, at)
    const seconds = twoDigits(text, at + 3)
    if (!(minutes < 60 && seconds < 60)) return Number.NaN
    let stop = at + 5
    let fraction = 0
    if (text[stop] === '.' || text[stop] === ',') {
      let [digits, unit] = [0, 1]
      while (isDigit(text.charCodeAt(++stop))) {
        digits = digits * 10 + text.charCodeAt(stop) - 48
        unit *= 10
      }
      fraction = Math.round((digits / unit) * 1e6) / 1e3
    }
    if (text.length !== stop + behind.length || !text.endsWith(behind)) return Number.NaN
    return hour + (minutes * 60 + seconds) * 1000 + fraction
  }
  return text => {
    if (text === last) return time
    last = text
    const quick = within(text)
    if (!Number.isNaN(quick)) return (time = quick)
    time = read(text)
    if (misses === MOST_MISSES) return time
    const found = MINUTES.exec(text)
    if (found) {
      before = text.slice(0, found.index + 1)
      behind = text.slice(found.index + found[0].length)
      hour = read(`${before}00:00${behind}`) ?? Number.NaN
    }
    if (!found || within(text) !== time) {
      before = ''
      misses++
    }
    return time
  }
}

/** `:05:06.789` in `04:05:06.789`. */
const MINUTES = /(?<=\d):[0-5]\d:[0-5]\d(?:[.,]\d{1,9})?(?![\d:])/

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

/** Reads the runs of digits in a given order: year, month, day, hour, minute (i), second, fraction. */
function digits(order: string): StampKind['read'] {
  return text => moment(order, text, bare => bare.match(/\d+/g) ?? [])
}

/** The same where the month is a name. */
function named(order: string): StampKind['read'] {
  return text => {
    const month = MONTH_NAME.exec(text)![0]
    const numbered = text.replace(month, String(MONTHS.indexOf(month) / 3 + 1))
    // The fraction is optional and may stand before the year.
    const full = order === 'mdhisfy' && !/\.\d/.test(text) ? 'mdhisy' : order
    return moment(full, numbered, bare => bare.match(/\d+/g) ?? [])
  }
}

function packed(text: string): number | null {
  return moment('ymdhisf', text, bare => {
    const spaced = bare.replace(/^(\d{4})(\d{2})(\d{2})/, '$1 $2 $3 ')
    return spaced.replace(/(\d{2})(\d{2})(\d{2})(?=\D|$)/, '$1 $2 $3').match(/\d+/g) ?? []
  })
}

function sixSix(text: string): number | null {
  return moment('ymdhis', text, bare => bare.match(/\d{2}/g) ?? [])
}

function glog(text: string): number | null {
  return moment('mdhisf', text, bare => [bare.slice(0, 2), bare.slice(2, 4), ...(bare.slice(4).match(/\d+/g) ?? [])])
}

const OFFSET = /(?= ?[+-]\d{2}:?\d{2}$)(?<=:\d{2}(?:[.,]\d+)?) ?([+-])(\d{2}):?(\d{2})$/

/** The zone that ends a time, as `Z` or `+02:00`, and its minutes; null where none is written. */
export function zoneIn(text: string): { readonly zone: string; readonly minutes: number } | null {
  if (/(?:Z|UTC|GMT)$/.test(text)) return { zone: 'Z', minutes: 0 }
  const found = OFFSET.exec(text)
  return found && { zone: `${found[1]}${found[2]}:${found[3]}`, minutes: minutesOf(found) }
}

function minutesOf([, sign, hours, minutes]: readonly string[]): number {
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
}

function moment(order: string, text: string, numbersOf: (bare: string) => readonly string[]): number | null {
  const zone = OFFSET.exec(text)
  const bare = zone ? text.slice(0, zone.index) : text
  const numbers = numbersOf(bare)
  const values = { y: NO_YEAR, m: 1, d: 1, h: 0, i: 0, s: 0, f: 0 }
  for (const [k, field] of [...order].entries()) {
    const written = numbers[k]
    if (written === undefined) break
    values[field as keyof typeof values] = field === 'f' ? fraction(written, bare) : Number(written)
  }
  const { m, d, i, s, f } = values
  const y = values.y >= 100 ? values.y : values.y + (values.y < 70 ? 2000 : 1900)
  const h = hourOf(values.h, text)
  if (m < 1 || m > 12 || d < 1 || d > 31 || h > 24 || i > 59 || s > 60) return null
  const offset = zone ? minutesOf(zone) : 0
  return Date.UTC(y, m - 1, d, h, i, s) + f - offset * 60_000
}

/** Milliseconds. Behind a colon they are counted (`:7`), behind a point or comma they are a fraction (`.007`). */
function fraction(written: string, bare: string): number {
  if (/:\d{1,2}:\d{1,2}:\d{1,3}$/.test(bare)) return Number(written)
  return Math.round(Number(`0.${written}`) * 1e6) / 1e3
}

function hourOf(hour: number, text: string): number {
  if (text.endsWith(' PM') && hour < 12) return hour + 12
  return text.endsWith(' AM') && hour === 12 ? 0 : hour
}
