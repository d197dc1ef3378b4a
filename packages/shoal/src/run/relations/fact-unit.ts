// What content types tell of files, as relations in the cache: rows are told on file threads, and DuckDB makes Parquet of them.
import { largest } from '@shoal/base/model/lists'
import type { Registry } from '@shoal/base/model/registry'
import type { FactRow } from '@shoal/base/model/relation'
import { builtInTypes } from '../../content/registry.ts'
import type { RuleName } from '../../sql/column-type.ts'
import { copyName } from '../data/data-table.ts'
import { placed, readRecords } from '../data/json-table.ts'
import { receivedError } from '../threads/thrown-error.ts'
import { GaveUp, workOn } from '../threads/work-on.ts'
import type { UnitBuilder } from './build-unit.ts'
import { type FactCopy, type FactFile, factTarget, fieldsOf } from './fact-copy.ts'
import type { RelationFile } from './relation-file.ts'
import type { StoredRelation, StoredUnit } from './stored-relation.ts'
import { writeTable } from './write-table.ts'

/** Files of one order: few enough that a stop is heard soon. */
const FILES = 64
/** Columns that are texts whatever stands in them. */
const TEXTS = new Set(
  'level severity host process source thread message template name kind scope target key value unit heading text alias module exported_as _within _package _exports _bases _type _binds _link'.split(
    ' ',
  ),
)
const RULES: readonly RuleName[] = ['boolean', 'integer', 'huge', 'decimal', 'double', 'date', 'timestamp']

/** The built-in type whose reader tells of a file: rows are kept by its name. Null for a file of which nothing is told. */
export function factKind({ contentType, sizeBytes }: RelationFile, registry: Registry): string | null {
  const facts = sizeBytes > 0 ? registry.get(contentType)?.facts : undefined
  return (facts && builtInTypes.find(type => type.facts === facts)?.name) ?? null
}

/** Files of one content type. */
export async function buildFacts(
  files: readonly RelationFile[],
  directory: string,
  builder: UnitBuilder,
): Promise<StoredUnit> {
  const numbered = files.map((file, number): FactFile => ({ ...file, number }))
  const orders = Array.from({ length: Math.ceil(files.length / FILES) }, (_, k) =>
    numbered.slice(k * FILES, (k + 1) * FILES),
  )
  const told = await Promise.all(orders.map(order => tell(order, files[0]!.contentType, builder)))
  const copies = told.flatMap(({ copies }) => copies)
  const relations: StoredRelation[] = []
  for (const kind of new Set(copies.map(({ relation }) => relation))) {
    const parts = copies.filter(({ relation }) => relation === kind)
    relations.push(await write(kind, parts, { directory, number: relations.length, bytes: bytesOf(files), builder }))
  }
  const notes = told.flatMap(({ failed }) => failed.map(({ number, error }) => ({ file: number, note: error.message })))
  return { relations, notes }
}

interface Told {
  readonly copies: readonly FactCopy[]
  readonly failed: readonly { readonly number: number; readonly error: Error }[]
}

/** Throws `GaveUp` with the number that the file has in the entry. */
async function tell(files: readonly FactFile[], contentType: string, builder: UnitBuilder): Promise<Told> {
  const { settings, signal } = builder
  const target = factTarget(builder.directory, copyName())
  const work = { settings, signal, type: contentType, bytes: bytesOf(files) }
  try {
    const { copies, failed } = await workOn('facts', { files, contentType, target }, work)
    return { copies, failed: failed.map(({ number, error }) => ({ number, error: receivedError(error) })) }
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    throw new GaveUp(files[Math.min(error.file, files.length - 1)]!.number, error.message)
  }
}

function bytesOf(files: readonly { readonly sizeBytes: number }[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

interface FactTarget {
  readonly directory: string
  readonly number: number
  /** Of the files that are told of. */
  readonly bytes: number
  readonly builder: UnitBuilder
}

async function write(
  kind: FactRow['relation'],
  copies: readonly FactCopy[],
  { directory, number, bytes, builder }: FactTarget,
): Promise<StoredRelation> {
  const database = await builder.database(bytes)
  const rows = copies.reduce((sum, copy) => sum + copy.rows, 0)
  const read = await readRecords(
    copies.map(({ file }) => file),
    {
      beside: ['l', 'f'],
      object: largest(copies.map(({ longest }) => longest)),
      task: { database },
      rows,
      rules: name => (TEXTS.has(name) ? [] : RULES),
      fields: fieldsOf(copies),
    },
  )
  const sizeBytes = rows * largest(copies.map(({ longest }) => longest))
  const written = await writeTable({ ...placed(read, 'l'), file: 'f' }, database, { directory, number, sizeBytes })
  return { ...written, kind }
}
