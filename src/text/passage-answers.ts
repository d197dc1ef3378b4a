// What a text says to the question: the best passages, word for word, with the headings they stand under.
import type { Answer, AnswerDraft, SurveyedFile } from '../model/analyst.ts'
import type { FindingDraft } from '../model/finding.ts'
import type { Json } from '../model/json.ts'
import type { Brief, Intent } from '../model/question.ts'
import { type TermStatistics, unitedStatistics } from './bm25.ts'
import { type FoundPassage, scoreAmong } from './passage-search.ts'

const MOST_QUOTES = 3
const MOST_FINDINGS = 5

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

/** All telling words in one passage: 0.85; half of them: 0.5. */
function relevanceOf(coverage: number, terms: number, { question }: Brief): number {
  const told = coverage >= 0.999 ? 0.85 : coverage >= 0.5 ? 0.5 + (coverage - 0.5) * 0.6 : coverage * 0.7
  const single = terms === 1 ? 0.8 : 1
  const elsewhere = question.intents.some(intent => ELSEWHERE.has(intent)) ? 0.6 : 1
  return Math.round(told * single * elsewhere * 100) / 100
}

export function passageAnswer(found: readonly FoundPassage[], terms: readonly string[], brief: Brief): AnswerDraft[] {
  const best = found[0]
  if (!best || best.coverage < 0.1) return []
  return [
    {
      text: `“${best.gist}” (${[...best.heading, `line ${best.line}`].join(' › ')})`,
      relevance: relevanceOf(best.coverage, terms.length, brief),
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
  const where = [best.path, ...best.heading, `line ${best.line}`].join(' › ')
  return [
    {
      text: `“${best.gist}” (${where})`,
      relevance: relevanceOf(best.coverage, terms.length, brief),
      evidence: found.slice(0, MOST_QUOTES).map(({ path, line, quote }) => ({ path, line, quote })),
    },
  ]
}

export function passageFindings(found: readonly FoundPassage[], words: readonly string[]): FindingDraft[] {
  return found
    .filter(({ coverage }) => coverage >= 0.35)
    .slice(0, MOST_FINDINGS)
    .map(({ quote, gist, line, heading, coverage, score }, i) => ({
      type: 'passage',
      key: `passage:${line}`,
      summary: `${heading.length > 0 ? `${heading.join(' › ')}: ` : ''}${gist.length > 160 ? `${gist.slice(0, 159)}…` : gist}`,
      severity: 'low',
      confidence: 'high',
      nature: 'fact',
      line,
      evidence: quote,
      stats: { rank: i + 1, coverage: Math.round(coverage * 1000) / 1000, score: Math.round(score * 1000) / 1000 },
      topics: words.slice(0, 12),
      weight: Math.max(0.1, 0.95 - i * 0.1),
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

/** The passages of all files, ranked by the statistics of all files. */
export function answersOverFiles(files: readonly SurveyedFile[], brief: Brief): Answer[] {
  const read = files.map(({ path, figures }) => ({ path, figures: figures as SearchedFigures }))
  const statistics = unitedStatistics(read.flatMap(({ figures }) => figures.query ?? []))
  if (!statistics) return []
  const ranked = read
    .flatMap(({ path, figures }) =>
      (figures.found ?? []).map(found => ({ ...found, ...scoreAmong(found, statistics), path })),
    )
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line))
  return passagesAnswer(ranked, statistics.terms, brief)
}
