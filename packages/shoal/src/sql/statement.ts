// What may be asked: one statement that only reads, over the tables that were named and those that WITH makes, each where
// it can be seen. DuckDB's own parser says what a statement is made of, so spelling and comments hide nothing. The locked
// settings of the database hold as well; this also keeps out what they let through: views that tell of settings and of
// paths, or `SELECT * FROM enable_logging(storage = 'stdout')`.
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { ShoalError } from '@shoal/base/model/errors'
import type { DuckDb } from './duckdb.ts'
import { sqlError } from './sql-error.ts'

/** Functions that make rows out of values. All others read files, settings or secrets, or change something. */
const TABLE_FUNCTIONS = new Set([
  'unnest',
  'range',
  'generate_series',
  'json_each',
  'json_tree',
  'repeat',
  'repeat_row',
])
/** Functions that wait, write, or tell about the machine. */
const BARRED = new Set([
  'write_log',
  'sleep_ms',
  'pg_sleep',
  'current_setting',
  'getenv',
  'setseed',
  'nextval',
  'currval',
  // The SQL of a view has the real path of its file.
  'pg_get_viewdef',
  'json_serialize_plan',
])
/** Where the tables are that were named, as somebody may write it. */
const OWN_SCHEMAS = new Set(['main', 'memory', 'memory.main'])
const CATALOGUE = new Set(['information_schema.tables', 'information_schema.columns'])
/** What `SHOW TABLES`, `SHOW ALL TABLES` and `DESCRIBE` alone ask for. */
const SHOWN = new Set(['"tables"', '__show_tables_expanded'])
const LONGEST = 20_000
const BARE_PIVOT = 'only a SELECT can be asked; a PIVOT must name its columns: PIVOT t ON c IN (…)'
const EXPLAIN = /^\s*explain\s+(?:analyze\s+)?/i

interface Checked {
  readonly statement: DuckDBPreparedStatement
}

/** Throws `sql-refused` for what may not be asked, `sql-failed` for what cannot be. */
export async function prepareChecked(
  connection: DuckDBConnection,
  { StatementType }: DuckDb,
  sql: string,
  tables: readonly string[],
): Promise<Checked> {
  if (sql.length > LONGEST) throw refused(`the query has ${sql.length} characters; at most ${LONGEST} are read`)
  const asked = sql.replace(EXPLAIN, '')
  checkTree(await parsed(connection, asked), tables)
  const statement = await prepared(connection, sql)
  const { statementType, parameterCount } = statement
  const isRead = statementType === StatementType.SELECT || (asked !== sql && statementType === StatementType.EXPLAIN)
  if (isRead && parameterCount === 0) return { statement }
  statement.destroySync()
  throw refused(
    isRead
      ? 'the query has parameters; write the values into it'
      : 'only a SELECT can be asked: the files are only read',
  )
}

/** The syntax tree of the only statement. */
async function parsed(connection: DuckDBConnection, sql: string): Promise<unknown> {
  let text: unknown
  try {
    const reader = await connection.runAndReadAll('SELECT json_serialize_sql(CAST($1 AS VARCHAR))', [sql])
    text = reader.getRows()[0]?.[0]
  } catch (error) {
    throw sqlError(error)
  }
  const tree = JSON.parse(String(text)) as {
    error: boolean
    error_type?: string
    error_message?: string
    statements?: unknown[]
  }
  if (tree.error) {
    if (tree.error_type === 'not implemented')
      throw refused(/\bpivot\b/i.test(sql) ? BARE_PIVOT : 'only a SELECT can be asked: the files are only read')
    throw new ShoalError('sql-failed', tree.error_message?.split('\n')[0] ?? 'the query cannot be parsed')
  }
  if (tree.statements?.length !== 1) throw refused(`ask one statement, not ${tree.statements?.length ?? 0}`)
  return tree.statements[0]
}

async function prepared(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  try {
    const statements = await connection.extractStatements(sql)
    if (statements.count !== 1) throw refused(`ask one statement, not ${statements.count}`)
    return await statements.prepare(0)
  } catch (error) {
    throw sqlError(error)
  }
}

function checkTree(tree: unknown, tables: readonly string[]): void {
  const named = new Set(tables.map(name => name.toLowerCase()))
  for (const { node, seen } of nodesOf(tree)) {
    checkFunction(node, tables)
    checkShown(node)
    if (node.type === 'BASE_TABLE' && !isKnownTable(node, named, seen))
      throw refused(`there is not a table ${JSON.stringify(qualified(node))}; ${tableList(tables)}`)
  }
}

type Node = Readonly<Record<string, unknown>>

function checkFunction(node: Node, tables: readonly string[]): void {
  const { type, function_name } = node
  if (type === 'TABLE_FUNCTION') {
    const name = String((node.function as Node | undefined)?.function_name ?? '').toLowerCase()
    if (!TABLE_FUNCTIONS.has(name)) throw refused(`${name}() cannot be asked; ${tableList(tables)}`)
  }
  if (typeof function_name === 'string' && BARRED.has(function_name.toLowerCase()))
    throw refused(`${function_name}() cannot be asked`)
}

function checkShown({ type, show_type, table_name, query }: Node): void {
  if (type !== 'SHOW_REF') return
  if (show_type === 'SUMMARY')
    throw new ShoalError('sql-refused', 'SUMMARIZE estimates; its figures are not exact', {
      advice: 'ask for the aggregates you need; `shoal profile` has the exact figures of a file',
    })
  // What it describes, if anything, is a part of the tree and so checked by itself.
  if (query) return
  if (show_type !== 'SHOW_UNQUALIFIED' || !SHOWN.has(String(table_name)))
    throw refused('of SHOW only SHOW TABLES can be asked')
}

/** A name that WITH gives means what WITH says only if it stands alone. */
function isKnownTable(node: Node, named: ReadonlySet<string>, seen: ReadonlySet<string>): boolean {
  const table = String(node.table_name).toLowerCase()
  const whole = qualified(node).toLowerCase()
  if (whole === table) return named.has(table) || seen.has(table)
  if (CATALOGUE.has(whole)) return true
  return OWN_SCHEMAS.has(whole.slice(0, -table.length - 1)) && named.has(table)
}

function qualified({ catalog_name, schema_name, table_name }: Node): string {
  return [catalog_name, schema_name, table_name].filter(Boolean).join('.')
}

function tableList(tables: readonly string[]): string {
  const shown = tables.slice(0, 20).join(', ')
  return `the tables are ${shown}${tables.length > 20 ? ` and ${tables.length - 20} more` : ''}`
}

interface Placed {
  readonly node: Node
  /** Names that WITH gives, as far as they can be seen from here. */
  readonly seen: ReadonlySet<string>
}

/** Every object in it, without recursion: a hostile query may be nested deeply. */
function* nodesOf(tree: unknown): Generator<Placed> {
  const open: { readonly value: unknown; readonly seen: ReadonlySet<string> }[] = [{ value: tree, seen: new Set() }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, seen } = next
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      for (const part of value) open.push({ value: part, seen })
      continue
    }
    const { cte_map, ...parts } = value as Node
    yield { node: parts, seen }
    let inside = seen
    // Each sees those before it. Beyond its own WITH, and before it, the same name may be one of DuckDB's own views.
    for (const { key, value } of commonTables(cte_map)) {
      open.push({ value, seen: inside })
      inside = new Set(inside).add(String(key).toLowerCase())
    }
    for (const [name, part] of Object.entries(parts)) {
      const isRepeated = parts.type === 'RECURSIVE_CTE_NODE' && name === 'right'
      open.push({ value: part, seen: isRepeated ? new Set(inside).add(String(parts.cte_name).toLowerCase()) : inside })
    }
  }
}

function commonTables(map: unknown): readonly { readonly key?: unknown; readonly value?: unknown }[] {
  return (map as { readonly map?: [] } | undefined)?.map ?? []
}

function refused(what: string): ShoalError {
  return new ShoalError('sql-refused', what)
}
