// What a text says to the question: the best passages, word for word, with the headings they stand under.
import type { Answer, AnswerDraft, SurveyedFile } from '@shoal/base/model/analyst'
import type { FindingDraft } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import type { Brief, Intent } from '@shoal/base/model/question'
import { type TermStatistics, unitedStatistics } from './bm25.ts'
import { areTelling, type FoundPassage, scoreAmong } from './passage-search.ts'
import { termsOf } from './terms.ts'

const MOST_QUOTES = 3
const MOST_FINDINGS = 5
const MOST_LACKING = 4

/** Questions that figures answer, not texts. */
const ELSEWHERE: ReadonlySet<Intent> = new Set([
  'distribution',
  'average',
  'correlation',
  'outliers',
  'duplicates',
  'schema',
  'complexity',
])

/** Less of the question in one place is no answer to it. */
const FITS = 0.6

/** All telling words close together: 0.85; too few of them: below 0.5, which opens no report. */
function relevanceOf({ closeness, near }: FoundPassage, terms: readonly string[], { question }: Brief): number {
  // One word of several, however rare, is hardly ever what they are about together.
  const fits = closeness >= FITS && near.filter(count => count > 0).length >= Math.min(2, terms.length)
  const told = closeness >= ALL ? 0.85 : fits ? 0.5 + (closeness - FITS) * 0.75 : Math.min(0.45, closeness * 0.75)
  const single = !areTelling(terms) ? 0.4 : terms.length === 1 ? 0.8 : 1
  const elsewhere = question.intents.some(intent => ELSEWHERE.has(intent)) ? 0.6 : 1
  return Math.round(told * single * elsewhere * 100) / 100
}

const ALL = 0.999

export function passageAnswer(found: readonly FoundPassage[], terms: readonly string[], brief: Brief): AnswerDraft[] {
  const best = found[0]
  if (!best || best.coverage < 0.1) return []
  return [
    {
      text: quoted(best, terms, brief, []),
      relevance: relevanceOf(best, terms, brief),
      evidence: found.slice(0, MOST_QUOTES).map(({ line, quote }) => ({ line, quote })),
    },
  ]
}

/** The same over several files, already in order. */
function passagesAnswer(
  found: readonly (FoundPassage & { path: string })[],
  terms: readonly string[],
  brief: Brief,
): Answer[] {
  const best = found[0]
  if (!best || best.coverage < 0.1) return []
  return [
    {
      text: quoted(best, terms, brief, [best.path]),
      relevance: relevanceOf(best, terms, brief),
      evidence: found.slice(0, MOST_QUOTES).map(({ path, line, quote }) => ({ path, line, quote })),
    },
  ]
}

/** The passage with its place, and what of the question it lacks: nobody should take it for more than it is. */
function quoted(best: FoundPassage, terms: readonly string[], { question }: Brief, path: readonly string[]): string {
  const said = `“${best.gist}” (${[...path, ...best.heading, `line ${best.line}`].join(' › ')})`
  if (best.closeness >= ALL) return said
  const lacking = terms.filter((_, i) => best.near[i] === 0)
  const words = question.words.filter(word => termsOf(word).some(term => lacking.includes(term)))
  const without = [...new Set(words)].slice(0, MOST_LACKING).map(word => `“${word}”`)
  const lack = without.length === 0 ? '' : `, without ${without.join(', ')}`
  return `No passage has all words of the question close together; the nearest${lack}: ${said}`
}

export function passageFindings(found: readonly FoundPassage[], words: readonly string[]): FindingDraft[] {
  return found
    .filter(({ coverage }) => coverage >= 0.35)
    .slice(0, MOST_FINDINGS)
    .map(({ quote, gist, line, heading, coverage, closeness, score }, i) => ({
      type: 'passage',
      // Passages on the same line of other files are others.
      key: `passage:${line}:${gist.slice(0, 80)}`,
      summary: `${heading.length > 0 ? `${heading.join(' › ')}: ` : ''}${gist.length > 160 ? `${gist.slice(0, 159)}…` : gist}`,
      severity: 'low',
      confidence: 'high',
      nature: 'fact',
      line,
      evidence: quote,
      stats: { rank: i + 1, coverage: Math.round(coverage * 1000) / 1000, score: Math.round(score * 1000) / 1000 },
      topics: words.slice(0, 12),
      weight: Math.max(0.1, (0.95 - i * 0.1) * closeness),
    }))
}

/** What every file keeps in its figures, so that passages can be ranked over all files. */
interface SearchedFigures {
  readonly query?: TermStatistics
  readonly found?: readonly FoundPassage[]
}

/** The same as JSON for the figures of a file. */
export function searchedFigures(
  statistics: TermStatistics | null,
  found: readonly FoundPassage[],
): { readonly [key: string]: Json } {
  return statistics ? { query: { ...statistics }, found: found.map(passage => ({ ...passage })) } : {}
}

/** The statistics of one file after the other; the passages that were found in it are added to those of all. */
function* searchedIn(
  files: readonly SurveyedFile[],
  passages: (FoundPassage & { readonly path: string })[],
): Generator<TermStatistics> {
  for (const { path, figures } of files) {
    const { query, found = [] } = figures as SearchedFigures
    for (const passage of found) passages.push({ ...passage, path })
    if (query) yield query
  }
}

/** The passages of all files, ranked by the statistics of all files. */
export function answersOverFiles(files: readonly SurveyedFile[], brief: Brief): Answer[] {
  const passages: (FoundPassage & { readonly path: string })[] = []
  const statistics = unitedStatistics(searchedIn(files, passages))
  if (!statistics) return []
  const ranked = passages
    .map(found => ({ ...found, ...scoreAmong(found, statistics) }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line))
  return passagesAnswer(ranked, statistics.terms, brief)
}
