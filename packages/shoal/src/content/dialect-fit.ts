// What the statistics of a text say for one content type: the likelihood of all its dialects together.
import type { Probe, Sniff } from '@shoal/base/model/content-type'
import { type DialectShares, dialectShares } from '../text/dialects.ts'
import { wording } from '../text/list-lines.ts'

/** Statistics never prove: what they say stays below what a validator may say. */
const MOST = 0.89
const LEAST = 0.02
/** The least that the second model gives a language. */
const UNHEARD = 0.05

/**
 * The share of the dialects in `own`, with the likeliest of them as the language; null when they are out of question. Words
 * drawn at random are like none but those that need no syntax (`wordsWillDo`).
 */
export function dialectFit(probe: Probe, own: ReadonlySet<string>, wordsWillDo = false): Sniff | null {
  if (!/\S/.test(probe.text)) return null
  if (!wordsWillDo && wording(probe.lines) === 'random') return null
  const [first, second] = dialectShares(probe)
  // The mean of both, the geometric one: where they differ neither is sure.
  const share = Math.sqrt(shareOf(own, first) * shareOf(own, second))
  if (share < LEAST) return null
  const best = likeliestOf(own, first, second)
  const percent = Math.round(share * 100)
  return { score: share * MOST, language: best, reason: `its words and lines are like ${best} (${percent} %)` }
}

/** What the second does not know counts as hardly likely to it, not as impossible. */
function likeliestOf(own: ReadonlySet<string>, first: DialectShares, second: DialectShares): string {
  const others = new Map(placesOf(own, second.names).map(k => [second.names[k]!, second.shares[k]!]))
  let best = ''
  let most = -1
  for (const k of placesOf(own, first.names)) {
    const name = first.names[k]!
    const likelihood = first.shares[k]! * Math.sqrt(Math.max(others.get(name) ?? UNHEARD, UNHEARD))
    if (likelihood > most) [best, most] = [name, likelihood]
  }
  return best
}

function shareOf(own: ReadonlySet<string>, { names, shares }: DialectShares): number {
  return placesOf(own, names).reduce((sum, k) => sum + shares[k]!, 0)
}

/** Where the dialects of a type stand in the list of all: the same for every file. */
function placesOf(own: ReadonlySet<string>, names: readonly string[]): readonly number[] {
  let ofNames = places.get(names)
  if (!ofNames) places.set(names, (ofNames = new WeakMap()))
  let found = ofNames.get(own)
  if (!found) ofNames.set(own, (found = names.flatMap((name, k) => (own.has(name) ? [k] : []))))
  return found
}

const places = new WeakMap<readonly string[], WeakMap<ReadonlySet<string>, readonly number[]>>()
