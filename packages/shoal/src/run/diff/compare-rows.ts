// Two sets of rows, each row known by a key: which are on one side only, and which differ. One query counts them, another gives a page;
// DuckDB joins them, so that memory does not grow with the files.
import type { ColumnChanges, ComparedUnits, DiffCell, Difference, DiffUnit } from '@shoal/base/model/diff'
import type { Json } from '@shoal/base/model/json'
import type { PlainValue } from '../../sql/engine-calls.ts'
import { shownValue } from '../../text/gate/shown-value.ts'
import type { Relations } from '../relations/relations.ts'

export interface RowSets {
  readonly unit: DiffUnit
  readonly table: string | null
  /** Of the columns k0, k1 …; those behind the last join, and are not shown. */
  readonly keys: readonly RowValue[]
  readonly values: readonly RowValue[]
  /** How many columns join. */
  readonly joined: number
  /** SELECTs of k0 …, v0 … and `line`; null for a side that has none. */
  readonly before: string | null
  readonly after: string | null
  /** No key stands twice on a side; else the first of one side is compared with the first of the other, and so on. */
  readonly isUnique: boolean
  /** Null where whole rows are compared. */
  readonly key: readonly string[] | null
  readonly columns: ColumnChanges | null
}

export interface RowValue {
  readonly name: string
  readonly isNumber: boolean
  /** It goes with what changed, and is no change by itself. */
  readonly isBeside?: boolean
}

export interface Compared {
  readonly counts: ComparedUnits
  /** Rows in which a secret is masked: whether it is another one is not told. */
  readonly masked: number
}

export interface DiffPaths {
  readonly before: string
  readonly after: string
}

export async function countRows(sets: RowSets, relations: Relations): Promise<Compared> {
  const { unit, table, key, columns } = sets
  const joined = joinOf(sets)
  if (joined === null) return { counts: { unit, table, key, columns, ...NONE }, masked: 0 }
  const [row] = await relations.rows(
    `SELECT count(al), count(bl), count(*) FILTER (WHERE al IS NULL), count(*) FILTER (WHERE bl IS NULL), count(*) FILTER (WHERE isChanged), count(*) FILTER (WHERE isMasked) FROM ${joined}`,
  )
  const [before, after, added, removed, changed, masked] = row!.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const same = before - removed - changed
  return { counts: { unit, table, key, columns, before, after, added, removed, changed, same }, masked }
}

export interface RowPage {
  readonly limit: number
  readonly offset: number
  /** Characters of one cell. */
  readonly cell: number
}

/** In the order of the version behind, what is gone where it stood. */
export async function pageOfRows(
  sets: RowSets,
  paths: DiffPaths,
  relations: Relations,
  { limit, offset, cell }: RowPage,
): Promise<Difference[]> {
  const joined = joinOf(sets)
  if (joined === null) return []
  const shown = [
    'al',
    'bl',
    ...sets.keys.map((_, k) => clipped(`k${k}`, cell)),
    ...sets.values.flatMap((_, k) => [clipped(`a${k}`, cell), clipped(`b${k}`, cell), `d${k}`]),
  ]
  const rows = await relations.rows(
    `SELECT ${shown.join(', ')} FROM ${joined} WHERE al IS NULL OR bl IS NULL OR isChanged ORDER BY coalesce(bl, al), bl IS NULL, al LIMIT ${limit} OFFSET ${offset}`,
  )
  return rows.map(row => differenceOf(row, sets, paths))
}

const NONE = { before: 0, after: 0, added: 0, removed: 0, changed: 0, same: 0 }

/** A statement of both sides side by side; null when neither has rows. */
function joinOf({ before, after, joined, values, isUnique }: RowSets): string | null {
  const sides = [before ?? emptyLike(after), after ?? emptyLike(before)]
  if (sides[0] == null || sides[1] == null) return null
  const keys = Array.from({ length: joined }, (_, k) => `k${k}`)
  const [a, b] = sides.map(side =>
    isUnique
      ? `(${side})`
      : `(SELECT *, row_number() OVER (PARTITION BY ${keys.join(', ')} ORDER BY line) AS nth FROM (${side}))`,
  )
  const on = [...keys, ...(isUnique ? [] : ['nth'])].map(key => `a.${key} IS NOT DISTINCT FROM b.${key}`)
  const differs = values.map((_, k) => `a.v${k} IS DISTINCT FROM b.v${k}`)
  const changes = differs.filter((_, k) => !values[k]!.isBeside)
  const both = 'a.line IS NOT NULL AND b.line IS NOT NULL'
  const texts = values.map((_, k) => `CAST(a.v${k} AS VARCHAR), CAST(b.v${k} AS VARCHAR)`)
  const columns = [
    'a.line AS al',
    'b.line AS bl',
    // Where the sides have another type, one of them is shown.
    ...keys.map(key => `coalesce(CAST(b.${key} AS VARCHAR), CAST(a.${key} AS VARCHAR)) AS ${key}`),
    ...values.flatMap((_, k) => [`a.v${k} AS a${k}`, `b.v${k} AS b${k}`, `${both} AND ${differs[k]} AS d${k}`]),
    `${both} AND (${changes.join(' OR ') || 'false'}) AS isChanged`,
    `${texts.length === 0 ? 'false' : `contains(concat_ws(' ', ${texts.join(', ')}), '[masked')`} AS isMasked`,
  ]
  return `(SELECT ${columns.join(', ')} FROM ${a} a FULL OUTER JOIN ${b} b ON ${on.join(' AND ')})`
}

function emptyLike(other: string | null): string | null {
  return other && `SELECT * FROM (${other}) WHERE false`
}

function clipped(column: string, cell: number): string {
  const text = `CAST(${column} AS VARCHAR)`
  return `CASE WHEN length(${text}) > ${cell} THEN left(${text}, ${cell}) || '…' ELSE ${text} END`
}

function differenceOf(row: readonly PlainValue[], sets: RowSets, paths: DiffPaths): Difference {
  const [al, bl] = row
  const known = sets.keys.map(({ name, isNumber }, k) => ({ name, value: (isNumber ? numberOf : textOf)(row[2 + k]!) }))
  const change = al === null ? 'added' : bl === null ? 'removed' : 'changed'
  const whole =
    sets.key !== null
      ? []
      : known.map(({ name, value }) =>
          hidden({ column: name, before: al === null ? null : value, after: bl === null ? null : value }),
        )
  const valued = sets.values.flatMap(({ name, isNumber }, k): DiffCell[] => {
    const [before, after, differs] = row.slice(2 + sets.keys.length + 3 * k) as [PlainValue, PlainValue, PlainValue]
    if (change === 'changed' && !differs) return []
    const shown = isNumber ? numberOf : textOf
    return [hidden({ column: name, before: shown(before), after: shown(after) })]
  })
  return {
    change,
    unit: sets.unit,
    table: sets.table,
    key: sets.key === null ? {} : shownValue(Object.fromEntries(known.map(({ name, value }) => [name, value]))),
    cells: [...whole, ...valued],
    before: al === null ? null : { path: paths.before, line: Number(al) },
    after: bl === null ? null : { path: paths.after, line: Number(bl) },
  }
}

/** The name of a column may be what shows that its values are secrets. */
function hidden({ column, before, after }: DiffCell): DiffCell {
  const [one, other] = [shownValue({ [column]: before }), shownValue({ [column]: after })]
  return { column: shownValue(column), before: Object.values(one)[0]!, after: Object.values(other)[0]! }
}

function textOf(value: PlainValue): Json {
  return value === null ? null : String(value)
}

/** A number that JavaScript cannot hold exactly stays text. */
function numberOf(value: PlainValue): Json {
  if (value === null) return null
  const text = String(value)
  const number = Number(text)
  return Number.isFinite(number) && (Number.isSafeInteger(number) || /[.eE]/.test(text)) ? number : text
}
