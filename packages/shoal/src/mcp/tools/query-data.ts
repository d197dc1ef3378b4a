// query_data: read-only SQL over what files hold.
import { statSync } from 'node:fs'
import { ShoalError } from '@shoal/base/model/errors'
import type { Relation } from '@shoal/base/model/relation'
import { z } from 'zod'
import { cacheDir } from '../../config/cache-dir.ts'
import type { QueriedFile } from '../../run/query-data.ts'
import { readablePaths } from '../paths.ts'
import { defineTool, type ToolContext } from '../tool.ts'

const MOST_FILES = 20
const MOST_TABLES = 60
const MOST_NOTES = 20
/** Characters of the columns that an answer lists, of all tables together. */
const TABLES_ROOM = 10_000
/** A struct of many fields is named by its first ones. */
const LONGEST_TYPE = 300
const TABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

const column = z.object({
  name: z.string().describe('Its name in SQL'),
  type: z.string().describe('Of SQL. DECIMAL and BIGINT are exact; VARCHAR is text'),
  unit: z.string().optional().describe('What its cells say beside the number: €, %'),
  note: z.string().optional().describe('Why it is text, or what reads as NULL'),
})

export const queryData = defineTool({
  name: 'query_data',
  title: 'Query data files with SQL',
  description:
    'Runs one read-only SQL SELECT (DuckDB dialect: joins, window functions, GROUP BY ALL, regexp_matches …) over files and directories of any size: CSV, TSV, JSON, JSONL and Parquet each as a table named after its file, with `path` and `line` of every row; `files` has one row per file, and what logs, code, config and documents hold is in `entries`, `symbols`, `settings` … Use it for every count, sum, average, ranking, join or filter: never count by reading rows. Leave `sql` out first to learn the tables, their columns, types and rows. Empty cells are NULL, a column is typed only if every value fits, and the row count of each table is checked against shoal’s own.',
  changes: 'nothing',
  input: z.object({
    sql: z.string().min(1).max(20_000).optional().describe('One SELECT; leave it out to list tables and columns'),
    files: z
      .array(z.string())
      .min(1)
      .max(MOST_FILES)
      .optional()
      .describe('Files and directories; orders.csv becomes table orders'),
    tables: z
      .record(z.string().regex(TABLE_NAME, 'a table name is letters, digits and _'), z.string())
      .optional()
      .describe('Data files by the table name you want: {"o": "data/orders.csv"}'),
    limit: z.number().int().min(1).max(1_000).default(100).describe('Rows to return'),
  }),
  output: z.object({
    columns: z
      .array(z.object({ name: z.string().describe('Its name'), type: z.string().describe('Its type in SQL') }))
      .describe('The columns of the result; none when only the tables were asked for'),
    rows: z.array(z.array(z.unknown())).describe('Cells longer than 500 characters end with …[+n characters]'),
    row_count: z.number().nullable().describe('Rows of the whole result; null when it was too long to count'),
    truncated: z.boolean().describe('The result has more rows than are shown'),
    tables: z
      .array(
        z.object({
          name: z.string().describe('What to call it in SQL'),
          kind: z.string().describe('table, or what it tells of files: files, entries, symbols, settings …'),
          path: z.string().describe('Its file, or how many there are'),
          rows: z.number().describe('Its rows'),
          column_count: z.number().optional().describe('How many columns it has; only without `sql`'),
          columns: z.array(column).optional().describe('Its first columns, as many as fit; only without `sql`'),
          notes: z.array(z.string()).describe('What the figures leave out or change'),
        }),
      )
      .describe('What can be queried; with `sql` what was'),
    notes: z.array(z.string()).describe('Files that gave no rows, and why'),
  }),
  async run({ sql, files, tables, limit }, context) {
    const { queryData: query } = await import('../../run/query-data.ts')
    const { settings, signal } = context
    const { result, relations, used, ...said } = await query({
      sql: sql ?? null,
      files: await namedFiles(files ?? [], tables ?? {}, context),
      limits: { rows: limit },
      settings,
      signal,
      cache: cacheDir(context.env, process.platform, context.cwd),
      onFile: (done, of, path) => context.progress(done, of, `reading ${path}`),
    })
    const notes = [...said.warnings, ...said.notes]
    return {
      data: {
        columns: result?.columns.map(({ name, type }) => ({ name, type })) ?? [],
        rows: result?.rows.map(row => [...row]) ?? [],
        row_count: result === null ? 0 : result.rowCount,
        truncated: result?.truncated ?? false,
        tables:
          sql === undefined
            ? described(relations)
            : (used.length > 0 ? used : relations).slice(0, MOST_TABLES).map(briefly),
        notes: [
          ...notes.slice(0, MOST_NOTES),
          ...(notes.length > MOST_NOTES ? [`${notes.length - MOST_NOTES} more`] : []),
        ],
      },
    }
  },
})

/** A directory stands for the files in it. */
async function namedFiles(
  files: readonly string[],
  tables: Readonly<Record<string, string>>,
  { jail, settings, signal, cwd }: Pick<ToolContext, 'jail' | 'settings' | 'signal' | 'cwd'>,
): Promise<QueriedFile[]> {
  const named = [
    ...Object.entries(tables).map(([name, path]) => ({ name, path, file: jail.inside(path) })),
    ...files.map(path => ({ name: null, path, file: jail.inside(path) })),
  ]
  if (named.length === 0 || named.length > MOST_FILES)
    throw new ShoalError('missing-argument', `name 1 to ${MOST_FILES} files or directories`, {
      advice: 'give `files` as a list of paths, or `tables` as names with paths',
    })
  const { queriedFiles } = await import('../../run/query-data.ts')
  const { isPackedFile, sourceFile } = await import('../../run/unpacking/source-file.ts')
  // A packed file stands for what is in it.
  const isMany = (file: string) =>
    (statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? true) ? true : isPackedFile(file, file, settings)
  const directories = named.filter(({ name, file }) => name === null && isMany(file))
  const single = await Promise.all(
    named
      .filter(one => !directories.includes(one))
      .map(async one =>
        one.name === null ? one : { ...one, file: (await sourceFile(one.file, settings, signal)).file },
      ),
  )
  if (directories.length === 0) return single
  const inside = await queriedFiles(
    readablePaths(
      { jail, cwd },
      directories.map(({ path }) => path),
    ),
    settings,
    signal,
    cwd,
  )
  return [...single, ...inside.files]
}

/** Who asks knows the columns; a wide table would fill the answer with them. */
function briefly({ name, kind, paths, rows, notes }: Relation) {
  return { name, kind, path: pathOf(paths), rows, notes: [...notes] }
}

function pathOf(paths: readonly string[]): string {
  return paths.length === 1 ? paths[0]! : `${paths.length} files`
}

/** The first columns of each relation, sharing what an answer has room for. */
function described(relations: readonly Relation[]) {
  const room = TABLES_ROOM / Math.min(relations.length, MOST_TABLES)
  return relations.slice(0, MOST_TABLES).map(({ name, kind, paths, rows, columns, notes }) => {
    const listed = listedColumns(columns, room)
    const isCut = listed.length < columns.length
    const rest = `only the first ${listed.length} columns are listed; DESCRIBE ${name} lists all`
    return {
      name,
      kind,
      path: pathOf(paths),
      rows,
      column_count: columns.length,
      columns: listed,
      notes: isCut ? [...notes, rest] : [...notes],
    }
  })
}

function listedColumns(columns: Relation['columns'], room: number): z.input<typeof column>[] {
  const listed: z.input<typeof column>[] = []
  let left = room
  for (const { name, type, unit, note } of columns) {
    const shown = {
      name,
      type: type.slice(0, LONGEST_TYPE),
      ...(unit === null ? {} : { unit }),
      ...(note === null ? {} : { note }),
    }
    left -= JSON.stringify(shown).length + 1
    if (left < 0) break
    listed.push(shown)
  }
  return listed
}
