// Coarser forms of a key, for logs with too many different ones: only its first words count.
import { MARK } from './mask.ts'

/** How many words are kept at each step. */
const WORDS_KEPT = [Number.POSITIVE_INFINITY, 32, 16, 8, 4, 2, 1, 0]
export const LAST_STEP = WORDS_KEPT.length - 1

/** Coarsening in several steps equals coarsening at once. */
export function coarsenKey(key: string, step: number): string {
  if (step === 0) return key
  let end = -1
  for (let kept = 0; kept < WORDS_KEPT[step]!; kept++) {
    end = key.indexOf(' ', end + 1)
    if (end < 0) return key
  }
  return end < 0 ? MARK : `${key.slice(0, end)} ${MARK}`
}
