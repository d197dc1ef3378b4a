// The elements or members of a JSON container that is in memory, found by brackets, commas and strings alone: what is
// malformed is cut as well as it can be.

/** An element or a member, by position, white space around it left out. */
export interface UnitSpan {
  readonly start: number
  readonly end: number
  /** Where its value begins: behind the name of a member. */
  readonly value: number
  readonly isMember: boolean
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a

/** Those from a position inside a container to its end, or to the end of the bytes. */
export function unitsFrom(bytes: Uint8Array, from: number): UnitSpan[] {
  const units: UnitSpan[] = []
  let depth = 0
  let start = from
  let colon = -1
  const close = (stop: number) => {
    const unit = trimmed(bytes, start, stop)
    if (unit.start < unit.end)
      units.push({
        ...unit,
        value: colon < 0 ? unit.start : trimmed(bytes, colon + 1, stop).start,
        isMember: colon >= 0,
      })
    start = stop + 1
    colon = -1
  }
  let at = from
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) at = stringEnd(bytes, at)
    else if (isOpening(byte)) depth++
    else if (isClosing(byte)) {
      if (depth-- === 0) break
    } else if (depth > 0) continue
    else if (byte === COMMA) close(at)
    else if (byte === COLON && colon < 0) colon = at
  }
  close(Math.min(at, bytes.length))
  return units
}

/** The position of the last bracket that is not closed by the end; null when all are. */
export function innermostOpen(bytes: Uint8Array, from: number): number | null {
  const open: number[] = []
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) at = stringEnd(bytes, at)
    else if (isOpening(byte)) open.push(at)
    else if (isClosing(byte)) open.pop()
  }
  return open.at(-1) ?? null
}

export function isArray(bytes: Uint8Array, { value }: UnitSpan): boolean {
  return bytes[value] === 0x5b
}

export function isObject(bytes: Uint8Array, { value }: UnitSpan): boolean {
  return bytes[value] === 0x7b
}

/** The position of the quote that ends the string; the last one when none does. */
function stringEnd(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++
    else if (bytes[at] === QUOTE) return at
  }
  return bytes.length - 1
}

function trimmed(bytes: Uint8Array, from: number, to: number): { start: number; end: number } {
  let start = from
  let end = to
  while (start < end && isSpace(bytes[start]!)) start++
  while (end > start && isSpace(bytes[end - 1]!)) end--
  return { start, end }
}

function isOpening(byte: number): boolean {
  return byte === 0x5b || byte === 0x7b
}

function isClosing(byte: number): boolean {
  return byte === 0x5d || byte === 0x7d
}

function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13)
}
