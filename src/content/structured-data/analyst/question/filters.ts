// The rows a question is about: values, times and sizes that it names become conditions. Values of one column are
// alternatives, those of several columns all hold.

import { stem } from '../../../../text/stem.ts'
import type { RowView } from '../../../../text/table/scan-rows.ts'
import { type TimeWords, timeWords } from '../../../../text/table/time-words.ts'
import type { Ask } from '../ask.ts'
import type { Mark } from '../marks.ts'
import type { ColumnProfile, TableProfile } from '../profile.ts'
import { isMeasure } from '../relations.ts'
import { figure, quoted } from '../words.ts'

export interface Clause {
  readonly kind: 'value' | 'time' | 'number' | 'word' | 'gap'
  /** `region` "EU" or "US". */
  readonly text: string
  /** The words of the question it stands for. */
  readonly asked: readonly string[]
  readonly columns: readonly number[]
  readonly marks: readonly Mark[]
  holds(row: RowView): boolean
}

export interface WordSpan {
  readonly start: number
  readonly end: number
}

export interface Filters {
  readonly clauses: readonly Clause[]
  /** Conditions that are named and cannot be met. */
  readonly unapplied: readonly string[]
  /** Places in the question that are accounted for, in characters. */
  readonly spans: readonly WordSpan[]
}

/**
 * Values that the question names, but for numbers that are sizes at the `taken` places. `marks` are those seen while
 * reading, also of columns whose values are not listed.
 */
export function valueClauses(
  text: string,
  profile: TableProfile,
  ask: Ask,
  marks: readonly Mark[],
  taken: readonly WordSpan[],
): Clause[] {
  const free = blanked(text, taken)
  const isSize = (term: string) => /^\d+$/.test(term) && !new RegExp(`\\b${term}\\b`).test(free)
  const found = new Map<string, { mark: Mark; keys: Set<string>; texts: string[] }>()
  for (const { index, merged } of profile.columns)
    for (const value of merged.values ?? []) {
      if (value.length !== value.start.length) continue
      const shown = profile.frame.decode(value.start)
      const term = ask.termOf(index, shown)
      if (term === null || isSize(term)) continue
      const known = found.get(`${index}:${term}`) ?? { mark: { column: index, term }, keys: new Set(), texts: [] }
      known.keys.add(latin(value.start))
      known.texts.push(shown.trim())
      found.set(`${index}:${term}`, known)
    }
  for (const mark of marks)
    if (!profile.columns[mark.column]!.merged.values && !isSize(mark.term))
      found.set(`${mark.column}:${mark.term}`, { mark, keys: new Set(), texts: [written(mark.term, text)] })
  const groups: (typeof found extends Map<string, infer V> ? V : never)[][] = []
  for (const one of found.values()) {
    const group = groups.find(others =>
      others.some(({ mark }) => mark.column === one.mark.column || mark.term === one.mark.term),
    )
    if (group) group.push(one)
    else groups.push([one])
  }
  return groups.map(group => {
    const columns = [...new Set(group.map(({ mark }) => mark.column))]
    const alternatives = columns.map(column => {
      const own = group.filter(({ mark }) => mark.column === column)
      const keys = new Set(own.flatMap(one => [...one.keys]))
      const terms = new Set(own.map(({ mark }) => mark.term))
      return { column, keys, terms, listed: profile.columns[column]!.merged.values !== null }
    })
    const words = columns.map(column => {
      const texts = group.filter(({ mark }) => mark.column === column).flatMap(one => one.texts.slice(0, 3))
      return `\`${profile.columns[column]!.name}\` ${[...new Set(texts)].map(quoted).join(' or ')}`
    })
    return {
      kind: 'value',
      text: words.join(' or '),
      asked: group.map(({ mark }) => mark.term),
      columns,
      marks: group.map(({ mark }) => mark),
      holds: row =>
        alternatives.some(({ column, keys, terms, listed }) => {
          const key = row.key(column)
          if (key === null) return false
          if (listed) return keys.has(key)
          const term = ask.termOf(column, profile.frame.decode(bytesOf(key)))
          return term !== null && terms.has(term)
        }),
    }
  })
}

/** A term as the question writes it: `n-4711` for `n 4711`. */
function written(term: string, text: string): string {
  const parts = term.split(' ').map(part => part.replace(/[^\p{L}\p{N}]/gu, '\\$&'))
  return new RegExp(parts.join('[\\s_-]+'), 'i').exec(text)?.[0] ?? term
}

function blanked(text: string, spans: readonly WordSpan[]): string {
  let left = text
  for (const { start, end } of spans) left = left.slice(0, start) + ' '.repeat(end - start) + left.slice(end)
  return left
}

/** A word that is no listed value: it may stand in a column with too many values to be listed. */
export function wordClause(profile: TableProfile, words: string): Clause | null {
  const columns = profile.columns
    .filter(({ merged, type, times }) => !merged.values && !isMeasure({ type } as ColumnProfile) && !times)
    .map(({ index }) => index)
  if (columns.length === 0) return null
  const wanted = words.toLowerCase()
  return {
    kind: 'word',
    text: `${columns.map(column => `\`${profile.columns[column]!.name}\``).join(' or ')} ${quoted(words)}`,
    asked: [words],
    columns,
    marks: [],
    holds: row =>
      columns.some(column => {
        const key = row.key(column)
        if (key === null || key.length < wanted.length || key.length > wanted.length * 4) return false
        return profile.frame.decode(bytesOf(key)).trim().toLowerCase() === wanted
      }),
  }
}

/** Times, of the column of dates that the question names or that is the only one to be meant. */
export function timeClauses(text: string, profile: TableProfile, ask: Ask, entity: ReadonlySet<string>): Filters {
  const times = timeWords(text)
  if (times.length === 0) return { clauses: [], unapplied: [], spans: [] }
  const column = dateColumn(profile, ask, entity)
  if (!column)
    return {
      clauses: [],
      unapplied: times.map(({ words }) => words),
      spans: times.map(({ start, end }) => ({ start, end })),
    }
  return {
    clauses: [
      {
        kind: 'time',
        text: `\`${column.name}\` ${times.map(time => time.text).join(' or ')}`,
        asked: times.map(({ words }) => words),
        columns: [column.index],
        marks: [],
        holds: row => {
          const seconds = row.seconds(column.index)
          return times.some((time: TimeWords) => time.holds(seconds))
        },
      },
    ],
    unapplied: [],
    spans: times.map(({ start, end }) => ({ start, end })),
  }
}

/** Named; or the only one; or the one of what the rows are (`ordered_at` of orders); or the only one that is never empty. */
export function dateColumn(profile: TableProfile, ask: Ask, entity: ReadonlySet<string>): ColumnProfile | null {
  const dates = profile.columns.filter(({ type, times }) => times && (type === 'date' || type === 'datetime'))
  const only = (columns: readonly ColumnProfile[]) => (columns.length === 1 ? columns[0]! : null)
  return (
    only(dates.filter(({ index }) => ask.columns.some(column => column.index === index))) ??
    only(dates) ??
    only(
      dates.filter(({ name }) => (name.toLowerCase().match(/\p{L}+/gu) ?? []).some(word => entity.has(stem(word)))),
    ) ??
    only(dates.filter(({ missingCells }) => missingCells === 0))
  )
}

const NUMBER = String.raw`[$€£]?(-?\d[\d,]*(?:\.\d+)?)(?!-*[\w%])`
const MORE = 'above|over|exceeding|greater than|more than|larger than|bigger than|higher than|>'
const LESS = 'below|under|less than|lower than|smaller than|fewer than|<'
const COMPARED = new RegExp(`(>=|<=|at least|at most|up to|${MORE}|${LESS}) ?${NUMBER}`, 'gi')
const WITHIN = new RegExp(`\\bbetween ${NUMBER} and ${NUMBER}`, 'gi')

/** `amount over 100`: sizes of the named column before it, or else of the main number of the table. */
export function numberClauses(
  text: string,
  taken: readonly WordSpan[],
  columnAt: (place: number) => ColumnProfile | null,
  countsThings: (place: number) => boolean,
): Filters {
  const clauses: Clause[] = []
  const unapplied: string[] = []
  const spans: WordSpan[] = []
  const add = (match: RegExpExecArray, words: string, holds: (x: number) => boolean) => {
    const span = { start: match.index, end: match.index + match[0].length }
    if ([...taken, ...spans].some(other => span.start < other.end && span.end > other.start)) return
    spans.push(span)
    const column = countsThings(span.end) ? null : columnAt(span.start)
    if (!column) {
      unapplied.push(match[0])
      return
    }
    clauses.push({
      kind: 'number',
      text: `\`${column.name}\` ${words}`,
      asked: [match[0]],
      columns: [column.index],
      marks: [],
      holds: row => holds(row.number(column.index)),
    })
  }
  const read = text.slice(0, 2000)
  for (const match of read.matchAll(WITHIN)) {
    const [low, high] = [numberOf(match[1]!), numberOf(match[2]!)]
    add(match, `from ${figure(low)} to ${figure(high)}`, x => x >= low && x <= high)
  }
  for (const match of read.matchAll(COMPARED)) {
    const limit = numberOf(match[2]!)
    const word = match[1]!.toLowerCase()
    if (word === '>=' || word === 'at least') add(match, `of at least ${figure(limit)}`, x => x >= limit)
    else if (['<=', 'at most', 'up to'].includes(word)) add(match, `of at most ${figure(limit)}`, x => x <= limit)
    else if (MORE.split('|').includes(word)) add(match, `above ${figure(limit)}`, x => x > limit)
    else add(match, `below ${figure(limit)}`, x => x < limit)
  }
  return { clauses, unapplied, spans }
}

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''))
}

export function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

export function bytesOf(key: string): Uint8Array {
  return Buffer.from(key, 'latin1')
}
