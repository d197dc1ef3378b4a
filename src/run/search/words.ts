// The lines that answer best to the words of a question, by BM25 over stems. Two passes: the first counts how rare each
// term is, the second keeps the best lines. Lines take the part of documents.
import { ShoalError } from '../../model/errors.ts'
import { bm25, type TermStatistics } from '../../text/bm25.ts'
import { questionTerms, statisticsOf, TermCounter } from '../../text/passage-search.ts'
import { readQuestion } from '../../text/question.ts'
import { TermMatcher } from '../../text/term-matcher.ts'
import { termMatcher } from './line-matcher.ts'
import { countEnds, cursorNumbers, readBlocks } from './read-blocks.ts'
import { shownLine } from './shown-line.ts'
import { MOST_CHARACTERS, type SearchAnswer, type SearchMatch, type SearchTask } from './task.ts'

/** Lines that can be paged through; whoever needs more has to ask more precisely. */
const MOST_RANKED = 1_000
/** Of a line that is counted. */
const LONGEST = 8_192

interface Ranked extends SearchMatch {
  readonly score: number
  /** In the order of files and lines. */
  readonly order: number
}

export async function searchWords(query: string, task: SearchTask, cursor: string | null): Promise<SearchAnswer> {
  const [from] = cursor === null ? [0] : cursorNumbers(cursor, 1)
  const terms = questionTerms(readQuestion(query))
  if (!terms)
    throw new ShoalError('bad-value', 'the query has no telling words', {
      detail: 'query',
      advice: 'name what you look for, or use mode "text"',
    })
  const first = await countTerms(terms, task)
  const second = await rank(first.statistics, task, Math.min(MOST_RANKED, from! + task.limit))
  const { matches, end } = page(second.best, from!, task.limit)
  return {
    matches,
    total: second.total,
    isExact: first.isWhole && second.isWhole,
    files: second.files,
    unread: second.unread,
    cursor: end < Math.min(second.total, MOST_RANKED) ? String(end) : null,
  }
}

async function countTerms(terms: readonly string[], task: SearchTask) {
  const counter = new TermCounter(terms)
  // Words that only begin like a term may have to do, so both are counted.
  const every = termMatcher(
    terms,
    new TermMatcher(
      terms,
      terms.map(() => true),
    ),
  )
  let lines = 0
  let isWhole = true
  for await (const { text, eol } of readBlocks(task, { index: 0, offset: 0 }, () => {})) {
    for (const { start, end } of every.hits(text, eol))
      counter.add({ text: text.slice(start, Math.min(end, start + LONGEST)), line: 0, kind: 'text', eol: 10 })
    lines += countEnds(text, eol, 0, text.length) + (text.endsWith(eol) ? 0 : 1)
    isWhole = performance.now() <= task.deadline
    if (!isWhole) break
  }
  const counts = counter.finish()
  const statistics = statisticsOf(terms, [counts])
  // All lines are documents; how long one is on average is taken from those that hold a term.
  const average = counts.length / Math.max(1, counts.passages)
  return { isWhole, statistics: { ...statistics, passages: lines, length: average * lines } }
}

async function rank(statistics: TermStatistics, task: SearchTask, most: number) {
  const { terms, soft } = statistics
  const counting = new TermMatcher(terms, soft)
  const matcher = termMatcher(terms, counting)
  const best: Ranked[] = []
  let total = 0
  let files = 0
  let unread = 0
  let lastFile = -1
  let lastMatch = -1
  let line = 1
  let isWhole = true
  let isOpenMatched = false
  for await (const block of readBlocks(task, { index: 0, offset: 0 }, () => unread++)) {
    const { text, eol, index, file } = block
    if (index !== lastFile) {
      line = 1
      isOpenMatched = false
    }
    lastFile = index
    let counted = 0
    let lines = 0
    let isTailMatched = false
    for (const hit of matcher.hits(text, eol)) {
      if (hit.end === text.length) isTailMatched = true
      if (hit.start === 0 && isOpenMatched) continue
      const { counts, length, adjacent } = counting.count(text.slice(hit.start, Math.min(hit.end, hit.start + LONGEST)))
      const score = bm25(counts, length, statistics) * (1 + 0.08 * Math.min(3, adjacent))
      const isShown = best.length < most || score > best.at(-1)!.score
      const shown = shownLine(text, hit, matcher)
      if (shown === null) continue
      total++
      if (lastMatch !== index) files++
      lastMatch = index
      if (!isShown) continue
      lines += countEnds(text, eol, counted, hit.start)
      counted = Math.max(counted, hit.start)
      keep(best, { path: file.path, line: line + lines, text: shown, score, order: total }, most)
    }
    line += lines + countEnds(text, eol, counted, text.length)
    isOpenMatched = !text.endsWith(eol) && (isTailMatched || (isOpenMatched && !text.includes(eol)))
    isWhole = performance.now() <= task.deadline
    if (!isWhole) break
  }
  return { best, total, files, unread, isWhole }
}

/** The best first; of equals the earlier one. */
function keep(best: Ranked[], match: Ranked, most: number): void {
  let low = 0
  let high = best.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (best[middle]!.score >= match.score) low = middle + 1
    else high = middle
  }
  best.splice(low, 0, match)
  if (best.length > most) best.pop()
}

function page(best: readonly Ranked[], from: number, limit: number): { matches: SearchMatch[]; end: number } {
  const matches: SearchMatch[] = []
  let room = MOST_CHARACTERS
  for (const { path, line, text, score } of best.slice(from, from + limit)) {
    const match = { path, line, text, score: Math.round(score * 1000) / 1000 }
    room -= JSON.stringify(match).length + 1
    if (room < 0) break
    matches.push(match)
  }
  return { matches, end: from + matches.length }
}
