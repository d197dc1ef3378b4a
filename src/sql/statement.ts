// What may be asked: one statement that only reads, over the tables that were named. DuckDB's own parser says what a
// statement is made of, so no spelling, comment or nesting can hide anything. The locked settings of the database hold
// as well; this also keeps out what they let through, such as `SELECT * FROM enable_logging(storage = 'stdout')`.
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { ShoalError } from '../model/errors.ts'
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
])
const LONGEST = 20_000
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
  throw refused(isRead ? 'the query has parameters; write the values into it' : 'only a SELECT can be asked')
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
      throw refused('only a SELECT can be asked; a PIVOT must name its columns: PIVOT t ON c IN (…)')
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
  const nodes = [...nodesOf(tree)]
  const known = new Set([...tables, ...nodes.flatMap(commonNames)].map(name => name.toLowerCase()))
  for (const node of nodes) checkNode(node, known, tables)
}

type Node = Readonly<Record<string, unknown>>

function checkNode(node: Node, known: ReadonlySet<string>, tables: readonly string[]): void {
  const { type, function_name, show_type, table_name, schema_name } = node
  if (type === 'SHOW_REF' && show_type === 'SUMMARY')
    throw new ShoalError('sql-refused', 'SUMMARIZE estimates; its figures are not exact', {
      advice: 'take the exact figures of a file from `profile`, or ask for the aggregates you need',
    })
  if (type === 'TABLE_FUNCTION') {
    const name = String((node.function as Node | undefined)?.function_name ?? '').toLowerCase()
    if (!TABLE_FUNCTIONS.has(name)) throw refused(`${name}() cannot be asked; ${tableList(tables)}`)
  }
  if (typeof function_name === 'string' && BARRED.has(function_name.toLowerCase()))
    throw refused(`${function_name}() cannot be asked`)
  if (type === 'BASE_TABLE' && schema_name !== 'information_schema' && !known.has(String(table_name).toLowerCase()))
    throw refused(`there is no table ${JSON.stringify(table_name)}; ${tableList(tables)}`)
}

function tableList(tables: readonly string[]): string {
  const shown = tables.slice(0, 20).join(', ')
  return `the tables are ${shown}${tables.length > 20 ? ` and ${tables.length - 20} more` : ''}`
}

/** Names that WITH gives. */
function commonNames({ cte_map }: Node): string[] {
  const { map } = (cte_map ?? {}) as { map?: readonly { readonly key?: unknown }[] }
  return (map ?? []).flatMap(({ key }) => (typeof key === 'string' ? [key] : []))
}

/** Every object in it, without recursion: a hostile query may be nested deeply. */
function* nodesOf(tree: unknown): Generator<Node> {
  const open: unknown[] = [tree]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) yield value as Node
    for (const part of Object.values(value)) open.push(part)
  }
}

function refused(what: string): ShoalError {
  return new ShoalError('sql-refused', what)
}
