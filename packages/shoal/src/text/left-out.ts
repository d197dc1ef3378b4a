// Lists that are bounded, and what is left out of them: nothing is cut without being said.
import type { Share } from '@shoal/base/model/finding'
import { formatCount } from '@shoal/base/text/printable'

export class LeftOut {
  private readonly said = new Map<string, { listed: number; total: number }>()

  /** The first so many. `what` says what they are and what is done with them; the same is added up: `bursts are listed`. */
  first<T>(all: readonly T[], most: number, what: string): readonly T[] {
    this.count(Math.min(most, all.length), all.length, what)
    return all.length > most ? all.slice(0, most) : all
  }

  /** The same for a list that was cut before. */
  count(listed: number, total: number, what: string): void {
    const before = this.said.get(what) ?? { listed: 0, total: 0 }
    this.said.set(what, { listed: before.listed + listed, total: before.total + total })
  }

  /** One sentence for each kind of which some are missing. */
  get notes(): string[] {
    return [...this.said]
      .filter(([, { listed, total }]) => listed < total)
      .map(([what, { listed, total }]) => `Only ${formatCount(listed)} of ${formatCount(total)} ${what}.`)
  }
}

/** A distribution of at most so many values, with how many there are where that is not all. Values of one spelling are one. */
export function cutShares(
  shares: readonly Share[],
  most: number,
  total = shares.length,
): { readonly distribution: readonly Share[]; readonly distributionTotal?: number } {
  const counts = new Map<string, number>()
  for (const { value, count } of shares) counts.set(value, (counts.get(value) ?? 0) + count)
  const all = [...counts].map(([value, count]) => ({ value, count }))
  const isCut = all.length > most || shares.length < total
  return { distribution: all.slice(0, most), ...(isCut && { distributionTotal: total - shares.length + all.length }) }
}
