// Small files of one type share an analyst (M7): smallest first, as long as their lines and tokens fit together.
import type { Batch, PlannedInput } from '../model/plan.ts'

/** Lines up to which a file is small, and that the files of a batch may have together (M6, M7). */
export const SMALL_LINES = 1500

/** Types in the order in which the files bring them. */
export function makeBatches(small: readonly PlannedInput[], maxTokens: number): Batch[] {
  const batches: Batch[] = []
  for (const [contentType, files] of byType(small)) {
    let open: PlannedInput[] = []
    let lines = 0
    let tokens = 0
    const close = () => {
      if (open.length > 0) batches.push(batchOf(`batch-${batches.length + 1}`, contentType, open, lines, tokens))
      open = []
      lines = 0
      tokens = 0
    }
    for (const file of files.toSorted(smallestFirst)) {
      if (lines + file.lineCount > SMALL_LINES || tokens + file.tokens > maxTokens) close()
      open.push(file)
      lines += file.lineCount
      tokens += file.tokens
    }
    close()
  }
  return batches
}

function byType(files: readonly PlannedInput[]): Map<string, PlannedInput[]> {
  const groups = new Map<string, PlannedInput[]>()
  for (const file of files) {
    const group = groups.get(file.detection.contentType)
    if (group) group.push(file)
    else groups.set(file.detection.contentType, [file])
  }
  return groups
}

function batchOf(
  id: string,
  contentType: string,
  files: readonly PlannedInput[],
  lines: number,
  tokens: number,
): Batch {
  return { id, contentType, files: files.map(({ path, lineCount }) => ({ path, lineCount })), lines, tokens }
}

function smallestFirst(a: PlannedInput, b: PlannedInput): number {
  return a.lineCount - b.lineCount || (a.path < b.path ? -1 : 1)
}
