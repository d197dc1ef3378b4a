// Counts of texts in bounded memory. When there are too many different ones, only those whose hash ends in zeros are kept:
// every count that is kept is exact, and which are kept does not depend on how the file was split.

import { largest } from '@shoal/base/model/lists'

export interface Counted {
  readonly text: string
  readonly count: number
  /** The first line it stands on. */
  readonly line: number
}

/** JSON. `level`: one in 2^level texts is kept. */
export interface SampledTally {
  readonly level: number
  readonly counts: readonly Counted[]
}

const MOST = 20_000

export class SampledCounts {
  private counts = new Map<string, { count: number; line: number; hash: number }>()
  private level = 0

  add(text: string, line: number, count = 1): void {
    const known = this.counts.get(text)
    if (known) {
      known.count += count
      known.line = Math.min(known.line, line)
      return
    }
    const hash = hashOf(text)
    if (!this.keeps(hash)) return
    this.counts.set(text, { count, line, hash })
    while (this.counts.size > MOST) this.thin(this.level + 1)
  }

  finish(): SampledTally {
    const counts = [...this.counts].map(([text, { count, line }]) => ({ text, count, line }))
    return { level: this.level, counts }
  }

  static united(tallies: readonly SampledTally[]): SampledTally {
    const all = new SampledCounts()
    all.thin(
      largest(
        tallies.map(({ level }) => level),
        0,
      ),
    )
    for (const { counts } of tallies) for (const { text, count, line } of counts) all.add(text, line, count)
    return all.finish()
  }

  private thin(level: number): void {
    this.level = level
    for (const [text, { hash }] of this.counts) if (!this.keeps(hash)) this.counts.delete(text)
  }

  private keeps(hash: number): boolean {
    return (hash & ((1 << this.level) - 1)) === 0
  }
}

/** The most frequent first. */
export function mostFrequent({ counts }: SampledTally, most: number): Counted[] {
  return [...counts].sort((a, b) => b.count - a.count || a.line - b.line || (a.text < b.text ? -1 : 1)).slice(0, most)
}

/** FNV-1a with a last mix, so that the low bits depend on all of the text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
