// All lines that match, in the order of the files and of their lines. The first page counts them all; the others go on
// where the one before ended.
import type { LineMatcher } from './line-matcher.ts'
import { countEnds, cursorNumbers, type FileBlock, readBlocks } from './read-blocks.ts'
import { shownLine } from './shown-line.ts'
import { MOST_CHARACTERS, type SearchAnswer, type SearchMatch, type SearchTask } from './task.ts'

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
): Promise<SearchAnswer> {
  const start = cursor === null ? null : parsed(cursor)
  const run = new LineRun(matcher, task, start?.position.shown ?? 0)
  const counts = start?.counts ?? run.counts
  let last = -1
  for await (const block of readBlocks(task, start?.position ?? { index: 0, offset: 0 }, () => run.counts.unread++)) {
    if (block.index !== last) run.open(last < 0 ? (start?.position ?? null) : null)
    last = block.index
    run.read(block)
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
  readonly matches: SearchMatch[] = []
  readonly counts: Counts = { total: 0, files: 0, unread: 0, isExact: true }
  next: Position | null = null
  private room = MOST_CHARACTERS
  private line = 1
  private matchedHere = false
  /** The line that goes on in the next block has been counted. */
  private isOpenMatched = false

  /** `skip`: how many lines of the first block were shown before. */
  constructor(
    private readonly matcher: LineMatcher,
    private readonly task: SearchTask,
    private skip: number,
  ) {}

  /** The next file; `from` when it is gone on with. */
  open(from: Position | null): void {
    this.line = from?.line ?? 1
    this.isOpenMatched = from?.isOpenMatched ?? false
    this.matchedHere = false
  }

  read(block: FileBlock): void {
    const { text, eol, index } = block
    const wasOpenMatched = this.isOpenMatched
    let counted = 0
    let seen = 0
    let lines = 0
    let isTailMatched = false
    for (const hit of this.matcher.hits(text, eol)) {
      const isGoneOn = hit.start === 0 && wasOpenMatched
      if (hit.end === text.length) isTailMatched = true
      if (isGoneOn) continue
      const shown = shownLine(text, hit, this.matcher)
      if (shown === null) continue
      seen++
      if (this.skip > 0) {
        this.skip--
        continue
      }
      this.count()
      if (this.next) continue
      lines += countEnds(text, eol, counted, hit.start)
      counted = Math.max(counted, hit.start)
      const match = { path: block.file.path, line: this.line + lines, text: shown }
      this.room -= JSON.stringify(match).length + 1
      if (this.matches.length < this.task.limit && this.room >= 0) this.matches.push(match)
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
    if (!this.next) this.line += lines + countEnds(text, eol, counted, text.length)
    const goesOn = !text.endsWith(eol)
    this.isOpenMatched = goesOn && (isTailMatched || (wasOpenMatched && !text.includes(eol)))
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
