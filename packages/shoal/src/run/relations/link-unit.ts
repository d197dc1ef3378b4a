// Names of code resolved across files: what the definitions and imports of all units say about the links of each. It is a unit of its own in
// the cache, made anew when any of the files changes; the rows of the files stay as they are.
import { basename, join } from 'node:path'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import type { Database } from '../../sql/database.ts'
import type { PlainValue } from '../../sql/engine-calls.ts'
import { TextFile } from '../../sql/text-file.ts'
import { CodeGraph, type Target } from '../../text/code/graph/code-graph.ts'
import { GraphFacts, type GraphImport } from '../../text/code/graph/graph-facts.ts'
import { isManifest, readManifests } from '../../text/code/graph/manifests.ts'
import { ModulePaths } from '../../text/code/graph/module-paths.ts'
import { hashText } from '../../text/hash.ts'
import { readReal } from '../../text/open-real.ts'
import { identifier, literal } from '../../text/sql-text.ts'
import type { UnitBuilder } from './build-unit.ts'
import type { PrintedFile } from './fingerprints.ts'
import type { RelationUnit } from './relation-unit.ts'
import type { StoredRelation, StoredUnit } from './stored-relation.ts'

/** Raise it with the graph. */
const LINKS_VERSION = 2
const LARGEST_MANIFEST = 1e6

/** By the kind of the row and its key: of a use its link, of an import its module and name. */
export const LINK_COLUMNS = [
  ['file', 'BIGINT'],
  ['kind', 'VARCHAR'],
  ['key', 'VARCHAR'],
  ['resolved', 'VARCHAR'],
  ['target', 'VARCHAR'],
  ['target_path', 'VARCHAR'],
  ['target_line', 'BIGINT'],
] as const

export function hasLinks({ cached }: RelationUnit): boolean {
  return cached.relations.some(({ kind }) => kind === 'uses' || kind === 'imports')
}

/** What the links of some units depend on: the units, which are named by what they hold, what their files are called, and the manifests. */
export function linksKey(units: readonly RelationUnit[], files: readonly PrintedFile[]): string {
  const parts = [
    'links',
    LINKS_VERSION,
    ...units.map(({ cached }) => basename(cached.directory)),
    ...units.flatMap(unit => unit.files.map(({ path }) => path)),
    ...files.map(({ path, known }) => (isManifest(path) ? `${path} ${known.hash}` : path)),
  ]
  return hashText(parts.join('\n'))
}

export async function buildLinks(
  units: readonly RelationUnit[],
  files: readonly PrintedFile[],
  { directory, builder }: { readonly directory: string; readonly builder: UnitBuilder },
): Promise<StoredUnit> {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const database = await builder.database(bytes)
  const code = units.flatMap(unit => unit.files)
  const facts = new GraphFacts(code.map(({ path, language }) => ({ path, language: language ?? '' })))
  const rest = yieldToEventLoop()
  const imports: (readonly GraphImport[])[] = []
  for (const unit of units) {
    await addSymbols(unit, facts, database)
    imports.push(await addImports(unit, facts, database))
    await rest()
  }
  const modules = new ModulePaths(
    files.map(({ path }) => path),
    readManifests(manifestsIn(files)),
  )
  const graph = new CodeGraph(facts, modules)
  const relations: StoredRelation[] = []
  for (const [k, unit] of units.entries()) {
    const out = new TextFile(join(builder.directory, `facts-links-${k}.jsonl`))
    const write = (file: number, kind: string, key: string, target: Target | null, resolved: string | null = null) =>
      out.write(
        `${JSON.stringify([file, kind, key, resolved, target?.name ?? null, target?.path ?? null, target?.line ?? null])}\n`,
      )
    let rows = 0
    try {
      for (const [file, link] of await rowsOf(unit, 'uses', ['_link'], database)) {
        const target = graph.target(unit.files[Number(file)]!.path, String(link))
        if (target && ++rows) write(Number(file), 'use', String(link), target)
        await rest()
      }
      const numbers = new Map(unit.files.map(({ path }, number) => [path, number]))
      for (const one of imports[k]!) {
        const { module, target } = graph.imported(one)
        if ((module !== null || target) && ++rows)
          write(numbers.get(one.path)!, 'import', `${one.module} ${one.name}`, target, module)
        await rest()
      }
    } finally {
      out.close()
    }
    relations.push(await stored(k, rows, { directory, builder, database }))
  }
  return { relations, notes: [] }
}

async function addSymbols(unit: RelationUnit, facts: GraphFacts, database: Database): Promise<void> {
  const columns = ['line', 'name', 'kind', '_within', '_package', 'exported', '_exports', '_bases', '_type']
  const told = await rowsOf(unit, 'symbols', columns, database, '_within IS NOT NULL OR _exports IS NOT NULL')
  for (const [file, line, name, kind, within, own, exported, exports, bases, type] of told)
    facts.addSymbol({
      path: unit.files[Number(file)]!.path,
      line: Number(line),
      name: String(name),
      kind: String(kind),
      within: within === null ? null : String(within).slice(1),
      package: textOf(own),
      isOpen: exported !== false && exported !== 'false',
      exports: listOf(exports, ' '),
      bases: listOf(bases, ','),
      type: textOf(type),
    })
}

async function addImports(unit: RelationUnit, facts: GraphFacts, database: Database): Promise<GraphImport[]> {
  const told = await rowsOf(unit, 'imports', ['module', 'name', '_binds', 'exported_as'], database)
  return told.map(([file, module, name, binds, exported]) => {
    const one: GraphImport = {
      path: unit.files[Number(file)]!.path,
      module: String(module),
      name: String(name),
      binds: textOf(binds),
      exportedAs: listOf(exported, ' '),
    }
    facts.addImport(one)
    return one
  })
}

/** Rows of a unit with the number of their file, each once; columns that it has not are empty. */
async function rowsOf(
  unit: RelationUnit,
  kind: StoredRelation['kind'],
  columns: readonly string[],
  database: Database,
  where?: string,
): Promise<PlainValue[][]> {
  const stored = unit.cached.relations.find(one => one.kind === kind)
  if (!stored) return []
  const list = columns.map(name => {
    const k = stored.columns.findIndex(column => column.name === name)
    return `${name === 'line' ? 'line' : k < 0 ? 'NULL' : `c${k}`} AS ${identifier(name)}`
  })
  const from = `read_parquet(${literal(join(unit.cached.directory, stored.parquet))}, hive_partitioning = false)`
  // In order, so that what is told first stays first.
  const only = where ?? (columns.length === 1 ? `${identifier(columns[0]!)} IS NOT NULL` : 'true')
  const order = columns.includes('line') ? 'file, line' : 'ALL'
  return await database.rows(
    `SELECT DISTINCT * FROM (SELECT file, ${list.join(', ')} FROM ${from}) WHERE ${only} ORDER BY ${order}`,
  )
}

async function stored(
  unit: number,
  rows: number,
  {
    directory,
    builder,
    database,
  }: { readonly directory: string; readonly builder: UnitBuilder; readonly database: Database },
): Promise<StoredRelation> {
  const parquet = `${unit}.parquet`
  const from = join(builder.directory, `facts-links-${unit}.jsonl`)
  const list = LINK_COLUMNS.map(([name, type], k) => `CAST(json ->> ${k} AS ${type}) AS ${identifier(name)}`)
  const read = `read_json_objects(${literal(from)}, format = 'newline_delimited')`
  await database.rows(
    `COPY (SELECT ${list.join(', ')} FROM ${read}) TO ${literal(join(directory, parquet))} (FORMAT parquet, COMPRESSION snappy)`,
  )
  return { kind: 'links', key: String(unit), parquet, lines: null, line: null, columns: [], rows, notes: [] }
}

/** What compilers are told beside the code: files that were found, not such that lie elsewhere. */
function manifestsIn(files: readonly PrintedFile[]): { path: string; text: string }[] {
  return files
    .filter(({ path, sizeBytes }) => isManifest(path) && sizeBytes <= LARGEST_MANIFEST)
    .map(({ path, file }) => ({ path, text: readReal(file) }))
}

function textOf(value: PlainValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

function listOf(value: PlainValue | undefined, separator: string): string[] {
  return textOf(value)?.split(separator).filter(Boolean) ?? []
}
