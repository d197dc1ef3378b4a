// Atoms: the words, numbers, paths and addresses of a content, where each ends, and whether it is a value by its looks.

export const DIGIT = 1
export const LETTER = 2
export const SPACE = 3
export const DELIMITER = 4
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (code <= 32) return SPACE
  if (/[0-9]/.test(char)) return DIGIT
  if (/[A-Za-z]/.test(char)) return LETTER
  return ',;=()[]{}"\'<>|`'.includes(char) ? DELIMITER : 0
})
const NO_BREAK_SPACE = 160

const APOSTROPHE = 39
const COMMA = 44
const DOT = 46
const SLASH = 47
const COLON = 58
const EQUALS = 61
const AT = 64
const BACKSLASH = 92
const TILDE = 126
/** The shortest word of hexadecimal letters alone that is no word of any language. */
const LONG_HEX = 8

export function classOf(code: number): number {
  return code < 128 ? CLASSES[code]! : code === NO_BREAK_SPACE ? SPACE : LETTER
}

/** Where the letters end that start here. */
export function lettersEnd(text: string, start: number, end: number): number {
  let at = start
  while (at < end && classOf(text.charCodeAt(at)) === LETTER) at++
  return at
}

/** Whether letters up to a place are a plain word: with a delimiter behind it, and not as long as a hexadecimal id. */
export function isPlainWord(text: string, start: number, stop: number, end: number): boolean {
  if (stop === start || stop - start >= LONG_HEX) return false
  if (stop === end) return true
  const next = text.charCodeAt(stop)
  return classOf(next) >= SPACE && next !== APOSTROPHE
}

/** Where the atom ends that starts here: a word, number, path, address. All before `from` are letters. */
export function atomEnd(text: string, start: number, end: number, from = start): number {
  let at = from
  const path = text.charCodeAt(start) === SLASH
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    const kind = classOf(code)
    if (kind === DIGIT || kind === LETTER) continue
    if (kind === SPACE) break
    if (kind === DELIMITER) {
      if (joins(text, at, start, path)) continue
      break
    }
    if (code === COLON) {
      const skip = colonJoins(text, at, start)
      if (skip === 0) break
      if (skip < 0) return urlEnd(text, at, end)
      at += skip - 1
    } else if (code === DOT && text.charCodeAt(at + 1) === DOT) {
      // Leader dots are a unit of their own.
      if (at > start && !(text.charCodeAt(at + 2) === SLASH)) break
      let stop = at
      while (stop < end && text.charCodeAt(stop) === DOT) stop++
      if (stop - at > 2 || at > start) return stop
      at = stop - 1
    }
  }
  if (at === start) return start + 1
  while (at > start + 1 && '.!?'.includes(text[at - 1]!)) at--
  return at
}

/** Delimiters inside an atom: `1,234`, `can't`, `/path/a=b`. */
function joins(text: string, at: number, start: number, path: boolean): boolean {
  const code = text.charCodeAt(at)
  if (at === start) return false
  const before = classOf(text.charCodeAt(at - 1))
  const behind = classOf(text.charCodeAt(at + 1))
  if (code === COMMA) return before === DIGIT && behind === DIGIT
  if (code === APOSTROPHE) return before === LETTER && behind === LETTER
  return path && code === EQUALS
}

/** How many characters join the atom at a colon: 0 for none, below 0 for a URL. */
function colonJoins(text: string, at: number, start: number): number {
  const next = text.charCodeAt(at + 1)
  if (next === SLASH && text.charCodeAt(at + 2) === SLASH) return -1
  if (next === BACKSLASH && at === start + 1) return 1
  const before = text.charCodeAt(at - 1)
  if (classOf(next) === DIGIT && at > start && classOf(before) === DIGIT) return 1
  return isHex(next) && isHex(text.charCodeAt(at + 2)) && isHex(before) && hexPair(text, at, start) ? 1 : 0
}

/** Between two pairs of hexadecimal digits, one of them next to another colon: a hardware address. */
function hexPair(text: string, at: number, start: number): boolean {
  if (!isHex(text.charCodeAt(at - 2))) return false
  return text.charCodeAt(at + 3) === COLON || (at - 3 > start && text.charCodeAt(at - 3) === COLON)
}

function isHex(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70)
}

function urlEnd(text: string, from: number, end: number): number {
  let at = from
  while (at < end && classOf(text.charCodeAt(at)) !== SPACE && !'"\'<>)]}'.includes(text[at]!)) at++
  while (at > from && ',;.:!?'.includes(text[at - 1]!)) at--
  return at
}

/** Whether an atom is a value by its looks. */
export function varies(text: string, start: number, stop: number): boolean {
  let digits = 0
  let letters = 0
  let dots = 0
  let slashes = 0
  let colons = 0
  let hex = 0
  for (let at = start; at < stop; at++) {
    const code = text.charCodeAt(at)
    const kind = classOf(code)
    if (kind === DIGIT) {
      // So many make a value of anything.
      if (++digits > 2) return true
    } else if (kind === LETTER) {
      letters++
      if (isHex(code)) hex++
    } else if (code === DOT) dots++
    else if (code === COLON) colons++
    else if (code === SLASH || code === BACKSLASH) slashes++
    else if (code === AT && at > start) return true
  }
  if (digits > 0)
    return !isNumberedWord(text, start, stop, digits, letters) && !isNumberedKey(text, start, stop, digits)
  if (letters === 0) return false
  if (slashes > 0 && isPath(text, start, dots, slashes)) return true
  if (dots >= 2 && text.charCodeAt(start) !== DOT) return text.charCodeAt(stop) !== EQUALS
  return hex === letters && letters >= LONG_HEX && letters + colons === stop - start
}

/** `ssh2`, `SOCKS5`, but also `eth0` and `node12`: which of both is told by how many such words a log has. */
function isNumberedWord(text: string, start: number, stop: number, digits: number, letters: number): boolean {
  if (digits > 2 || letters < 3 || digits + letters !== stop - start) return false
  return classOf(text.charCodeAt(stop - digits)) === DIGIT && classOf(text.charCodeAt(stop - 1)) === DIGIT
}

/** The name of a value is none itself: `PSR0=00001f01`. */
function isNumberedKey(text: string, start: number, stop: number, digits: number): boolean {
  return digits <= 2 && text.charCodeAt(stop) === EQUALS && classOf(text.charCodeAt(start)) === LETTER
}

function isPath(text: string, start: number, dots: number, slashes: number): boolean {
  const first = text.charCodeAt(start)
  return first === SLASH || slashes > 1 || dots > 0 || first === TILDE || text.charCodeAt(start + 1) === COLON
}
