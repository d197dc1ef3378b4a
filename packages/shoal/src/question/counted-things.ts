// What is counted though no column is called so: pieces that were sold, crowds, goods by their weight, what every entry of a log tells of.
import { stem } from '@shoal/base/text/stem'
import type { Binding } from './bind.ts'
import type { Context } from './keys.ts'
import { piecesField, verbField } from './money.ts'
import type { Key, Query } from './query.ts'
import type { Draft } from './ranking.ts'
import { type Field, isCounted, isMeasure } from './schema.ts'
import type { Span } from './tokens.ts'

const SOLD = /\b(?:sold|sell|bought|buy|ordered|purchased|delivered|shipped)\b/i

/** "how many brownies were sold", where a row says how many. */
export function piecesSold({ own, keys }: Context): Draft | null {
  const field = SOLD.test(own.reading.text) ? piecesField(own) : null
  if (!field) return null
  own.doubts.push(`the number of rows of \`${own.table.relation.name}\``)
  return summed(field, keys)
}

/** "how many sick days", where a row says how many `days` it is of. */
export function measuredBehind({ own, keys }: Context, at: number): Draft | null {
  const token = own.reading.tokens[at]
  if (!token?.lower.endsWith('s')) return null
  const field = own.table.fields.find(
    one => isMeasure(one) && one.core.length === 1 && one.core[0] === token.stem && one.role === undefined,
  )
  if (!field) return null
  own.reading.take({ from: at, to: at + 1 }, 'column')
  return summed(field, keys)
}

/** "jars of jam", where jam is sold: what pieces of it come in. */
export function ofVessels(own: Context['own'], at: number): Binding | null {
  const { tokens, text } = own.reading
  if (tokens[at + 1]?.lower !== 'of' || !/s$/.test(tokens[at]!.lower) || !SOLD.test(text)) return null
  const value = own.after(at + 2, 1)
  if (value?.kind !== 'value') return null
  own.reading.take({ from: at, to: at + 1 }, 'said')
  return value
}

/** What many do at once: rows tell how many did. */
const WATCHED = /\bhow many people (?:\p{L}+ )?(?:watched|attended|watch|attend|came|visited)\b/iu

export function crowdOf(context: Context): Draft | null {
  const field = WATCHED.test(context.own.reading.text) ? verbField(context) : null
  if (!field || !isCounted(field)) return null
  return summed(field, context.keys)
}

/** "how much grain was landed": of what is weighed out or measured out. */
export function goodsOf(own: Context['own'], howMuch: Span | null): Field | null {
  const next = howMuch && own.after(howMuch.to, 2)
  return next?.kind === 'value' ? own.scaleField(WEIGHED) : null
}

const WEIGHED =
  'tonnes tons tonnage weight kg pounds lbs litres liters volume quantity amount yield output production'.split(' ')

const HAPPENED =
  /\b(?:ran|run|began|started|finished|ended|completed|failed|succeeded|happened|executed|processed|done)\b/i

/** "how many jobs ran": all that the entries say is what a job did; "how many hosts are there" asks for different ones. */
export function isEveryEntry({ table, reading, marks }: Context['own'], { to }: Span): boolean {
  if (table.relation.kind !== 'entries' || !HAPPENED.test(reading.text)) return false
  if (marks.count !== null && /different/i.test(reading.words(marks.count))) return false
  const { stem: said } = reading.tokens[to - 1]!
  const says = ({ text }: { readonly text: string }) =>
    text
      .toLowerCase()
      .split(/[^\p{L}=:]+/u)
      .some(word => stem(word) === said)
  return table.fields.find(({ column }) => column.name === 'message')?.values?.every(says) ?? false
}

export function summed(field: Field, keys: readonly Key[]): Draft {
  return { shape: 'figures', measures: [{ kind: 'statistic', statistic: 'sum', field, p: 0 }], order: ordered(keys) }
}

export function ordered(keys: readonly Key[]): Query['order'] {
  if (keys.length === 0) return null
  return { by: keys.some(({ kind }) => kind !== 'field') ? 'keys' : 'measure', descending: true }
}
