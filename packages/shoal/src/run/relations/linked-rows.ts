// Rows of code with where their names lead: what a file tells of itself, and what the graph of all files adds.
import { join } from 'node:path'
import type { RelationColumn, RelationKind } from '@shoal/base/model/relation'
import { literal } from '../../text/sql-text.ts'
import type { CachedLinks, RelationUnit } from './relation-unit.ts'

/** What programs keep for themselves: names begin with an underscore. */
export function isHidden(column: string): boolean {
  return column.startsWith('_')
}

const column = (name: string, type: 'VARCHAR' | 'BIGINT'): RelationColumn => ({
  name,
  kind: type === 'BIGINT' ? 'whole' : 'text',
  type,
  unit: null,
  ambiguousDate: false,
  note: null,
})
const TARGET = [column('target', 'VARCHAR'), column('target_path', 'VARCHAR'), column('target_line', 'BIGINT')]

/** Columns that the graph gives, beside those of the rows. */
export function linkedColumns(kind: RelationKind): readonly RelationColumn[] {
  return kind === 'uses' ? TARGET : kind === 'imports' ? [column('resolved', 'VARCHAR'), ...TARGET] : []
}

/** The Parquet file of the links of a unit; null where it has none. */
export function linksOf(unit: RelationUnit, { of, cached }: CachedLinks): string | null {
  const stored = cached.relations[of.indexOf(unit)]
  return stored ? join(cached.directory, stored.parquet) : null
}

interface LinkedRows {
  readonly rows: string
  readonly links: string | null
  readonly list: readonly string[]
  /** The SQL of a column as it is stored. */
  cell(name: string): string
  /** The SQL of the path of a row. */
  readonly path: string
}

/** A line of the same file is told by the row; all else by its link. */
export function linkedSql(kind: RelationKind, { rows, links, list, cell, path }: LinkedRows): string {
  const isUse = kind === 'uses'
  const own = isUse ? `CAST(${cell('target_line')} AS BIGINT)` : 'CAST(NULL AS BIGINT)'
  const key = isUse ? cell('_link') : `${cell('module')} || ' ' || ${cell('name')}`
  const linked =
    links === null
      ? `SELECT *, ${['key', 'resolved', 'target', 'target_path', 'target_line'].map(name => `NULL AS l_${name}`).join(', ')} FROM ${rows}`
      : `SELECT r.*, l.l_resolved, l.l_target, l.l_target_path, l.l_target_line FROM ${rows} r LEFT JOIN (SELECT file AS l_file, key AS l_key, resolved AS l_resolved, target AS l_target, target_path AS l_target_path, target_line AS l_target_line FROM read_parquet(${literal(links)}, hive_partitioning = false) WHERE kind = ${literal(isUse ? 'use' : 'import')}) l ON l.l_file = file AND l.l_key = ${key}`
  const target = [
    `CASE WHEN ${own} IS NULL THEN l_target ELSE CAST(${isUse ? cell('target') : 'NULL'} AS VARCHAR) END AS target`,
    `CASE WHEN ${own} IS NULL THEN l_target_path ELSE ${path} END AS target_path`,
    `coalesce(${own}, l_target_line) AS target_line`,
  ]
  const all = [...list, ...(isUse ? [] : ['CAST(l_resolved AS VARCHAR) AS resolved']), ...target]
  return `SELECT ${all.join(', ')} FROM (${linked})`
}
