// Finds the type of every column of a reader by counting over all its rows: once for what the first rows suggest, and
// once more for the columns in which a later row says otherwise.
import { castSql, countingSql, guessRule, hintFor, type RuleCount, type RuleName, typeRules } from './column-type.ts'
import type { Database } from './database.ts'

export interface TextColumn {
  /** SQL of its text. */
  readonly sql: string
  /** As the table names it. */
  readonly name: string
  /** Its first values. */
  readonly sample: readonly string[]
  /** From the narrowest to the widest; none for a column that keeps the type it has. */
  readonly rules: readonly RuleName[]
  /** The type it has in the reader. */
  readonly type: string
}

export interface TypedColumn {
  readonly name: string
  readonly type: string
  /** Why it is text although it looks like more, or what was taken as NULL. */
  readonly note: string | null
  /** Of a column that is text for the sake of some cells: the type of the others. */
  readonly almost: string | null
  /** SQL of its value. */
  readonly sql: string
}

export interface TypedColumns {
  readonly rows: number
  readonly columns: readonly TypedColumn[]
}

/** Aggregates of one statement; a wide table takes several. */
const MOST_AT_ONCE = 200

export async function typeColumns(
  database: Database,
  from: string,
  columns: readonly TextColumn[],
): Promise<TypedColumns> {
  const guessed = columns.map(({ sample, rules }) => guessRule(sample, rules))
  const guesses = columns.map((column, k) => ({ column, rule: guessed[k]! }))
  const first = await countRules(database, from, guesses, false)
  const open = columns.filter((_, k) => isOpen(guessed[k]!, first.counts[k]!))
  const tries = open.flatMap(column => column.rules.map(rule => ({ column, rule })))
  const second = tries.length === 0 ? [] : (await countRules(database, from, tries, true)).counts
  const typed = columns.map((column, k): TypedColumn => {
    if (!open.includes(column)) return typedColumn(column, guessed[k]!, first.counts[k]!)
    const counted = tries.flatMap((tried, i) =>
      tried.column === column ? [{ rule: tried.rule, count: second[i]! }] : [],
    )
    const fits = counted.find(({ rule, count }) => fitsAll(rule, count))
    if (fits) return typedColumn(column, fits.rule, fits.count)
    return textColumn(column, guessed[k]!, counted.find(({ rule }) => rule === guessed[k])!.count)
  })
  return { rows: first.rows, columns: typed }
}

function fitsAll(rule: RuleName, count: RuleCount): boolean {
  return count.odd === 0 && count.present > count.missing && typeRules[rule].type(count) !== null
}

/** The guess does not hold for all rows. */
function isOpen(rule: RuleName | null, count: RuleCount): boolean {
  if (rule === null) return false
  return count.odd > 0 || typeRules[rule].type(count) === null
}

function typedColumn(column: TextColumn, rule: RuleName | null, count: RuleCount): TypedColumn {
  if (rule === null) return textColumn(column, null, count)
  const { name } = column
  const { missing } = count
  const type = typeRules[rule].type(count)!
  return {
    name,
    type,
    sql: castSql(column.sql, type, missing > 0),
    note: missing > 0 ? `${cells(missing)} with a word for "no value" read as NULL` : null,
    almost: null,
  }
}

function textColumn(
  { name, sql, type, sample, rules }: TextColumn,
  rule: RuleName | null,
  count: RuleCount,
): TypedColumn {
  const note = rules.length === 0 ? null : whyText(sample, rule, count)
  return { name, type, sql, note, almost: rule && count.odd > 0 ? ALMOST[rule] : null }
}

/** Into which nearly every value can be cast. */
const ALMOST: Readonly<Record<RuleName, string>> = {
  boolean: 'BOOLEAN',
  integer: 'DOUBLE',
  decimal: 'DOUBLE',
  double: 'DOUBLE',
  huge: 'DOUBLE',
  'json-double': 'DOUBLE',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
}

function whyText(
  sample: readonly string[],
  rule: RuleName | null,
  { odd, present, example }: RuleCount,
): string | null {
  if (present === 0) return 'has no values'
  if (rule === null) return hintFor(sample)
  if (odd === 0) return 'its values need more room than a type has, or mix times in UTC with others'
  const shown = JSON.stringify((example ?? '').slice(0, 60))
  return `text, because ${cells(odd)} of ${present} ${odd === 1 ? 'is' : 'are'} not ${typeRules[rule].what}: ${shown}`
}

function cells(count: number): string {
  return count === 1 ? '1 cell' : `${count} cells`
}

interface Trial {
  readonly column: TextColumn
  readonly rule: RuleName | null
}

/** A column of which nothing is known is counted only; that also proves that it can be read. */
async function countRules(
  database: Database,
  from: string,
  trials: readonly Trial[],
  fully: boolean,
): Promise<{ rows: number; counts: RuleCount[] }> {
  const counts: RuleCount[] = []
  let rows = 0
  let at = 0
  do {
    const part = trials.slice(at, at + MOST_AT_ONCE)
    const figures = part.map(({ column, rule }) => {
      const text = column.sql
      if (rule !== null) return countingSql(text, rule, fully)
      // A text is a text; whether there is any was seen.
      return column.sample.some(value => value !== '') ? ['1'] : [`count(${text})`]
    })
    const [row = []] = await database.rows(`SELECT ${['count(*)', ...figures.flat()].join(', ')} FROM ${from}`)
    rows = Number(row[0])
    let next = 1
    for (const { length } of figures) {
      const [present, odd = 0, example = null, missing = 0, before = 0, behind = 0, zoned = 0] = row.slice(
        next,
        next + length,
      )
      next += length
      counts.push({
        present: Number(present),
        odd: Number(odd),
        example: example === null ? null : String(example),
        missing: Number(missing),
        before: Number(before ?? 0),
        behind: Number(behind ?? 0),
        zoned: Number(zoned),
      })
    }
    at += part.length
  } while (at < trials.length)
  return { rows, counts }
}
