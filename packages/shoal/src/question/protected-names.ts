// Names and values of the data that hold words with a meaning of their own are kept from being read as what is asked.
import { nameScore, spansOf, type ValueIndex } from './bind.ts'
import { PARTS } from './lexicon.ts'
import { isMeasure, type Table } from './schema.ts'
import type { Reading, Span } from './tokens.ts'

const NAMED = new Set(['rate', 'count', 'percent', 'percentage', 'share', 'frequency'])

/** What can be asked of a column `total`. */
const OTHER = /\b(?:average|mean|median|highest|lowest|largest|smallest|maximum|minimum|percentile|p\d\d)\b/i

/** Names and values of the data that hold words with a meaning of their own: `first_reply_minutes`, "Time of day". */
export function protect(reading: Reading, tables: readonly Table[], values: ValueIndex): Span[] {
  const kept: Span[] = []
  for (const span of spansOf(reading)) {
    const tokens = reading.tokens.slice(span.from, span.to)
    if (
      tokens.length === 1 &&
      !NAMED.has(tokens[0]!.lower) &&
      !isFigureOfTime(reading, span, tables) &&
      !(/^(?:total|peak)$/.test(tokens[0]!.lower) && OTHER.test(reading.text))
    )
      continue
    if (!reading.isFree(span)) continue
    const least = tokens[0]!.lower === 'peak' ? 0.6 : tokens.length === 1 ? 0.95 : 0.85
    const isName = tables.some(({ fields }) => fields.some(field => nameScore(tokens, field) >= least))
    const isValue =
      tokens.length > 1 && (values.get(`${span.from}-${span.to}`) ?? []).some(({ score }) => score >= 0.95)
    if (!isName && !isValue) continue
    reading.take(span, 'name')
    kept.push(span)
  }
  return kept
}

/** "the most hours" of a column `hours`: a figure, and no part of a date; "which days" and "per month" are. */
function isFigureOfTime({ tokens }: Reading, { from }: Span, tables: readonly Table[]): boolean {
  const { lower } = tokens[from]!
  const before = tokens[from - 1]?.lower ?? ''
  if (!PARTS.has(lower) || !lower.endsWith('s') || /^(?:which|what|by|per|each|every|\d.*)$/.test(before)) return false
  return tables.some(({ fields }) =>
    fields.some(field => isMeasure(field) && field.column.name.toLowerCase() === lower),
  )
}
