// Secrets that were found in a file, hidden wherever they are repeated: whole, in part, in either case. Those that are words
// are hidden as words, where a sweep has seen that the file has them nowhere else.
import { type Stretch, united } from './hide-spans.ts'
import { maskValue } from './mask-value.ts'

/** A secret that is no word. `password` or `letmein` is hidden where it is used as one, and nowhere else. */
const UNLIKE_A_WORD = /^(?=.{6})(?=.*[\p{L}\p{P}\p{S}])(?:.{16}|.*\d|.*\p{Ll}.*\p{Lu}|.*\p{Lu}.*\p{Ll}.*\p{Lu})/su

/** Several words: hidden as they stand, for a part of them may be part of any text. */
const PHRASE = /^(?=.{12})\S+(?: \S+)+$/
const WORDS = /[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*/gu

/** So much of a long secret gives it away. */
const PART = 12
const SHORTEST = 6
/** Units of secrets that are remembered in all their parts; of those beyond only the whole. */
const MOST_PARTS = 400_000
const NO_STARTS = new Uint8Array(0)

export class KnownSecrets {
  /** By three units: may a secret or a part of one begin with them? Made with the first secret; most texts have none. */
  private starts: Uint8Array = NO_STARTS
  private readonly parts = new Set<string>()
  private readonly wholes = new Set<string>()
  /** By the first six units: the lengths of secrets that begin with them. */
  private readonly lengths = new Map<string, Set<number>>()
  private readonly words = new Set<string>()
  private room = MOST_PARTS

  /** All that a sweep found. */
  static of({ values, words }: { readonly values: Iterable<string>; readonly words: Iterable<string> }): KnownSecrets {
    const known = new KnownSecrets(values)
    for (const word of words) known.addWord(word)
    return known
  }

  constructor(secrets: Iterable<string> = []) {
    for (const secret of secrets) this.add(secret)
  }

  get isEmpty(): boolean {
    return this.wholes.size === 0 && this.words.size === 0
  }

  /** A word that is hidden where it stands as one. */
  addWord(word: string): void {
    this.words.add(word)
  }

  add(secret: string): void {
    for (const line of linesOf(secret)) if (PHRASE.test(line)) this.addWhole(folded(line), false)
    // The lines of a key stand alone in some outputs, and words of a password in others.
    for (const line of secret.split(/\s+|\\[nr]/)) {
      if (!UNLIKE_A_WORD.test(line)) continue
      this.addWhole(folded(line))
      for (const word of line.split(/[^\p{L}\d]+/u))
        if (word.length >= SHORTEST && word.length < line.length && /\d/.test(word) && /\p{L}/u.test(word))
          this.addWhole(folded(word))
    }
  }

  /** The text with every known secret hidden, and every part of one that is long enough to give it away. */
  mask(text: string): string {
    let out = ''
    let from = 0
    for (const { start, end } of this.find(text)) {
      out += text.slice(from, start) + maskValue(text.slice(start, end))
      from = end
    }
    return from === 0 ? text : out + text.slice(from)
  }

  /** Where known secrets and telling parts of them stand, in order, none overlapping. */
  find(text: string): { readonly start: number; readonly end: number }[] {
    const found: { start: number; end: number }[] = []
    if (this.isEmpty || text.length < SHORTEST) return found
    const words = this.wordsIn(text)
    if (this.wholes.size === 0) return words
    const low = folded(text)
    for (let at = 0; at + SHORTEST <= low.length; ) {
      const length = this.starts[hashAt(low, at)] === 0 ? 0 : this.lengthAt(low, at)
      if (length > 0) found.push({ start: at, end: at + length })
      at += length || 1
    }
    return words.length === 0 ? found : united([...found, ...words])
  }

  private wordsIn(text: string): Stretch[] {
    if (this.words.size === 0) return []
    return [...text.matchAll(WORDS)]
      .filter(([word]) => this.words.has(word))
      .map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
  }

  private addWhole(secret: string, inParts = true): void {
    if (this.wholes.has(secret)) return
    this.wholes.add(secret)
    const start = secret.slice(0, SHORTEST)
    const lengths = this.lengths.get(start) ?? new Set()
    this.lengths.set(start, lengths.add(secret.length))
    if (this.starts === NO_STARTS) this.starts = new Uint8Array(1 << 16)
    this.starts[hashAt(secret, 0)] = 1
    if (!inParts || secret.length > this.room) return
    this.room -= secret.length
    for (let at = 0; at + PART <= secret.length; at++) {
      this.parts.add(secret.slice(at, at + PART))
      this.starts[hashAt(secret, at)] = 1
    }
  }

  /** How much of the text from here on is secret. */
  private lengthAt(text: string, at: number): number {
    let length = 0
    for (const whole of this.lengths.get(text.slice(at, at + SHORTEST)) ?? [])
      if (whole > length && this.wholes.has(text.slice(at, at + whole))) length = whole
    let end = at
    while (end + PART <= text.length && this.parts.has(text.slice(end, end + PART))) end++
    return end > at ? Math.max(length, end - 1 + PART - at) : length
  }
}

/** The lines of a secret, as those who read the value and not the file have them. */
export function linesOf(secret: string): string[] {
  return secret.includes('\n') ? secret.split('\n').map(line => line.trim()) : [secret]
}

/** In lower case, but for the few letters that would change their length with it. */
function folded(text: string): string {
  const low = text.toLowerCase()
  if (low.length === text.length) return low
  return text.replace(/\p{Lu}/gu, letter =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  )
}

function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 0xffff
}
