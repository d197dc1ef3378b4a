// Escapes of JSON strings, undone on bytes: those of one letter in plain text, which are nearly all there are.

const BACKSLASH = 92
/** What a letter behind a backslash stands for; 0 for what is left to `JSON.parse`. */
const MEANT = meanings()

/** Texts up to this many bytes; longer ones are rare. */
export const LONGEST_PLAIN = 16 * 1024

/** Writes the characters of a string without its quotes; how many bytes they are, or -1 where `JSON.parse` has to be asked. */
export function unescaped(buffer: Uint8Array, from: number, to: number, into: Uint8Array): number {
  if (to - from > into.length) return -1
  let length = 0
  for (let at = from; at < to; at++) {
    const byte = buffer[at]!
    if (byte >= 128 || byte < 32) return -1
    if (byte !== BACKSLASH) into[length++] = byte
    else {
      const meant = at + 1 < to ? MEANT[buffer[++at]!]! : 0
      if (meant === 0) return -1
      into[length++] = meant
    }
  }
  return length
}

/** The characters of any string without its quotes, as UTF-8, and whether half of a surrogate pair is among them; null for a wrong escape. */
export function decodedString(
  inside: Uint8Array,
  quote: number,
): { readonly bytes: Uint8Array; readonly isTorn: boolean } | null {
  const raw = new TextDecoder().decode(inside)
  const text = quote === 34 ? raw : raw.replaceAll("\\'", "'").replaceAll('"', '\\"')
  try {
    const decoded = JSON.parse(`"${text}"`) as string
    return { bytes: new TextEncoder().encode(decoded), isTorn: raw.includes('\\u') && /\p{Cs}/u.test(decoded) }
  } catch {
    return null
  }
}

function meanings(): Uint8Array {
  const meant = new Uint8Array(256)
  for (const [letter, stands] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'].map(pair => [...pair]))
    meant[letter!.charCodeAt(0)] = stands!.charCodeAt(0)
  return meant
}
