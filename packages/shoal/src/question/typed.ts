// Columns that are text for the sake of a few cells: a question may ask for what the others hold, and the answer says which cells it
// leaves out.
import { lookup } from '@shoal/base/model/lookup'
import type { ColumnKind, Relation, RelationColumn } from '@shoal/base/model/relation'
import { identifier } from '../text/sql-text.ts'
import type { Cell, Definition } from './asked.ts'

/** Of the cells that hold something; with more, the column is what it says it is: text. */
const MOST_ODD = 0.1

const KINDS: Readonly<Record<string, { readonly kind: ColumnKind; readonly what: string }>> = {
  DOUBLE: { kind: 'number', what: 'a number' },
  BIGINT: { kind: 'whole', what: 'a number' },
  BOOLEAN: { kind: 'truth', what: 'yes or no' },
  DATE: { kind: 'date', what: 'a date' },
  TIMESTAMP: { kind: 'time', what: 'a date and time' },
}

/** Each stands for the relation of its name, so that whatever is made of it is made of typed cells. */
export async function typedOf(
  all: readonly Relation[],
  rows: (sql: string) => Promise<readonly (readonly Cell[])[]>,
): Promise<Definition[]> {
  const typed: Definition[] = []
  for (const relation of all) {
    const nearly = relation.columns.filter(({ almost }) => almost !== undefined && almost in KINDS)
    if (nearly.length === 0) continue
    const own = `main.${identifier(relation.name)}`
    const [counts = []] = await rows(`SELECT ${nearly.map(countsOf).join(', ')} FROM ${own}`)
    const columns = nearly.flatMap((column, k) => typedColumn(column, counts.slice(k * FIGURES, (k + 1) * FIGURES)))
    if (columns.length === 0) continue
    const casts = columns.map(({ name, type }) => `${castOf(name, type)} AS ${identifier(name)}`)
    typed.push({
      relation: {
        ...relation,
        columns: relation.columns.map(column => columns.find(({ name }) => name === column.name) ?? column),
      },
      sql: `SELECT * REPLACE (${casts.join(', ')}) FROM ${own}`,
    })
  }
  return typed
}

const FIGURES = 5

/** Cells, those that can be cast, those that are no whole number, codes with leading zeros, and one that cannot be cast. */
function countsOf({ name, almost }: RelationColumn): string {
  const [own, cast] = [identifier(name), castOf(name, almost!)]
  const whole = almost === 'DOUBLE' ? `count(*) FILTER (${cast} IS DISTINCT FROM ${castOf(name, 'BIGINT')})` : '1'
  return [
    `count(${own})`,
    `count(${cast})`,
    whole,
    `count(*) FILTER (regexp_matches(${own}, '^-?0[0-9]'))`,
    `min(${own}) FILTER (${cast} IS NULL)`,
  ].join(', ')
}

/** `1e999`, `nan` and `infinity` can be cast, and are nothing to count with. */
function castOf(name: string, type: string): string {
  const cast = `TRY_CAST(${identifier(name)} AS ${type})`
  return UNBOUNDED.has(type) ? `CASE WHEN isfinite(${cast}) THEN ${cast} END` : cast
}

const UNBOUNDED: ReadonlySet<string> = new Set(['DOUBLE', 'DATE', 'TIMESTAMP'])

function typedColumn({ odd: _, ...column }: RelationColumn, counts: readonly Cell[]): RelationColumn[] {
  const [cells, cast, parts, codes] = counts.slice(0, FIGURES - 1).map(Number) as [number, number, number, number]
  const example = counts[FIGURES - 1]
  const isNumber = column.almost === 'DOUBLE'
  if (cells - cast > cells * MOST_ODD || (isNumber && codes > 0)) return []
  const type = isNumber && parts === 0 ? 'BIGINT' : column.almost!
  const { kind, what } = lookup(KINDS, type)!
  const odd =
    cells === cast ? undefined : { count: cells - cast, of: cells, what, example: String(example).slice(0, 60) }
  return [{ ...column, type, kind, note: null, ...(odd && { odd }) }]
}
