// Two tables as sets of rows to compare: by a key where there is one, else as whole rows, each as often as it stands there.
import type { ColumnChanges } from '@shoal/base/model/diff'
import type { Relation, RelationColumn } from '@shoal/base/model/relation'
import { identifier } from '../../text/sql-text.ts'
import type { Relations } from '../relations/relations.ts'
import type { RowSets, RowValue } from './compare-rows.ts'
import { type CommonColumn, findKey, givenKey } from './table-key.ts'

export interface TablePair {
  readonly before: Relation | null
  readonly after: Relation | null
  /** Where a file has several. */
  readonly name: string | null
}

export async function tableRows(
  { before, after, name }: TablePair,
  wanted: readonly string[],
  relations: Relations,
): Promise<RowSets> {
  // An empty list has no columns.
  if (!before?.columns.length || !after?.columns.length) {
    const isBefore = before !== null && (before.columns.length > 0 || after === null)
    return oneSided((isBefore ? before : after)!, name, isBefore)
  }
  const common = commonColumns(before, after)
  const tables = { before, after }
  const found = wanted.length > 0 ? null : await findKey(tables, common, relations)
  const key = wanted.length > 0 ? await givenKey(wanted, tables, common, relations) : found === null ? [] : [found]
  const renamed = key.length === 0 ? [] : await renamedColumns(tables, key, common, relations)
  const columns = columnChanges(tables, common, renamed)
  const isKeyed = key.length > 0
  const keyed = isKeyed ? key.map(name => common.find(one => one.before.name === name)!) : common
  const valued = isKeyed ? [...common.filter(({ before }) => !key.includes(before.name)), ...renamed] : []
  // Whole rows without a column in common are never the same.
  const apart = keyed.length === 0
  return {
    unit: 'row',
    table: name,
    keys: keyed.map(rowValue),
    values: valued.map(rowValue),
    joined: apart ? 1 : keyed.length,
    before: selectOf(before, 'before', keyed, valued),
    after: selectOf(after, 'after', keyed, valued),
    isUnique: isKeyed,
    key: isKeyed ? key : null,
    columns,
  }
}

/** Columns of the same name; capitals count only where names differ by nothing else. */
function commonColumns(before: Relation, after: Relation): CommonColumn[] {
  return before.columns.flatMap(column => {
    const twin = after.columns.find(({ name }) => name === column.name)
    return twin ? [{ before: column, after: twin }] : []
  })
}

function oneSided(table: Relation, name: string | null, isBefore: boolean): RowSets {
  const all = table.columns.map(column => ({ before: column, after: column }))
  const select = selectOf(table, isBefore ? 'before' : 'after', all, [])
  const names = table.columns.map(({ name }) => name)
  return {
    unit: 'row',
    table: name,
    keys: all.map(rowValue),
    values: [],
    joined: Math.max(1, all.length),
    before: isBefore ? select : null,
    after: isBefore ? null : select,
    isUnique: false,
    key: null,
    columns: { added: isBefore ? [] : names, removed: isBefore ? names : [], renamed: [] },
  }
}

function selectOf(
  table: Relation,
  side: 'before' | 'after',
  keys: readonly CommonColumn[],
  values: readonly CommonColumn[],
): string {
  const list = [
    ...(keys.length === 0 ? [`'${side}' AS k0`] : keys.map((column, k) => `${comparable(column, side)} AS k${k}`)),
    ...values.map((column, k) => `${comparable(column, side)} AS v${k}`),
    `${identifier(table.place.line)} AS line`,
  ]
  return `SELECT ${list.join(', ')} FROM ${identifier(table.name)}`
}

/** Values of both sides as something that can be compared: numbers with numbers, times with times, else as text. */
function comparable({ before, after }: CommonColumn, side: 'before' | 'after'): string {
  const own = side === 'before' ? before : after
  const other = side === 'before' ? after : before
  const name = identifier(own.name)
  // The number of a masked secret is that of its file.
  if (own.kind === 'text' && other.kind === 'text')
    return `regexp_replace(${name}, '\\[masked \\d+\\]', '[masked]', 'g')`
  if (own.type === other.type || (isNumber(own) && isNumber(other)) || (isTime(own) && isTime(other))) return name
  const text = `CAST(${name} AS VARCHAR)`
  return own.kind === 'text' && other.kind !== 'other'
    ? `coalesce(CAST(TRY_CAST(${name} AS ${other.type}) AS VARCHAR), ${text})`
    : text
}

function rowValue({ before, after }: CommonColumn): RowValue {
  return { name: after.name, isNumber: isNumber(before) && isNumber(after) }
}

function isNumber({ kind }: RelationColumn): boolean {
  return kind === 'whole' || kind === 'number'
}

function isTime({ kind }: RelationColumn): boolean {
  return kind === 'date' || kind === 'time'
}

const MOST_TRIED = 100

/** A column that went and one that came, of one type and with the same value in every row that both versions have. */
async function renamedColumns(
  { before, after }: { readonly before: Relation; readonly after: Relation },
  key: readonly string[],
  common: readonly CommonColumn[],
  relations: Relations,
): Promise<CommonColumn[]> {
  const gone = before.columns.filter(column => !common.some(one => one.before === column))
  const come = after.columns.filter(column => !common.some(one => one.after === column))
  const pairs = gone
    .flatMap(one => come.filter(({ type }) => type === one.type).map(other => ({ before: one, after: other })))
    .slice(0, MOST_TRIED)
  if (pairs.length === 0) return []
  const on = key.map(name => `CAST(a.${identifier(name)} AS VARCHAR) = CAST(b.${identifier(name)} AS VARCHAR)`)
  const list = pairs.map(({ before, after }) => {
    const [one, other] = [`a.${identifier(before.name)}`, `b.${identifier(after.name)}`]
    return `count(${one}) > 0 AND count(*) FILTER (WHERE ${one} IS DISTINCT FROM ${other}) = 0`
  })
  const [row] = await relations.rows(
    `SELECT ${list.join(', ')} FROM ${identifier(before.name)} a JOIN ${identifier(after.name)} b ON ${on.join(' AND ')}`,
  )
  const fits = pairs.filter((_, k) => row![k] === true)
  // What could be either is neither.
  return fits.filter(
    pair => fits.filter(({ before, after }) => before === pair.before || after === pair.after).length === 1,
  )
}

function columnChanges(
  { before, after }: { readonly before: Relation; readonly after: Relation },
  common: readonly CommonColumn[],
  renamed: readonly CommonColumn[],
): ColumnChanges {
  const kept = [...common, ...renamed]
  return {
    added: after.columns.filter(column => !kept.some(one => one.after === column)).map(({ name }) => name),
    removed: before.columns.filter(column => !kept.some(one => one.before === column)).map(({ name }) => name),
    renamed: renamed.map(({ before, after }) => ({ before: before.name, after: after.name })),
  }
}
