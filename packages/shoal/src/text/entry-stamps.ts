// Does a line open a log entry? It does when a time of day stands near its start, in one of the many ways that programs
// write it, or when a level word leads it. Also tells which lines continue an entry: stack traces, indented details.

/** How far into a line its time may stand: access logs put a host, a user and a dash before it. */
const STAMP_REACH = 90

const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:[.,:]\d+)?`
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const WEEKDAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'

const LEVEL =
  '(?:TRACE|DEBUG|DBG|VERBOSE|INFO|INF|INFORMATION|NOTICE|WARN|WARNING|WRN|ERROR|ERR|SEVERE|CRITICAL|CRIT|ALERT|EMERG|FATAL|PANIC|FINE|FINER|FINEST)'

/** A date with a time, anywhere in the reach. */
const DATED = new RegExp(
  [
    String.raw`\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}[T ,_-]{1,2}\d{1,2}[:.]\d{2}`,
    String.raw`\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4},?[T :]{1,2}${CLOCK}`,
    String.raw`\b\d{1,2}[-/ ]${MONTH}[-/ ]\d{2,4}[T :]${CLOCK}`,
    String.raw`\b${MONTH} [ \d]?\d,?(?: \d{4})? ${CLOCK}`,
    String.raw`(?<![\w.-])(?:19|20)\d{6}[-T_ ]?[0-2]\d:?[0-5]\d:?[0-5]\d`,
    String.raw`^\[?\d{2}[-.]\d{2} \d{2}:\d{2}:\d{2}`,
    String.raw`^\d{6} \d{6} `,
    String.raw`^\d{2}/\d{2}/\d{2} \d{2}:\d{2}:\d{2} `,
    String.raw`\b${WEEKDAY},? \d{1,2} ${MONTH} \d{4} ${CLOCK}`,
  ].join('|'),
)

/** A time alone, a counter of seconds, or of steps with a figure behind: only at the very start. */
const UNDATED = new RegExp(
  [
    String.raw`^[[(<]?\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?(?: [AP]M)?[\])>]?(?=[\s|:;-])(?! -->)`,
    String.raw`^\[\d{1,2}:\d{2}\]\s`,
    String.raw`^(?:\d+ +|[\w():. ]{1,24}\[)\d{2}:\d{2}:\d{2}[.:]\d+[\] ]`,
    String.raw`^\d{1,2}:\d{2} [<*-]`,
    String.raw`^\[\s*\d+\.\d{3,9}s?\]`,
    String.raw`^[IWEFD]\d{4} \d{2}:\d{2}:\d{2}`,
    String.raw`^[[(]?1[0-9]{9}(?:\.\d{1,9}|\d{3})?[\])]?[\s:|]`,
    String.raw`^- 1[01]\d{8} \d{4}`,
    String.raw`^(?:\S+ ){3,5}1[0-6]\d{8} `,
    String.raw`^\W*(?:[Ee]poch|EPOCH|[Ss]tep|[Ii]ter(?:ation)?|[Ee]pisode|[Bb]atch)\b[\s:#=[(]*\d+\D{1,120}\d`,
    String.raw`^\+?\d+(?:\.\d+)?m?s: `,
  ].join('|'),
)

const LEVELLED = new RegExp(
  [
    String.raw`^[[(<*]{0,2}${LEVEL}[\])>*]{0,2}(?::|\s*[|-]|\s{1,8}\[|\]|\s+\S)`,
    String.raw`^\[?(?:info|warn|warning|error|debug|trace|fatal|notice)\]?(?::\s|\]\s|\s{1,4}\[)`,
    String.raw`^\d+ (?:silly|verbose|info|http|timing|warn|error|notice) `,
    '^(?:npm|yarn|pnpm) (?:ERR!|WARN|info|error|warn|verb|sill|http)',
    String.raw`^[VDIWEF]/[\w.$-]+(?:\s*\(\s*\d*|\s+\d*)?\)?:`,
    String.raw`^<\d{1,3}>`,
  ].join('|'),
)

const LOGFMT = /^(?:\S[^\s=]*=(?=("(?:[^"\\]|\\.)*"(?=\s)|\S*))\1\s+){2,}\S[^\s=]*=/
const LOGFMT_KEY = /(?:^|\s)(?:level|lvl|severity|msg|time|ts|t|at)=/

export type EntryKind = 'dated' | 'undated' | 'levelled' | 'logfmt'

/** How a line opens an entry, or null. */
export function entryKind(line: string): EntryKind | null {
  const head = line.length > STAMP_REACH ? line.slice(0, STAMP_REACH) : line
  if (DATED.test(head)) return 'dated'
  if (UNDATED.test(head)) return 'undated'
  if (LEVELLED.test(head)) return 'levelled'
  return line.includes('=') && LOGFMT.test(line) && LOGFMT_KEY.test(line) ? 'logfmt' : null
}

const TRACE =
  /^\s*(?:at [\w.$<>[\] ]+\(?|Caused by:|Suppressed:|Traceback \(|File "|\.\.\. \d+ (?:more|common)|#\d+ |goroutine \d|[\w.$]+(?:Exception|Error)\b)/
const DETAIL = /^(?:\s+\S|[-=*#+_]{4,}\s*$|[})\]]+[,;]?\s*$)/

/** Whether a line goes on with the entry before it, as a stack trace or as a detail of some other kind. */
export function continuation(line: string): 'trace' | 'detail' | null {
  if (TRACE.test(line)) return 'trace'
  return DETAIL.test(line) ? 'detail' : null
}

/** A level word close to the start: what turns a time into an entry. */
const NEAR_LEVEL = new RegExp(String.raw`(?:^|[\s[(<|:,"/])${LEVEL}(?:[\])>:|\s,"/]|$)`, 'i')

export function hasLevel(line: string): boolean {
  return NEAR_LEVEL.test(line.slice(0, STAMP_REACH + 30))
}
