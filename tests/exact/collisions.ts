// Texts that a hash takes for one another, made by construction: what exact claims must not fall for.

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'
const BLOCK = 6
/** 2^18 texts with the same first half of the hash hold a pair with the same second half: there are 2^32 of these. */
const STAGES = 18

/** The two halves of the hash of strings in the lexer of JSON. */
function half(state: number, text: string): number {
  let lo = state
  for (let at = 0; at < text.length; at++) lo = Math.imul(lo ^ text.charCodeAt(at), 0x01000193)
  return lo
}

function otherHalf(state: number, text: string): number {
  let hi = state
  for (let at = 0; at < text.length; at++) hi = Math.imul(hi ^ text.charCodeAt(at), 0x5bd1e995) ^ (hi >>> 15)
  return hi
}

/** Two different texts of letters with the same 64 bits, by Joux's multicollisions. */
export function jsonTwins(seed: number): [string, string] {
  let random = seed | 1
  const block = () => {
    let text = ''
    for (let k = 0; k < BLOCK; k++) {
      random = (Math.imul(random, 0x41c64e6d) + 0x3039) | 0
      text += ALPHABET[(random >>> 16) % 26]
    }
    return text
  }
  const pairs: [string, string][] = []
  let state = 0x811c9dc5 | 0
  for (let stage = 0; stage < STAGES; stage++) {
    const seen = new Map<number, string>()
    for (;;) {
      const text = block()
      const to = half(state, text)
      const known = seen.get(to)
      if (known !== undefined && known !== text) {
        pairs.push([known, text])
        state = to
        break
      }
      seen.set(to, text)
    }
  }
  const seen = new Map<number, string>()
  for (let choice = 0; choice < 2 ** STAGES; choice++) {
    let text = ''
    for (const [k, pair] of pairs.entries()) text += pair[(choice >> k) & 1]!
    const to = otherHalf(0x1b873593, text)
    const known = seen.get(to)
    if (known !== undefined) return [known, text]
    seen.set(to, text)
  }
  return jsonTwins(seed + 1)
}

const MASK = (1n << 64n) - 1n
const [K1, K2] = [0x9e3779b185ebca87n, 0xc2b2ae3d27d4eb4fn]

function rotl(x: bigint, by: bigint): bigint {
  return ((x << by) | (x >> (64n - by))) & MASK
}

function round(h: bigint, word: bigint): bigint {
  const mixed = (rotl(h ^ ((word * K2) & MASK), 31n) * K1) & MASK
  return mixed ^ (mixed >> 29n)
}

function inverse(odd: bigint): bigint {
  let x = odd
  for (let k = 0; k < 6; k++) x = (x * (2n - odd * x)) & MASK
  return x
}

/** Two different texts of 16 letters and digits with the same 64-bit hash of a cell (assembly/table/hash.ts). */
export function cellTwins(seed: number): [string, string] {
  const undo = inverse(K2)
  const start = (16n * K1) & MASK
  const first = Buffer.from(`seed${String(seed).padStart(4, '0')}`).readBigUInt64LE()
  const second = Buffer.from('abcdefgh').readBigUInt64LE()
  const goal = round(start, first) ^ ((second * K2) & MASK)
  for (let k = 0; ; k++) {
    const other = Buffer.from(k.toString(36).padStart(8, 'x')).readBigUInt64LE()
    const word = ((round(start, other) ^ goal) * undo) & MASK
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(word)
    if (
      bytes.every(byte => byte >= 33 && byte < 127 && !`"',;|`.includes(String.fromCharCode(byte))) &&
      other !== first
    )
      return [textOf(first, second), textOf(other, word)]
  }
}

function textOf(...words: bigint[]): string {
  const bytes = Buffer.alloc(8 * words.length)
  for (const [k, word] of words.entries()) bytes.writeBigUInt64LE(word, 8 * k)
  return bytes.toString('latin1')
}
