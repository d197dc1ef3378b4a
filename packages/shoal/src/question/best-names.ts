// Names of columns, well said by the words of one table and less so by another's: the second is a worse reading.
import type { Hypothesis } from './hypothesis.ts'
import type { Span } from './tokens.ts'

const spanKey = ({ from, to }: Span) => `${from}-${to}`

/** How well the columns of any table are named by words of the question. */
export function bestNames(all: readonly Hypothesis[]): ReadonlyMap<string, number> {
  const best = new Map<string, number>()
  for (const { bindings } of all)
    for (const { kind, span, score } of bindings)
      if (kind === 'column') best.set(spanKey(span), Math.max(score, best.get(spanKey(span)) ?? 0))
  return best
}

/** "cars" is `cars` of another table that a key leads to, and not `car_capacity` of this one. */
export function worseNamed({ bindings }: Hypothesis, best: ReadonlyMap<string, number>): number {
  const lacks = bindings.map(({ kind, span, score }) => {
    const most = best.get(spanKey(span)) ?? 0
    if (kind !== 'column') return 0
    // "passengers" is `passengers` of another table, and not what a ship has room for.
    return most >= WHOLE_NAME && score < PART_OF_NAME ? Math.max(most - score, 0.5) : most - score
  })
  // "tonnes" is the whole name of a column of another table, and here no more than a unit.
  const isBound = (key: string) => bindings.some(({ span }) => key === spanKey(span) || isIn(key, span))
  const missed = [...best].filter(([key, score]) => score >= WHOLE_NAME && !isBound(key)).length
  return lacks.reduce((sum, lack) => sum + (lack > 0.15 ? lack * 4 : 0), missed * 3)
}

const WHOLE_NAME = 0.98
const PART_OF_NAME = 0.9

function isIn(key: string, { from, to }: Span): boolean {
  const [first, last] = key.split('-').map(Number) as [number, number]
  return first < to && last > from
}
