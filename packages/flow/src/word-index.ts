// One pass over the words of a file: where those stand that a rule looks for, and how often each is called or written.
import { firstFrom } from '@shoal/base/model/lists'

/** What a rule looks for: a word, whether it must be called, and the word without which it means something else. */
export interface Trigger {
  readonly word: string
  readonly isCall: boolean
  readonly owner: string
}

/** Names under which secrets are kept, where a text is written to them. */
const SECRET_WORD =
  /passw|pwd|secret|token|api_?key|private_?key|access_?key|(?:^|[_a-z])key$|credential|passphrase|^dsn$/i
const TEXT_FOLLOWS = /^["']?\]?\s{0,3}(?::\s{0,3}[&\w<>'[\]*]{1,30}\s{0,3})?[:=]{1,2}>?\s{0,3}[a-zA-Z@$]?["'`]/
const WORD = /[A-Za-z_$@\x80-\uffff][\w$\x80-\uffff]*[!?]?/g
const LONGEST_WORD = 80
const TOKEN = 16
const CALL = 40
const EQUALS = 61

/** `bareCalls` where calls need no brackets. */
interface Calls {
  readonly bareCalls: boolean
  readonly signs: RegExp | null
}

interface Entry {
  readonly isSecret: boolean
  readonly places: number[]
  readonly calls: number[]
  writes: number
}

export class WordIndex {
  private readonly words = new Map<string, Entry>()
  /** Where words stand that a rule looks for, ascending. */
  private triggers: readonly number[] = []
  private ends: readonly number[] = []
  /** Some word looks like a key: long, with digits in it. */
  readonly hasTokens: boolean

  constructor(private readonly source: string) {
    let hasTokens = false
    for (const match of source.matchAll(WORD)) {
      const [word] = match
      if (word.length >= TOKEN && !hasTokens) hasTokens = /\d/.test(word)
      if (word.length > LONGEST_WORD) continue
      let entry = this.words.get(word)
      if (!entry) {
        entry = { isSecret: SECRET_WORD.test(word), places: [], calls: [], writes: 0 }
        this.words.set(word, entry)
      }
      entry.places.push(match.index)
      const use = useAfter(source, match.index + word.length)
      if (use === 'call') entry.calls.push(match.index)
      else if (use === 'write') entry.writes++
    }
    this.hasTokens = hasTokens
  }

  /** Marks the places where the file may hold a danger, and those where it would if its values came from outside. */
  mark(triggers: readonly Trigger[], ends: readonly Trigger[], requests: readonly string[], calls: Calls): void {
    const own = this.placesOf(triggers, calls)
    this.ends = this.placesOf(ends, calls)
    const asked = requests.flatMap(word => this.words.get(word)?.places ?? [])
    this.triggers = [...own, ...asked, ...this.secrets()].sort((a, b) => a - b)
  }

  private placesOf(triggers: readonly Trigger[], { bareCalls, signs }: Calls): number[] {
    const places = new Set<number>()
    for (const match of signs ? this.source.matchAll(signs) : []) places.add(match.index)
    for (const { word, isCall, owner } of triggers) {
      const entry = this.words.get(word)
      if (!entry || (owner !== '' && !this.words.has(owner))) continue
      for (const place of isCall && !bareCalls ? entry.calls : entry.places) places.add(place)
    }
    return [...places].sort((a, b) => a - b)
  }

  /** Where a text is written to the name of a secret. */
  private secrets(): number[] {
    const places: number[] = []
    for (const [word, entry] of this.words) {
      if (!entry.isSecret) continue
      for (const place of entry.places) {
        const end = place + word.length
        if (TEXT_FOLLOWS.test(this.source.slice(end, end + 60))) places.push(place)
      }
    }
    return places
  }

  /** Whether a part of the file would be dangerous with values from outside. */
  mayEnd({ startIndex, endIndex }: { readonly startIndex: number; readonly endIndex: number }): boolean {
    return isBetween(this.ends, startIndex, endIndex)
  }

  hasTrigger(start = 0, end = Number.POSITIVE_INFINITY): boolean {
    return isBetween(this.triggers, start, end)
  }

  has(word: string): boolean {
    return this.words.has(word)
  }

  matching(test: (word: string) => boolean): string[] {
    return [...this.words.keys()].filter(test)
  }

  hasWord(word: string, start: number, end: number): boolean {
    const entry = this.words.get(word)
    return entry !== undefined && isBetween(entry.places, start, end)
  }

  /** How often the word is followed by an opening bracket. */
  calls(word: string): number {
    return this.words.get(word)?.calls.length ?? 0
  }

  writes(word: string): number {
    return this.words.get(word)?.writes ?? 0
  }
}

/** What happens to a word, by what stands behind it. */
function useAfter(source: string, from: number): 'call' | 'write' | null {
  let at = from
  while (source.charCodeAt(at) === 32) at++
  const code = source.charCodeAt(at)
  if (code === CALL) return 'call'
  if (code === EQUALS) return /^=(?![=>~])/.test(source.slice(at, at + 2)) ? 'write' : null
  if (code > 63 && code !== 94 && code !== 124) return isGenericCall(source, at) ? 'call' : null
  if (code === 60 && isGenericCall(source, at)) return 'call'
  return /^(?:[-+*/%|&^.?:<>]{1,2}=(?![=>~])|\+\+|--|:=)/.test(source.slice(at, at + 4)) ? 'write' : null
}

/** `fetch<Order>(…)`, `println!(…)`, `render?.(…)`, a tagged template. */
function isGenericCall(source: string, at: number): boolean {
  return /^(?:<[\w\s,.[\]]{0,60}>\s?\(|\?\.\(|`|::<)/.test(source.slice(at, at + 64))
}

function isBetween(places: readonly number[], start: number, end: number): boolean {
  const low = firstFrom(places, start)
  return low < places.length && places[low]! < end
}
