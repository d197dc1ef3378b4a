// Entries of a log that are asked for as errors of a kind: "all timeout errors". Programs tell such a thing as an error, as a
// warning or with no level at all; what is told at a calm level is none.
import { asksList } from '../text/question-topics.ts'
import type { Binding } from './bind.ts'
import type { Hypothesis } from './hypothesis.ts'
import type { Condition } from './query.ts'
import type { Field, Table } from './schema.ts'
import type { Span } from './tokens.ts'

const ERRORS: ReadonlySet<string> = new Set(['error', 'errors', 'failure', 'failures', 'exception', 'exceptions'])
const GRAVE: ReadonlySet<string> = new Set(['error', 'critical', 'alert', 'fatal', 'emergency', 'panic'])
const CALM: ReadonlySet<string> = new Set(['trace', 'debug', 'info', 'notice'])

/** A condition on what entries say or on how grave it is; false where the value is of another kind. */
export function addSaid(own: Hypothesis, { span, found }: Extract<Binding, { kind: 'value' }>): boolean {
  const trouble = isKindOfError(own, span) ? troubled(own) : null
  if (trouble) own.add(span, trouble)
  const said = found.find(({ field, score }) => isMessage(field) && score >= found[0]!.score - 0.01)
  // What is the whole of one message is a part of others.
  if (!trouble && said)
    own.add(span, { kind: 'contains', field: said.field, text: said.values[0]!, not: own.isNegated(span) })
  return trouble !== null || said !== undefined
}

/** What an entry says, in its own words. */
function isMessage({ relation, column }: Field): boolean {
  return relation.kind === 'entries' && column.name === 'message'
}

/** "timeout errors", where they are asked for one by one; their number is that of the level. */
export function isKindOfError(own: Hypothesis, { from, to }: Span): boolean {
  const { reading, marks, table } = own
  if (table.relation.kind !== 'entries' || to - from > 1 || !ERRORS.has(reading.tokens[from]!.lower)) return false
  if (marks.count || (!asksList(reading.text) && !/\bwhen\b/i.test(reading.text))) return false
  return (
    own.conditions.some(({ span, what }) => span.to === from && what.kind === 'contains') ||
    own.bindings.some(
      one => one.span.to === from && one.kind === 'value' && one.found.some(({ field }) => isMessage(field)),
    )
  )
}

/** Of any level but the calm ones. */
function troubled({ table }: Hypothesis): Condition | null {
  const found = ofSeverity(table, text => !CALM.has(text))
  return found && { ...found, ...(found.field.present < table.relation.rows && { orNone: true }) }
}

/** Entries that are told as errors or worse. */
export function errorsOf(table: Table): Condition | null {
  return table.relation.kind === 'entries' ? ofSeverity(table, text => GRAVE.has(text)) : null
}

function ofSeverity(table: Table, fits: (text: string) => boolean) {
  const field = table.fields.find(({ column }) => column.name === 'severity')
  const values = field?.values?.flatMap(({ text }) => (fits(text) ? [text] : [])) ?? []
  return field && values.length > 0 ? { kind: 'values' as const, field, values, not: false } : null
}

/** Who wrote an entry, and not what it is about. */
const WRITERS: ReadonlySet<string> = new Set(['source', 'process', 'thread', 'logger'])

/** "how many jobs ran", where `source` is "jobs" and nothing else is said: its entries are not jobs. */
export function isOfWriter({ table, conditions, bindings }: Hypothesis, target: Binding | null): boolean {
  return (
    table.relation.kind === 'entries' &&
    conditions.length === 1 &&
    target?.kind === 'value' &&
    target.found.some(({ field }) => WRITERS.has(field.column.name)) &&
    !bindings.some(({ kind, span }) => kind === 'entity' && span.from === target.span.to)
  )
}
