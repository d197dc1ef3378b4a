// An answer at the gate: the sentences that pass, or what is wrong with each that does not.
import type { z } from 'zod'
import type { answerInput } from './inputs.ts'
import type { NoteBook } from './note-book.ts'

export interface KeptSentence {
  readonly text: string
  /** Ids of notes, also of those that were made of its own proof. */
  readonly cites: readonly string[]
}

export async function judgedAnswer(
  { sentences, missing }: z.infer<typeof answerInput>,
  book: NoteBook,
  signal: AbortSignal,
): Promise<{ readonly kept: readonly KeptSentence[] } | { readonly complaint: string }> {
  const before = book.notes.length
  const kept: KeptSentence[] = []
  const wrong: string[] = []
  for (const [k, sentence] of sentences.entries()) {
    const verdict = await book.sentence(sentence, signal)
    if ('kept' in verdict) kept.push(verdict.kept)
    else wrong.push(`sentence ${k + 1}: ${verdict.complaints.join('; ')}`)
  }
  if (wrong.length > 0) {
    // Of an answer that is not accepted no note stays that nobody was told of.
    book.notes.length = before
    return { complaint: `Not accepted.\n${wrong.join('\n')}` }
  }
  if (kept.length === 0 && missing.length === 0)
    return { complaint: 'Not accepted: it says nothing. Say in `missing` what you could not show.' }
  return { kept }
}
