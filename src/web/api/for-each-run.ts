// What is remembered of the runs of a ledger, the ones asked for last.
import type { Ledger } from '../../model/ledger.ts'

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

  constructor(private readonly most: number) {}

  get(key: string): Value | undefined {
    const value = this.values.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: string, value: Value): Value {
    this.values.delete(key)
    this.values.set(key, value)
    const [oldest] = this.values.keys()
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest)
    return value
  }

  delete(key: string): void {
    this.values.delete(key)
  }
}
