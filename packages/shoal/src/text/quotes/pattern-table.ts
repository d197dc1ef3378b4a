// Rabin–Karp over many patterns of different lengths. A pattern is found by the hash of its first characters (a power of
// two of them), then by the hash of all, then compared; cumulative hashes make every hash of the text one subtraction.
import type { Normaliser } from './normalise.ts'

const BASE = 0x01000193
/** More characters at the head than this tell patterns apart no better. */
const WIDEST = 64

interface Pattern {
  readonly which: number
  readonly units: Uint16Array
  /** The first place where it may start again: found places do not overlap. */
  next: number
  dropped: boolean
}

/** Patterns whose first `width` characters are looked at. */
interface Group {
  readonly width: number
  readonly power: number
  /** By the high bits of the hash of the head: 0 where no pattern starts. */
  readonly filter: Uint8Array
  /** By hash of the head, then by length, then by hash of the whole. */
  readonly heads: Map<number, Map<number, Map<number, Pattern[]>>>
}

export class PatternTable {
  readonly longest: number
  private readonly patterns: readonly Pattern[]
  private readonly groups: readonly Group[]
  private readonly powers: Int32Array
  /** A filter has room for many times the patterns, and no more, so that it stays in the processor's cache. */
  private readonly shift: number
  private sums = new Int32Array(1 << 12)
  /** Units scanned and forgotten so far. */
  private passed = 0

  constructor(texts: readonly string[]) {
    this.patterns = texts.map((text, which) => ({ which, units: unitsOf(text), next: 0, dropped: false }))
    this.longest = this.patterns.reduce((most, { units }) => Math.max(most, units.length), 0)
    this.powers = new Int32Array(this.longest + 1)
    this.powers[0] = 1
    for (let i = 1; i <= this.longest; i++) this.powers[i] = Math.imul(this.powers[i - 1]!, BASE)
    this.shift = Math.max(10, Math.clz32(Math.max(1, texts.length) * 32))
    const groups = new Map<number, Group>()
    for (const pattern of this.patterns) this.enter(pattern, groups)
    this.groups = [...groups.values()]
  }

  /** It is not looked for any more. */
  drop(which: number): void {
    this.patterns[which]!.dropped = true
  }

  /**
   * Reports the patterns that start before `limit`, as first and last unit; what stands from there on must come again
   * with the next call. In no order but that of each pattern's places.
   */
  scan(made: Normaliser, limit: number, found: (which: number, first: number, last: number) => void): void {
    this.addUp(made)
    for (const group of this.groups) this.scanFor(group, made, limit, found)
    this.passed += limit
  }

  private scanFor(
    { width, power, filter, heads }: Group,
    made: Normaliser,
    limit: number,
    found: (which: number, first: number, last: number) => void,
  ): void {
    const { sums, shift } = this
    const stop = Math.min(limit, made.length - width + 1)
    for (let at = 0; at < stop; at++) {
      const hash = (sums[at + width]! - Math.imul(sums[at]!, power)) | 0
      if (filter[hash >>> shift] === 0) continue
      const head = heads.get(hash)
      if (head) this.compare(made, at, head, found)
    }
  }

  private compare(
    made: Normaliser,
    at: number,
    head: Map<number, Map<number, Pattern[]>>,
    found: (which: number, first: number, last: number) => void,
  ): void {
    for (const [length, byHash] of head) {
      if (at + length > made.length) continue
      const hash = (this.sums[at + length]! - Math.imul(this.sums[at]!, this.powers[length]!)) | 0
      for (const pattern of byHash.get(hash) ?? []) {
        if (pattern.dropped || this.passed + at < pattern.next || !stands(pattern.units, made.units, at)) continue
        pattern.next = this.passed + at + length
        found(pattern.which, at, at + length - 1)
      }
    }
  }

  private enter(pattern: Pattern, groups: Map<number, Group>): void {
    const { units } = pattern
    const width = Math.min(WIDEST, 1 << (31 - Math.clz32(units.length)))
    let group = groups.get(width)
    if (!group) {
      group = { width, power: this.powers[width]!, filter: new Uint8Array(2 ** (32 - this.shift)), heads: new Map() }
      groups.set(width, group)
    }
    const head = hashOf(units.subarray(0, width))
    group.filter[head >>> this.shift] = 1
    const lengths = entry(group.heads, head, () => new Map<number, Map<number, Pattern[]>>())
    entry(
      entry(lengths, units.length, () => new Map<number, Pattern[]>()),
      hashOf(units),
      () => [],
    ).push(pattern)
  }

  private addUp({ units, length }: Normaliser): void {
    if (this.sums.length <= length) this.sums = new Int32Array(2 * length + 1)
    const { sums } = this
    for (let i = 0; i < length; i++) sums[i + 1] = (Math.imul(sums[i]!, BASE) + units[i]!) | 0
  }
}

function stands(pattern: Uint16Array, text: Uint16Array, at: number): boolean {
  for (let i = 0; i < pattern.length; i++) if (pattern[i] !== text[at + i]) return false
  return true
}

function hashOf(units: Uint16Array): number {
  let hash = 0
  for (const unit of units) hash = (Math.imul(hash, BASE) + unit) | 0
  return hash
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}
