// The rows that a content type tells of some files, written for DuckDB: one file for each relation, one row on each line, with the
// number of its file. It runs on a file thread.
import { join } from 'node:path'
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
}

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
    return { relation, file, rows, longest }
  }

  add(line: number, number: number, values: FactRow['values']): void {
    const text = JSON.stringify(values)
    this.out.write(`{"l":${line},"f":${number},"r":${text}}\n`)
    this.rows++
    this.longest = Math.max(this.longest, text.length * 3 + 64)
  }

  close(): void {
    this.out.close()
  }
}

/** Where an order writes to. */
export function factTarget(directory: string, name: string): string {
  return join(directory, `facts-${name}`)
}
