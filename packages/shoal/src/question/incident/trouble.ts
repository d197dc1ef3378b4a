// The trouble that a question is about: kinds of errors that begin somewhere and mostly end somewhere, taken together where they
// fall into one stretch of time. Errors that run through the whole log are no incident; they are told apart.
import type { Asked } from '../asked.ts'
import { type Burst, exactBurst, gridOf, type Kind } from './kinds.ts'
import type { LogMoments } from './moments.ts'

export interface TroubleKind {
  readonly kind: Kind
  readonly burst: Burst
}

export interface Trouble {
  /** Moments of the first and the last entry of it. */
  readonly from: number
  readonly to: number
  /** The first of the kind that weighs most. */
  readonly main: TroubleKind
  /** All kinds of it, the earliest first. */
  readonly kinds: readonly TroubleKind[]
  /** It ends well before the log does. */
  readonly isOver: boolean
  /** Errors that run on before, during and after. */
  readonly constant: readonly Kind[]
  /** Bursts of errors at another time. */
  readonly others: readonly Kind[]
  /** Warnings alone: there are no errors. */
  readonly areWarnings: boolean
}

/** Kinds of one incident that are looked at to the entry. */
const MOST_EXACT = 12

export async function troubleIn(
  log: LogMoments,
  kinds: readonly Kind[],
  where: string,
  asked: Asked,
): Promise<Trouble | null> {
  const errors = kinds.filter(({ trouble }) => trouble > 0)
  return (
    (await together(log, errors, { where, asked, areWarnings: false })) ??
    (await together(
      log,
      kinds.filter(({ warnings, trouble }) => warnings > 0 && trouble === 0),
      { where, asked, areWarnings: true },
    ))
  )
}

interface Look {
  readonly where: string
  readonly asked: Asked
  readonly areWarnings: boolean
}

async function together(
  log: LogMoments,
  errors: readonly Kind[],
  { where, asked, areWarnings }: Look,
): Promise<Trouble | null> {
  const bursts = errors.filter(kind => kind.burst !== null && !kind.isWhole)
  const [heaviest] = [...bursts].sort((a, b) => b.burst!.weight - a.burst!.weight)
  if (!heaviest) return null
  const main = { kind: heaviest, burst: await exactBurst(log, heaviest, where, asked) }
  const slack = Math.max(2 * gridOf(log).width, 60_000)
  const near = bursts.filter(
    kind => kind !== heaviest && kind.burst!.from <= main.burst.to && kind.burst!.to >= main.burst.from - slack,
  )
  const found: TroubleKind[] = [main]
  for (const kind of near.slice(0, MOST_EXACT)) {
    const burst = await exactBurst(log, kind, where, asked)
    if (burst.from <= main.burst.to + slack && burst.to >= main.burst.from - slack) found.push({ kind, burst })
  }
  found.sort((a, b) => a.burst.from - b.burst.from)
  const to = found.reduce((last, { burst }) => Math.max(last, burst.to), 0)
  const from = found[0]!.burst.from
  const chosen = new Set(found.map(({ kind }) => kind))
  return {
    from,
    to,
    main,
    kinds: found,
    isOver: log.to - to > Math.max((to - from) * 0.1, gridOf(log).width * 2),
    constant: errors.filter(kind => !chosen.has(kind) && !bursts.includes(kind) && kind.count >= 5),
    others: bursts.filter(kind => !chosen.has(kind)),
    areWarnings,
  }
}
