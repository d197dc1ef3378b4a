// The rows that a content type tells of some files, written for DuckDB: one file for each relation, one row on each line, with the
// number of its file. It runs on a file thread.
import { join } from 'node:path'
import type { Json } from '@shoal/base/model/json'
import type { Registry } from '@shoal/base/model/registry'
import type { FactRow } from '@shoal/base/model/relation'
import { TextFile } from '../../sql/text-file.ts'
import { openSource } from '../../text/source-file.ts'
import { sendableError, type ThrownError } from '../threads/thrown-error.ts'

export interface FactFile {
  readonly path: string
  readonly file: string
  readonly sizeBytes: number
  readonly language: string | null
  /** Its number in the entry of the cache. */
  readonly number: number
}

export interface FactOrder {
  readonly files: readonly FactFile[]
  readonly contentType: string
  /** The names of what is written begin with it. */
  readonly target: string
}

export interface FactCopy {
  readonly relation: FactRow['relation']
  readonly file: string
  readonly rows: number
  /** Bytes of the longest line, at most. */
  readonly longest: number
  readonly fields: readonly FactField[]
}

/** A column in the order in which rows told it first, and the type that DuckDB finds for its values; null where only DuckDB knows. */
export interface FactField {
  readonly name: string
  readonly type: FieldType | null
}

/** `NULL`: it has no value at all. DuckDB unites whole numbers below 0 and others in its own way, so they are told apart. */
type FieldType = 'VARCHAR' | 'BIGINT' | 'NEGATIVE' | 'HUGEINT' | 'DOUBLE' | 'BOOLEAN' | 'NULL'

/** What DuckDB takes these for. */
const TAKEN_FOR: Partial<Record<FieldType, FieldType>> = { NULL: 'VARCHAR', NEGATIVE: 'BIGINT' }
const NUMBERS: ReadonlySet<FieldType | null> = new Set<FieldType>(['BIGINT', 'NEGATIVE', 'HUGEINT', 'DOUBLE'])

export interface FactCopies {
  readonly copies: readonly FactCopy[]
  readonly failed: readonly { readonly number: number; readonly error: ThrownError }[]
}

interface FactContext {
  readonly registry: Registry
  readonly signal: AbortSignal
  onRead(bytes: number): void
  onFile(number: number): void
}

export async function copyFacts(
  { files, contentType, target }: FactOrder,
  { registry, signal, onRead, onFile }: FactContext,
): Promise<FactCopies> {
  const read = registry.get(contentType)?.facts
  const writers = new Map<FactRow['relation'], FactWriter>()
  const failed: { number: number; error: ThrownError }[] = []
  try {
    for (const [k, { file, path, sizeBytes, language, number }] of files.entries()) {
      signal.throwIfAborted()
      onFile(k)
      try {
        const source = openSource(file, { path, sizeBytes })
        try {
          for await (const { relation, line, values } of read?.(source, { path, language, signal, onRead }) ?? []) {
            let writer = writers.get(relation)
            if (!writer) writers.set(relation, (writer = new FactWriter(relation, `${target}-${relation}.jsonl`)))
            writer.add(line, number, values)
          }
        } finally {
          source.close()
        }
      } catch (error) {
        signal.throwIfAborted()
        failed.push({ number, error: sendableError(error) })
      }
    }
    return { copies: [...writers.values()].map(({ copy }) => copy), failed }
  } finally {
    for (const writer of writers.values()) writer.close()
  }
}

class FactWriter {
  private readonly out: TextFile
  private readonly fields = new Map<string, KnownField>()
  private rows = 0
  private longest = 0

  constructor(
    private readonly relation: FactRow['relation'],
    private readonly file: string,
  ) {
    this.out = new TextFile(file)
  }

  get copy(): FactCopy {
    const { relation, file, rows, longest } = this
    return { relation, file, rows, longest, fields: Array.from(this.fields, ([name, { type }]) => ({ name, type })) }
  }

  add(line: number, number: number, values: FactRow['values']): void {
    const text = this.textOf(values)
    this.out.write(`{"l":${line},"f":${number},"r":{${text}}}\n`)
    this.rows++
    this.longest = Math.max(this.longest, text.length * 3 + 64)
  }

  close(): void {
    this.out.close()
  }

  /** A column without a value is written only where it is told of for the first time. */
  private textOf(values: FactRow['values']): string {
    let text = ''
    for (const name of Object.keys(values)) {
      const value = values[name]
      if (value === undefined) continue
      const type = typeOf(value)
      let field = this.fields.get(name)
      if (!field) this.fields.set(name, (field = { key: `${JSON.stringify(name)}:`, type }))
      else if (type === 'NULL') continue
      else if (type !== field.type && field.type !== null) field.type = united(field.type, type)
      text += text === '' ? field.key : `,${field.key}`
      text += type === 'VARCHAR' ? quoted(value as string) : JSON.stringify(value)
    }
    return text
  }
}

interface KnownField {
  readonly key: string
  type: FieldType | null
}

const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/
/** Behind so many characters it is sooner quoted than looked at. */
const SHORT = 300

function quoted(text: string): string {
  return text.length <= SHORT && !ESCAPED.test(text) ? `"${text}"` : JSON.stringify(text)
}

function typeOf(value: Json): FieldType | null {
  if (typeof value === 'string') return 'VARCHAR'
  if (value === null || Number.isNaN(value)) return 'NULL'
  if (typeof value === 'boolean') return 'BOOLEAN'
  if (typeof value !== 'number' || Math.abs(value) > Number.MAX_SAFE_INTEGER) return null
  if (!Number.isInteger(value)) return 'DOUBLE'
  return value < 0 ? 'NEGATIVE' : 'BIGINT'
}

function united(a: FieldType, b: FieldType | null): FieldType | null {
  if (a === 'NULL') return b
  if (!NUMBERS.has(a) || !NUMBERS.has(b)) return null
  return a === 'DOUBLE' || b === 'DOUBLE' ? 'DOUBLE' : 'HUGEINT'
}

/** The columns of several copies; null where DuckDB has to look at them. */
export function fieldsOf(
  copies: readonly FactCopy[],
): readonly { readonly name: string; readonly type: string }[] | null {
  const whole = new Map<string, FieldType | null>()
  for (const { fields } of copies)
    for (const { name, type } of fields) {
      const known = whole.get(name)
      if (known === undefined) whole.set(name, type)
      else if (known !== null && type !== 'NULL' && type !== known) whole.set(name, united(known, type))
    }
  // SQL tells no names apart that differ in case alone, and knows none without letters.
  const folded = new Set([...whole.keys()].map(name => name.toLowerCase()))
  if (folded.size < whole.size || folded.has('')) return null
  const fields: { readonly name: string; readonly type: string }[] = []
  for (const [name, type] of whole) {
    if (type === null) return null
    fields.push({ name, type: TAKEN_FOR[type] ?? type })
  }
  return fields
}

/** Where an order writes to. */
export function factTarget(directory: string, name: string): string {
  return join(directory, `facts-${name}`)
}
