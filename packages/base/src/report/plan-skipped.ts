// What was skipped, by reason: a tree may leave out thousands of files for three reasons.
import type { SkipCause, Skipped } from '../model/plan.ts'
import { formatCount } from '../text/printable.ts'

export interface SkippedGroup {
  readonly reason: string
  readonly count: number
  /** The first path of the group. */
  readonly example: string
  /** Every one of them, each with the reason of its own. */
  readonly all: readonly Skipped[]
}

/** `1 file or directory`, `12 files and directories`. */
export function skippedTotal(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'file or directory' : 'files and directories'}`
}

/** Most first. Reasons that differ only in what they point at are one, and lose that part. */
export function skippedGroups(skipped: readonly Skipped[]): SkippedGroup[] {
  const groups = new Map<string, { reason: string; count: number; example: string; all: Skipped[] }>()
  for (const one of skipped) {
    const { path, reason, cause } = one
    const general = generalReason(reason, cause)
    const known = groups.get(general)
    if (!known) {
      groups.set(general, { reason, count: 1, example: path, all: [one] })
      continue
    }
    known.count++
    known.all.push(one)
    if (known.reason !== reason) known.reason = general
  }
  return [...groups.values()].sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
}

function generalReason(reason: string, cause: SkipCause): string {
  if (cause === 'link' || cause === 'name') return reason.replace(/(?:, to|:) .*$/s, '')
  // The same line in many ignore files: `ignored by src/a/.gitignore:3 "*.o"`.
  if (cause === 'ignore-file') return reason.replace(/^ignored by (?:.*?\/)?([^/"]+):\d+ "/s, 'ignored by $1 "')
  return reason
}
