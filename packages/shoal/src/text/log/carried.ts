// A line that is carried inside another: what a container printed, what the journal or a cloud keeps. Its own header is
// taken apart too; what the envelope does not say is taken from it.
import type { LineFormat, LineParts } from './format.ts'
import type { StampGap } from './stamps.ts'

/** Lines looked at to learn how carried lines are built. */
const MOST_LINES = 2000
/** So many of the carried lines must have a header, or it is chance. */
const FAIR_SHARE = 0.2
/** What goes on from a line before: frames of a stack trace and the like. */
const GOES_ON =
  /^(?:[ \t]+\S|at |Caused by:|Suppressed:|Traceback \(|\.{3} \d+ more|[\w.$]{1,100}(?:Error|Exception)(?::|$))/

/** The format of carried lines; null where they have none of their own. */
export function carriedFormat(
  lines: readonly string[],
  learn: (lines: readonly string[]) => LineFormat,
): LineFormat | null {
  const sample = lines.slice(0, MOST_LINES).map(bare)
  const format = learn(sample)
  if (format.shape === '') return null
  const headed = sample.filter(line => format.split(line).header).length
  return headed >= FAIR_SHARE * sample.length ? format : null
}

/** The parts of an envelope with those of the line that it carries. */
export function withCarried(outer: LineParts, inner: LineFormat): LineParts {
  const carried = bare(outer.content)
  const parts = inner.split(carried)
  if (!parts.header) {
    const goesOn = GOES_ON.test(carried)
    return { ...outer, header: !goesOn, content: carried, ...(goesOn && { carried }) }
  }
  const whole: { -readonly [K in keyof LineParts]: LineParts[K] } = { ...outer }
  whole.header = true
  whole.content = parts.content
  whole.contentStart = outer.contentStart + parts.contentStart
  for (const name of INNER) {
    const value = parts[name]
    if (value !== undefined) whole[name] = value
  }
  // When and where is what the envelope knows best; how grave it is, what is inside.
  if ((outer.epochMs ?? null) === null && parts.timestamp !== undefined) {
    whole.timestamp = parts.timestamp
    whole.epochMs = parts.epochMs as number | null
    whole.lacks = parts.lacks as StampGap
  }
  if (parts.level) {
    whole.level = parts.level
    if (parts.levelText !== undefined) whole.levelText = parts.levelText
  }
  for (const name of OUTER) {
    const value = parts[name]
    if (outer[name] === undefined && value !== undefined) whole[name] = value
  }
  return whole
}

/** What a carried line says for itself, and what it says where its envelope says nothing. */
const INNER = ['thread', 'client', 'user', 'carried', 'message'] as const
const OUTER = ['component', 'host', 'pid'] as const

function bare(line: string): string {
  return line.replace(/\r?\n$/, '')
}
