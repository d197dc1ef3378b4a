// Small files of one type share an analyst (M7): smallest first, as long as their lines and tokens fit together.
import { groupBy } from '@shoal/base/model/lists'
import { type Batch, MIXED, type PlannedInput } from '@shoal/base/model/plan'

/** Lines up to which a file is small, and that the files of a batch may have together (M6, M7). */
export const SMALL_LINES = 1500

export interface BatchLimits {
  readonly maxTokens: number
  readonly maxLines?: number
  readonly maxFiles?: number
  /** What counts of a file; all its tokens if left out. */
  tokensOf?(file: PlannedInput): number
}

/** Types in the order in which the files bring them. */
export function makeBatches(
  small: readonly PlannedInput[],
  {
    maxTokens,
    maxLines = SMALL_LINES,
    maxFiles = Number.POSITIVE_INFINITY,
    tokensOf = file => file.tokens,
  }: BatchLimits,
): Batch[] {
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
      const isFull = open.length >= maxFiles || lines + file.lineCount > maxLines
      if (isFull || tokens + tokensOf(file) > maxTokens) close()
      open.push(file)
      lines += file.lineCount
      tokens += tokensOf(file)
    }
    close()
  }
  return batches
}

/** All files as one batch. */
export function wholeBatch(files: readonly PlannedInput[], tokensOf: (file: PlannedInput) => number): Batch {
  const types = new Set(files.map(({ detection }) => detection.contentType))
  const [only] = types
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const sum = (of: (file: PlannedInput) => number) => files.reduce((all, file) => all + of(file), 0)
  return batchOf(
    'batch-1',
    types.size === 1 ? only! : MIXED,
    sorted,
    sum(({ lineCount }) => lineCount),
    sum(tokensOf),
  )
}

function byType(files: readonly PlannedInput[]): Map<string, PlannedInput[]> {
  const groups = groupBy(files, file => file.detection.contentType)
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
