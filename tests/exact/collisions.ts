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
