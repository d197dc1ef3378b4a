// Whether two figures go together: "is there a correlation of price and rating".
import { type ColumnBinding, type Context, freeColumns } from './keys.ts'
import type { Draft } from './ranking.ts'
import { type Field, isNumeric } from './schema.ts'

export function correlation(context: Context): Draft | null {
  const { own, used } = context
  const { correlation: mark, comparatives, yesNo } = own.marks
  const isTwice = yesNo && comparatives.length === 2 && own.marks.versus.length === 0
  if (!mark && !isTwice) return null
  const named = freeColumns(context, () => true).flatMap(binding => {
    const field = numberNamed(context, binding)
    return field ? [{ binding, field }] : []
  })
  // "do older patients stay longer": what the adjectives measure.
  const scaled = comparatives.flatMap(({ scale }) =>
    scale && scale.names.length > 0 ? (own.scaled(scale)?.field ?? []) : [],
  )
  const [a, b, more] = [...new Set([...scaled, ...named.map(({ field }) => field)])]
  if (!a || !b || more) return null
  own.spend(mark)
  for (const { binding } of named) used.add(binding)
  for (const field of [a, b]) own.use(field)
  // "higher", "more": whichever way it goes.
  for (const { span } of comparatives) own.reading.take(span, 'comparative')
  own.takeWords(/^(?:being|higher|lower|more|less|fewer|strongly|closely|tightly)$/)
  return { shape: 'figures', keys: [], measures: [{ kind: 'correlation', a, b }] }
}

/** The figure of a name: where what is named best is none, another that has the word. */
function numberNamed({ own }: Context, { fields, span }: ColumnBinding): Field | null {
  const direct = own.pick(fields, isNumeric)
  if (direct) return direct
  const { stem: said } = own.reading.tokens[span.to - 1]!
  const near = own.table.fields.filter(field => isNumeric(field) && field.parts.includes(said))
  return near.length === 1 ? near[0]! : null
}
