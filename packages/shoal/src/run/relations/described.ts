// The relations of some files: what each is called, its columns, and the SQL that makes it out of what the cache holds.
import { join } from 'node:path'
import type { ColumnKind, Relation, RelationColumn, RelationKind } from '@shoal/base/model/relation'
import { identifier, literal } from '../../text/sql-text.ts'
import { tableName, uniqueName } from '../data/column-names.ts'
import { FILE_COLUMNS, FILES } from './files-relation.ts'
import type { PrintedFile } from './fingerprints.ts'
import { isHidden, linkedColumns, linkedSql, linksOf } from './linked-rows.ts'
import type { CachedLinks, RelationUnit } from './relation-unit.ts'
import type { StoredColumn, StoredRelation } from './stored-relation.ts'
import { timelineOf } from './timeline.ts'

/** Rows of a relation: the Parquet file they stand in, and one beside it where their lines do. */
export interface ParquetPart {
  readonly files: readonly string[]
  /** The SQL of the rows, by the paths that DuckDB reads these by. */
  select(paths: readonly string[]): string
}

export interface DescribedRelation {
  readonly relation: Relation
  /** Its rows, one part after the other; none for what is no file. */
  readonly parts: readonly ParquetPart[]
  /** Of a view over other relations. */
  readonly view: string | null
  readonly stored: readonly StoredColumn[]
}

export interface DescribedRelations {
  readonly relations: readonly DescribedRelation[]
  readonly files: readonly PrintedFile[]
}

const FACTS: readonly RelationKind[] = ['entries', 'symbols', 'uses', 'imports', 'settings', 'sections', 'sentences']
const RESERVED: readonly RelationKind[] = ['files', ...FACTS, 'findings', 'timeline']

export function describeRelations(
  files: readonly PrintedFile[],
  units: readonly RelationUnit[],
  links: CachedLinks | null = null,
): DescribedRelations {
  const used = new Set<string>(RESERVED)
  for (const { name } of files) if (name !== undefined) used.add(name.toLowerCase())
  const tables = units.flatMap(({ files: [file], cached }) =>
    cached.relations
      .filter(({ kind }) => kind === 'table')
      .map(stored => {
        const base = file!.name ?? tableName(file!.path)
        const isNamed = stored.key === '' && file!.name !== undefined
        const name = isNamed ? base : uniqueName(stored.key === '' ? base : `${base}_${tableName(stored.key)}`, used)
        return tableRelation(name, file!.path, stored, cached.directory)
      }),
  )
  const facts = FACTS.flatMap(kind => {
    const told = units.flatMap(unit =>
      unit.cached.relations.filter(stored => stored.kind === kind).map(stored => ({ unit, stored })),
    )
    return told.length === 0 ? [] : [factRelation(kind, told, links)]
  })
  const filesRelation: DescribedRelation = {
    relation: {
      name: FILES,
      kind: 'files',
      paths: files.map(({ path }) => path),
      columns: FILE_COLUMNS,
      place: { path: 'path', line: 'line' },
      rows: files.length,
      notes: [],
    },
    parts: [],
    view: null,
    stored: [],
  }
  const all = [...tables, ...facts, filesRelation]
  const timeline = timelineOf(all.map(({ relation }) => relation))
  return { relations: timeline ? [...all, { ...timeline, parts: [], stored: [] }] : all, files }
}

function tableRelation(name: string, path: string, stored: StoredRelation, directory: string): DescribedRelation {
  const { columns, rows, notes, line, parquet, lines, called, of, more = [] } = stored
  const lineSql = line !== null ? `p0.file_row_number + ${line}` : of ? 'NULL' : 'line'
  const place = placeBeside(of?.map(name => ({ name })) ?? columns)
  const list = [
    ...columns.map((column, k) => `${readSql(column, k)} AS ${identifier(column.name)}`),
    `${literal(path)} AS ${identifier(place.path)}`,
    `${lineSql} AS ${identifier(place.line)}`,
  ]
  const part: ParquetPart = {
    files: [parquet, ...more, ...(lines === null ? [] : [lines])].map(file => join(directory, file)),
    select: paths => {
      const rows = paths.map((path, k) => {
        const isNumbered = k === 0 && line !== null
        return `read_parquet(${literal(path)}, hive_partitioning = false, file_row_number = ${isNumbered}) AS p${k}`
      })
      return `SELECT ${list.join(', ')} FROM ${rows.join(' POSITIONAL JOIN ')}`
    },
  }
  const relation: Relation = {
    name,
    kind: 'table',
    paths: [path],
    columns: columns.map(shown),
    place,
    rows,
    notes,
    ...(called !== undefined && { called }),
  }
  return { relation, parts: [part], view: null, stored: columns }
}

interface ToldUnit {
  readonly unit: RelationUnit
  readonly stored: StoredRelation
}

/** Over many files one relation: a column is what all of them can be read as. */
function factRelation(kind: RelationKind, told: readonly ToldUnit[], links: CachedLinks | null): DescribedRelation {
  const columns = new Map<string, StoredColumn>()
  for (const { stored } of told)
    for (const column of stored.columns) {
      const name = column.name.toLowerCase()
      const before = columns.get(name)
      columns.set(name, before ? united(before, column) : column)
    }
  const linked = linkedColumns(kind)
  const all = [...columns.values()].filter(
    ({ name }) => !isHidden(name) && !linked.some(column => column.name === name),
  )
  const place = placeBeside(all)
  const parts = told.map(({ unit, stored }): ParquetPart => {
    const own = new Map(stored.columns.map((column, k) => [column.name.toLowerCase(), k]))
    const cell = (name: string) => {
      const k = own.get(name.toLowerCase())
      return k === undefined ? 'NULL' : readSql(stored.columns[k]!, k)
    }
    const list = all.map(column => `CAST(${cell(column.name)} AS ${column.type}) AS ${identifier(column.name)}`)
    const path = `[${unit.files.map(({ path }) => literal(path)).join(', ')}][file + 1]`
    const beside = linked.length > 0 && links ? linksOf(unit, links) : null
    return {
      files: [join(unit.cached.directory, stored.parquet), ...(beside === null ? [] : [beside])],
      select: ([from = '', links]) => {
        const rows = `read_parquet(${literal(from)}, hive_partitioning = false)`
        const places = [`${path} AS ${identifier(place.path)}`, `line AS ${identifier(place.line)}`]
        if (linked.length === 0) return `SELECT ${[...list, ...places].join(', ')} FROM ${rows}`
        return linkedSql(kind, { rows, links: links ?? null, list: [...list, ...places], cell, path })
      },
    }
  })
  const relation: Relation = {
    name: kind,
    kind,
    paths: told.flatMap(({ unit }) => unit.files.map(({ path }) => path)),
    columns: [...all.map(shown), ...linked],
    place,
    rows: told.reduce((sum, { stored }) => sum + stored.rows, 0),
    notes: [...new Set(told.flatMap(({ stored }) => stored.notes))],
  }
  return { relation, parts, view: null, stored: all }
}

const NUMBERS: readonly ColumnKind[] = ['whole', 'number']

function united(a: StoredColumn, b: StoredColumn): StoredColumn {
  if (a.type === b.type) return { ...a, note: a.note ?? b.note }
  if (NUMBERS.includes(a.kind) && NUMBERS.includes(b.kind))
    return { ...a, type: 'DOUBLE', kind: 'number', note: a.note ?? b.note }
  if (a.note === NO_VALUES || b.note === NO_VALUES) return a.note === NO_VALUES ? b : a
  return { ...a, type: 'VARCHAR', kind: 'text', unit: null, almost: null, note: a.note ?? b.note }
}

/** What is said of a column in which no row has a value. */
const NO_VALUES = 'has no values'

/** Parquet has no such whole numbers, and decimals may be kept wider than they are. */
function readSql({ type }: StoredColumn, k: number): string {
  return /^(?:HUGEINT|DECIMAL)/.test(type) ? `CAST(c${k} AS ${type})` : `c${k}`
}

function placeBeside(columns: readonly { readonly name: string }[]): Relation['place'] {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
  const free = (name: string): string => (taken.has(name) ? free(`_${name}`) : name)
  return { path: free('path'), line: free('line') }
}

function shown({ name, kind, type, unit, ambiguousDate, note, almost }: StoredColumn): RelationColumn {
  return { name, kind, type, unit, ambiguousDate, note, ...(almost !== null && { almost }) }
}
