// Which findings are listed when there is no room for all: the first in rank, with a fair share of what models found.
import type { Finding } from '@shoal/base/model/finding'

/** Of those listed, so many are of models if there are so many. */
const SHARE = 1 / 3

/** The first `most` of ranked findings, in their order; the last exact ones give way to the first of models. */
export function fairShare(ranked: readonly Finding[], most: number): Finding[] {
  const listed = new Set(ranked.slice(0, most))
  const exact = [...listed].filter(({ by }) => by === undefined)
  const ofModels = listed.size - exact.length
  const wanted = Math.max(0, Math.ceil(listed.size * SHARE) - ofModels)
  const waiting = ranked.slice(most).filter(({ by }) => by !== undefined)
  for (const next of waiting.slice(0, wanted)) {
    const at = exact.findLastIndex(finding => givesWay(finding, next))
    if (at === -1) continue
    listed.delete(exact.splice(at, 1)[0]!)
    listed.add(next)
  }
  return ranked.filter(finding => listed.has(finding))
}

/** What somebody should act on now makes no room for what is good to know. */
function givesWay(exact: Finding, next: Finding): boolean {
  const isUrgent = exact.nature === 'problem' && exact.severity === 'high'
  return !isUrgent || (next.nature === 'problem' && next.severity !== 'low')
}
