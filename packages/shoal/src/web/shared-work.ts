// Work that several ask for at once is done once; the last results stay for a while.

import { smallest } from '@shoal/base/model/lists'

interface Piece<Value> {
  readonly value: Promise<Value>
  readonly stop: AbortController
  waiting: number
  /** When it was done; null while it is under way. */
  doneAt: number | null
}

export class SharedWork<Value> {
  private readonly pieces = new Map<string, Piece<Value>>()
  private timer: NodeJS.Timeout | null = null

  constructor(private readonly keeps: { readonly most: number; readonly ms: number; now(): number }) {}

  /**
   * The work of the same key that is under way or was just done, or `work`. It is broken off when all who wait have left; who
   * has left before it asks gets nothing begun.
   */
  async get(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    signal.throwIfAborted()
    this.tidy()
    const piece = this.pieces.get(key) ?? this.begin(key, work)
    piece.waiting++
    const left = () => {
      if (--piece.waiting > 0 || piece.doneAt !== null) return
      this.forget(key, piece)
      piece.stop.abort()
    }
    signal.addEventListener('abort', left, { once: true })
    try {
      return await piece.value
    } finally {
      signal.removeEventListener('abort', left)
      if (!signal.aborted) piece.waiting--
    }
  }

  private begin(key: string, work: (signal: AbortSignal) => Promise<Value>): Piece<Value> {
    const stop = new AbortController()
    const piece: Piece<Value> = { value: work(stop.signal), stop, waiting: 0, doneAt: null }
    this.pieces.set(key, piece)
    piece.value.then(
      () => {
        piece.doneAt = this.keeps.now()
        this.tidy()
      },
      () => this.forget(key, piece),
    )
    return piece
  }

  /** Also while nobody asks: what is kept may be large. */
  private tidy(): void {
    const { most, ms, now } = this.keeps
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    const done = [...this.pieces].filter(([, { doneAt }]) => doneAt !== null)
    for (const [k, [key, { doneAt }]] of done.entries())
      if (k < done.length - most || doneAt! + ms <= now()) this.pieces.delete(key)
    const kept = [...this.pieces.values()].flatMap(({ doneAt }) => doneAt ?? [])
    if (kept.length > 0) this.timer = setTimeout(() => this.tidy(), smallest(kept) + ms - now()).unref()
  }

  private forget(key: string, piece: Piece<Value>): void {
    if (this.pieces.get(key) === piece) this.pieces.delete(key)
  }
}
