// The view `timeline`: everything that has a time, of every relation.
import type { Relation, RelationColumn } from '@shoal/base/model/relation'
import { identifier, literal } from '../../text/sql-text.ts'

const column = (name: string, type: string): RelationColumn => ({
  name,
  kind: name === 'time' ? 'time' : 'text',
  type,
  unit: null,
  ambiguousDate: false,
  note: null,
})

const COLUMNS = [column('time', 'TIMESTAMP'), column('kind', 'VARCHAR'), column('text', 'VARCHAR')]
/** Columns of a row that say what it is about. */
const TOLD = 6

/** Null when nothing has a time. */
export function timelineOf(
  relations: readonly Relation[],
): { readonly relation: Relation; readonly view: string } | null {
  // What is told of as entries is not told of twice.
  const told = new Set(relations.flatMap(({ kind, paths }) => (kind === 'entries' ? paths : [])))
  const timed = relations.flatMap(relation => {
    const isTwice = relation.kind === 'table' && told.has(relation.paths[0]!)
    const time = relation.kind === 'files' || isTwice ? undefined : relation.columns.find(isTime)
    return time ? [{ relation, time }] : []
  })
  if (timed.length === 0) return null
  const view = timed.map(({ relation, time }) => {
    const { name, place } = relation
    const at = identifier(time.name)
    return `SELECT CAST(${at} AS TIMESTAMP) AS time, ${literal(relation.kind === 'table' ? name : relation.kind)} AS kind, ${textOf(relation, time)} AS text, ${identifier(place.path)} AS path, ${identifier(place.line)} AS line FROM ${identifier(name)} WHERE ${at} IS NOT NULL`
  })
  const relation: Relation = {
    name: 'timeline',
    kind: 'timeline',
    paths: [...new Set(timed.flatMap(({ relation }) => relation.paths))],
    columns: COLUMNS,
    place: { path: 'path', line: 'line' },
    // At most: rows without a time are left out.
    rows: timed.reduce((sum, { relation }) => sum + relation.rows, 0),
    notes: ['rows without a time are left out'],
  }
  return { relation, view: view.join(' UNION ALL ') }
}

function isTime({ kind }: RelationColumn): boolean {
  return kind === 'time' || kind === 'date'
}

function textOf({ kind, columns }: Relation, time: RelationColumn): string {
  const message = kind === 'table' ? undefined : columns.find(({ name }) => name === 'message')
  if (message) return identifier(message.name)
  const told = columns.filter(one => one !== time && one.kind !== 'other').slice(0, TOLD)
  if (told.length === 0) return 'NULL'
  const parts = told.map(({ name }) => `${literal(`${name}=`)} || ${identifier(name)}`)
  return `concat_ws(', ', ${parts.join(', ')})`
}
