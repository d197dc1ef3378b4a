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
  return lists.map(({ column, elements }, k): Definition => {
    const beside = relation.columns.filter(({ kind }) => kind !== 'other')
    const { path, line } = relation.place
    const select = [
      ...beside.map(({ name }) => `p.${identifier(name)}`),
      ...elements.map(element => `${element.sql('e')} AS ${identifier(element.column.name)}`),
      `p.${identifier(path)}`,
      `p.${identifier(line)}`,
    ]
    return {
      relation: {
        ...relation,
        name: `${relation.name}_${column.name.replace(/[^\p{L}\p{N}]+/gu, '_')}`,
        columns: [...beside, ...elements.map(element => element.column)],
        rows: Number(counts[k] ?? 0),
        list: { of: relation.name, column: column.name },
      },
      sql: `SELECT ${select.join(', ')} FROM ${own} AS p, unnest(p.${identifier(column.name)}) AS u(e)`,
    }
  })
}
