// What a chunk says in its own words: the lines of a text that speak of what is asked, and what an entry of a log says.

import type { Confidence } from '@shoal/base/model/confidence'
import type { Settings } from '../config/resolve.ts'
import { areTelling, questionTerms } from '../text/passage-search.ts'
import { readQuestion } from '../text/question.ts'
import { termsOf } from '../text/terms.ts'
import { searchPaths } from './search-paths.ts'

export interface Relevant {
  readonly point: string
  /** Verbatim, secrets masked. */
  readonly evidence: string
  /** Of the chunk, 1-based. */
  readonly line: number
  readonly confidence: Confidence
}

const MOST_PASSAGES = 12
const LONGEST_POINT = 160

/** Of text that nothing answers from: the lines that speak of what is asked. That they answer it only a reader can say. */
export async function passagesOf(
  path: string,
  query: string,
  { settings, signal }: { readonly settings: Settings; readonly signal: AbortSignal },
): Promise<Relevant[]> {
  const terms = questionTerms(readQuestion(query)) ?? []
  if (!areTelling(terms)) return []
  const asked = {
    query: terms.join(' '),
    mode: 'words',
    caseSensitive: false,
    limit: MOST_PASSAGES,
    cursor: null,
  } as const
  const { matches } = await searchPaths([path], asked, { settings, signal })
  return matches
    .toSorted((a, b) => a.line - b.line)
    .map(({ text, line }) => {
      const held = new Set(termsOf(text))
      const confidence = terms.every(term => held.has(term)) ? 'medium' : 'low'
      return { point: pointOf(text, terms), evidence: text, line, confidence }
    })
}

/** The sentence that has most of the words. */
function pointOf(text: string, terms: readonly string[]): string {
  const sentences = text.split(/(?<=[.!?;])\s+/).map(sentence => ({ sentence, held: new Set(termsOf(sentence)) }))
  const share = ({ held }: { held: ReadonlySet<string> }) => terms.filter(term => held.has(term)).length
  const best = sentences.reduce((a, b) => (share(b) > share(a) ? b : a)).sentence.trim()
  return best.length > LONGEST_POINT ? `${best.slice(0, LONGEST_POINT - 1)}…` : best
}

const STAMP = /^[\s[(<]*\d[\d\-/.]*[\dT :.,Z+-]*[\])>]*\s*/
const SAID = ['message', 'msg', 'text', 'error', 'event']

/** What an entry says: its message, without the time, which stands in the quote. */
export function entryText(evidence: string): string {
  if (!evidence.startsWith('{')) return evidence.replace(STAMP, '') || evidence
  try {
    const record = JSON.parse(evidence) as Record<string, unknown>
    return (SAID.map(key => record[key]).find(value => typeof value === 'string' && value !== '') as string) ?? evidence
  } catch {
    return evidence
  }
}
