// A bound for work on what was found or said, as opposed to work on a file, which a thread bounds: a report that is rendered, a reply
// that is read and checked. It is told of by name when it is given up, so that the rest can go on.
import { ShoalError } from '@shoal/base/model/errors'
import { OutOfTime, onceWithinTime, withinTime } from '@shoal/base/text/within-time'
import { gaveUpAfter } from '@shoal/base/text/worked-time'

/** As long as a file is given by default. */
const DEFAULT_MS = 60_000
/** More for each thing that is worked on, of which none takes a hundredth of it. */
const MS_EACH = 10

export interface WorkBound {
  /** What is said to be given up. */
  readonly what: string
  /** How many things there are to work on. */
  readonly size: number
  /** Milliseconds of work, however little there is. */
  readonly ms?: number | undefined
}

/** The result of `job`, a synchronous function without effects; throws `gave-up` when it works for longer than it may. */
export function bounded<T>(bound: WorkBound, job: () => T): T {
  return named(bound, ms => withinTime(job, ms))
}

/** The same for what comes piece by piece: each of them is bounded. */
export function* boundedPieces(bound: WorkBound, pieces: Iterable<string>): Generator<string> {
  const iterator = pieces[Symbol.iterator]()
  for (;;) {
    const { done, value } = named(bound, ms => onceWithinTime(() => iterator.next(), ms))
    if (done) return
    yield value
  }
}

function named<T>({ what, size, ms = DEFAULT_MS }: WorkBound, work: (ms: number) => T): T {
  const most = ms + size * MS_EACH
  try {
    return work(most)
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error
    throw new ShoalError('gave-up', `${what}: ${gaveUpAfter(most)}`, {
      cause: error,
      advice: 'choose another form, or give it longer with `--give-up-after`',
    })
  }
}
