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
