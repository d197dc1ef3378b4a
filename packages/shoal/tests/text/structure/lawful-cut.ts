// Cuts a text in memory with one content type's cutter and holds the pieces to the laws of a cutting.

import type { Cutting, Piece } from '@shoal/base/model/chunk'
import type { ContentType, CutRequest } from '@shoal/base/model/content-type'
import type { Extent, SourceText } from '@shoal/base/model/source'
import { expect } from 'vitest'
import { memorySource } from '../code/memory-source.ts'

export interface Options {
  readonly path?: string
  readonly mode?: CutRequest['mode']
  /** Target in lines; the largest piece is twice that. */
  readonly size?: number
  readonly maxTokens?: number
  readonly language?: string
}

export interface LawfulCut {
  readonly cutting: Cutting
  readonly texts: readonly string[]
  readonly labels: readonly string[]
  /** Lines of each piece. */
  readonly sizes: readonly number[]
  /** The text of each piece's preamble, line by line. */
  readonly above: readonly (readonly string[])[]
}

type Cutter = ContentType['cut']

export async function cutLawfully(
  cut: Cutter,
  content: string | Uint8Array,
  options: Options = {},
): Promise<LawfulCut> {
  const source = memorySource(content, options.path)
  const request = requestFor(options)
  const cutting = await cut(source, request)
  expect(await cut(source, request), 'cutting twice gives the same pieces').toEqual(cutting)
  const { pieces, lineCount } = cutting
  const lineStarts = startsOfLines(source)
  expect(lineCount).toBe(lineStarts.length)
  expect(pieces.length === 0).toBe(source.size === 0)
  for (const [i, piece] of pieces.entries()) checkPiece(piece, pieces[i - 1], lineStarts, source)
  const ends = [...pieces.slice(1).map(piece => piece.start), source.size]
  const lines = [...pieces.map(piece => piece.line), lineCount + 1]
  return {
    cutting,
    texts: pieces.map((piece, i) => source.text(piece.start, ends[i]!)),
    labels: pieces.map(piece => piece.label),
    sizes: pieces.map((piece, i) => lines[i + 1]! - piece.line),
    above: pieces.map(piece => (piece.preamble ?? []).map(extent => textOf(source, extent))),
  }
}

function requestFor({ mode = 'directory', size = 200, maxTokens = 100_000, language }: Options): CutRequest {
  return {
    mode,
    sizing: {
      unit: 'lines',
      min: Math.ceil(size / 2),
      target: size,
      max: size * 2,
      ladder: [size, size * 2],
      overlap: () => 20,
    },
    maxTokens,
    language: language ?? null,
    signal: new AbortController().signal,
  }
}

function checkPiece(piece: Piece, before: Piece | undefined, lineStarts: readonly number[], source: SourceText): void {
  if (!before) expect([piece.start, piece.line]).toEqual([0, 1])
  else expect(piece.start).toBeGreaterThan(before.start)
  expect(lineStarts[piece.line - 1], `line ${piece.line} starts where the piece does`).toBe(piece.start)
  expect(piece.label).not.toBe('')
  for (const extent of piece.preamble ?? []) {
    expect(extent.end).toBeLessThanOrEqual(piece.start)
    expect(extent.start).toBeLessThan(extent.end)
    expect(extent.last).toBeLessThan(piece.line)
    expect(lineStarts[extent.first - 1]).toBeLessThanOrEqual(extent.start)
    expect(lineStarts[extent.last] ?? source.size).toBeGreaterThanOrEqual(extent.end)
  }
}

function startsOfLines(source: SourceText): number[] {
  const bytes = source.bytes(0, source.size)
  const starts = bytes.length > 0 ? [0] : []
  for (let i = 0; i < bytes.length - 1; i++) if (bytes[i] === source.eol) starts.push(i + 1)
  return starts
}

function textOf(source: SourceText, extent: Extent): string {
  return source.text(extent.start, extent.end).trim()
}
