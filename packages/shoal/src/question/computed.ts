// Columns that a question makes of two others: "the difference between max and min temperature", "revenue minus cost", "profit" where
// only what came in and what went out is told. They are bound like any column, so every rule reads them.
import { smallest } from '@shoal/base/model/lists'
import { stem } from '@shoal/base/text/stem'
import type { Hypothesis } from './hypothesis.ts'
import { isAdditive } from './ranking.ts'
import { type Field, isMeasure } from './schema.ts'
import { columnSql } from './sql-names.ts'
import type { Span } from './tokens.ts'

const END = String.raw`(?=[?,.!]|$| (?:by|per|for|in|on|of|when|where|each|over|across|during|is|was|are|were|and|than|above|below|more|less|largest|smallest)\b)`
const NAME = String.raw`(?:the )?([\p{L}\p{N}_]{1,40}(?: [\p{L}\p{N}_]{1,40}){0,2}?)`
const BETWEEN = new RegExp(
  String.raw`\b(?:difference|gap|spread|distance) (?:in [\p{L}_]{1,30} )?between ${NAME} and ${NAME}${END}`,
  'giu',
)
const MINUS = new RegExp(`(?:^|(?<= ))${NAME} (?:minus|less|-) ${NAME}${END}`, 'giu')
const PROFIT = /\b(?:(?:profit )?margins?|(?:net |gross )?(?:profits?|surplus)|net (?:income|earnings))\b/gi

const PROFITS = stem('profit')
const isSummed = ({ parts }: Field) => parts.includes(PROFITS)
const IN = ['revenue', 'sales', 'income', 'turnover', 'takings', 'earnings'].map(stem)
const EARNED = ['profit', 'margin', 'surplus'].map(stem)
const OUT = ['cost', 'expense', 'spend', 'spending', 'expenditure', 'outlay', 'purchase'].map(stem)

export function bindComputed(own: Hypothesis): void {
  const { text } = own.reading
  for (const pattern of [BETWEEN, MINUS])
    for (const { 0: whole, 1: first = '', 2: second = '', index } of text.matchAll(pattern)) {
      const b = named(own, second)
      // "max and min temperature": the noun is said once. "what is revenue minus cost": only the last words are a name.
      const words = first.split(' ')
      for (let from = 0; b && from < words.length; from++) {
        const said = words.slice(from).join(' ')
        const a = named(own, said) ?? named(own, `${said} ${second.split(' ').slice(1).join(' ')}`)
        if (!a || a === b) continue
        const skipped = pattern === MINUS ? whole.indexOf(said) : 0
        bind(own, index + skipped, index + whole.length, less(a, b))
        break
      }
    }
  if (own.table.fields.some(({ parts }) => parts.some(part => EARNED.includes(part)))) return
  for (const { 0: whole, index } of text.matchAll(PROFIT)) {
    const [a, b] = [IN, OUT].map(words =>
      own.table.fields.filter(field => isMeasure(field) && field.core.length === 1 && words.includes(field.core[0]!)),
    )
    // A margin may be a share of what came in.
    const other = /margin/i.test(whole) ? 'a share of the revenue' : null
    if (a?.length === 1 && b?.length === 1) bind(own, index, index + whole.length, less(a[0]!, b[0]!), other)
  }
}

const FILLER = new Set(['the', 'of', 'a', 'an', 'its', 'their', 'column', 'value', 'values'])
const SAME: Readonly<Record<string, readonly string[]>> = {
  max: ['max', 'maximum', 'highest', 'high', 'tmax'].map(stem),
  min: ['min', 'minimum', 'lowest', 'low', 'tmin'].map(stem),
}

/** The figure of this table that words name; null where it is none or more than one. */
function named({ table }: Hypothesis, words: string): Field | null {
  const wanted = words
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(word => word !== '' && !FILLER.has(word))
    .map(stem)
  if (wanted.length === 0) return null
  const says = ({ parts }: Field, word: string) =>
    parts.some(
      part =>
        part === word ||
        (word.length >= 4 && part.length >= 4 && (part.startsWith(word) || word.startsWith(part))) ||
        Object.values(SAME).some(list => list.includes(word) && list.includes(part)),
    )
  const found = table.fields.filter(field => isMeasure(field) && wanted.every(word => says(field, word)))
  const least = smallest(found.map(({ parts }) => parts.length))
  const best = found.filter(({ parts }) => parts.length === least)
  return best.length === 1 ? best[0]! : null
}

function less(a: Field, b: Field): Field {
  const shared = a.parts.filter(part => b.parts.includes(part))
  // Sums of amounts differ as the amounts do; the difference of two temperatures is one of a day.
  const kind = isAdditive(a) && isAdditive(b) ? PROFITS : stem('average')
  return {
    ...a,
    parts: [...shared, kind],
    core: [...shared, kind],
    column: { ...a.column, name: `${a.column.name} − ${b.column.name}`, kind: 'number', type: 'DOUBLE' },
    values: null,
    truth: null,
    isKey: false,
    sql: `(${columnSql(a)} - ${columnSql(b)})`,
  }
}

function bind(own: Hypothesis, start: number, end: number, field: Field, other: string | null = null): void {
  const span = own.reading.spanOf(start, end)
  if (span.from >= span.to) return
  for (const binding of own.bindings.filter(one => isWithin(one.span, span)))
    own.bindings.splice(own.bindings.indexOf(binding), 1)
  own.dropMarks(span)
  own.reading.take(span, 'column')
  own.bindings.push({ kind: 'column', span, fields: [field], score: 1 })
  own.bindings.sort((a, b) => a.span.from - b.span.from)
  if (other) own.ambiguous.push(other)
  // Asked for by nothing else, of rows that are not told apart, it is one figure only on average.
  const { statistics, ranked, most, top, compared, count, each, parts, periods, comparative } = own.marks
  const asks =
    [statistics, ranked, most, compared, each, parts, periods].some(list => list.length > 0) ||
    top ||
    count ||
    comparative
  if (asks || own.table.relation.rows < 2 || own.bindings.some(({ kind }) => kind === 'value')) return
  own.marks = { ...own.marks, statistics: [{ statistic: isSummed(field) ? 'sum' : 'avg', p: 0, span }] }
  own.ambiguous.push('that of every row')
}

function isWithin({ from, to }: Span, outer: Span): boolean {
  return from < outer.to && to > outer.from
}
