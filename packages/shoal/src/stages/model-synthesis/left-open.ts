// What nothing that was read tells: what a synthesizer misses, and what analysts left open.
import { type Meaning, meaningOf, meansTheSame } from './same-question.ts'

const MOST_OPEN = 20
const LONGEST = 400

/** What the synthesizer says comes first; none twice, in whatever words, and none of what was answered. */
export function leftOpen(
  said: readonly string[],
  noted: readonly string[],
  answered: readonly string[] = [],
): readonly string[] {
  const known: Meaning[] = answered.map(meaningOf)
  const open: string[] = []
  for (const one of [...said, ...noted]) {
    if (open.length === MOST_OPEN) break
    const text = one.replace(/\s+/g, ' ').trim().slice(0, LONGEST)
    const meaning = meaningOf(text)
    if (meaning.terms.size === 0 || known.some(other => meansTheSame(other, meaning))) continue
    known.push(meaning)
    open.push(text)
  }
  return open
}
