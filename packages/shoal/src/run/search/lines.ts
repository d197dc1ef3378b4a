// All lines that match, in the order of the files and of their lines. The first page counts them all; the others go on
// where the one before ended.
import type { Skipped } from '@shoal/base/model/plan'
import type { SourceText } from '@shoal/base/model/source'
import { ColumnWatch } from '../../text/secrets/secret-columns.ts'
import type { LineMatcher } from './line-matcher.ts'
import { cursorNumbers, type FileBlock, readBlocks } from './read-blocks.ts'
import { placeOf, SecretGuard, shownLine } from './shown-line.ts'
import { type FoundLine, MOST_CHARACTERS, type SearchResult, type SearchTask } from './task.ts'

/** Where a page begins: a block, its first line, and the matches in it that were shown. */
interface Position {
  readonly index: number
  readonly offset: number
  readonly line: number
  readonly shown: number
  readonly isOpenMatched: boolean
  /** The file is among those that were counted. */
  readonly isFileCounted: boolean
}

interface Counts {
  readonly total: number
  readonly files: number
  readonly unread: number
  readonly isExact: boolean
}

/** What a cursor says. */
interface Start {
  readonly position: Position
  readonly counts: Counts
  /** The counts are of all files, else of what stands before the position. */
  readonly isCounted: boolean
}

const NOTHING: Counts = { total: 0, files: 0, unread: 0, isExact: true }

export async function searchLines(
  matcher: LineMatcher,
  task: SearchTask,
  cursor: string | null,
): Promise<SearchResult> {
  const start = cursor === null ? null : parsed(cursor)
  const isCounted = start?.isCounted ?? false
  const run = new LineRun(matcher, task, start)
  const from = start?.position ?? { index: 0, offset: 0 }
  let last = -1
  let stopped: Position | null = null
  for await (const part of readBlocks(task, from, matcher.units, skipped => run.skip(skipped))) {
    if (part.index !== last) run.open(start?.position.index === part.index ? start.position : null)
    last = part.index
    await run.read(part)
    if (isCounted && run.next) break
    const isLast = part.index === task.files.length - 1 && part.block.end === part.block.source.size
    if (performance.now() > task.deadline && !isLast) {
      stopped = run.behind(part)
      break
    }
  }
  if (isCounted) {
    const { counts } = start!
    const next = run.next?.position ?? stopped
    const { matches, skipped } = run
    return { matches, ...counts, skipped, cursor: next && written({ position: next, counts, isCounted }) }
  }
  const all = run.counts
  const counts = { ...all, isExact: all.isExact && stopped === null }
  // What was counted behind the page is no use to the next one if it is not all: that one counts on from its start.
  const next = run.next
    ? { position: run.next.position, counts: stopped ? run.next.before : all, isCounted: stopped === null }
    : stopped && { position: stopped, counts: all, isCounted: false }
  return { matches: run.matches, ...counts, skipped: run.skipped, cursor: next && written(next) }
}

class LineRun {
  readonly matches: FoundLine[] = []
  /** What does not fit on the page begins there; the counts are of what stands before. */
  next: { readonly position: Position; readonly before: Counts } | null = null
  readonly skipped: Skipped[] = []
  private unread: number
  private total: number
  private files: number
  /** Matches of the first block that were shown on the page before. */
  private shown: number
  /** Matches that are counted and not shown. */
  private passed: number
  private room: number
  private line = 1
  private matchedHere = false
  /** The line that goes on in the next block has been counted. */
  private isOpenMatched = false
  private watched: { readonly source: SourceText; readonly columns: ColumnWatch | null } | null = null
  private readonly guard: SecretGuard
  private readonly known: Counts

  constructor(
    private readonly matcher: LineMatcher,
    private readonly task: SearchTask,
    start: Start | null,
  ) {
    this.guard = new SecretGuard(matcher)
    this.shown = start?.position.shown ?? 0
    this.passed = start ? 0 : (task.offset ?? 0)
    this.room = task.characters ?? MOST_CHARACTERS
    this.known = start?.counts ?? NOTHING
    this.total = this.known.total
    this.files = this.known.files
    this.unread = this.known.unread
  }

  get counts(): Counts {
    const { total, files, unread } = this
    return { total, files, unread, isExact: this.known.isExact && this.matcher.isExact }
  }

  skip(skipped: Skipped): void {
    this.skipped.push(skipped)
    this.unread++
  }

  /** The next file; `from` when it is resumed. */
  open(from: Position | null): void {
    this.line = from?.line ?? 1
    this.isOpenMatched = from?.isOpenMatched ?? false
    this.matchedHere = from?.isFileCounted ?? false
  }

  /** Where to go on when it is stopped behind a block. */
  behind({ block, index }: FileBlock): Position {
    const { line, isOpenMatched, matchedHere: isFileCounted } = this
    return { index, offset: block.end, line, shown: 0, isOpenMatched, isFileCounted }
  }

  async read({ block, file, index }: FileBlock): Promise<void> {
    const wasOpenMatched = this.isOpenMatched
    let counted = 0
    let seen = 0
    let lines = 0
    let isTailMatched = false
    for (const hit of this.matcher.hits(block)) {
      if (hit.end === block.size) isTailMatched = true
      if (hit.start === 0 && wasOpenMatched) continue
      if (this.guard.hides(block, hit)) continue
      seen++
      if (this.shown > 0) {
        this.shown--
        continue
      }
      if (this.next || this.passed > 0) {
        if (!this.next) this.passed--
        this.count()
        continue
      }
      const before = this.counts
      const isFileCounted = this.matchedHere
      this.count()
      lines += block.countEnds(counted, hit.start)
      counted = Math.max(counted, hit.start)
      const place = placeOf(block, hit)
      const text = shownLine(block.source, place, this.matcher, await this.columnsOf(block.source, index)) ?? ''
      const match = { path: file.path, line: this.line + lines, text }
      this.room -= JSON.stringify(match).length + 1
      if (this.matches.length < this.task.limit && this.room >= 0)
        this.matches.push({ match, index, place, matcher: this.matcher })
      else {
        const { start: offset } = block
        const position = {
          index,
          offset,
          line: this.line,
          shown: seen - 1,
          isOpenMatched: wasOpenMatched,
          isFileCounted,
        }
        this.next = { position, before }
      }
    }
    // Line numbers are needed as long as lines are shown.
    if (!this.next) this.line += lines + block.countEnds(counted, block.size)
    const isOneLine = block.lineEnd(0) === block.size
    this.isOpenMatched = block.isCut && (isTailMatched || (wasOpenMatched && isOneLine))
  }

  /** Of the file at hand, which is looked at once. */
  private async columnsOf(source: SourceText, index: number): Promise<ColumnWatch | null> {
    if (this.watched?.source !== source)
      this.watched = { source, columns: (await this.task.isTable(index)) ? ColumnWatch.of(source) : null }
    return this.watched.columns
  }

  private count(): void {
    this.total++
    if (!this.matchedHere) this.files++
    this.matchedHere = true
  }
}

function written({ position, counts, isCounted }: Start): string {
  const { index, offset, line, shown, isOpenMatched, isFileCounted } = position
  const { total, files, unread, isExact } = counts
  const flags = [isOpenMatched, isFileCounted, isExact, isCounted].map(Number)
  return [index, offset, line, shown, total, files, unread, ...flags].join('.')
}

function parsed(cursor: string): Start {
  const numbers = cursorNumbers(cursor, 11)
  const [index, offset, line, shown, total, files, unread] = numbers.slice(0, 7) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [isOpenMatched, isFileCounted, isExact, isCounted] = numbers.slice(7).map(flag => flag === 1) as [
    boolean,
    boolean,
    boolean,
    boolean,
  ]
  return {
    position: { index, offset, line, shown, isOpenMatched, isFileCounted },
    counts: { total, files, unread, isExact },
    isCounted,
  }
}
