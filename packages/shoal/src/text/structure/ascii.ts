// The ASCII characters that carry structure, and the few questions scanners ask about the bytes of a line.

export const TAB = 9
export const LF = 10
export const CR = 13
export const SPACE = 32
export const BANG = 33
export const QUOTE = 34
export const HASH = 35
export const APOSTROPHE = 39
export const STAR = 42
export const PLUS = 43
export const DASH = 45
export const DOT = 46
export const SLASH = 47
export const COLON = 58
export const SEMICOLON = 59
export const LESS = 60
export const EQUALS = 61
export const GREATER = 62
export const QUESTION = 63
export const OPEN_BRACKET = 91
export const BACKSLASH = 92
export const CLOSE_BRACKET = 93
export const UNDERSCORE = 95
export const BACKTICK = 96
export const OPEN_BRACE = 123
export const PIPE = 124
export const CLOSE_BRACE = 125
export const TILDE = 126

export function isSpace(byte: number): boolean {
  return byte === SPACE || byte === TAB
}

export function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57
}

export function isUpper(byte: number): boolean {
  return byte >= 65 && byte <= 90
}

export function isLetter(byte: number): boolean {
  return (byte | 32) >= 97 && (byte | 32) <= 122
}

/** ASCII punctuation: what reStructuredText allows as an adornment. */
export function isPunctuation(byte: number): boolean {
  return byte > SPACE && byte < 127 && !isDigit(byte) && !isLetter(byte)
}

/** How often the byte at `from` is repeated from there on. */
export function runLength(bytes: Uint8Array, from: number, to: number): number {
  const byte = bytes[from]
  let i = from
  while (i < to && bytes[i] === byte) i++
  return i - from
}

/** The end without trailing spaces and tabs. */
export function trimEnd(bytes: Uint8Array, from: number, to: number): number {
  let end = to
  while (end > from && isSpace(bytes[end - 1]!)) end--
  return end
}

/** The text of a short stretch for matching; beyond ASCII each byte stands for itself. */
export function ascii(bytes: Uint8Array, from: number, to: number, most = 200): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(to - from, most)).toString('latin1')
}

/** Where the characters of `text` (ASCII) stand in a stretch, -1 if they do not. */
export function find(bytes: Uint8Array, from: number, to: number, text: string): number {
  const last = to - text.length
  const first = text.charCodeAt(0)
  for (let i = from; i <= last; i++) {
    if (bytes[i] === first && startsWith(bytes, i, to, text)) return i
  }
  return -1
}

export function startsWith(bytes: Uint8Array, from: number, to: number, text: string): boolean {
  if (to - from < text.length) return false
  for (let k = 0; k < text.length; k++) if (bytes[from + k] !== text.charCodeAt(k)) return false
  return true
}
