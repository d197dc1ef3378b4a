// Lists in the records of JSON: their elements as rows of a relation, each with the columns of the record it stands in.
import type { ColumnKind, Relation, RelationColumn } from '@shoal/base/model/relation'
import { identifier } from '../text/sql-text.ts'
import { structFields } from '../text/struct-type.ts'
import type { Asked, Definition } from './asked.ts'

/** Lists of one relation that are looked at. */
const MOST_LISTS = 16
const DEEPEST = 3

export interface Element {
  readonly column: RelationColumn
  /** Of one element, by the name that it has in the statement. */
  sql(element: string): string
}

export interface ListColumn {
  readonly column: RelationColumn
  readonly elements: readonly Element[]
}

/** Columns that hold lists of values or of records. */
export function listColumns({ columns }: Relation): ListColumn[] {
  return columns.flatMap((column): ListColumn[] => {
    if (column.kind !== 'other' || !column.type.endsWith('[]')) return []
    const elements = elementsOf(column.name, column.type.slice(0, -2), 0)
    return elements.length === 0 ? [] : [{ column, elements }]
  })
}

function elementsOf(name: string, type: string, depth: number): Element[] {
  const fields = structFields(type)
  if (!fields) {
    const kind = kindOf(type)
    return kind === 'other' ? [] : [{ column: plainColumn(name, kind, type), sql: element => element }]
  }
  if (depth >= DEEPEST) return []
  return fields.flatMap(field =>
    elementsOf(`${name}.${field.name}`, field.type, depth + 1).map(({ column, sql }) => ({
      column,
      sql: (element: string) => sql(`${element}.${identifier(field.name)}`),
    })),
  )
}

export function plainColumn(name: string, kind: ColumnKind, type: string): RelationColumn {
  return { name, kind, type, unit: null, ambiguousDate: false, note: null }
}

function kindOf(type: string): ColumnKind {
  if (type === 'VARCHAR') return 'text'
  if (/^(?:U?(?:BIG|HUGE|SMALL|TINY)INT|U?INTEGER)$/.test(type)) return 'whole'
  if (type === 'DOUBLE' || type.startsWith('DECIMAL')) return 'number'
  if (type === 'BOOLEAN') return 'truth'
  if (type === 'DATE') return 'date'
  return type.startsWith('TIMESTAMP') ? 'time' : 'other'
}

export async function listsOf(relation: Relation, rows: Asked['rows']): Promise<Definition[]> {
  if (relation.kind !== 'table') return []
  const lists = listColumns(relation).slice(0, MOST_LISTS)
  if (lists.length === 0) return []
  const own = identifier(relation.name)
  const sums = lists.map(({ column }) => `coalesce(sum(len(${identifier(column.name)})), 0)`)
  const [counts = []] = await rows(`SELECT ${sums.join(', ')} FROM ${own}`)
  const made: Definition[] = []
  for (const [k, { column, elements: plain }] of lists.entries()) {
    const elements = await withTimes(plain, `${own} AS p, unnest(p.${identifier(column.name)}) AS u(e)`, rows)
    const beside = relation.columns.filter(({ kind }) => kind !== 'other')
    const { path, line } = relation.place
    const select = [
      ...beside.map(({ name }) => `p.${identifier(name)}`),
      ...elements.map(element => `${element.sql('e')} AS ${identifier(element.column.name)}`),
      `p.${identifier(path)}`,
      `p.${identifier(line)}`,
    ]
    made.push({
      relation: {
        ...relation,
        name: `${relation.name}_${column.name.replace(/[^\p{L}\p{N}]+/gu, '_')}`,
        columns: [...beside, ...elements.map(element => element.column)],
        rows: Number(counts[k] ?? 0),
        list: { of: relation.name, column: column.name },
      },
      sql: `SELECT ${select.join(', ')} FROM ${own} AS p, unnest(p.${identifier(column.name)}) AS u(e)`,
    })
  }
  return made
}

const TIMES = [
  { type: 'DATE', looks: String.raw`\d{4}-\d\d-\d\d` },
  { type: 'TIMESTAMP', looks: String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z?` },
] as const

/** Texts in lists that are all dates, or all times, are such, as they are outside of lists. */
async function withTimes(elements: readonly Element[], from: string, rows: Asked['rows']): Promise<readonly Element[]> {
  const texts = elements.filter(({ column }) => column.kind === 'text')
  if (texts.length === 0) return elements
  const figures = texts.flatMap(({ sql }) => [
    `count(${sql('e')})`,
    ...TIMES.map(
      ({ type, looks }) =>
        `count(*) FILTER (regexp_full_match(${sql('e')}, '${looks}') AND TRY_CAST(${sql('e')} AS ${type}) IS NOT NULL)`,
    ),
  ])
  const [counts = []] = await rows(`SELECT ${figures.join(', ')} FROM ${from}`)
  return elements.map(element => {
    const at = texts.indexOf(element) * (TIMES.length + 1)
    const present = Number(counts[at] ?? 0)
    const type =
      at < 0 || present === 0 ? undefined : TIMES.find((_, k) => Number(counts[at + 1 + k]) === present)?.type
    if (!type) return element
    const { column, sql } = element
    return { column: plainColumn(column.name, kindOf(type), type), sql: (e: string) => `CAST(${sql(e)} AS ${type})` }
  })
}
