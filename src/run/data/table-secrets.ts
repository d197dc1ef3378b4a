// Secrets that stand in the files of a query. A result must hide them by their value: the name of a column, which may be
// all that shows them to be secrets, is gone with an alias.
import type { DuckDBValue } from '@duckdb/node-api'
import type { Json } from '../../model/json.ts'
import type { Database } from '../../sql/database.ts'
import { identifier } from '../../sql/sql-text.ts'
import type { TypedColumn } from '../../sql/typed-columns.ts'
import { maskDeep, secretsUnderNames } from '../../stages/verify/mask.ts'
import { formatCount } from '../../text/printable.ts'
import { KnownSecrets } from '../../text/secrets/known.ts'
import { secretRules } from '../../text/secrets/rules.ts'
import { sweepSecrets } from '../../text/secrets/sweep.ts'
import { judgeAssignment, kindOfName } from '../../text/secrets/value.ts'
import { openSource } from '../../text/source-file.ts'
import type { DataFile, DataTable, TableTask } from './data-table.ts'
import { isParquet } from './parquet-table.ts'

/** In memory only. */
export interface TableSecrets {
  readonly known: KnownSecrets
  /** Which secrets may be shown if a query takes them out of their place. */
  readonly notes: readonly string[]
}

/** Different values of a column, and records with secrets somewhere inside. */
const MOST_VALUES = 50_000
/** Bytes of a file that is swept as a text. */
const MOST_SWEPT = 64 * 1024 * 1024

export async function secretsOfTable(file: DataFile, table: DataTable, task: TableTask): Promise<TableSecrets> {
  const secrets = new Set<string>()
  const partly: string[] = []
  for (const column of table.columns) {
    const find = finderFor(column)
    if (!find) continue
    const rows = await valuesOf(column, table, task.database)
    if (rows.length > MOST_VALUES) partly.push(column.name)
    for (const [value] of rows.slice(0, MOST_VALUES)) for (const secret of find(value!)) secrets.add(secret)
  }
  const isSwept = isParquet(file.file) || (await sweep(file, task, secrets))
  return { known: new KnownSecrets(secrets), notes: notesOf(partly, isSwept) }
}

/** Hides what is known of all tables, and what is a secret by its shape or by the name beside it. */
export function hiderOf(tables: readonly TableSecrets[]): <T>(value: T) => T {
  const filled = tables.filter(({ known }) => !known.isEmpty)
  return value => filled.reduce((hidden, { known }) => maskDeep(hidden, known), maskDeep(value))
}

/** How to find the secrets in the values of a column, as texts; null where no name promises any. */
function finderFor({ name, type }: TypedColumn): ((value: DuckDBValue) => string[]) | null {
  if (type === 'VARCHAR') {
    if (kindOfName(name) === null) return null
    return value => (isSecret(name, String(value)) ? [String(value)] : [])
  }
  // Of a nested type the names of all its fields are a part.
  const hasNames = /STRUCT|MAP/.test(type) && (type.match(/\w+/g) ?? []).some(word => kindOfName(word) !== null)
  return hasNames ? value => secretsUnderNames({ [name]: JSON.parse(String(value)) as Json }) : null
}

/** As in the columns of a table that is swept. */
function isSecret(name: string, value: string): boolean {
  const verdict = judgeAssignment(name, value, true)
  return verdict !== null && verdict.rule !== secretRules.weak && verdict.confidence !== 'low'
}

/** One more than are looked at, if there are as many. */
async function valuesOf(
  { sql, type, name }: TypedColumn,
  { from }: DataTable,
  database: Database,
): Promise<DuckDBValue[][]> {
  const value = type === 'VARCHAR' ? sql : `to_json(${sql})::VARCHAR`
  const column = identifier(name)
  return await database.rows(
    `SELECT DISTINCT ${column} FROM (SELECT ${value} AS ${column} FROM ${from}) WHERE ${column} IS NOT NULL LIMIT ${MOST_VALUES + 1}`,
  )
}

/** Secrets in texts, and under names deep inside of JSON. False for a file that is too large. */
async function sweep({ file, path }: DataFile, { signal }: TableTask, secrets: Set<string>): Promise<boolean> {
  const source = openSource(file, { path })
  try {
    if (source.sizeBytes > MOST_SWEPT) return false
    const { values, hasMore } = await sweepSecrets(source, { signal, isTable: false })
    for (const value of values) secrets.add(value)
    return !hasMore
  } finally {
    source.close()
  }
}

function notesOf(partly: readonly string[], isSwept: boolean): string[] {
  const most = formatCount(MOST_VALUES)
  return [
    ...partly.map(name => `of the secrets in ${name} only ${most} are masked under another name or in a longer text`),
    ...(isSwept
      ? []
      : [
          'too large to look for all secrets: those inside of texts and nested values are masked by shape and name alone',
        ]),
  ]
}
