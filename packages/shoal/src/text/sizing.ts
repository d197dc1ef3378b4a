// How many pieces a file is worth, from its size in the type's own unit (P10, M6).
import type { CutRequest } from '@shoal/base/model/content-type'

/** Pieces that one person can still survey: single-file mode aims at no more than this. */
const FEW = 10

/** The number of pieces for `units` rows, lines or elements. `tokens` is the estimated size of the whole file. */
export function pieceCount(units: number, tokens: number, request: CutRequest): number {
  const { mode, sizing, maxTokens } = request
  const forBudget = Math.max(1, Math.ceil(tokens / (maxTokens * 0.9)))
  if (units === 0 || mode === 'whole') return Math.min(Math.max(units, 1), forBudget)
  const size = roundSize(units, request)
  const forSize = mode === 'directory' ? Math.max(2, Math.ceil(units / size)) : fewOf(units, size, sizing.max)
  return Math.min(units, Math.max(forSize, forBudget))
}

/** Pieces of at least the round size, as long as none grows beyond the largest. */
function fewOf(units: number, size: number, max: number): number {
  const pieces = Math.max(1, Math.floor(units / size))
  return Math.ceil(units / pieces) <= Math.max(max, size) ? pieces : Math.ceil(units / size)
}

/** The size in units that pieces are aimed at. */
function roundSize(units: number, { mode, sizing }: CutRequest): number {
  return mode === 'single' ? (sizing.ladder.find(step => units / step <= FEW) ?? sizing.ladder.at(-1)!) : sizing.target
}

/**
 * Where pieces begin, in units from 0. All but the last two are of a size that does not change with every unit that is
 * added: a file that grows keeps its pieces, and with them their ids. The last two share the rest evenly.
 */
export function pieceStarts(units: number, tokens: number, request: CutRequest): number[] {
  const pieces = pieceCount(units, tokens, request)
  const even = Math.max(1, Math.ceil(units / pieces))
  const round = roundSize(units, request)
  const size = request.mode !== 'whole' && Math.ceil(units / round) === pieces ? round : roundedUp(even)
  const fixed = Math.max(0, pieces - 2)
  const isRoomy = pieces > 2 && units - fixed * size >= 2
  const starts = Array.from({ length: pieces }, (_, k) => k * (isRoomy ? size : even)).filter(start => start < units)
  if (!isRoomy) return starts.length > 0 ? starts : [0]
  const rest = units - fixed * size
  return [...starts.slice(0, fixed + 1), fixed * size + Math.ceil(rest / 2)]
}

/** To two digits: 1,121 → 1,200. */
function roundedUp(size: number): number {
  const grain = 10 ** Math.max(0, Math.floor(Math.log10(size)) - 1)
  return Math.ceil(size / grain) * grain
}
