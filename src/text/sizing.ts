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
  const forSize = mode === 'directory' ? Math.max(2, Math.ceil(units / size)) : fewOf(units, size, sizing.max)
  return Math.min(units, Math.max(forSize, forBudget))
}

/** Pieces of at least the round size, as long as none grows beyond the largest. */
function fewOf(units: number, size: number, max: number): number {
  const pieces = Math.max(1, Math.floor(units / size))
  return Math.ceil(units / pieces) <= Math.max(max, size) ? pieces : Math.ceil(units / size)
}
