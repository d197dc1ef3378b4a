// An answer at the gate: the sentences that pass, or what is wrong with each that does not.
import type { NoteBook, SentenceDraft } from './note-book.ts'

export interface KeptSentence {
  readonly text: string
  /** Ids of notes, also of those that were made of its own proof. */
  readonly cites: readonly string[]
}

export async function judgedAnswer(
  { sentences, missing }: { readonly sentences: readonly SentenceDraft[]; readonly missing: readonly string[] },
  book: NoteBook,
  signal: AbortSignal,
): Promise<
  | { readonly kept: readonly KeptSentence[] }
  /** `passed`: places, from 0, of the sentences with which nothing is wrong. */
  | { readonly complaint: string; readonly passed: readonly number[] }
> {
  const before = book.notes.length
  const kept: KeptSentence[] = []
  const wrong: string[] = []
  const passed: number[] = []
  for (const [k, sentence] of sentences.entries()) {
    const verdict = await book.sentence(sentence, signal)
    if ('kept' in verdict) {
      kept.push(verdict.kept)
      passed.push(k)
    } else wrong.push(`sentence ${k + 1}: ${verdict.complaints.join('; ')}`)
  }
  if (wrong.length > 0) {
    // Of an answer that is not accepted no note stays that nobody was told of.
    book.notes.length = before
    return { complaint: `Not accepted.\n${wrong.join('\n')}`, passed }
  }
  if (kept.length === 0 && missing.length === 0)
    return { complaint: 'Not accepted: it says nothing. Say in `missing` what you could not show.', passed }
  return { kept }
}

/** What is wrong with `keep`: a sentence that cannot be kept, and comes in no other form, would be lost without a word. */
export function keepFault(
  fresh: readonly SentenceDraft[],
  { passed }: { readonly passed: readonly number[] },
  keep: readonly number[],
): string | null {
  const unknown = keep.filter(number => !passed.includes(number - 1))
  if (unknown.length <= fresh.length) return null
  return `Not accepted: sentence ${unknown.join(', ')} cannot be kept; ${passed.length === 0 ? 'none of an answer before can' : `only ${passed.map(k => k + 1).join(', ')} can`}. Send it again.`
}

/** An answer of which some sentences are those of the one before, at their places; the others fill the gaps in their order. */
export function inPlace(
  fresh: readonly SentenceDraft[],
  { sentences, passed }: { readonly sentences: readonly SentenceDraft[]; readonly passed: readonly number[] },
  keep: readonly number[],
): SentenceDraft[] {
  const kept = new Set(keep.map(number => number - 1).filter(k => passed.includes(k)))
  const left = [...fresh]
  const placed = sentences.flatMap((sentence, k) => (kept.has(k) ? [sentence] : left.splice(0, 1)))
  return [...placed, ...left]
}

/** What is told of the sentences of a refused answer with which nothing is wrong. */
export function keepText(passed: readonly number[]): string {
  const kept = passed.map(k => k + 1).join(', ')
  return passed.length === 0 ? '' : `\nNothing is wrong with ${kept}: name them in \`keep\` and send only the others.`
}

/** With other proof it is another sentence. */
export function keyOf({ text, cites }: KeptSentence): string {
  return JSON.stringify([text, [...cites].sort()])
}
