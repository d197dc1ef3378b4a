// The tables of one file, read once and written to the cache.
import type { ContentType } from '@shoal/base/model/content-type'
import type { Registry } from '@shoal/base/model/registry'
import { csvTables } from '../data/csv-table.ts'
import type { TableReader } from '../data/data-table.ts'
import { jsonLinesTables, jsonTables } from '../data/json-table.ts'
import { NO_SECRETS, sweepFile } from '../data/on-thread.ts'
import { parquetTables } from '../data/parquet-table.ts'
import { registryFor } from '../registry.ts'
import type { UnitBuilder } from './build-unit.ts'
import { PARQUET, type RelationFile } from './relation-file.ts'
import type { StoredRelation, StoredUnit } from './stored-relation.ts'
import { writeTable } from './write-table.ts'

const READERS: Readonly<Record<NonNullable<ContentType['tables']>, TableReader>> = {
  delimited: csvTables,
  'json-lines': jsonLinesTables,
  json: jsonTables,
}

/** Null for a file that is no table. */
export function tableReader({ contentType, sizeBytes }: RelationFile, registry: Registry): TableReader | null {
  if (sizeBytes === 0) return null
  if (contentType === PARQUET) return parquetTables
  const { tables } = registry.typeOf(contentType)
  return tables ? READERS[tables] : null
}

/** Of some columns only where `words` are given; throws `WholeTable` where that is not possible. */
export async function buildTables(
  file: RelationFile,
  directory: string,
  builder: UnitBuilder,
  words: ReadonlySet<string> | null = null,
): Promise<StoredUnit> {
  const { settings, signal } = builder
  const read = tableReader(file, registryFor(settings))!
  const database = await builder.database(file.sizeBytes)
  const secrets = file.contentType === PARQUET ? NO_SECRETS : await sweepFile(file, { settings, signal })
  const attached = { ...file, attached: await database.attach(file.file) }
  const task = { database, directory: builder.directory, settings, signal, secrets, words }
  const relations: StoredRelation[] = []
  for (const table of await read(attached, task)) {
    const target = { directory, number: relations.length, sizeBytes: file.sizeBytes }
    relations.push(await writeTable(table, database, target))
  }
  return { relations, notes: [] }
}
