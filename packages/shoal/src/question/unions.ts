// Tables of one shape in several files: months, branches, versions. A question speaks of them as one table, with the file as one of
// its columns.
import { basename, dirname } from 'node:path'
import type { Relation, RelationColumn } from '@shoal/base/model/relation'
import { identifier } from '../text/sql-text.ts'
import type { Definition } from './asked.ts'

export interface Union extends Definition {
  readonly of: readonly Relation[]
}

export function unionsOf(all: readonly Relation[]): Union[] {
  const shapes = new Map<string, Relation[]>()
  for (const relation of all) {
    if (relation.kind !== 'table' || relation.columns.length < 2) continue
    const shape = relation.columns
      .map(({ name }) => name.toLowerCase())
      .sort()
      .join('\0')
    shapes.set(shape, [...(shapes.get(shape) ?? []), relation])
  }
  const taken = new Set(all.map(({ name }) => name.toLowerCase()))
  return [...shapes.values()].flatMap(of => {
    const union = of.length > 1 ? unionOf(of, taken) : null
    if (!union) return []
    taken.add(union.relation.name.toLowerCase())
    return [union]
  })
}

function unionOf(of: readonly Relation[], taken: ReadonlySet<string>): Union | null {
  const [first] = of
  const columns = first!.columns.map(column => together(of, column))
  if (columns.some(column => column === null)) return null
  let name = nameOf(of)
  while (taken.has(name.toLowerCase())) name = `all_${name}`
  const relation: Relation = {
    name,
    kind: 'table',
    paths: of.flatMap(({ paths }) => paths),
    columns: columns.filter(column => column !== null),
    place: first!.place,
    rows: of.reduce((sum, { rows }) => sum + rows, 0),
    notes: [...new Set(of.flatMap(({ notes }) => notes))],
    ...(first!.called !== undefined && of.every(({ called }) => called === first!.called) && { called: first!.called }),
  }
  const { path, line } = first!.place
  const sql = of.map(({ name: own, place }) => {
    const list = [
      ...relation.columns.map(column => identifier(column.name)),
      `${identifier(place.path)} AS ${identifier(path)}`,
      `${identifier(place.line)} AS ${identifier(line)}`,
    ]
    return `SELECT ${list.join(', ')} FROM ${identifier(own)}`
  })
  return { relation, sql: sql.join(' UNION ALL '), of }
}

/** One column of all; null when the files mean different things by it. */
function together(of: readonly Relation[], column: RelationColumn): RelationColumn | null {
  const same = of.map(({ columns }) => columns.find(({ name }) => name.toLowerCase() === column.name.toLowerCase())!)
  if (same.every(({ kind, unit }) => kind === column.kind && unit === column.unit)) return column
  if (same.every(({ kind }) => kind === 'whole' || kind === 'number')) return { ...column, kind: 'number' }
  return null
}

/** What the names of the files have in common, or the directory they stand in. */
function nameOf(of: readonly Relation[]): string {
  const words = of.map(({ name }) => name.split('_'))
  const shared = words[0]!.filter(word => /\p{L}{2}/u.test(word) && words.every(other => other.includes(word)))
  if (shared.length > 0) return shared.join('_')
  const directory = basename(dirname(of[0]!.paths[0]!)).replace(/[^\p{L}\p{N}]+/gu, '_')
  return /\p{L}/u.test(directory) ? directory : 'rows'
}
