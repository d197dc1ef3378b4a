// All lines that match, in the order of the files and of their lines. The first page counts them all; the others go on
// where the one before ended.
import type { LineMatcher } from './line-matcher.ts'
import { cursorNumbers, type FileBlock, readBlocks } from './read-blocks.ts'
import { placeOf, SecretGuard, shownLine } from './shown-line.ts'
import { type FoundLine, MOST_CHARACTERS, type SearchResult, type SearchTask } from './task.ts'

/** Where a page begins: a block, its first line, the matches in it that were shown, and what was counted before. */
interface Position {
  readonly index: number
  readonly offset: number
  readonly line: number
  readonly shown: number
  readonly isOpenMatched: boolean
}

interface Counts {
  total: number
  files: number
  unread: number
  isExact: boolean
}

export async function searchLines(
  matcher: LineMatcher,
  task: SearchTask,
  cursor: string | null,
): Promise<SearchResult> {
  const start = cursor === null ? null : parsed(cursor)
  const run = new LineRun(matcher, task, start?.position.shown ?? 0)
  const counts = start?.counts ?? run.counts
  let last = -1
  const from = start?.position ?? { index: 0, offset: 0 }
  for await (const part of readBlocks(task, from, matcher.units, () => run.counts.unread++)) {
    if (part.index !== last) run.open(last < 0 ? (start?.position ?? null) : null)
    last = part.index
    run.read(part)
    if (start && run.next) break
    if (performance.now() > task.deadline) {
      run.counts.isExact = false
      break
    }
  }
  const { total, files, unread, isExact } = counts
  return { matches: run.matches, total, files, unread, isExact, cursor: run.next && written(run.next, counts) }
}

class LineRun {
  readonly matches: FoundLine[] = []
  readonly counts: Counts = { total: 0, files: 0, unread: 0, isExact: true }
  next: Position | null = null
  private room = MOST_CHARACTERS
  private line = 1
  private matchedHere = false
  /** The line that goes on in the next block has been counted. */
  private isOpenMatched = false
  private readonly guard: SecretGuard

  /** `skip`: how many lines of the first block were shown before. */
  constructor(
    private readonly matcher: LineMatcher,
    private readonly task: SearchTask,
    private skip: number,
  ) {
    this.guard = new SecretGuard(matcher)
  }

  /** The next file; `from` when it is gone on with. */
  open(from: Position | null): void {
    this.line = from?.line ?? 1
    this.isOpenMatched = from?.isOpenMatched ?? false
    this.matchedHere = false
  }

  read({ block, file, index }: FileBlock): void {
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
      if (this.skip > 0) {
        this.skip--
        continue
      }
      this.count()
      if (this.next) continue
      lines += block.countEnds(counted, hit.start)
      counted = Math.max(counted, hit.start)
      const place = placeOf(block, hit)
      const text = shownLine(block.source, place, this.matcher) ?? ''
      const match = { path: file.path, line: this.line + lines, text }
      this.room -= JSON.stringify(match).length + 1
      if (this.matches.length < this.task.limit && this.room >= 0) this.matches.push({ match, index, place })
      else
        this.next = {
          index,
          offset: block.start,
          line: this.line,
          shown: seen - 1,
          isOpenMatched: wasOpenMatched,
        }
    }
    // Line numbers are needed as long as lines are shown.
    if (!this.next) this.line += lines + block.countEnds(counted, block.size)
    const isOneLine = block.lineEnd(0) === block.size
    this.isOpenMatched = block.isCut && (isTailMatched || (wasOpenMatched && isOneLine))
  }

  private count(): void {
    this.counts.total++
    if (!this.matchedHere) this.counts.files++
    this.matchedHere = true
  }
}

function written(position: Position, { total, files, unread, isExact }: Counts): string {
  const { index, offset, line, shown, isOpenMatched } = position
  return [index, offset, line, shown, Number(isOpenMatched), total, files, unread, Number(isExact)].join('.')
}

function parsed(cursor: string): { readonly position: Position; readonly counts: Counts } {
  const [index, offset, line, shown, open, total, files, unread, exact] = cursorNumbers(cursor, 9) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return {
    position: { index, offset, line, shown, isOpenMatched: open === 1 },
    counts: { total, files, unread, isExact: exact === 1 },
  }
}
