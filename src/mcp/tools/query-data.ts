// query_data: read-only SQL over data files.
import { z } from 'zod'
import { cacheDir } from '../../config/cache-dir.ts'
import { ShoalError } from '../../model/errors.ts'
import type { NamedFile, QueriedTable } from '../../run/query-data.ts'
import { defineTool, type ToolContext } from '../tool.ts'

const MOST_FILES = 20
/** Characters of the columns that an answer lists, of all tables together. */
const TABLES_ROOM = 10_000
/** A struct of many fields is named by its first ones. */
const LONGEST_TYPE = 300
const TABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

const column = z.object({
  name: z.string().describe('Its name in SQL'),
  type: z.string().describe('Of SQL. DECIMAL and BIGINT are exact; VARCHAR is text'),
  note: z.string().optional().describe('Why it is text, or what reads as NULL'),
})

export const queryData = defineTool({
  name: 'query_data',
  title: 'Query data files with SQL',
  description:
    'Runs one read-only SQL SELECT (DuckDB dialect: joins, window functions, GROUP BY ALL, regexp_matches …) over CSV, TSV, JSON, JSONL and Parquet files of any size, each as a table named after its file. Use it for every count, sum, average, ranking, join or filter over data: never count by reading rows. Leave `sql` out first to learn the tables, their columns, types and rows. Empty cells are NULL, a column is typed only if every value fits, and the row count of each table is checked against shoal’s own.',
  changes: 'nothing',
  input: z.object({
    sql: z.string().min(1).max(20_000).optional().describe('One SELECT; leave it out to list tables and columns'),
    files: z
      .array(z.string())
      .min(1)
      .max(MOST_FILES)
      .optional()
      .describe('Data files; orders.csv becomes table orders'),
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
          path: z.string().describe('Its file'),
          rows: z.number().describe('Its rows'),
          column_count: z.number().optional().describe('How many columns it has; only without `sql`'),
          columns: z.array(column).optional().describe('Its first columns, as many as fit; only without `sql`'),
          notes: z.array(z.string()).describe('What the figures leave out or change'),
        }),
      )
      .describe('The tables that can be queried'),
  }),
  async run({ sql, files, tables, limit }, context) {
    const { queryData: query } = await import('../../run/query-data.ts')
    const { settings, signal } = context
    const { result, tables: known } = await query({
      sql: sql ?? null,
      files: namedFiles(files ?? [], tables ?? {}, context),
      rows: limit,
      settings,
      signal,
      cache: cacheDir(context.env, process.platform, context.cwd),
      onTable: (done, of, name) => context.progress(done, of, `reading ${name}`),
    })
    return {
      data: {
        columns: result?.columns.map(({ name, type }) => ({ name, type })) ?? [],
        rows: result?.rows.map(row => [...row]) ?? [],
        row_count: result === null ? 0 : result.rowCount,
        truncated: result?.truncated ?? false,
        tables: sql === undefined ? described(known) : known.map(briefly),
      },
    }
  },
})

function namedFiles(
  files: readonly string[],
  tables: Readonly<Record<string, string>>,
  { jail }: Pick<ToolContext, 'jail'>,
): NamedFile[] {
  const named = [
    ...Object.entries(tables).map(([name, path]) => ({ name, path, file: jail.inside(path) })),
    ...files.map(path => ({ name: null, path, file: jail.inside(path) })),
  ]
  if (named.length === 0 || named.length > MOST_FILES)
    throw new ShoalError('missing-argument', `name 1 to ${MOST_FILES} data files`, {
      advice: 'give `files` as a list of paths, or `tables` as names with paths',
    })
  return named
}

/** Who asks knows the columns; a wide table would fill the answer with them. */
function briefly({ name, path, rows, notes }: QueriedTable) {
  return { name, path, rows, notes: [...notes] }
}

/** The first columns of each table, sharing what an answer has room for. */
function described(tables: readonly QueriedTable[]) {
  const room = TABLES_ROOM / tables.length
  return tables.map(({ name, path, rows, columns, notes }) => {
    const listed = listedColumns(columns, room)
    const isCut = listed.length < columns.length
    const rest = `only the first ${listed.length} columns are listed; DESCRIBE ${name} lists all`
    return {
      name,
      path,
      rows,
      column_count: columns.length,
      columns: listed,
      notes: isCut ? [...notes, rest] : [...notes],
    }
  })
}

function listedColumns(columns: QueriedTable['columns'], room: number): z.input<typeof column>[] {
  const listed: z.input<typeof column>[] = []
  let left = room
  for (const { name, type, note } of columns) {
    const shown = { name, type: type.slice(0, LONGEST_TYPE), ...(note === null ? {} : { note }) }
    left -= JSON.stringify(shown).length + 1
    if (left < 0) break
    listed.push(shown)
  }
  return listed
}
