// A regular expression tried on lines, each as a whole as long as that takes no time worth naming. A line that takes longer
// is tried in parts that overlap, in none of which a match may touch an end that is not one of the line itself.
import { ShoalError } from '@shoal/base/model/errors'
import { workWatch } from '@shoal/base/text/worked-time'
import { LineSearch } from '../../stages/tools/line-search.ts'
import { ToolMistake } from '../../stages/tools/tool-mistake.ts'
import { stepsAtMost } from './bounded-steps.ts'
import { type Span, spansOf } from './line-matcher.ts'

/** Characters of a part; each repeats the second half of the one before. */
const PART = 4_096
/** So long parts are tried in one search; what is left then stays untried. */
const PARTS_MS = 3_000
/** They take a tenth of the time at most that a pattern has. */
const UNWATCHED_STEPS = 3e7
const ANY = '[\\s\\S]'

/** Which ends of a text are none of its line. */
interface Cut {
  readonly isBegun: boolean
  readonly goesOn: boolean
}

export class TriedLines {
  /** False when a line could not be tried as a whole. */
  isExact = true
  private readonly searches = new Map<string, LineSearch>()
  private readonly whole: LineSearch
  private readonly pattern: string
  private readonly ignoresCase: boolean
  private readonly stepsAtMost: (length: number) => number
  /** Longer lines have taken too long. */
  private longest = Number.POSITIVE_INFINITY
  private spentOnParts = 0

  constructor(query: string, caseSensitive: boolean) {
    this.whole = honest(() => new LineSearch(query, !caseSensitive))
    // What the line search takes at the start of a pattern has to stay there.
    this.pattern = query.replace(/^\(\?i\)/, '')
    this.ignoresCase = !caseSensitive || this.pattern !== query
    this.stepsAtMost = stepsAtMost(this.pattern)
  }

  /** Where each line matches; -1 for those that do not. Throws `bad-value` when it takes too long. */
  positions(lines: readonly string[]): number[] {
    // To watch what ends soon anyhow costs more than it takes.
    let steps = 0
    for (const { length } of lines) steps += this.stepsAtMost(length)
    if (steps < UNWATCHED_STEPS) return this.whole.unwatched(lines)
    return honest(() => this.whole.positions(lines))
  }

  /**
   * Where the lines of a text match, one place for each that does, by a pattern that sees no line but its own (`inLinePattern`); null when
   * that takes too long.
   */
  placesIn(text: string, pattern: string): number[] | null {
    return this.whole.within(alone => {
      const places: number[] = []
      const regex = new RegExp(pattern, `${alone.flags}m`)
      const hasReturns = text.includes('\r')
      for (let found = regex.exec(text); found; found = regex.exec(text)) {
        const { index } = found
        // Behind the last line end there is no line.
        if (index === text.length && (index === 0 || text.endsWith('\n'))) break
        const next = text.indexOf('\n', index)
        const end = next < 0 ? text.length : next
        const start = hasReturns && index > 0 ? text.lastIndexOf('\n', index - 1) + 1 : index
        const line = hasReturns ? text.slice(start, end) : ''
        // A return is the end of a line only before a line end: such a line is tried alone.
        const own = line.includes('\r') ? line.replace(/\r$/, '').search(alone) : index - start
        if (own >= 0) places.push(start + own)
        if (next < 0) break
        regex.lastIndex = next + 1
      }
      return places
    })
  }

  /** What matches in lines that are shown; nothing where that takes too long. */
  spans(lines: readonly string[]): readonly (readonly Span[])[] {
    return this.whole.within(pattern => lines.map(line => spansOf(line, pattern))) ?? lines.map(() => [])
  }

  /** Where a line, or what is there of it, matches. */
  positionInLong(text: string, cut: Cut): number {
    if (cut.isBegun || cut.goesOn) this.isExact = false
    if (text.length <= Math.max(PART, this.longest)) {
      try {
        return this.search(cut).positions([text])[0]!
      } catch (error) {
        if (!(error instanceof ToolMistake) || text.length <= PART) throw honestly(error)
        // Half of it takes a quarter of the time, of what takes the square: so this happens a few times only.
        this.longest = text.length / 2
      }
    }
    this.isExact = false
    return this.positionInParts(text, cut)
  }

  private positionInParts(text: string, { isBegun, goesOn }: Cut): number {
    for (let from = 0; ; from += PART / 2) {
      const to = Math.min(text.length, from + PART)
      if (this.spentOnParts > PARTS_MS) return -1
      const worked = workWatch()
      const search = this.search({ isBegun: isBegun || from > 0, goesOn: goesOn || to < text.length })
      const place = honest(() => search.positions([text.slice(from, to)]))[0]!
      this.spentOnParts += worked()
      if (place >= 0) return from + place
      if (to === text.length) return -1
    }
  }

  /** One more character on either side that is no end: there `^`, `$` and `\b` see what the line has. */
  private search({ isBegun, goesOn }: Cut): LineSearch {
    if (!isBegun && !goesOn) return this.whole
    const guarded = `${isBegun ? `(?<=${ANY})` : ''}(?:${this.pattern})${goesOn ? `(?=${ANY})` : ''}`
    const known = this.searches.get(guarded) ?? honest(() => new LineSearch(guarded, this.ignoresCase))
    this.searches.set(guarded, known)
    return known
  }
}

function honest<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw honestly(error)
  }
}

function honestly(error: unknown): unknown {
  if (!(error instanceof ToolMistake)) return error
  return new ShoalError('bad-value', error.message, { detail: 'query', advice: 'correct the pattern', cause: error })
}
