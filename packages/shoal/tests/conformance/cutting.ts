// The laws every content type's cutting obeys (P12), checked on one file: called for generated and real inputs alike.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Chunk, Partition } from '@shoal/base/model/chunk'
import type { ContentType, CutRequest } from '@shoal/base/model/content-type'
import { expect } from 'vitest'
import { chunkText, toSourceLine, toTextLine } from '../../src/stages/deliver.ts'
import { partition } from '../../src/stages/partition.ts'
import { openSource } from '../../src/text/source-file.ts'

export interface Case {
  readonly type: ContentType
  readonly content: string | Uint8Array
  readonly name?: string
  readonly language?: string | null
  readonly mode?: CutRequest['mode']
  readonly maxTokens?: number
  /** Target in the type's unit, for small inputs. */
  readonly size?: number
}

export interface Cutted {
  readonly partition: Partition
  readonly texts: readonly string[]
}

/** Cuts a content and holds the result to the laws. */
export async function cutLawfully(input: Case): Promise<Cutted> {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-cut-'))
  try {
    const file = join(directory, input.name ?? 'source')
    writeFileSync(file, input.content)
    return await checkFile(file, input)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

export async function checkFile(file: string, input: Omit<Case, 'content'>): Promise<Cutted> {
  const source = openSource(file)
  try {
    const request = requestFor(input)
    const first = await partition(source, input.type, request)
    const again = await partition(source, input.type, request)
    expect(again, 'cutting twice gives the same chunks').toEqual(first)
    const raw = readFileSync(file)
    checkTiling(first, raw)
    checkLines(first, source.text(0, source.size), source.eol)
    const texts = first.chunks.map(chunk => chunkText(source, chunk))
    for (const [k, chunk] of first.chunks.entries()) {
      expect(chunk.tokens, `chunk ${chunk.index} has tokens`).toBeGreaterThanOrEqual(chunk.bytes > 0 ? 1 : 0)
      checkLineMap(chunk, texts[k]!, source.text(0, source.size), source.eol)
    }
    return { partition: first, texts }
  } finally {
    source.close()
  }
}

export function requestFor({ type, mode, maxTokens, size, language }: Omit<Case, 'content'>): CutRequest {
  const sizing =
    size === undefined
      ? type.sizing
      : { ...type.sizing, min: Math.max(1, Math.floor(size / 2)), target: size, max: size * 2, ladder: [size] }
  return {
    mode: mode ?? 'single',
    sizing,
    maxTokens: maxTokens ?? 400_000,
    language: language ?? null,
    signal: new AbortController().signal,
  }
}

function checkTiling({ chunks }: Partition, raw: Buffer): void {
  if (raw.length === 0) {
    expect(chunks).toEqual([])
    return
  }
  expect(chunks[0]?.body.startByte).toBe(0)
  for (const [k, chunk] of chunks.entries()) {
    expect(chunk.index).toBe(k + 1)
    expect(chunk.of).toBe(chunks.length)
    expect(chunk.bytes).toBe(chunk.body.endByte - chunk.body.startByte)
    expect(chunk.bytes, 'no chunk is empty').toBeGreaterThan(0)
    expect(chunk.body.endByte).toBe(chunks[k + 1]?.body.startByte ?? raw.length)
  }
}

/** The line numbers are those of the bytes. */
function checkLines({ chunks, lineCount }: Partition, text: string, eol: number): void {
  const end = String.fromCharCode(eol)
  const total = text === '' && chunks.length === 0 ? 0 : text.split(end).length - (text.endsWith(end) ? 1 : 0)
  expect(lineCount).toBe(total)
  for (const [k, chunk] of chunks.entries()) {
    expect(chunk.lines).toBe(chunk.body.endLine - chunk.body.startLine + 1)
    const next = chunks[k + 1]
    if (!next) expect(chunk.body.endLine).toBe(lineCount)
    else expect([chunk.body.endLine, chunk.body.endLine + 1]).toContain(next.body.startLine)
  }
}

/** Every line of a chunk's text shows the source line it says, and the way back leads to the same line. */
function checkLineMap(chunk: Chunk, shown: string, text: string, eol: number): void {
  const end = String.fromCharCode(eol)
  const sourceLines = text.split(end)
  const lines = shown.split(end)
  for (const n of [1, 2, Math.ceil(lines.length / 2), lines.length - 1]) {
    const line = toSourceLine(chunk, n)
    if (line === null) continue
    const back = toTextLine(chunk, line)
    expect(back).not.toBeNull()
    expect(toSourceLine(chunk, back!)).toBe(line)
    // Where a chunk starts or ends inside a line, or is wrapped, its own line is a part of the source's.
    const part = lines[n - 1]!.trim()
    if (!chunk.wrap) expect(sourceLines[line - 1]).toContain(part)
    else if (n > 1 && n < lines.length) expect(sourceLines[line - 1]).toContain(part)
  }
}
