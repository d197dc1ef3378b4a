// Sentences about all files together, as a reply has them.
import { isRecord } from '@shoal/base/model/option-values'

export interface SaidSentence {
  readonly text: string
  readonly cites: readonly string[]
}

/** As a reply has it. */
export interface SaidClosing {
  readonly answer: readonly SaidSentence[]
  readonly summary: readonly SaidSentence[]
  readonly recommendations: readonly SaidSentence[]
  readonly open: readonly string[]
}

const MOST_SENTENCES = 20
/** Characters of a sentence. */
export const LONGEST = 600
const MOST_OPEN = 10

/** Null when the reply has none. */
export function closingIn(value: unknown): SaidClosing | null {
  if (!isRecord(value) || !Array.isArray(value.answer) || !Array.isArray(value.summary)) return null
  return {
    answer: sentencesIn(value.answer),
    summary: sentencesIn(value.summary),
    recommendations: sentencesIn(value.recommendations),
    open: listOf(value.open)
      .flatMap(one => (typeof one === 'string' && one.trim() !== '' ? [one.trim().slice(0, 300)] : []))
      .slice(0, MOST_OPEN),
  }
}

function sentencesIn(value: unknown): SaidSentence[] {
  const all = listOf(value).flatMap(one => {
    const { text, cites } = isRecord(one) ? one : { text: one, cites: [] }
    if (typeof text !== 'string' || text.trim() === '') return []
    const ids = listOf(cites).flatMap(id => (typeof id === 'string' ? [idOf(id)] : []))
    return [{ text: text.replace(/\s+/g, ' ').trim(), cites: [...new Set(ids)] }]
  })
  return all.slice(0, MOST_SENTENCES)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** `[F2]` means f2. */
export function idOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}
