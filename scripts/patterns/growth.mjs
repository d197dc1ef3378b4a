// Whether the work of a pattern grows with the text or faster, by counted steps.
import { attacksOn } from './attacks.mjs'
import { countingMatcher, countSweep } from './count-steps.mjs'
import { nodesOf, parsePattern } from './parse.mjs'

/** Twice the text may cost this many times the work; the rest is what does not depend on the length. */
const FACTOR = 2.3
const CONSTANT = 500
const SHORT = 100
const LONG = 3000
/** Attacks that are tried; long texts take longer. */
const MANY = 48
const FEW = 20

/** The first attack whose work grows faster than its length, with the counts; null if none does. */
export function superLinear({ source, flags, isSwept }, given = null) {
  const matcher = countingMatcher(source, flags)
  const length = Math.min(LONG, Math.max(SHORT, 3 * longestBound(source, flags)))
  for (const { name, of } of given ?? attacksOn(source, flags, length > SHORT ? FEW : MANY)) {
    const count = size => (isSwept ? countSweep(matcher, of(size)) : matcher.search(of(size)).steps)
    const counts = [length, 2 * length, 4 * length].map(count)
    if (counts[2] === Infinity || (grows(counts[0], counts[1]) && grows(counts[1], counts[2]))) return { name, counts }
  }
  return null
}

function grows(less, more) {
  return more > FACTOR * less + CONSTANT
}

/** `{0,200}` costs more with each character up to 200: what is longer shows whether that is the end of it. */
function longestBound(source, flags) {
  let longest = 0
  for (const node of nodesOf(parsePattern(source, flags).node)) {
    if (node.type === 'repeat' && node.max !== Infinity) longest = Math.max(longest, node.max)
  }
  return longest
}

/** The attack that the checker found, in any length. */
export function replayed({ pumps, suffix }) {
  const turn = pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  const of = length => pumps.map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(length / turn))).join('') + suffix
  return { name: JSON.stringify({ pumps, suffix }), of }
}

/** Ways to match from one position at most: sequences multiply, choices add up. */
const MOST_WAYS = 2000

/** A pattern without an endless repetition and with few ways takes a constant time per position: nothing to look for. */
export function isBounded(source, flags) {
  return ways(parsePattern(source, flags).node) <= MOST_WAYS
}

function ways(node) {
  switch (node.type) {
    case 'sequence':
      return node.items.reduce((product, item) => product * ways(item), 1)
    case 'alternatives':
      return node.items.reduce((sum, item) => sum + ways(item), 0)
    case 'group':
    case 'look':
      return ways(node.item)
    case 'repeat': {
      if (node.max === Infinity) return Infinity
      const once = ways(node.item)
      let sum = 0
      for (let count = node.min; count <= node.max && sum <= MOST_WAYS; count++) sum += once ** count
      return sum
    }
    default:
      return 1
  }
}
