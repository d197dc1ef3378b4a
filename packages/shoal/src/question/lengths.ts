// Questions for lengths of time: from one time of a row to another, from one row to the next, from the first to the last.
import { ordered } from './counted-things.ts'
import { LASTS } from './figures.ts'
import { type Context, freeColumns, takeField } from './keys.ts'
import type { Measure } from './query.ts'
import type { Draft } from './ranking.ts'
import { type Field, isTime } from './schema.ts'

/** "how long from opened to closed on average", "days between start and end". */
export function elapsed(context: Context): Draft | null {
  const { own, keys } = context
  const { howLong: mark, statistics: named, count } = own.marks
  const times = freeColumns(context, isTime)
  if (times.length < 2 || (!mark && !/\b(?:between|from)\b/i.test(own.reading.text))) return null
  const [a, b] = times.map(binding => takeField(context, binding, isTime)) as [Field, Field]
  if (a === b) return null
  const [first] = named
  const statistic =
    first && ['avg', 'median', 'min', 'max', 'sum'].includes(first.statistic) ? (first.statistic as 'avg') : 'avg'
  own.spend(mark, count, first?.span)
  own.takeWords(/^(?:days?|hours?|minutes?|time|take|takes|it|between)$/)
  return { shape: 'figures', measures: [{ kind: 'elapsed', statistic, a, b }], order: ordered(keys) }
}

/** "the longest break between two visits": from one row to the next. */
export function longestPause({ own }: Context): Draft | null {
  const { pause: mark, howLong: asked, statistics: told } = own.marks
  const field = mark ? own.timeField() : null
  if (!field || told.length > 0) return null
  own.spend(mark, asked)
  own.takeWords(/^(?:two|consecutive|successive|neighbou?ring|following|next|between)$/)
  return { shape: 'figures', measures: [], pause: field }
}

/** What happens once and again. */
const ONE = /\b(?:stay|stays|stayed|wait|waits|waited|out|away|down|offline|idle|take|takes|took)\b/i

/** "how long to get a refund": until it is there. */
const UNTIL = /\bhow long (?:to|until|till|before|for|will|should|can|may|must)\b/i

/** "how long", "how many days does the data cover". */
export function howLong(context: Context): Draft | null {
  const { own } = context
  const { howLong: mark, statistics: told } = own.marks
  if (!mark || told.length > 0) return null
  // "how long did it stay out" is not how far the dates of all rows lie apart.
  if (own.table.relation.kind === 'table' && (LASTS.test(own.reading.text) || UNTIL.test(own.reading.text))) return null
  const field = own.timeField()
  if (!field) return null
  if (own.conditions.length > 0 && ONE.test(own.reading.text)) own.ambiguous.push('how long one of these took')
  own.spend(mark)
  const end = (statistic: 'min' | 'max'): Measure => ({ kind: 'statistic', statistic, field, p: 0 })
  return {
    shape: 'figures',
    measures: [{ kind: 'duration', field }, end('min'), end('max')],
    order: ordered(context.keys),
  }
}
