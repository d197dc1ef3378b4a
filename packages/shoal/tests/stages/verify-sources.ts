// Sources on disk for tests of the gate, and drafts that quote them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChunkSpan } from '@shoal/base/model/analyst'
import type { FindingDraft } from '@shoal/base/model/finding'
import type { SourceText } from '@shoal/base/model/source'
import type { GateContext } from '../../src/stages/verify.ts'
import { briefOf } from '../../src/text/question.ts'
import { openSource } from '../../src/text/source-file.ts'

/** Runs `use` with a source that holds the content. */
export async function withSource<T>(
  content: string | Uint8Array,
  use: (source: SourceText) => Promise<T> | T,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-gate-'))
  const file = join(directory, 'source.txt')
  writeFileSync(file, content)
  const source = openSource(file, { path: 'source.txt' })
  try {
    return await use(source)
  } finally {
    source.close()
    rmSync(directory, { recursive: true })
  }
}

export function draft(line: number, evidence: string, more: Partial<FindingDraft> = {}): FindingDraft {
  return {
    type: 'pattern',
    key: `key:${evidence}`,
    summary: `Line ${line} says something`,
    severity: 'medium',
    confidence: 'high',
    nature: 'problem',
    line,
    evidence,
    ...more,
  }
}

export function gate(chunks: readonly ChunkSpan[] = [], chunk: ChunkSpan | null = null): GateContext {
  return {
    about: { path: 'source.txt', contentType: 'prose', chunks },
    chunk,
    brief: briefOf(null),
    signal: new AbortController().signal,
  }
}

export function span(
  index: number,
  [startLine, endLine]: [number, number],
  [startByte, endByte]: [number, number],
  continuation = false,
): ChunkSpan {
  return { id: `chunk-${index}`, index, startLine, endLine, startByte, endByte, continuation }
}

/** 1-based line of an index in a text whose lines end with `\n`. */
export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
