// A list of places in ascending lines that stays bounded: when it grows too long, neighbours give way to the best of them.

interface Place {
  readonly line: number
  readonly cost: number
}

/** Keeps every item up to `capacity`; beyond, the cheapest of each stretch of lines, the stretches growing as needed. */
export class ThinningList<T extends Place> {
  private kept: T[] = []
  private limit: number

  constructor(
    capacity: number,
    private stride: number,
  ) {
    this.limit = capacity
  }

  get length(): number {
    return this.kept.length
  }

  push(item: T): void {
    this.kept.push(item)
    if (this.kept.length >= this.limit) this.thin()
  }

  /** For the first item, which is never thinned out. */
  replaceFirst(item: T): void {
    this.kept[0] = item
  }

  items(): readonly T[] {
    return this.kept
  }

  private thin(): void {
    const before = this.kept
    const after: T[] = [before[0]!]
    let best: T | null = null
    for (let i = 1; i < before.length; i++) {
      const item = before[i]!
      if (best && Math.floor(item.line / this.stride) !== Math.floor(best.line / this.stride)) {
        after.push(best)
        best = item
      } else if (!best || item.cost < best.cost) best = item
    }
    if (best) after.push(best)
    this.kept = after
    // The stretches may double until packing would feel it; from there on the list has to grow with the source.
    if (after.length > this.limit / 2) {
      if (this.stride < MAX_STRIDE) this.stride *= 2
      else this.limit *= 2
    }
  }
}

const MAX_STRIDE = 100
