// Money that a question means without naming a column: what was taken, sold, earned.
import { stem } from '@shoal/base/text/stem'
import type { Context } from './keys.ts'
import { TAKINGS } from './lexicon.ts'
import { VERBS } from './scales.ts'
import { type Field, isMeasure } from './schema.ts'
import { columnSql } from './sql-names.ts'
import type { Span } from './tokens.ts'
import { isFraction } from './units.ts'

export const MONEY = ['revenue', 'sales', 'total', 'amount', 'price', 'value', 'cost', 'gross', 'net']
/** The same where a size is told in money: what anything may cost, or earn. */
export const PRICED = ['price', 'amount', 'total', 'cost', 'revenue', 'fare', 'fee', 'value', 'salary', 'net', 'gross']
/** How many of it a row tells of. */
const PIECES = ['quantity', 'units', 'pieces', 'sold', 'copies', 'count']

/** How many of it were sold: no `unit_price`. */
export function piecesField(own: Context['own']): Field | null {
  return own.scaleField(PIECES, null, ({ parts }) => !parts.some(part => part === 'price' || part === 'cost'))
}

const EARNED =
  /^(?:value|money|sell|sold|spend|spent|cost|worth|paid|earn|earned|earns|make|made|bring|brought|take|took|collect|collected|charge|charged)$/

const ONE = new Set(['unit', 'each', 'singl', 'item', 'piec', 'per'])
/** What a row comes to in all. */
const WHOLE = new Set(
  ['total', 'subtotal', 'revenue', 'sales', 'turnover', 'takings', 'gross', 'net', 'amount'].map(stem),
)
/** What else such a column is called by: `total_items` is no money. */
const BESIDE_WHOLE =
  /^(?:price|amount|cost|paid|due|order|line|grand|sub|invoic|bill|sale|total|net|gross|eur|usd|gbp|chf|revenu|valu|incl|excl|tax|vat)$/

/**
 * The money of a whole row: what it comes to in all, or the price of one as often as it was bought. A price of one stands for it only
 * where a row is of one.
 */
export function moneyOfRow(own: Context['own'], field: Field): Field {
  if (!field.parts.some(part => ONE.has(part) || part === 'price')) return field
  // What was bought stands where the things come often; a list of them has one price of each.
  doneElsewhere(own, ({ core }) => core.some(part => AMOUNTS.has(part)))
  const measures = own.table.fields.filter(isMeasure)
  const pieces = measures.find(one => one !== field && one.core.some(part => AMOUNTS.has(part)))
  const whole = measures.find(
    one =>
      one !== field &&
      one !== pieces &&
      one.parts.some(part => WHOLE.has(part)) &&
      one.parts.every(part => BESIDE_WHOLE.test(part) || WHOLE.has(part)) &&
      // "amount" beside a price may be how many.
      (!one.parts.includes('amount') || pieces !== undefined || one.column.kind === 'number'),
  )
  if (whole) own.doubts.push(`\`${field.column.name}\` instead of \`${whole.column.name}\``)
  return whole ?? lessDiscount(own, pieces ? product(own, pieces, field) : field)
}

const DISCOUNT = new Set(['discount', 'rebate', 'reduction'].map(stem))

/** What was paid, where a row says how much was taken off; where nothing says in what that is told, it is said that it is in. */
function lessDiscount(own: Context['own'], field: Field): Field {
  const discount = own.table.fields.find(one => isMeasure(one) && one.core.some(part => DISCOUNT.has(part)))
  const isNamed = own.bindings.some(one => one.kind === 'column' && one.fields.some(it => it === discount))
  if (!discount || discount === field || isNamed || discount.years?.to === 0) return field
  const name = `\`${discount.column.name}\``
  const isPercent = discount.parts.some(part => part === 'percent' || part === 'pct')
  if (!isFraction(discount) && !isPercent) {
    own.ambiguous.push(`the same less ${name}, of which nothing says whether it is percent or money`)
    return field
  }
  const part = isPercent ? `${columnSql(discount)} / 100` : columnSql(discount)
  const net = {
    ...field,
    column: { ...field.column, name: `${field.column.name} less ${discount.column.name}`, kind: 'number' as const },
    sql: `(${field.sql ?? columnSql(field)} * (1 - coalesce(${part}, 0)))`,
  }
  return own.choose([net, field], `\`${field.column.name}\` before ${name}`)
}

/** Rows that lead here say how much of it was done: a reading that takes what things are for it is a worse one. */
export function doneElsewhere(own: Context['own'], says: (field: Field) => boolean): void {
  if (own.down.some(({ table }) => table.fields.some(field => isMeasure(field) && says(field))))
    own.weakness += OF_OTHER_ROWS
}

const OF_OTHER_ROWS = 3

/** What was taken, of a price for one and of how many. */
function product(own: Context['own'], amount: Field, price: Field): Field {
  if (!price.parts.some(part => ONE.has(part)) && price.relation === amount.relation)
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

export function saysTakings({ reading }: Context['own']): boolean {
  return reading.tokens.some(({ lower }) => TAKINGS.test(lower))
}

/** "the average order value", "how much did we sell": the column of money, or the only figure there is. */
export function meantMeasure({ own }: Pick<Context, 'own'>, isSum: boolean): Field | null {
  const total = isSum ? own.table.fields.find(field => isMeasure(field) && field.core.includes('total')) : undefined
  if (total) return total
  const isMoney = saysTakings(own) || own.reading.tokens.some(({ lower }) => EARNED.test(lower))
  const meant = (isMoney ? own.scaleField(MONEY) : null) ?? own.onlyMeasure()
  if (!meant) return null
  for (const [k, { lower }] of own.reading.tokens.entries())
    if (/^(?:value|money|worth)$/.test(lower) || TAKINGS.test(lower)) own.reading.take({ from: k, to: k + 1 }, 'column')
  own.weakness += 0.3
  // Prices are not what was paid where each was bought several times.
  const isOfRow = own.bindings.some(
    one =>
      one.kind === 'entity' &&
      one.table === own.table &&
      /^(?:value|amount|total|worth)$/.test(own.reading.tokens[one.span.to]?.lower ?? ''),
  )
  if (isSum || isOfRow || saysTakings(own)) return moneyOfRow(own, meant)
  return meant
}

/** What is done: "earn", "weigh", "last". */
export function verbField({ own }: Pick<Context, 'own'>): Field | null {
  for (const [pattern, names] of VERBS) {
    if (!own.reading.tokens.some(({ lower }) => pattern.test(lower))) continue
    const isMoney = names.includes('price')
    const field = own.scaleField(names) ?? (isMoney ? own.scaleField(MONEY) : null)
    if (!field) continue
    // What ships carried is told by their voyages, and not by how much they can.
    doneElsewhere(own, ({ parts }) => names.some(name => parts.includes(stem(name))))
    return isMoney ? moneyOfRow(own, field) : field
  }
  return null
}
