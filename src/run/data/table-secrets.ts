// Secrets that stand in the files of a query. A result must hide them by their value: the name of a column, which may be
// all that shows them to be secrets, is gone with an alias.
import { statSync } from 'node:fs'
import type { Json } from '../../model/json.ts'
import type { Database } from '../../sql/database.ts'
import type { TypedColumn } from '../../sql/typed-columns.ts'
import { type KnownSecrets, knownSecrets } from '../../text/gate/known-values.ts'
import { secretsUnderNames, shownValue } from '../../text/gate/shown-value.ts'
import { kindOfName } from '../../text/secrets/names.ts'
import { secretRules } from '../../text/secrets/rules.ts'
import { judgeAssignment } from '../../text/secrets/value.ts'
import { NO_TYPE, workOn } from '../threads/work-on.ts'
import { type AttachedFile, type DataFile, type DataTable, fromSql, type TableTask } from './data-table.ts'
import { isParquet } from './parquet-table.ts'

/** In memory only. */
export interface TableSecrets {
  readonly known: KnownSecrets
  /** Which secrets may be shown if a query takes them out of their place. */
  readonly notes: readonly string[]
}

/** Different values of a column, characters of one, and characters of all secrets of a table. */
const MOST_VALUES = 50_000
const LONGEST_VALUE = 2_048
const MOST_CHARACTERS = 4_000_000
/** Records with secrets somewhere inside, and characters of one. */
const MOST_RECORDS = 10_000
const LONGEST_RECORD = 8_192
/** Bytes of a file that is swept as a text. */
const MOST_SWEPT = 64 * 1024 * 1024

export async function secretsOfTable(file: AttachedFile, table: DataTable, task: TableTask): Promise<TableSecrets> {
  const secrets = new Secrets()
  const partly: string[] = []
  for (const column of table.columns) {
    const { name, type } = column
    const isText = type === 'VARCHAR'
    if (isText ? kindOfName(name) === null : !hasNames(type)) continue
    const find = isText ? addTexts : addRecords
    if (!(await find(column, fromSql(table, file), { database: task.database, secrets }))) partly.push(name)
  }
  const isSwept = isParquet(file.file) || (await sweep(file, task, secrets))
  return { known: knownSecrets(secrets.all), notes: notesOf(partly, isSwept) }
}

/** Hides what is known of all tables, and what is a secret by its shape or by the name beside it. */
export function hiderOf(tables: readonly TableSecrets[]): <T>(value: T) => T {
  const filled = tables.filter(({ known }) => !known.isEmpty)
  return value => filled.reduce((hidden, { known }) => shownValue(hidden, known), shownValue(value))
}

/** Of a nested type the names of all its fields are a part. */
function hasNames(type: string): boolean {
  return /STRUCT|MAP/.test(type) && (type.match(/\w+/g) ?? []).some(word => kindOfName(word) !== null)
}

interface Search {
  readonly database: Database
  readonly secrets: Secrets
}

/** False when there are more values than are looked at. */
async function addTexts({ sql, name }: TypedColumn, from: string, { database, secrets }: Search) {
  const rows = await database.rows(
    `SELECT DISTINCT ${sql} FROM ${from} WHERE strlen(${sql}) <= ${LONGEST_VALUE} LIMIT ${MOST_VALUES + 1}`,
  )
  const texts = rows.slice(0, MOST_VALUES).map(([text]) => String(text))
  return secrets.add(texts.filter(text => isSecret(name, text))) && rows.length <= MOST_VALUES
}

/** As in the columns of a table that is swept. */
function isSecret(name: string, value: string): boolean {
  const verdict = judgeAssignment(name, value, { sure: true, quoted: true, syntax: 'data' })
  return verdict !== null && verdict.rule !== secretRules.weak && verdict.confidence !== 'low'
}

/** False when there are more records than are looked at, or longer ones. */
async function addRecords({ sql, name }: TypedColumn, from: string, { database, secrets }: Search) {
  const rows = await database.rows(
    `SELECT CASE WHEN strlen(r) <= ${LONGEST_RECORD} THEN r END FROM (SELECT to_json(${sql})::VARCHAR AS r FROM ${from} WHERE ${sql} IS NOT NULL) LIMIT ${MOST_RECORDS + 1}`,
  )
  const records = rows.slice(0, MOST_RECORDS).flatMap(([text]) => (text === null ? [] : [JSON.parse(String(text))]))
  const isAll = records.length === rows.length
  return secrets.add(records.flatMap((record: Json) => secretsUnderNames({ [name]: record }))) && isAll
}

/** Secrets in texts, and under names deep inside of JSON. False for a file that is too large. */
async function sweep({ file, path }: DataFile, { settings, signal }: TableTask, secrets: Secrets): Promise<boolean> {
  const { size: sizeBytes } = statSync(file)
  if (sizeBytes > MOST_SWEPT) return false
  const how = { settings, signal, type: NO_TYPE, bytes: sizeBytes }
  const { values, hasMore } = await workOn('sweep', { file, path, sizeBytes, isTable: false }, how)
  return secrets.add(values) && !hasMore
}

function notesOf(partly: readonly string[], isSwept: boolean): string[] {
  return [
    ...partly.map(name => `${name} has too many values: some of its secrets are masked only under its own name`),
    ...(isSwept
      ? []
      : [
          'not all of it was searched for secrets: those inside of texts and records are masked by shape and name alone',
        ]),
  ]
}

class Secrets {
  readonly all = new Set<string>()
  private room = MOST_CHARACTERS

  /** False when there is no room for all of them. */
  add(secrets: Iterable<string>): boolean {
    for (const secret of secrets) {
      if (this.all.has(secret)) continue
      this.room -= secret.length
      if (this.room < 0) return false
      this.all.add(secret)
    }
    return true
  }
}
