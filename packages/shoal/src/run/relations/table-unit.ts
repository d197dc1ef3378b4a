// The tables of one file, read once and written to the cache.
import { lookup } from '@shoal/base/model/lookup'
import { csvTables } from '../data/csv-table.ts'
import type { TableReader } from '../data/data-table.ts'
import { jsonLinesTables, jsonTables } from '../data/json-table.ts'
import { NO_SECRETS, sweepFile } from '../data/on-thread.ts'
import { parquetTables } from '../data/parquet-table.ts'
import type { UnitBuilder } from './build-unit.ts'
import { PARQUET, type RelationFile } from './relation-file.ts'
import type { StoredRelation, StoredUnit } from './stored-relation.ts'
import { writeTable } from './write-table.ts'

const READERS: Readonly<Record<string, TableReader>> = {
  structured_data: csvTables,
  jsonl: jsonLinesTables,
  json: jsonTables,
  [PARQUET]: parquetTables,
}

export function isTable({ contentType, sizeBytes }: RelationFile): boolean {
  return lookup(READERS, contentType) !== undefined && sizeBytes > 0
}

export async function buildTables(file: RelationFile, directory: string, builder: UnitBuilder): Promise<StoredUnit> {
  const { settings, signal } = builder
  const read = lookup(READERS, file.contentType)!
  const database = await builder.database(file.sizeBytes)
  const secrets = file.contentType === PARQUET ? NO_SECRETS : await sweepFile(file, { settings, signal })
  const attached = { ...file, attached: await database.attach(file.file) }
  const task = { database, directory: builder.directory, settings, signal, secrets }
  const relations: StoredRelation[] = []
  for (const table of await read(attached, task)) {
    const target = { directory, number: relations.length, sizeBytes: file.sizeBytes }
    relations.push(await writeTable(table, database, target))
  }
  return { relations, notes: [] }
}
