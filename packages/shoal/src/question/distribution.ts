// Questions for how something is spread: "status breakdown", "faults per inverter", "amount by region".
import { ordered } from './counted-things.ts'
import { type Context, freeColumns, keyOf, takeField } from './keys.ts'
import { type Draft, groupedBy } from './ranking.ts'
import { type Field, isMeasure, isTime } from './schema.ts'

/** Some rows have it, and no time is counted. */
const isGappy = (field: Field) => field.present < field.relation.rows && !isTime(field)

export function distribution(context: Context): Draft | null {
  const { own, used, keys } = context
  const { distribution: mark } = own.marks
  if (!mark && keys.length === 0) return null
  own.spend(mark)
  if (keys.length > 0) {
    const [figure] = freeColumns(context, isMeasure)
    if (figure) {
      const field = takeField(context, figure, isMeasure)
      const taken = groupedBy(field)
      const isSum = taken === null ? field.column.kind === 'whole' : taken === 'sum'
      if (taken === null)
        own.ambiguous.push(
          `the ${isSum ? 'average' : 'total'} instead of the ${isSum ? 'total' : 'average'} of each group`,
        )
      own.weakness += 0.2
      return {
        shape: 'figures',
        measures: [{ kind: 'statistic', statistic: isSum ? 'sum' : 'avg', field, p: 0 }],
        order: ordered(keys),
      }
    }
    // "faults per inverter", where `fault_code` stands in some rows only.
    const [part] = freeColumns(context, isGappy)
    if (part) own.add(part.span, { kind: 'missing', field: takeField(context, part, isGappy), not: true })
    // "status breakdown per carrier"
    const beside = mark ? (own.before(mark.from, 1) ?? own.after(mark.to, 3)) : null
    const inner = beside && !used.has(beside) ? keyOf(own, beside) : null
    if (inner) {
      used.add(beside!)
      return { shape: 'figures', keys: [...keys, inner], measures: [{ kind: 'count' }], order: ordered(keys) }
    }
    const isSpoken =
      own.bindings.some(one => one.kind === 'entity' && one.table === own.table) ||
      own.conditions.length > 0 ||
      own.bindings.some(one => one.kind === 'column' && !used.has(one) && one.fields.every(({ isKey }) => isKey)) ||
      mark !== null
    return isSpoken ? { shape: 'figures', measures: [{ kind: 'count' }], order: ordered(keys) } : null
  }
  const binding = own.after(mark!.to, 4) ?? own.before(mark!.from, 3)
  const key = binding && !used.has(binding) ? keyOf(own, binding) : null
  if (!key) return null
  used.add(binding!)
  return { shape: 'figures', keys: [key], measures: [{ kind: 'count' }], order: { by: 'measure', descending: true } }
}
