// Figures of several units: a column beside them says which one each is in. Euros and dollars that are added make no sum of either.
import { plural } from '@shoal/base/text/printable'
import { stem } from '@shoal/base/text/stem'
import { identifier } from '../text/sql-text.ts'
import type { Asked } from './asked.ts'
import { measuredFields, type Query } from './query.ts'
import { type Field, isMeasure } from './schema.ts'
import { fromSql, whereSql } from './sql-conditions.ts'
import { columnSql } from './sql-names.ts'
import type { Token } from './tokens.ts'

/** What a column is called that says the unit of the others. */
const UNITS = new Set(['currency', 'currency code', 'ccy', 'unit', 'uom', 'unit of measure'].map(name => stems(name)))
/** A business unit is no unit. */
const MOST_LETTERS = 8
const MOST_NAMED = 4

/** What is taken together though it is in different units; null for nothing. */
export async function mixedUnits(query: Query, asked: Asked): Promise<string | null> {
  const { table, measures, keys, where } = query
  const isFigure = measures.some(one => one.kind === 'statistic' || one.kind === 'part' || one.kind === 'sum-share')
  const unit = table.fields.find(
    ({ parts, column, values }) =>
      column.kind === 'text' &&
      (UNITS.has(parts.join(' ')) || (UNITS.has(parts.at(-1)!) && isOfMeasured(parts.slice(0, -1), query))) &&
      values?.every(({ text }) => text.length <= MOST_LETTERS) === true,
  )
  if (!isFigure || !unit || keys.some(({ field }) => field === unit)) return null
  if (where.some(one => 'field' in one && one.field === unit)) return null
  const own = columnSql(unit)
  const rows = await asked.rows(
    `SELECT ${own} AS ${identifier('unit')}, count(*)\n${fromSql(query)}\n${whereSql([...where, { kind: 'present', field: unit }]).join('\n')}\nGROUP BY 1 ORDER BY 2 DESC, 1`,
  )
  if (rows.length < 2) return null
  const named = rows.slice(0, MOST_NAMED).map(([name, count]) => `${name} (${plural(Number(count), 'row')})`)
  const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : ''
  return `\`${unit.column.name}\` says ${named.join(', ')}${more}, and all are taken together as they stand; ask by \`${unit.column.name}\` for each`
}

/** `weight_unit` is that of `weight`. */
function isOfMeasured(base: readonly string[], { measures }: Query): boolean {
  return measures.flatMap(measuredFields).some(({ parts }) => base.every(part => parts.includes(part)))
}

function stems(name: string): string {
  return name.split(' ').map(stem).join(' ')
}

/** Parts of one: 0.2 of a column `discount` is 20 %. */
export function isFraction(field: Field): boolean {
  const { column, years, parts } = field
  if (column.kind !== 'number' || !isMeasure(field) || years === undefined) return false
  return years.from >= 0 && years.to <= 1 && !parts.some(part => PERCENT.has(part))
}

const PERCENT = new Set(['percent', 'percentag', 'pct'])

/** What a number that is said in percent is divided by, in the column that it is asked of. */
export function percentDivisor(tokens: readonly Token[], end: number, field: Field): number {
  const isPercent = tokens[end - 1]?.text.endsWith('%') || /^(?:percent|%)$/.test(tokens[end]?.lower ?? '')
  return isPercent && isFraction(field) ? 100 : 1
}
