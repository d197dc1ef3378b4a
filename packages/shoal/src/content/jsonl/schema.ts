// What the analysts of a JSON-lines file are told: its fields, how the tail differs from the head, and, where the
// lines are log records, which field says what and jq recipes made from it (P8).
import type { SourceText } from '@shoal/base/model/source'
import { describeShape, type Shape, shapeOf } from '../../text/json-shape.ts'
import { classifyFields, JQ_ARGS, jqRecipes } from './log-fields.ts'

const HEAD_OBJECTS = 20
const TAIL_FROM_LINES = 1000
const LOOK_UNITS = 256 * 1024
/** Records looked at for what the fields of a log mean. */
const SAMPLE = 400

export function describeLines(source: SourceText, lineCount: number): Record<string, unknown> {
  const head = shapeOf(parseLines(source, 0, Math.min(source.size, LOOK_UNITS), false))
  const facts: Record<string, unknown> = { fields: describeShape(head) }
  if (lineCount > TAIL_FROM_LINES) {
    const tail = shapeOf(parseLines(source, Math.max(0, source.size - LOOK_UNITS), source.size, true))
    const drift = describeDrift(head, tail)
    if (drift) facts.tail_drift = drift
  }
  const classes = classifyFields(head)
  if (classes.timestamp && (classes.level || classes.message)) {
    facts.log_fields = classes
    facts.jq_recipes = { args: JQ_ARGS, programs: jqRecipes(classes) }
  }
  return facts
}

/** The first records of a file and, if it is long, the last. */
export function sampleLines(source: SourceText): unknown[] {
  const head = parseLines(source, 0, Math.min(source.size, LOOK_UNITS), false, SAMPLE)
  if (source.size <= LOOK_UNITS) return head
  return [...head, ...parseLines(source, Math.max(LOOK_UNITS, source.size - LOOK_UNITS), source.size, true, SAMPLE)]
}

/** The first or last complete lines of a stretch that parse. */
function parseLines(source: SourceText, start: number, end: number, fromEnd: boolean, most = HEAD_OBJECTS): unknown[] {
  const lines = source.text(start, end).split(String.fromCharCode(source.eol))
  if (start > 0) lines.shift()
  if (end < source.size) lines.pop()
  const values: unknown[] = []
  for (const line of fromEnd ? lines.reverse() : lines) {
    if (values.length >= most) break
    if (line.trim() === '') continue
    try {
      values.push(JSON.parse(line))
    } catch {
      // A bad line is flagged where it stands; the schema is that of the good ones.
    }
  }
  return values
}

function describeDrift(head: Shape, tail: Shape): { added: string[]; gone: string[]; changed: string[] } | null {
  const added = [...tail.keys()].filter(path => !head.has(path))
  const gone = [...head.keys()].filter(path => !tail.has(path))
  const changed = [...tail].filter(
    ([path, types]) => head.has(path) && [...types].some(type => !head.get(path)!.has(type)),
  )
  if (added.length + gone.length + changed.length === 0) return null
  return { added, gone, changed: changed.map(([path, types]) => `${path}: ${[...types].join(' | ')}`) }
}
