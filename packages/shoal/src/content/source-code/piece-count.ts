// How many pieces a source of so many lines is worth (P1, P10, M6).
import type { CutRequest } from '@shoal/base/model/content-type'

/** Single-file mode aims at no fewer and no more, as far as the range of sizes allows. */
const FEWEST = 5
const MOST = 10

/** The number to aim at and the size that goes with it. Functions decide whether it can be reached. */
export function aim(lines: number, { mode, sizing }: CutRequest): { pieces: number; target: number } {
  const { min, target, max } = sizing
  if (mode === 'whole') return { pieces: 1, target: Math.max(lines, 1) }
  const usual = Math.ceil(lines / target)
  if (mode === 'directory') return { pieces: Math.max(2, usual), target: lines < target ? lines / 2 : target }
  let pieces = usual
  if (usual > MOST) pieces = Math.max(MOST, Math.ceil(lines / (max * 0.95)))
  if (usual < FEWEST) pieces = Math.max(1, Math.min(FEWEST, Math.floor(lines / min)))
  // In steps of ten, so that one line more rarely changes what size is ideal.
  const size = Math.ceil(lines / pieces / 10) * 10
  return { pieces, target: Math.min(max * 0.95, Math.max(min, size)) }
}
