// Finds the type of every column of a reader by counting over all its rows: once for what the first rows suggest, and
// once more for the columns in which a later row says otherwise.
import {
  castSql,
  countingSql,
  hintFor,
  presentIn,
  type RuleCount,
  type RuleName,
  saysMissing,
  type TypeRule,
  typeRules,
} from './column-type.ts'
import type { Database } from './database.ts'
import { dateReadings } from './written-dates.ts'
import { numberReadings } from './written-numbers.ts'

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
  /** Some values from all over the rows, where these can be had: what they contradict is not presumed. */
  readonly others?: readonly string[]
}

export interface TypedColumn {
  readonly name: string
  readonly type: string
  /** Why it is text although it looks like more, how its values are written, or what was taken as NULL. */
  readonly note: string | null
  /** Of a column that is text for the sake of some cells: the type of the others. */
  readonly almost: string | null
  /** What its cells say beside the number. */
  readonly unit: string | null
  /** It is text, for nobody can tell days from months. */
  readonly ambiguousDate: boolean
  /** SQL of its value. */
  readonly sql: string
  /** Of a column whose type is wider than it has to be, for its values were not seen: how many decimals they have. */
  readonly decimals?: number
}

export interface TypedColumns {
  readonly rows: number
  readonly columns: readonly TypedColumn[]
}

/** Aggregates of one statement; a wide table takes several. */
const MOST_AT_ONCE = 200

export interface Candidate {
  readonly column: TextColumn
  /** In the order in which they are tried. */
  readonly rules: readonly TypeRule[]
  readonly guess: TypeRule | null
  /** Another rule may hold as well. */
  readonly isRivalled: boolean
}

export async function typeColumns(
  database: Database,
  from: string,
  columns: readonly TextColumn[],
): Promise<TypedColumns> {
  const early = columns.map(candidate)
  const first = await countRules(
    database,
    from,
    early.map(({ column, guess }) => ({ column, rule: guess })),
    false,
  )
  const late = await lateValues(
    database,
    from,
    early.flatMap(({ column }, k) => (isLate(early[k]!, first.counts[k]!) ? [column] : [])),
  )
  const known = early.map(one => {
    const value = late.get(one.column)
    return value === undefined ? one : candidate({ ...one.column, sample: [value] })
  })
  const open = known.map((one, k) => (one === early[k] ? isOpen(one, first.counts[k]!) : one.guess !== null))
  const tries = known.flatMap(({ column, rules }, k) => (open[k] ? rules.map(rule => ({ column, rule })) : []))
  const second = tries.length === 0 ? [] : (await countRules(database, from, tries, true)).counts
  const typed = known.map((one, k): TypedColumn => {
    const { column, guess } = one
    if (!open[k])
      return guess ? typedColumn(column, guess, first.counts[k]!) : textColumn(column, null, first.counts[k]!)
    const counted = tries.flatMap((tried, i) =>
      tried.column === column ? [{ rule: tried.rule, count: second[i]! }] : [],
    )
    return judged(one, counted, first.counts[k]!)
  })
  return { rows: first.rows, columns: typed }
}

/** The share of a sample that looks like a type for it to be counted over all rows. */
const MOSTLY = 0.75

export function candidate(column: TextColumn): Candidate {
  const values = presentIn(column.sample)
  const plain = column.rules.map(name => typeRules[name])
  // Only texts are written in ways of people.
  const written = plain.some(({ name }) => name === 'date') ? [...numberReadings(values), ...dateReadings(values)] : []
  const rules = [...plain, ...written]
  const looking = (least: number) =>
    rules.filter(({ looks }) => values.filter(text => looks.test(text)).length >= least * values.length)
  // A few odd cells are told by their number over all rows, wherever they stand.
  const whole = values.length === 0 ? [] : looking(1)
  const fitting = values.length === 0 || whole.length > 0 ? whole : looking(MOSTLY)
  const [guess = null] = fitting
  const isRivalled =
    guess?.rivalry !== undefined && fitting.some(({ rivalry }, k) => k > 0 && rivalry === guess.rivalry)
  return { column, rules, guess, isRivalled }
}

/** The first rows have no value, and later ones do. */
function isLate({ column: { sample, rules } }: Candidate, { present }: RuleCount): boolean {
  return rules.length > 0 && present > 0 && presentIn(sample).length === 0
}

/** One value of each: what it suggests is counted over all rows. */
async function lateValues(
  database: Database,
  from: string,
  columns: readonly TextColumn[],
): Promise<ReadonlyMap<TextColumn, string>> {
  const found = new Map<TextColumn, string>()
  for (let at = 0; at < columns.length; at += MOST_AT_ONCE) {
    const part = columns.slice(at, at + MOST_AT_ONCE)
    const list = part.map(({ sql }) => `any_value(${sql}) FILTER (WHERE NOT ${saysMissing(sql)})`)
    const [row = []] = await database.rows(`SELECT ${list.join(', ')} FROM ${from}`)
    for (const [k, column] of part.entries()) if (row[k] !== null) found.set(column, String(row[k]))
  }
  return found
}

/** The guess does not hold for all rows, or is not the only one that may. */
function isOpen({ guess, isRivalled }: Candidate, count: RuleCount): boolean {
  return guess !== null && (isRivalled || count.odd > 0 || guess.type(count) === null)
}

interface CountedRule {
  readonly rule: TypeRule
  readonly count: RuleCount
}

function judged({ column, guess }: Candidate, counted: readonly CountedRule[], first: RuleCount): TypedColumn {
  const fits = counted.filter(
    ({ rule, count }) => count.odd === 0 && count.present > count.missing && rule.type(count) !== null,
  )
  const [best, ...others] = fits
  if (!best) return textColumn(column, guess, counted.find(({ rule }) => rule === guess)?.count ?? first)
  const { rivalry } = best.rule
  if (rivalry === undefined || !others.some(({ rule }) => rule.rivalry === rivalry))
    return typedColumn(column, best.rule, best.count)
  const isDate = best.rule.name === 'written-date'
  return { ...textColumn(column, null, first), note: rivalry, almost: null, ambiguousDate: isDate }
}

function typedColumn({ name, sql }: TextColumn, rule: TypeRule, count: RuleCount): TypedColumn {
  const { missing } = count
  const type = rule.type(count)!
  const notes = [
    ...(rule.note ? [rule.note] : []),
    ...(missing > 0 ? [`${cells(missing)} with a word for "no value" read as NULL`] : []),
  ]
  return {
    name,
    type,
    sql: castSql(sql, rule, type, missing > 0),
    note: notes.length === 0 ? null : notes.join('; '),
    almost: null,
    unit: rule.unit ?? null,
    ambiguousDate: false,
  }
}

export function textColumn(
  { name, sql, type, sample, rules }: TextColumn,
  rule: TypeRule | null,
  count: RuleCount,
): TypedColumn {
  const note = rules.length === 0 ? null : whyText(sample, rule, count)
  const almost = rule && count.odd > 0 ? ALMOST[rule.name] : null
  return { name, type, sql, note, almost, unit: null, ambiguousDate: false }
}

/** Into which nearly every value can be cast. */
const ALMOST: Readonly<Record<TypeRule['name'], string | null>> = {
  boolean: 'BOOLEAN',
  integer: 'DOUBLE',
  decimal: 'DOUBLE',
  double: 'DOUBLE',
  huge: 'DOUBLE',
  'json-double': 'DOUBLE',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  'written-number': null,
  'written-date': null,
}

function whyText(
  sample: readonly string[],
  rule: TypeRule | null,
  { odd, present, example }: RuleCount,
): string | null {
  if (present === 0) return 'has no values'
  if (rule === null) return hintFor(sample)
  if (odd === 0) return 'its values need more room than a type has, or mix times in UTC with others'
  const shown = JSON.stringify((example ?? '').slice(0, 60))
  return `text, because ${cells(odd)} of ${present} ${odd === 1 ? 'is' : 'are'} not ${rule.what}: ${shown}`
}

function cells(count: number): string {
  return count === 1 ? '1 cell' : `${count} cells`
}

interface Trial {
  readonly column: TextColumn
  readonly rule: TypeRule | null
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
