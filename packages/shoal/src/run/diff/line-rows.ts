// Two texts without a structure of their own, line by line: which lines one has more often than the other. The order of lines is not
// compared.
import type { ComparedUnits, Difference } from '@shoal/base/model/diff'
import { addTo } from '@shoal/base/model/lists'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { hidingOf, shownSource } from '../../text/gate/shown-source.ts'
import { hashText } from '../../text/hash.ts'
import { lineSpans } from '../../text/line-spans.ts'
import { openSource } from '../../text/source-file.ts'
import type { RelationFile } from '../relations/relation-file.ts'

/** Of larger files only the bytes are compared. */
export const MOST_BYTES = 16 * 1024 * 1024

interface Line {
  readonly line: number
  readonly start: number
  readonly end: number
}

export interface ComparedLines {
  readonly counts: ComparedUnits
  /** All of them, in order, read when they are wanted. */
  differences(from: number, limit: number, cell: number): Promise<Difference[]>
}

interface LineOptions {
  readonly signal: AbortSignal
  isTabled(contentType: string): Promise<boolean>
}

/** Null for a side that is empty. */
export async function compareLines(
  before: RelationFile | null,
  after: RelationFile | null,
  { isTabled, signal }: LineOptions,
): Promise<ComparedLines> {
  const [old, now] = [await linesOf(before, signal), await linesOf(after, signal)]
  const removed = without(old.byHash, now.byHash)
  const added = without(now.byHash, old.byHash)
  const all = [
    ...removed.map(line => ({ line, file: before!, change: 'removed' as const })),
    ...added.map(line => ({ line, file: after!, change: 'added' as const })),
  ].sort((a, b) => a.line.line - b.line.line)
  return {
    counts: {
      unit: 'line',
      table: null,
      key: null,
      columns: null,
      before: old.count,
      after: now.count,
      added: added.length,
      removed: removed.length,
      changed: 0,
      same: old.count - removed.length,
    },
    async differences(from, limit, cell) {
      const page = all.slice(from, from + limit)
      const texts = new Map<Line, string>()
      for (const file of new Set(page.map(one => one.file)))
        await readTexts(
          file,
          page.filter(one => one.file === file).map(one => one.line),
          { texts, cell, isTabled, signal },
        )
      return page.map(({ line, file, change }): Difference => {
        const place = { path: file.path, line: line.line }
        const text = texts.get(line) ?? ''
        const isAdded = change === 'added'
        const cells = [{ column: 'text', before: isAdded ? null : text, after: isAdded ? text : null }]
        const places = { before: isAdded ? null : place, after: isAdded ? place : null }
        return { change, unit: 'line', table: null, key: {}, cells, ...places }
      })
    },
  }
}

async function linesOf(file: RelationFile | null, signal: AbortSignal) {
  const byHash = new Map<string, Line[]>()
  let count = 0
  if (!file) return { byHash, count }
  const source = openSource(file.file, { path: file.path })
  try {
    const turn = yieldToEventLoop()
    for (const { start, end, line } of lineSpans(source, { start: 0, end: source.size, line: 1 })) {
      if (line % 1000 === 0) {
        await turn()
        signal.throwIfAborted()
      }
      count++
      const hash = hashText(source.text(start, end))
      addTo(byHash, hash, { line, start, end })
    }
    return { byHash, count }
  } finally {
    source.close()
  }
}

/** The last of those that the other does not have as often. */
function without(lines: ReadonlyMap<string, readonly Line[]>, others: ReadonlyMap<string, readonly Line[]>): Line[] {
  return [...lines].flatMap(([hash, own]) => own.slice(others.get(hash)?.length ?? 0))
}

/** As they may be shown. */
async function readTexts(
  { file, path, contentType }: RelationFile,
  lines: readonly Line[],
  { texts, cell, isTabled, signal }: LineOptions & { texts: Map<Line, string>; cell: number },
): Promise<void> {
  const source = openSource(file, { path })
  try {
    const shown = shownSource(source, await hidingOf(source, { isTable: await isTabled(contentType), signal }))
    for (const line of lines) {
      const text = shown.text(line.start, Math.min(line.end, line.start + cell))
      texts.set(line, line.end - line.start > cell ? `${text}…` : text)
    }
  } finally {
    source.close()
  }
}
