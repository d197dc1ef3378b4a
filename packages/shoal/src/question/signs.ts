// Money with a sign: of a statement of an account, what was spent stands below zero and what came in above.
import type { Hypothesis } from './hypothesis.ts'
import { measuredFields, type Query } from './query.ts'
import { type Field, isMeasure } from './schema.ts'

const OUT =
  /^(?:spend|spends|spent|spending|expenses?|expenditures?|outgoings?|pay|paid|costs?|costing|withdrew|withdrawn|withdrawals?|debits?|debited|charged|outflows?)$/
const IN =
  /^(?:income|earn|earns|earned|earnings|receive|received|receipts|deposits?|deposited|credits?|credited|inflows?)$/

/** Of fewer rows below zero these are corrections of the others. */
const LEAST_SIGNED = 0.3

/** "how much did I spend in March": of the rows that say so by their sign; the most spent is the lowest sum. */
export function withSign({ reading, conditions }: Hypothesis, query: Query): Query {
  const isSaid = (words: RegExp) => reading.tokens.some(({ lower }) => words.test(lower))
  const [isOut, isIn] = [isSaid(OUT), isSaid(IN)]
  const field = query.measures.flatMap(measuredFields).find(isSigned) ?? null
  if (field === null || isOut === isIn) return query
  if (conditions.some(({ what }) => (what.kind === 'number' || what.kind === 'between') && what.field === field))
    return query
  const { order } = query
  const isRanked = order?.by === 'measure' && query.measures[0]?.kind === 'statistic'
  return {
    ...query,
    where: [...query.where, { kind: 'number', field, op: isOut ? '<' : '>', value: 0 }],
    ...(isOut && isRanked && { order: { ...order, descending: !order.descending } }),
  }
}

function isSigned(field: Field): boolean {
  const { below = 0, present, years } = field
  return isMeasure(field) && below >= present * LEAST_SIGNED && (years?.to ?? 0) > 0
}
