// Keeps the lines that answer best: when the score of each can be told at once, and when it can only be told at the end.
import { bm25, coverage, type TermStatistics } from '../../text/bm25.ts'
import type { Counted } from '../../text/term-matcher.ts'
import type { Place } from './shown-line.ts'

export interface FoundPlace {
  /** In the order of files and lines. */
  readonly order: number
  /** Of its file. */
  readonly index: number
  readonly line: number
  readonly place: Place
}

export interface RankedLine extends FoundPlace {
  readonly score: number
}

type Counts = Pick<Counted, 'counts' | 'length' | 'adjacent'>

interface Group extends Counts {
  readonly places: FoundPlace[]
}

const MOST_ADJACENT = 3
const MOST_PLACES = 100_000

/** What holds more of the different words of a question answers it better than a short line with one pair of them. */
function scoreOf({ counts, length, adjacent }: Counts, statistics: TermStatistics): number {
  const close = 1 + 0.08 * Math.min(MOST_ADJACENT, adjacent)
  return bm25(counts, length, statistics) * close * coverage(counts, statistics)
}

/** Lines of the same counts score the same, whatever the statistics will be: the first `most` of them suffice. */
export class GroupedLines {
  private readonly groups = new Map<string, Group>()
  private size = 0

  constructor(private readonly most: number) {}

  /** Some had to be left out: the best of them cannot be told. */
  get isFull(): boolean {
    return this.size > MOST_PLACES
  }

  wants(counted: Counts): boolean {
    if (this.isFull) return false
    const group = this.groups.get(keyOf(counted))
    return !group || group.places.length < this.most
  }

  add(counted: Counts, place: FoundPlace): void {
    const { counts, length, adjacent } = counted
    this.size++
    const key = keyOf(counted)
    const group = this.groups.get(key)
    if (group) group.places.push(place)
    else this.groups.set(key, { counts, length, adjacent, places: [place] })
  }

  best(statistics: TermStatistics): RankedLine[] {
    const scored = [...this.groups.values()].map(group => ({ group, score: scoreOf(group, statistics) }))
    return scored
      .flatMap(({ group, score }) => group.places.map(place => ({ ...place, score })))
      .sort((a, b) => b.score - a.score || a.order - b.order)
      .slice(0, this.most)
  }
}

function keyOf({ counts, length, adjacent }: Counts): string {
  return `${length} ${Math.min(MOST_ADJACENT, adjacent)} ${counts.join(' ')}`
}

/** The best first; of equals the earlier one. */
export class BestLines {
  readonly best: RankedLine[] = []

  constructor(
    private readonly statistics: TermStatistics,
    private readonly most: number,
  ) {}

  wants(counted: Counts): boolean {
    return this.best.length < this.most || scoreOf(counted, this.statistics) > this.best.at(-1)!.score
  }

  add(counted: Counts, place: FoundPlace): void {
    const { best } = this
    const score = scoreOf(counted, this.statistics)
    let low = 0
    let high = best.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (best[middle]!.score >= score) low = middle + 1
      else high = middle
    }
    best.splice(low, 0, { ...place, score })
    if (best.length > this.most) best.pop()
  }
}
