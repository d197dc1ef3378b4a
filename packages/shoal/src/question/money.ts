// Money that a question means without naming a column: what was taken, sold, earned.
import { stem } from '@shoal/base/text/stem'
import type { Context } from './keys.ts'
import { TAKINGS } from './lexicon.ts'
import { type Field, isMeasure } from './schema.ts'
import { columnSql } from './sql-names.ts'
import type { Span } from './tokens.ts'

export const MONEY = ['revenue', 'sales', 'total', 'amount', 'price', 'value', 'cost', 'gross', 'net']
/** How many of it a row tells of. */
export const PIECES = ['quantity', 'units', 'pieces', 'sold', 'copies']

const EARNED =
  /^(?:value|money|sell|sold|spend|spent|cost|worth|paid|earn|earned|earns|make|made|bring|brought|take|took|collect|collected|charge|charged)$/

/** What was taken, of a price for one and of how many. */
function product(own: Context['own'], amount: Field, price: Field): Field {
  if (!price.parts.some(part => ['unit', 'each', 'singl', 'item', 'piec'].includes(part)))
    own.ambiguous.push(`\`${price.column.name}\` alone, should it be that of all of \`${amount.column.name}\``)
  return {
    ...price,
    parts: ['revenu'],
    core: ['revenu'],
    column: { ...price.column, name: `${amount.column.name} × ${price.column.name}`, kind: 'number' },
    sql: `(${columnSql(amount)} * ${columnSql(price)})`,
  }
}

const AMOUNTS = new Set(['quantity', 'units', 'pieces', 'count', 'items', 'sold'].map(stem))

/** "revenue by month", where no column is called so: what was taken in all. */
export function takings({ reading }: Context['own']): Span | null {
  const k = reading.tokens.findIndex(({ lower }, at) => TAKINGS.test(lower) && reading.isFree({ from: at, to: at + 1 }))
  return k < 0 ? null : { from: k, to: k + 1 }
}

/** "the average order value", "how much did we sell": the column of money, or the only figure there is. */
export function meantMeasure({ own }: Pick<Context, 'own'>, isSum: boolean): Field | null {
  const total = isSum ? own.table.fields.find(field => isMeasure(field) && field.core.includes('total')) : undefined
  if (total) return total
  const isMoney = own.reading.tokens.some(({ lower }) => EARNED.test(lower) || TAKINGS.test(lower))
  const meant = (isMoney ? own.scaleField(MONEY) : null) ?? own.onlyMeasure()
  if (!meant) return null
  for (const [k, { lower }] of own.reading.tokens.entries())
    if (/^(?:value|money|worth)$/.test(lower) || TAKINGS.test(lower)) own.reading.take({ from: k, to: k + 1 }, 'column')
  // Prices are not what was paid where each was bought several times.
  const amount = own.table.fields.find(field => isMeasure(field) && field.core.some(part => AMOUNTS.has(part)))
  own.weakness += 0.3
  const isTaken = isSum || own.reading.tokens.some(({ lower }) => TAKINGS.test(lower))
  if (isTaken && amount && meant.parts.includes('price') && amount.relation === meant.relation)
    return product(own, amount, meant)
  return meant
}
