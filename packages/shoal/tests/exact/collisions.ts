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
/** 1 / K2 modulo 2^64, by Newton's rule. */
const INVERSE = [1, 2, 3, 4, 5, 6].reduce(x => (x * (2n - K2 * x)) & MASK, K2)
const CELL = /^[\w!#$%&()*+./:<=>?@[\]^{}~-]{8}$/

const word = (text: string): bigint => Buffer.from(text, 'latin1').readBigUInt64LE()

/** One step of the hash of cells in assembly/table/hash.ts. */
function step(state: bigint, eight: bigint): bigint {
  const h = state ^ ((eight * K2) & MASK)
  const turned = (((h << 31n) | (h >> 33n)) * K1) & MASK
  return turned ^ (turned >> 29n)
}

/** Two different cells of the same length and hash that start with `prefix`, of a multiple of eight bytes. */
export function tableTwins(seed: number, prefix = ''): [string, string] {
  let random = seed | 1
  const letters = () => {
    let text = ''
    for (let k = 0; k < 8; k++) {
      random = (Math.imul(random, 0x41c64e6d) + 0x3039) | 0
      text += ALPHABET[(random >>> 16) % 26]
    }
    return text
  }
  let state = (BigInt(prefix.length + 16) * K1) & MASK
  for (let at = 0; at < prefix.length; at += 8) state = step(state, word(prefix.slice(at, at + 8)))
  const [first, second] = [letters(), letters()]
  // Whatever the first eight bytes of the other are, its second eight can make up for it.
  const wanted = step(state, word(first)) ^ ((word(second) * K2) & MASK)
  for (;;) {
    const other = letters()
    const rest = ((wanted ^ step(state, word(other))) * INVERSE) & MASK
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(rest)
    const text = bytes.toString('latin1')
    if (other !== first && CELL.test(text)) return [prefix + first + second, prefix + other + text]
  }
}

/** Two names with the same 32 bits of FNV-1a. */
export function nameTwins(): [string, string] {
  const seen = new Map<number, string>()
  for (let random = 7; ; ) {
    let name = 'run_'
    for (let k = 0; k < 8; k++) {
      random = (Math.imul(random, 0x41c64e6d) + 0x3039) | 0
      name += ALPHABET[(random >>> 16) % 26]
    }
    const hash = half(0x811c9dc5 | 0, name)
    const known = seen.get(hash)
    if (known !== undefined && known !== name) return [known, name]
    seen.set(hash, name)
  }
}

/** Two pairs of tokens that the hash of stretches of code takes for one another, at the start of a stretch. */
export function tokenTwins(): [readonly [number, number], readonly [number, number]] {
  const high = (code: number) => {
    const value = Math.imul(0x9e37 ^ code, 0x01000193)
    return value ^ (value >>> 15)
  }
  const low = (code: number) => {
    const value = Math.imul(0x85eb ^ code, 0x5bd1e995)
    return value ^ (value >>> 13)
  }
  // The second token makes up for the first in both halves, where the halves differ by the same bits.
  const seen = new Map<number, number>()
  for (let code = 1; ; code++) {
    const known = seen.get(high(code) ^ low(code))
    if (known !== undefined)
      return [
        [known, 5],
        [code, 5 ^ high(known) ^ high(code)],
      ]
    seen.set(high(code) ^ low(code), code)
  }
}
