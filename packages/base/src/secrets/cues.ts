// The beginnings of secrets in bytes: a first look at a file that passes over nearly all of it, at the speed of a loop.
import { BLOCK_CUES } from './blocks.ts'
import { CALL_CUES } from './calls.ts'
import { COLUMN_CUES } from './columns.ts'
import { COMMAND_CUES } from './commands.ts'
import { kindOfMany, kindOfName, NAME_STEMS } from './names.ts'
import { shapesByCue } from './providers.ts'
import { URL_CUE } from './url-secret.ts'

/** From common to rare, in texts, tables and code; what is not listed is rarer still. */
const COMMON = ' -"/:.0e=ta1oinsr2hldc3u4m5p6789g'

interface Cue {
  readonly kind: 'shape' | 'url' | 'name' | 'command'
  readonly bytes: Uint8Array
  /** How far its end is behind the end of the three bytes by which it is found. */
  readonly ahead: number
}

type NameKind = ReturnType<typeof kindOfName>
/** What is assigned to the name of a session is no secret if it is shorter. */
const SHORTEST = 10
/** A key alone before the `@` of an address is no shorter. */
const SHORTEST_KEY = 20

const NAME_REACH = 60
const URL_REACH = 400
const SENTENCE_REACH = 48
const SAID_REACH = 80
/** A type, a sign and what wraps a string. */
const DECLARED_REACH = 400
const WORD_REACH = 280
/** What stands behind a name that is declared: `:`, `=`, `>`, `[`, `{`, `(`, `?`, `!`. */
const DECLARES: readonly number[] = [58, 61, 62, 91, 123, 40, 63, 33]
const MOST_REMEMBERED = 4096
/** Words that make a name of the next one. */
const BEFORE = /[A-Za-z]{2,10}[ \t]$/
/** `br##"`. */
const MOST_BEFORE_QUOTE = 5

/** A cue, and where in it the three bytes stand by which it is found. */
export interface SoughtCue {
  readonly bytes: Uint8Array
  readonly rare: number
}

/** Finds places faster than a loop does. */
export interface CueFinder {
  /** Where the three bytes of a cue end, from `from` on and before `to`, in order, and how far it came; places without a cue do no harm. */
  find(
    cues: readonly SoughtCue[],
    bytes: Uint8Array,
    from: number,
    to: number,
  ): { readonly places: ArrayLike<number>; readonly far: number }
}

/**
 * Goes through bytes and stops where a secret may be. It passes over nothing that `findSecrets` would find, but for what
 * is cut off by an end of the bytes.
 */
export class CueScanner {
  private readonly cues = cueTable()
  private readonly kinds = new Map<string, NameKind>()
  /** The bytes at hand, as a buffer. */
  private view = Buffer.alloc(0)
  /** What the finder told last: of which bytes, from where to where, and which of its places is next. */
  private found: { bytes: Uint8Array; from: number; far: number; places: ArrayLike<number>; next: number } | null = null

  /** The bytes that are given must stay what they are where there is a finder. */
  constructor(private readonly finder: CueFinder | null = null) {}

  /** Where the next cue ends, at or behind `from` and before `to`; -1 when there is none. */
  next(bytes: Uint8Array, from: number, to: number): number {
    const { table, lists } = this.cues
    if (
      this.view.buffer !== bytes.buffer ||
      this.view.byteOffset !== bytes.byteOffset ||
      this.view.length !== bytes.length
    )
      this.view = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length)
    if (this.finder) return this.nextFound(this.finder, bytes, from, to)
    let hash = 0
    const first = Math.max(0, from - 2)
    for (let i = first; i < Math.min(from, to); i++) hash = ((hash << 5) ^ (bytes[i]! | 32)) & 0x7fff
    for (let i = Math.max(from, first); i < to; i++) {
      hash = ((hash << 5) ^ (bytes[i]! | 32)) & 0x7fff
      const list = table[hash]!
      if (list !== 0) {
        const end = this.cueAt(bytes, i, lists[list]!)
        if (end >= 0) return end
      }
    }
    return -1
  }

  private nextFound(finder: CueFinder, bytes: Uint8Array, from: number, to: number): number {
    const { table, lists, sought } = this.cues
    if (this.found?.bytes !== bytes || from < this.found.from) this.found = null
    for (;;) {
      const found = this.found
      for (; found && found.next < found.places.length; found.next++) {
        const i = found.places[found.next]!
        if (i < from) continue
        if (i >= to) return -1
        const list = lists[table[hashAt(bytes, i)]!]!
        const end = this.cueAt(bytes, i, list)
        // Whoever looked there comes back for what stands behind the place, or at it.
        if (end >= 0) return end
      }
      const start = Math.max(from, found?.far ?? 0)
      if (start >= to) return -1
      this.found = { bytes, from: start, next: 0, ...finder.find(sought, bytes, start, to) }
    }
  }

  private cueAt(bytes: Uint8Array, i: number, cues: readonly Cue[]): number {
    for (let k = 0; k < cues.length; k++) {
      const { kind, bytes: cue, ahead } = cues[k]!
      const end = i + 1 + ahead
      if (!equals(bytes, end - cue.length, cue, kind === 'name')) continue
      if (this.holds(kind, bytes, end - cue.length, end)) return end
    }
    return -1
  }

  private holds(kind: Cue['kind'], bytes: Uint8Array, start: number, end: number): boolean {
    if (kind === 'url') return hasPassword(bytes, end)
    if (kind === 'command') return start === 0 || !isName(bytes[start - 1]!)
    // Marks at the end of a cue are not of the name.
    return kind === 'shape' || this.assigns(bytes, start, end - (isLetter(bytes[end - 1]!) ? 0 : 1))
  }

  /** The name around a stem promises a secret, and something is assigned to it, beside it or said of it. */
  private assigns(bytes: Uint8Array, start: number, end: number): boolean {
    let first = start
    while (first > 0 && start - first < NAME_REACH && isName(bytes[first - 1]!)) first--
    let last = end
    while (last < bytes.length && last - end < NAME_REACH && isName(bytes[last]!)) last++
    let at = last
    let sign = bytes[at]
    // A closing quote, escaped or not, and a bracket.
    while (at - last < 8 && (sign === 92 || sign === 93 || sign === 41 || (sign !== undefined && isQuote(sign))))
      sign = bytes[++at]
    const isClosed = at > last
    const isApart = isBlank(sign)
    while (at - last < 28 && isBlank(sign)) sign = bytes[++at]
    // A colon, an equals sign and what is like them; a dash or an arrow begins with 226.
    const isAssigned =
      sign === 58 ||
      sign === 61 ||
      sign === 62 ||
      sign === 44 ||
      sign === 38 ||
      sign === 226 ||
      sign === 42 ||
      sign === 63
    // The name is itself a value, and its own stands beside it; or it opens a block or an element.
    const isBeside = isClosed || opensOrEnds(sign) || bytes[first - 1] === 60
    const isTold =
      isApart && (hasDashes(bytes, first, start) || isSaid(bytes, at) || hasDigit(bytes, at) || isAlone(bytes, at))
    if (!isAssigned && !isBeside && !isTold && !isApart && !isDeclared(bytes, at)) return false
    const kind = this.kindAt(first, last)
    // `author` is everywhere.
    if (kind === null) {
      // `?key=x`.
      if (last - first === 3 && sign === 61 && (bytes[first - 1] === 63 || bytes[first - 1] === 38)) return true
      return (bytes[last - 1]! | 32) !== 114 && mayTakeBoth(bytes, last)
    }
    if (isApart && !isAssigned && !isBeside && !isTold && kind !== 'password' && !isDeclared(bytes, at)) return false
    if (kind !== 'session') return true
    return (isAssigned && valueLength(bytes, at) >= SHORTEST) || isDeclared(bytes, at)
  }

  /** The word before it may make a name of it: `api key`. */
  private kindAt(first: number, last: number): NameKind {
    const name = this.view.toString('utf8', first, last)
    const own = this.kindOf(name)
    if ((own !== null && own !== 'noun') || first < 3 || !isBlank(this.view[first - 1])) return own
    const before = BEFORE.exec(this.view.toString('latin1', Math.max(0, first - 12), first))
    return before ? (this.kindOf(before[0] + name) ?? own) : own
  }

  private kindOf(name: string): NameKind {
    const known = this.kinds.get(name)
    if (known !== undefined) return known
    const bare = name.replace(/^-+/, '')
    const kind = kindOfName(bare) ?? kindOfMany(bare)
    if (this.kinds.size < MOST_REMEMBERED) this.kinds.set(name, kind)
    return kind
  }
}

interface CueTable {
  /** By three bytes, cases folded: which of the lists has them; 0 for none. */
  readonly table: Uint16Array
  readonly lists: readonly (readonly Cue[])[]
  /** The same cues as a finder wants them. */
  readonly sought: readonly SoughtCue[]
}

let made: CueTable | undefined

/** Made once: it would cost far more than the look at a small file. */
function cueTable(): CueTable {
  made ??= makeTable()
  return made
}

function makeTable(): CueTable {
  const table = new Uint16Array(1 << 15)
  const lists: Cue[][] = [[]]
  const sought: SoughtCue[] = []
  const add = (kind: Cue['kind'], text: string) => {
    const bytes = Buffer.from(text)
    const at = rarest(bytes.toString('latin1'))
    const hash = hashAt(bytes, at + 2)
    if (table[hash] === 0) table[hash] = lists.push([]) - 1
    lists[table[hash]!]!.push({ kind, bytes, ahead: bytes.length - at - 3 })
    sought.push({ bytes, rare: at })
  }
  for (const stem of NAME_STEMS) add('name', stem)
  add('url', URL_CUE)
  for (const text of COMMAND_CUES) add('command', text)
  for (const text of [...BLOCK_CUES, ...CALL_CUES, ...COLUMN_CUES]) add('shape', text)
  for (const text of shapesByCue().keys()) {
    // Two letters alone are everywhere.
    if (text === 'SK') for (const digit of '0123456789abcdef') add('shape', text + digit)
    else add('shape', text)
  }
  return { table, lists, sought }
}

/** Of the three bytes that end at `i`, cases folded. */
function hashAt(bytes: Uint8Array, i: number): number {
  return (((bytes[i - 2]! | 32) << 10) ^ ((bytes[i - 1]! | 32) << 5) ^ (bytes[i]! | 32)) & 0x7fff
}

/** Where the three bytes start that are seldom seen. */
function rarest(text: string): number {
  let best = 0
  let most = -1
  for (let at = 0; at + 3 <= text.length; at++) {
    const rank = [...text.slice(at, at + 3).toLowerCase()]
      .map(unit => COMMON.indexOf(unit))
      .reduce((sum, found) => sum + (found < 0 ? COMMON.length : found), 0)
    if (rank > most) {
      most = rank
      best = at
    }
  }
  return best
}

function equals(bytes: Uint8Array, start: number, cue: Uint8Array, folded: boolean): boolean {
  if (start < 0 || start + cue.length > bytes.length) return false
  const fold = folded ? 32 : 0
  for (let k = 0; k < cue.length; k++) if ((bytes[start + k]! | fold) !== (cue[k]! | fold)) return false
  return true
}

/** `user:password@`, or a long key alone before the `@`; before a slash, a quote or a blank. */
function hasPassword(bytes: Uint8Array, from: number): boolean {
  let colon = false
  for (let i = from; i < Math.min(bytes.length, from + URL_REACH); i++) {
    const byte = bytes[i]!
    if (byte === 58) colon = true
    else if (byte === 64) return colon || i - from >= SHORTEST_KEY
    else if (byte === 47 || isSpace(byte) || isQuote(byte) || byte === 60 || byte === 62) break
  }
  return false
}

/** No less than the length of the value behind the sign at `from`, counted up to what no name asks for. */
function valueLength(bytes: Uint8Array, from: number): number {
  let at = signEnd(bytes, from)
  while (at < from + 28 && isBlank(bytes[at])) at++
  let length = 0
  let before = 0
  let quote = 0
  for (; at < bytes.length && length < SHORTEST; at++) {
    const byte = bytes[at]!
    if (isSpace(byte)) break
    // Letters before a quote, or a hash, say what string it is; a string ends at its own quote only.
    if (quote === 0 && isQuote(byte) && length <= MOST_BEFORE_QUOTE) {
      quote = byte
      before = length
      length = 0
    } else if (quote === 0 ? isQuote(byte) || byte === 60 : byte === quote && length > 0) break
    else if (byte !== quote) length++
  }
  return Math.max(before, length)
}

/** `:=`, `=>`, `==` or one sign alone. */
function signEnd(bytes: Uint8Array, from: number): number {
  const second = bytes[from + 1]
  return from + ((second === 61 && bytes[from]! !== 62) || (second === 62 && bytes[from] === 61) ? 2 : 1)
}

/** A quote behind a type and a sign, or behind a bracket: `: string = '`, `[] = "`, `= Some("`, `("`. */
function isDeclared(bytes: Uint8Array, from: number): boolean {
  const opening = bytes[from]!
  // Behind a blank: a type of one word or two.
  const isWord = isName(opening) || opening === 42
  if (!isWord && !DECLARES.includes(opening)) return false
  const most = Math.min(bytes.length, from + (isWord ? WORD_REACH : DECLARED_REACH))
  let isOpen = opening === 40 || opening === 123
  for (let i = from + 1; i < most; i++) {
    const byte = bytes[i]!
    if (byte === 10 || byte === 13) return false
    if (byte === 61 || byte === 40) isOpen = true
    else if (isQuote(byte)) {
      if (isOpen) return true
    } else if (isWord && !isOpen && (byte === 44 || byte === 59)) return false
  }
  return false
}

/** Behind `auth` and its like, and at a call of `login` and its like. */
function mayTakeBoth(bytes: Uint8Array, last: number): boolean {
  const word = Buffer.from(
    bytes.buffer as ArrayBuffer,
    bytes.byteOffset + Math.max(0, last - 14),
    Math.min(14, last),
  ).toString('latin1')
  if (bytes[last] === 40 && /(?:log_?in|sign_?in|getconnection)$/i.test(word)) return true
  return /(?:auth|authentication|credentials?|zugangsdaten|identifiants|credenciales)$/i.test(word)
}

/** Behind a name, one word that ends the line: `password …` below `login …`, `enable secret …`. */
function isAlone(bytes: Uint8Array, at: number): boolean {
  let end = at
  while (end < bytes.length && end - at < 200 && !isSpace(bytes[end]!)) end++
  while (isBlank(bytes[end])) end++
  return end === bytes.length || bytes[end] === 10 || bytes[end] === 13
}

/** A verb, a quote or a preposition behind the name: `is …`, `for x is …`, `"…`. */
function isSaid(bytes: Uint8Array, at: number): boolean {
  const next = bytes[at]!
  if (isQuote(next)) return true
  for (let i = at; i < Math.min(bytes.length, at + SAID_REACH) && bytes[i] !== 10; i++) {
    // ` is `, ` was `, ` = `, ` set to `, ` ist `, ` est `, ` es `: a word of few letters that ends so.
    if (bytes[i] === 61 || bytes[i] === 58) return true
    if (
      isBlank(bytes[i + 1]) &&
      (bytes[i] === 115 || bytes[i] === 111 || bytes[i] === 116 || bytes[i] === 0xa8 || bytes[i] === 101)
    )
      return true
  }
  return false
}

/** `{`, `|`, `(`, `<`, or nothing more on the line. */
function opensOrEnds(sign: number | undefined): boolean {
  return sign === 123 || sign === 124 || sign === 40 || sign === 60 || sign === undefined || sign === 10 || sign === 13
}

/** Not only at its start: marks beyond ASCII that a text keeps apart from names are part of them here. */
function hasDashes(bytes: Uint8Array, first: number, stem: number): boolean {
  for (let i = first; i + 1 < stem; i++) if (bytes[i] === 45 && bytes[i + 1] === 45) return true
  return false
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9
}

function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13)
}

function isQuote(byte: number): boolean {
  return byte === 34 || byte === 39 || byte === 96
}

function hasDigit(bytes: Uint8Array, from: number): boolean {
  for (let i = from; i < Math.min(bytes.length, from + SENTENCE_REACH); i++) {
    const byte = bytes[i]!
    if (byte >= 48 && byte <= 57) return true
    if (byte === 10 || byte === 13) return false
  }
  return false
}

function isLetter(byte: number): boolean {
  return byte >= 0x80 || ((byte | 32) >= 97 && (byte | 32) <= 122)
}

/** Letters, digits, `_`, `-`, `.` and all beyond ASCII. */
function isName(byte: number): boolean {
  return (
    (byte >= 97 && byte <= 122) ||
    (byte >= 65 && byte <= 90) ||
    (byte >= 45 && byte <= 57 && byte !== 47) ||
    byte === 95 ||
    byte >= 0x80
  )
}
