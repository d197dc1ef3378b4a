// How many pieces a file is worth, from its size in the type's own unit (P10, M6).
import type { CutRequest } from '../model/content-type.ts'

/** Pieces that one person can still survey: single-file mode aims at no more than this. */
const FEW = 10

/** The number of pieces for `units` rows, lines or elements. `tokens` is the estimated size of the whole file. */
export function pieceCount(units: number, tokens: number, request: CutRequest): number {
  const { mode, sizing, maxTokens } = request
  const forBudget = Math.max(1, Math.ceil(tokens / (maxTokens * 0.9)))
  if (units === 0 || mode === 'whole') return Math.min(Math.max(units, 1), forBudget)
  const size =
    mode === 'single' ? (sizing.ladder.find(step => units / step <= FEW) ?? sizing.ladder.at(-1)!) : sizing.target
  const least = mode === 'directory' ? 2 : 1
  const forSize = Math.max(least, Math.ceil(units / size))
  return Math.min(units, Math.max(forSize, forBudget))
}
