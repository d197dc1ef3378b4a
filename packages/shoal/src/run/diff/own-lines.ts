// What stands in parts of a text that lie in each other, as a hash for each: a line counts for the innermost part it stands in.
import { randomUUID } from 'node:crypto'
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { hashText } from '../../text/hash.ts'
import { lineSpans } from '../../text/line-spans.ts'
import { openSource } from '../../text/source-file.ts'

export interface TextPart {
  readonly line: number
  readonly endLine: number
  /** What is told of its first line elsewhere: a line that says no more does not count. */
  readonly said: string | null
}

export interface OwnLines {
  readonly lines: number
  readonly hash: string
}

/** Larger files are compared without it. */
export const MOST_BYTES = 64 * 1024 * 1024

/** By `line-endLine` of the part. What stands in none is under the part of line 0. */
export async function ownLines(
  file: { readonly file: string; readonly path: string },
  parts: readonly TextPart[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, OwnLines>> {
  const sorted = [...parts].sort((a, b) => a.line - b.line || b.endLine - a.endLine)
  const found = new Map<string, { lines: number; hash: string }>()
  const own = (key: string) => {
    let lines = found.get(key)
    if (!lines) found.set(key, (lines = { lines: 0, hash: salted() }))
    return lines
  }
  const source = openSource(file.file, { path: file.path })
  try {
    const turn = yieldToEventLoop()
    const open: TextPart[] = []
    let next = 0
    for (const { start, end, line } of linesIn(source)) {
      if (line % 1000 === 0) {
        await turn()
        signal.throwIfAborted()
      }
      while (open.length > 0 && open.at(-1)!.endLine < line) open.pop()
      for (; next < sorted.length && sorted[next]!.line <= line; next++) open.push(sorted[next]!)
      while (open.length > 0 && open.at(-1)!.endLine < line) open.pop()
      const part = open.at(-1)
      const text = source.text(start, end).trimEnd()
      const isSaid = part?.line === line && part.said !== null && saysOnly(text, part.said)
      if (text === '' || isSaid) continue
      const lines = own(part ? partKey(part) : NO_PART)
      lines.lines++
      lines.hash = hashText(`${lines.hash}\n${text}`)
    }
    return found
  } finally {
    source.close()
  }
}

/** A hash is shown: without a salt it would confirm a guess at a secret that stands there. */
let salt: string | null = null

function salted(): string {
  salt ??= randomUUID()
  return salt
}

/** What stands in no part. */
export const NO_PART = '0-0'

export function partKey({ line, endLine }: Pick<TextPart, 'line' | 'endLine'>): string {
  return `${line}-${endLine}`
}

function linesIn(source: SourceText) {
  return lineSpans(source, { start: 0, end: source.size, line: 1 })
}

/** `function f() {` says no more than `function f()`. */
function saysOnly(text: string, said: string): boolean {
  const line = text.trim()
  return line === said || (line.startsWith(said) && /^[\s:;{(]*$/.test(line.slice(said.length)))
}
