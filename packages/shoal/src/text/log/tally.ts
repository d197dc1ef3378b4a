// Counts the distinct keys of a log's contents. Tallies of stretches merge exactly: the sum does not depend on the cuts.
import { coarsenKey, LAST_STEP } from './coarsen.ts'
import { maskContent } from './mask.ts'

/** What is known of one key: how often it came, where first and last, and how its first line reads. */
export interface KeyCount {
  count: number
  first: number
  last: number
  example: string
}

/** A tally as plain data: what travels between threads. */
export interface TallyData {
  readonly keys: readonly string[]
  readonly counts: readonly Readonly<KeyCount>[]
  /** How coarse the keys are; 0 if not given. */
  readonly step?: number
}

export interface TallyLimits {
  readonly keys: number
  /** Of all keys together. */
  readonly characters: number
}

const LIMITS: TallyLimits = { keys: 50_000, characters: 4_000_000 }
const MAX_EXAMPLE = 400

/**
 * - `add` and `merge` commute: any cut of the lines into stretches, in any order, gives the same keys and counts
 * - bounded: beyond the limits all keys become coarser, by steps that depend on the set of keys alone
 */
export class TemplateTally {
  private keys = new Map<string, KeyCount>()
  private characters = 0
  private coarseness = 0
  /** What is known of the key that `add` gave last; null if it was new. */
  last: Readonly<KeyCount> | null = null

  constructor(private readonly limits: TallyLimits = LIMITS) {}

  /** How coarse the keys have become; 0 for not at all. */
  get step(): number {
    return this.coarseness
  }

  /**
   * Counts one content; `line` is its number in the file. Returns its key, by which `TemplateBook.templateOfKey` finds
   * the template, even when the keys of the tally have become coarser since.
   */
  add(content: string, line: number): string {
    const key = coarsenKey(maskContent(content), this.coarseness)
    const known = this.keys.get(key)
    if (!known) {
      this.last = null
      return this.insert(key, { count: 1, first: line, last: line, example: exampleOf(content) })
    }
    this.last = known
    known.count++
    if (line > known.last) known.last = line
    else if (line < known.first) {
      known.first = line
      known.example = exampleOf(content)
    }
    return key
  }

  merge(other: TemplateTally): void {
    if (other.coarseness > this.coarseness) this.coarsen(other.coarseness)
    for (const [key, count] of other.keys) this.insert(coarsenKey(key, this.coarseness), { ...count })
  }

  /** The keys with their counts, in no particular order. */
  entries(): ReadonlyMap<string, Readonly<KeyCount>> {
    return this.keys
  }

  toJSON(): TallyData {
    return { keys: [...this.keys.keys()], counts: [...this.keys.values()], step: this.coarseness }
  }

  static from(data: TallyData): TemplateTally {
    const tally = new TemplateTally()
    tally.coarseness = data.step ?? 0
    for (const [k, key] of data.keys.entries()) tally.insert(key, { ...data.counts[k]! })
    return tally
  }

  private insert(key: string, count: KeyCount): string {
    const known = this.keys.get(key)
    if (known) unite(known, count)
    else {
      this.keys.set(detached(key), count)
      this.characters += key.length
      while (this.isFull() && this.coarseness < LAST_STEP) this.coarsen(this.coarseness + 1)
    }
    return key
  }

  private isFull(): boolean {
    return this.keys.size > this.limits.keys || this.characters > this.limits.characters
  }

  private coarsen(step: number): void {
    const fine = this.keys
    this.coarseness = step
    this.keys = new Map()
    this.characters = 0
    for (const [key, count] of fine) this.insert(coarsenKey(key, this.coarseness), count)
  }
}

function unite(ours: KeyCount, theirs: KeyCount): void {
  ours.count += theirs.count
  ours.last = Math.max(ours.last, theirs.last)
  if (theirs.first < ours.first) {
    ours.first = theirs.first
    ours.example = theirs.example
  }
}

function exampleOf(content: string): string {
  return detached(content.slice(0, MAX_EXAMPLE))
}

/** A copy: a slice would keep the whole text alive that it was cut from. */
function detached(text: string): string {
  return ` ${text}`.slice(1)
}
