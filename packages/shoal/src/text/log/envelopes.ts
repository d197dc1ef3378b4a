// Logs whose lines are wrapped in a way of their own: by a container runtime, a build service, a web server, Windows. One row
// for each kind; the first that most lines fit is the one. Rows follow the documentation of what writes them.
import { carriedFormat, withCarried } from './carried.ts'
import { tableReader } from './envelope-tables.ts'
import type { Level, LineFormat, LineParts, LineReader, Opened } from './format.ts'
import { type ReadStamp, stampReader } from './whole-stamps.ts'

export interface Envelope {
  readonly name: string
  /** A reader where lines of the sample are of this kind. */
  learn(lines: readonly string[]): LineReader | null
  /** What is inside is a line of another log. */
  readonly carries?: true
}

const ISO = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})`

export const ENVELOPES: readonly Envelope[] = [
  // `2026-06-12T10:11:12.123456789Z stderr F text`
  {
    name: 'cri',
    carries: true,
    learn: byPattern(new RegExp(`^(${ISO}) (?:stdout|stderr) [FP](?: (.*)|$)`, 's'), ([, timestamp, content = '']) => ({
      timestamp: timestamp!,
      content,
    })),
  },
  // `2026-06-12T10:11:12.1234567Z ##[error]text`, behind `job⇥step⇥` where it was fetched for all jobs
  {
    name: 'github-actions',
    learn: lines =>
      lines.some(line => /Z ##\[(?:group|endgroup|error|warning|debug|section|command)\]/.test(line))
        ? ACTIONS(lines)
        : null,
  },
  // `Feb  6 12:14:14 lb haproxy[14389]: 10.0.1.2:33317 [06/Feb/2026:12:14:14.655] in out/srv 10/0/30/69/109 200 2750 … "GET / HTTP/1.1"`
  {
    name: 'haproxy',
    learn: byPattern(
      /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d [\d:]{8} (\S+) )?haproxy\[(\d+)\]: (\S+):\d+ \[([^\]]{20,30})\] (\S+) (\S+) (?:[\d+-]{1,12}\/){2,4}\+?(-?\d{1,12}) (-?\d{1,3}) \+?\d+ [^"]{0,200}"([A-Z]+) ([^\s"]+)/,
      ([, host, pid, client, timestamp, front, back, took, status, method, path]) => ({
        timestamp: timestamp!,
        ...(host !== undefined && { host }),
        component: 'haproxy',
        pid: pid!,
        client: client!,
        content: `${method} ${path} ${status} ${Math.abs(Number(took))}ms ${front} ${back}`,
      }),
    ),
  },
  // `https 2026-06-12T10:11:12.123456Z app/lb/50dc 192.0.2.9:2817 10.0.0.1:80 0.0 0.048 0.0 200 200 34 366 "GET https://host:443/x HTTP/1.1" …`
  {
    name: 'load-balancer',
    learn: byPattern(
      new RegExp(
        String.raw`^(?:(?:https?|h2|grpcs|wss?) )?(${ISO}) (\S+) (\S+):\d+ \S+ (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (\d{3}|-) \S+ \d+ \d+ "([A-Z]+) (?:https?://[^/\s"]{1,300})?(\S*) [^"]{0,20}"`,
      ),
      ([, timestamp, component, client, a, b, c, status, method, path]) => ({
        timestamp: timestamp!,
        component: component!,
        client: client!,
        content: `${method} ${path === '' ? '/' : path} ${status} ${milliseconds([a!, b!, c!])}ms`,
      }),
    ),
  },
  { name: 'w3c', learn: lines => tableReader('w3c', lines) },
  { name: 'windows-csv', learn: lines => tableReader('windows', lines) },
  { name: 'kubernetes-events', learn: lines => tableReader('kubernetes', lines) },
  {
    name: 'windows-xml',
    learn: byPattern(/^<Event\b[^>]*>.{0,200}<System>(.*)/s, ([line, system]) => windowsEvent(line!, system!)),
  },
]

/** So many of the lines must be of a kind; multi-line messages may outnumber their first lines. */
const MOST = 0.6

/** How a log is wrapped; null where it is in none of the known ways. */
export function envelopeOf(
  lines: readonly string[],
): { readonly name: string; readonly read: LineReader; readonly carries: boolean } | null {
  for (const { name, learn, carries = false } of ENVELOPES) {
    const read = learn(lines)
    if (read) return { name, read, carries }
  }
  return null
}

export function wrappedFormat(
  lines: readonly string[],
  learn: (lines: readonly string[]) => LineFormat,
): LineFormat | null {
  const found = envelopeOf(lines)
  if (!found) return null
  const { name, read, carries } = found
  const contents = carries ? lines.flatMap(line => read(line)?.content ?? []) : []
  const inner = carries ? carriedFormat(contents, learn) : null
  const readStamp = stampReader()
  const split = (line: string): LineParts => {
    const opened = read(line)
    if (!opened)
      return { header: false, content: line.trimStart(), contentStart: line.length - line.trimStart().length }
    const { at, lacks }: ReadStamp =
      opened.timestamp === undefined ? { at: null, lacks: 'nothing' } : readStamp(opened.timestamp)
    const parts = {
      ...opened,
      header: true,
      epochMs: at,
      lacks,
      contentStart: Math.max(0, line.indexOf(opened.content)),
    }
    return inner ? withCarried(parts, inner) : parts
  }
  return { name, shape: name, split, contentOf: line => split(line).content }
}

function byPattern(pattern: RegExp, tell: (found: readonly (string | undefined)[]) => Opened): Envelope['learn'] {
  const read: LineReader = line => {
    const found = pattern.exec(line)
    return found && tell(found)
  }
  return lines => (lines.filter(line => pattern.test(line)).length >= Math.max(1, MOST * lines.length) ? read : null)
}

const MARKS: ReadonlyMap<string, Level> = new Map([
  ['error', 'error'],
  ['warning', 'warn'],
  ['debug', 'debug'],
  ['notice', 'info'],
])

const ACTIONS = byPattern(
  new RegExp(
    String.raw`^(?:([^\t]{1,100})\t([^\t]{1,200})\t)?\uFEFF?(${ISO}) ?(?:(?:##)?\[(error|warning|debug|notice|group|endgroup|section|command)\])?(.*)`,
    's',
  ),
  ([, job, step, timestamp, mark, content]) => ({
    timestamp: timestamp!,
    ...(step !== undefined && { component: `${job}/${step}` }),
    ...(mark !== undefined && MARKS.has(mark) && { level: MARKS.get(mark)!, levelText: mark }),
    content: content!,
  }),
)

function milliseconds(seconds: readonly string[]): number {
  return Math.round(seconds.reduce((sum, text) => sum + Math.max(0, Number(text)), 0) * 1e6) / 1e3
}

const WINDOWS_LEVELS: readonly (readonly [Level, string])[] = [
  ['info', 'Information'],
  ['fatal', 'Critical'],
  ['error', 'Error'],
  ['warn', 'Warning'],
  ['info', 'Information'],
  ['trace', 'Verbose'],
]

/** `<Event xmlns=…><System>…</System><EventData>…</EventData></Event>`, an event a line. */
function windowsEvent(line: string, system: string): Opened {
  const inside = (pattern: RegExp, text = system) => pattern.exec(text)?.[1]
  const [level, levelText] = WINDOWS_LEVELS[Number(inside(/<Level>(\d)<\/Level>/) ?? '0')] ?? WINDOWS_LEVELS[0]!
  const data = [...line.matchAll(/<Data(?: Name=['"]([^'"]{1,100})['"])?>([^<]*)<\/Data>/g)].map(([, name, value]) =>
    name === undefined ? value! : `${name}=${value}`,
  )
  const said = inside(/<Message>([^<]*)<\/Message>/, line) ?? data.join(' ')
  const id = inside(/<EventID(?: [^>]{0,60})?>(\d+)<\/EventID>/)
  const [timestamp, component, host] = [
    inside(/<TimeCreated SystemTime=['"]([^'"]{10,40})['"]/),
    inside(/<Provider Name=['"]([^'"]{1,200})['"]/),
    inside(/<Computer>([^<]{1,200})<\/Computer>/),
  ]
  return {
    ...(timestamp !== undefined && { timestamp }),
    ...(component !== undefined && { component }),
    ...(host !== undefined && { host }),
    level,
    levelText,
    content: unescaped(said === '' ? `event ${id ?? '?'}` : said),
  }
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
  ['&quot;', '"'],
  ['&apos;', "'"],
])

function unescaped(text: string): string {
  return text.includes('&') ? text.replace(/&(?:lt|gt|amp|quot|apos);/g, entity => ENTITIES.get(entity)!) : text
}
