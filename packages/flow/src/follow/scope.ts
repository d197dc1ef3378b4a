// Variables while code is followed. A branch writes into a layer of its own, so that leaving it costs only what it wrote.
import { join, type Value } from '../values.ts'

export type Changes = ReadonlyMap<string, Value>

export class Scope {
  readonly own = new Map<string, Value>()

  constructor(readonly parent: Scope | null) {}

  get(name: string): Value | undefined {
    let scope: Scope | null = this
    while (scope) {
      const value = scope.own.get(name)
      if (value) return value
      scope = scope.parent
    }
    return undefined
  }

  set(name: string, value: Value): void {
    this.own.set(name, value)
  }

  /** All that was written since `base`, the latest first. */
  since(base: Scope): Changes {
    if (this.parent === base) return this.own
    const changes = new Map<string, Value>()
    for (let scope: Scope | null = this; scope && scope !== base; scope = scope.parent) {
      for (const [name, value] of scope.own) if (!changes.has(name)) changes.set(name, value)
    }
    return changes
  }

  /** Goes on where one of several ways may have been taken; a variable that only some of them know counts as theirs. */
  merge(ways: readonly Changes[]): void {
    if (ways.length === 1) {
      for (const [name, value] of ways[0]!) this.own.set(name, value)
      return
    }
    const names = new Set(ways.flatMap(way => [...way.keys()]))
    for (const name of names) {
      let value: Value | undefined
      for (const way of ways) {
        const one = way.get(name) ?? this.get(name)
        if (one) value = value ? join(value, one) : one
      }
      if (value) this.own.set(name, value)
    }
  }
}
