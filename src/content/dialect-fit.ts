// What the statistics of a text say for one content type: the likelihood of all its dialects together.
import type { Probe, Sniff } from '../model/content-type.ts'
import { dialectShares } from '../text/dialects.ts'
import { wording } from '../text/list-lines.ts'

/** Statistics never prove: what they say stays below what a validator may say. */
const MOST = 0.89
const LEAST = 0.02

/**
 * The share of the dialects in `own`, with the likeliest of them as the language; null when they are out of question. Words
 * drawn at random are like none but those that need no syntax (`wordsWillDo`).
 */
export function dialectFit(probe: Probe, own: ReadonlySet<string>, wordsWillDo = false): Sniff | null {
  if (!/\S/.test(probe.text)) return null
  if (!wordsWillDo && wording(probe.lines) === 'random') return null
  let share = 0
  let best = ''
  let most = 0
  const { names, shares } = dialectShares(probe)
  for (const k of placesOf(own, names)) {
    const likelihood = shares[k]!
    share += likelihood
    if (likelihood > most) {
      most = likelihood
      best = names[k]!
    }
  }
  if (share < LEAST) return null
  const percent = Math.round(share * 100)
  return { score: share * MOST, language: best, reason: `its words and lines are like ${best} (${percent} %)` }
}

/** Where the dialects of a type stand in the list of all: the same for every file. */
function placesOf(own: ReadonlySet<string>, names: readonly string[]): readonly number[] {
  const known = places.get(own)
  if (known) return known
  const found = names.flatMap((name, k) => (own.has(name) ? [k] : []))
  places.set(own, found)
  return found
}

const places = new WeakMap<ReadonlySet<string>, readonly number[]>()
