// The lines that answer best to the words of a question, by BM25 over stems. Lines take the part of documents. One pass
// finds them all and how rare each term is; lines that count the same are kept together, the first of them only, until
// their score can be told. A second pass is needed only where a term is nowhere, or too many lines differ.
import { ShoalError } from '@shoal/base/model/errors'
import type { Skipped } from '@shoal/base/model/plan'
import { questionTerms, statisticsOf } from '../../text/passage-search.ts'
import { readQuestion } from '../../text/question.ts'
import { ColumnWatch } from '../../text/secrets/secret-columns.ts'
import { openSource } from '../../text/source-file.ts'
import { looksLikePattern } from './looks-like-pattern.ts'
import { BestLines, GroupedLines, type RankedLine } from './ranked-lines.ts'
import { cursorNumbers, readBlocks } from './read-blocks.ts'
import { placeOf, SecretGuard, shownLine } from './shown-line.ts'
import { type FoundLine, MOST_CHARACTERS, type SearchResult, type SearchTask } from './task.ts'
import { TermLines } from './term-lines.ts'

/** Lines that can be paged through; whoever needs more has to ask more precisely. */
const MOST_RANKED = 1_000

export async function searchWords(query: string, task: SearchTask, cursor: string | null): Promise<SearchResult> {
  const [from] = cursor === null ? [task.offset ?? 0] : cursorNumbers(cursor, 1)
  const terms = questionTerms(readQuestion(query))
  if (!terms)
    throw new ShoalError('bad-value', 'the query has no telling words', {
      detail: 'query',
      advice: looksLikePattern(query)
        ? 'it looks like a regular expression: use mode "regex"'
        : 'name what you look for, or use mode "text"',
    })
  const most = Math.min(MOST_RANKED, from! + task.limit)
  let lines = new TermLines(terms)
  const grouped = new GroupedLines(most)
  const first = await readAll(lines, task, grouped)
  const statistics = statisticsOf(terms, [first.counts])
  // All lines are documents; how long one is on average is taken from those that hold a term.
  const average = first.counts.length / Math.max(1, first.counts.passages)
  const known = { ...statistics, passages: first.lines, length: average * first.lines }
  let last = first
  let best = grouped.isFull ? null : grouped.best(known)
  if (statistics.soft.some(Boolean) || !best) {
    lines = new TermLines(terms, statistics.soft)
    const keeper = new BestLines(known, most)
    last = await readAll(lines, task, keeper)
    best = keeper.best
  }
  const { matches, end } = await page(best, { from: from!, task, lines })
  return {
    matches,
    total: last.total,
    isExact: first.isWhole && last.isWhole,
    files: last.files,
    unread: last.skipped.length,
    skipped: last.skipped,
    cursor: end < Math.min(last.total, MOST_RANKED) ? String(end) : null,
  }
}

async function readAll(lines: TermLines, task: SearchTask, keeper: GroupedLines | BestLines) {
  const guard = new SecretGuard(lines)
  const df = lines.terms.map(() => 0)
  const softDf = lines.terms.map(() => 0)
  const result = { total: 0, files: 0, skipped: [] as Skipped[], lines: 0, isWhole: true }
  let passages = 0
  let length = 0
  let lastFile = -1
  let lastMatch = -1
  let line = 1
  let isOpenMatched = false
  const start = { index: 0, offset: 0 }
  for await (const { block, index } of readBlocks(task, start, lines.units, one => result.skipped.push(one))) {
    if (index !== lastFile) {
      line = 1
      isOpenMatched = false
    }
    lastFile = index
    let counted = 0
    let before = 0
    let isTailMatched = false
    for (const hit of lines.lines(block)) {
      passages++
      length += hit.counted.length
      count(df, hit.counted.counts)
      count(softDf, hit.counted.soft)
      if (!hit.isMatch) continue
      if (hit.end === block.size) isTailMatched = true
      if ((hit.start === 0 && isOpenMatched) || guard.hides(block, hit)) continue
      result.total++
      if (lastMatch !== index) result.files++
      lastMatch = index
      if (!keeper.wants(hit.counted)) continue
      before += block.countEnds(counted, hit.start)
      counted = hit.start
      keeper.add(hit.counted, { order: result.total, index, line: line + before, place: placeOf(block, hit) })
    }
    const ends = before + block.countEnds(counted, block.size)
    line += ends
    result.lines += ends + (block.end === block.source.size && block.lineStart(block.size) < block.size ? 1 : 0)
    isOpenMatched = block.isCut && (isTailMatched || (isOpenMatched && block.lineEnd(0) === block.size))
    result.isWhole = performance.now() <= task.deadline
    if (!result.isWhole) break
  }
  return { ...result, counts: { df, softDf, passages, length } }
}

/** In how many lines each term is. */
function count(lines: number[], counts: readonly number[]): void {
  for (let i = 0; i < counts.length; i++) if (counts[i]! > 0) lines[i]!++
}

interface Page {
  readonly from: number
  readonly task: SearchTask
  readonly lines: TermLines
}

async function page(
  best: readonly RankedLine[],
  { from, task, lines }: Page,
): Promise<{ matches: FoundLine[]; end: number }> {
  const matches: FoundLine[] = []
  let room = task.characters ?? MOST_CHARACTERS
  for (const { index, line, place, score } of best.slice(from, from + task.limit)) {
    const { path, file, sizeBytes } = task.files[index]!
    task.onFile?.(index)
    const source = openSource(file, { path, sizeBytes })
    try {
      const columns = (await task.isTable(index)) ? ColumnWatch.of(source) : null
      const text = shownLine(source, place, lines, columns) ?? ''
      const match = { path, line, text, score: Math.round(score * 1000) / 1000 }
      room -= JSON.stringify(match).length + 1
      if (room < 0) break
      matches.push({ match, index, place, matcher: lines })
    } finally {
      source.close()
    }
  }
  return { matches, end: from + matches.length }
}
