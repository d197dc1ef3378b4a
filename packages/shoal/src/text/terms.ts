// Words of a text as a search compares them: small letters, stems, names taken apart, scripts without blanks in pairs.
import { stem } from '@shoal/base/text/stem'

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const HUMPS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

/** Longer words are data. */
const LONGEST = 60
const MOST_KNOWN = 50_000

const known = new Map<string, readonly string[]>()

/** The terms of a text in order. `GatewayTimeout` gives itself and its parts. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const word of text.match(WORD) ?? []) {
    if (word.length > LONGEST && !UNSPACED.test(word)) continue
    let own = known.get(word)
    if (!own) {
      own = termsOfWord(word)
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(word, own)
    }
    for (const term of own) terms.push(term)
  }
  return terms
}

function termsOfWord(word: string): string[] {
  if (UNSPACED.test(word))
    return (word.match(RUN) ?? []).flatMap(run => (UNSPACED.test(run) ? pairs(run) : termsOfWord(run)))
  const plain = folded(word)
  const parts = word.split(HUMPS)
  return parts.length === 1 ? [plain] : [plain, ...parts.map(folded).filter(part => part.length > 1 || /\d/.test(part))]
}

/** Small letters without accents, as a stem. */
function folded(word: string): string {
  const small = word.toLowerCase()
  const plain = /^[a-z\d]+$/.test(small)
    ? small
    : small
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replace(/['’]s?$/, '')
  return stem(plain.replace(/['’]/g, ''))
}

function pairs(run: string): string[] {
  const units = [...run]
  return units.length === 1 ? [run] : units.slice(1).map((unit, i) => units[i]! + unit)
}

/** How many words a text has; in scripts without blanks every second character counts as one. */
export function countWords(text: string): number {
  let words = 0
  let inside = false
  let unspaced = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const letter: boolean =
      unit < 128
        ? (unit >= 97 && unit <= 122) ||
          (unit >= 65 && unit <= 90) ||
          (unit >= 48 && unit <= 57) ||
          (unit === 39 && inside)
        : isLetter(unit)
    if (letter && unit >= 0x2e80 && unit < 0xac00) {
      unspaced++
      inside = false
    } else {
      if (letter && !inside) words++
      inside = letter
    }
  }
  return words + Math.ceil(unspaced / 2)
}

/** Beyond ASCII: all but the blocks of punctuation, symbols and blanks. */
function isLetter(unit: number): boolean {
  if (unit < 0x00c0) return unit === 0xaa || unit === 0xb5 || unit === 0xba
  return (
    !(unit >= 0x2000 && unit <= 0x2bff) &&
    !(unit >= 0x3000 && unit <= 0x3004) &&
    !(unit >= 0x3008 && unit <= 0x3020) &&
    unit !== 0xfffd &&
    unit !== 0xd7 &&
    unit !== 0xf7 &&
    !(unit >= 0xff00 && unit <= 0xff0f)
  )
}
