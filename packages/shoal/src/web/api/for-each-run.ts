// What is remembered of the runs of a ledger, the ones asked for last.
import type { Ledger } from '@shoal/base/model/ledger'

export class ForEachRun<Value> {
  private readonly kept = new WeakMap<Ledger, Remembered<Value>>()

  constructor(private readonly most: number) {}

  of(ledger: Ledger): Remembered<Value> {
    const known = this.kept.get(ledger) ?? new Remembered<Value>(this.most)
    this.kept.set(ledger, known)
    return known
  }
}

class Remembered<Value> {
  private readonly values = new Map<string, Value>()
  private readonly holders = new Map<string, number>()

  constructor(private readonly most: number) {}

  get(key: string): Value | undefined {
    const value = this.values.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: string, value: Value): Value {
    this.values.delete(key)
    this.values.set(key, value)
    this.tidy()
    return value
  }

  delete(key: string): void {
    this.values.delete(key)
  }

  /** What is held is not forgotten, and takes no room from the others, until whoever holds it lets it go. */
  hold(key: string): () => void {
    this.holders.set(key, (this.holders.get(key) ?? 0) + 1)
    return () => {
      const others = this.holders.get(key)! - 1
      if (others > 0) this.holders.set(key, others)
      else this.holders.delete(key)
      this.tidy()
    }
  }

  private tidy(): void {
    let tooMany = this.values.size - this.holders.size - this.most
    for (const key of this.values.keys()) {
      if (tooMany <= 0) return
      if (this.holders.has(key)) continue
      this.values.delete(key)
      tooMany--
    }
  }
}
