// Texts with gaps (`charge failed for order <*>`): whether what a program prints may be what a log shows.
import { addTo } from '@shoal/base/model/lists'

const GAP = '<*>'

/** A text with gaps as its constant parts. */
export interface Pattern {
  readonly parts: readonly string[]
  readonly startsOpen: boolean
  readonly endsOpen: boolean
  /** Letters and digits outside of gaps. */
  readonly letters: number
  /** Words of three letters or more, lower case. */
  readonly words: readonly string[]
}

export function patternOf(text: string): Pattern {
  const flat = text.slice(0, 500).replace(/\s+/g, ' ').trim()
  const parts = flat
    .split(GAP)
    .map(part => part.trim())
    .filter(part => /[\p{L}\p{N}]/u.test(part))
  const constant = parts.join(' ')
  return {
    parts,
    startsOpen: flat.startsWith(GAP),
    endsOpen: flat.endsWith(GAP),
    letters: lettersIn(constant),
    words: [...new Set(constant.toLowerCase().match(/\p{L}{3,}/gu) ?? [])],
  }
}

/** It says enough to be recognised: two words and eight letters. */
export function isTellingPattern({ letters, words }: Pattern): boolean {
  return words.length >= 2 && letters >= 8
}

/** What stands before a message in a log line: logger, thread, module. */
const LONGEST_LEAD = 40

/** All parts stand in the text in order, and hardly anything constant is left over behind them. */
export function prints({ parts, startsOpen, endsOpen }: Pattern, shown: string): boolean {
  const text = shown.replace(/\s+/g, ' ').trim()
  let at = 0
  let covered = 0
  for (const [k, part] of parts.entries()) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    const between = text.slice(at, found)
    if (k === 0 && !startsOpen && found > LONGEST_LEAD) return false
    if (k > 0 && lettersIn(between.replaceAll(GAP, '')) > 60) return false
    at = found + part.length
    covered += lettersIn(part)
  }
  const rest = lettersIn(text.slice(at).replaceAll(GAP, ''))
  return endsOpen || rest <= 0.2 * covered
}

/** Patterns by the rarest of their words, so that a text is compared with few of them. */
export class PatternIndex<T> {
  private readonly byWord = new Map<string, { readonly pattern: Pattern; readonly of: T }[]>()

  constructor(items: readonly { readonly text: string; readonly of: T }[]) {
    const patterns = items
      .map(({ text, of }) => ({ pattern: patternOf(text), of }))
      .filter(({ pattern }) => isTellingPattern(pattern))
    const counts = new Map<string, number>()
    for (const { pattern } of patterns) for (const word of pattern.words) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const item of patterns) {
      const rarest = item.pattern.words.reduce((a, b) => (counts.get(b)! < counts.get(a)! ? b : a))
      addTo(this.byWord, rarest, item)
    }
  }

  /** The one that says most of those that may have printed it. */
  find(shown: string): T | null {
    const words = new Set(
      shown
        .slice(0, 1000)
        .toLowerCase()
        .match(/\p{L}{3,}/gu) ?? [],
    )
    let best: { readonly pattern: Pattern; readonly of: T } | null = null
    for (const word of words)
      for (const item of this.byWord.get(word) ?? [])
        if (item.pattern.letters > (best?.pattern.letters ?? 0) && prints(item.pattern, shown)) best = item
    return best?.of ?? null
  }
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
