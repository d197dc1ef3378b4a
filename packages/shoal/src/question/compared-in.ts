// Sizes that a question compares with: "over 100", "between 5 and 10", "older than 30", "more", "how old".
import { lookup } from '@shoal/base/model/lookup'
import type { Comparison } from './query.ts'
import { ADJECTIVE, type Scale } from './scales.ts'
import { numberOf as plainNumber, type Reading, type Span } from './tokens.ts'

/** "more", "cheaper", "better", of what is compared with no number. */
export interface Comparative {
  readonly span: Span
  readonly scale: Scale | null
  readonly up: boolean
}

/** "how old", "how heavy": the figure that an adjective measures. */
export interface HowScaled {
  readonly span: Span
  readonly scale: Scale
}

export interface Compared {
  readonly span: Span
  readonly op: Comparison | 'between'
  readonly value: number
  readonly high: number
  /** What "older than" speaks of. */
  readonly scale: Scale | null
}

const NUMBER = String.raw`[$€£]?(-?\d[\d,]{0,24}(?:\.\d{1,15})?|one|two|three|four|five|six|seven|eight|nine|ten|an?(?= (?:second|minute|hour|day|week|month|year)\b))(k|m| thousand\b| million\b| billion\b)?(?![\w.:/-]{0,40}\w)`

const MORE = 'more than|greater than|higher than|larger than|bigger than|above|over|exceeding|exceeds|exceed|beyond|>'

const LESS = 'less than|fewer than|lower than|smaller than|below|under|<'

const LEAST = 'at least|no less than|not less than|no fewer than|minimum of|>=|≥'

const MOST = 'at most|no more than|not more than|up to|maximum of|within|<=|≤'

const COMPARED = new RegExp(
  `(?<![\\w])(?:(${LEAST})|(${MOST})|(${MORE})|(${LESS})|(exactly|equal to|equals|==?|is exactly)|(!=|<>|≠|not equal to)|(more \\w{1,20}|less \\w{1,20}|\\w{1,20}er|worse) than) ?${NUMBER}`,
  'gi',
)

const OR_MORE = new RegExp(
  `(?<![\\w.])${NUMBER} (?:or (more|above|higher|over|older|better|later)|or (less|fewer|below|lower|under|younger))\\b`,
  'gi',
)

const WITHIN = new RegExp(`\\b(?:between|from) ${NUMBER}(?: and| to|-) ?${NUMBER}`, 'gi')

const SCALED: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, thousand: 1e3, million: 1e6, billion: 1e9 }

function numberOf(digits: string, scale: string | undefined): number {
  const word = /^an?$/i.test(digits) ? 1 : WORDS.indexOf(digits.toLowerCase())
  return (word > 0 ? word : plainNumber(digits)) * (lookup(SCALED, scale?.trim().toLowerCase() ?? '') ?? 1)
}

export function comparisonsIn(reading: Reading): Compared[] {
  const within = reading.takeAll(WITHIN, 'comparison').map(
    ({ match, span }): Compared => ({
      span,
      op: 'between',
      value: numberOf(match[1]!, match[2]),
      high: numberOf(match[3]!, match[4]),
      scale: null,
    }),
  )
  const orMore = reading.takeAll(OR_MORE, 'comparison').map(
    ({ match, span }): Compared => ({
      span,
      op: match[3] ? '>=' : '<=',
      value: numberOf(match[1]!, match[2]),
      high: 0,
      scale: null,
    }),
  )
  const others = [...reading.text.matchAll(COMPARED)].flatMap((match): Compared[] => {
    const span = reading.spanOf(match.index, match.index + match[0].length)
    if (span.from === span.to || !reading.isFree(span)) return []
    const scale = match[7] === undefined ? null : comparative(match[7])
    if (match[7] !== undefined && scale === null) return []
    reading.take(span, 'comparison')
    const op = match[1]
      ? '>='
      : match[2]
        ? '<='
        : match[3]
          ? '>'
          : match[4]
            ? '<'
            : match[5]
              ? '='
              : match[6]
                ? '<>'
                : scale!.up
                  ? '>'
                  : '<'
    return [{ span, op, value: numberOf(match[8]!, match[9]), high: 0, scale }]
  })
  return [...within, ...orMore, ...others].sort((a, b) => a.span.from - b.span.from)
}

/** "older", "more expensive", "less powerful". */
function comparative(words: string): Scale | null {
  const [first, second] = words.toLowerCase().split(' ')
  if (second === undefined) return ADJECTIVE.comparative.get(first!) ?? null
  const scale = ADJECTIVE.plain.get(second)
  if (!scale) return null
  return first === 'more' ? scale : { ...scale, up: !scale.up }
}

const PLAINLY: ReadonlyMap<string, boolean> = new Map([
  ...['more', 'higher', 'greater'].map(word => [word, true] as const),
  ...['less', 'fewer', 'lower'].map(word => [word, false] as const),
])

/** Those that no number follows. */
export function comparativesIn(reading: Reading): Comparative[] {
  const { tokens } = reading
  const found: Comparative[] = []
  for (let k = 0; k < tokens.length; k++) {
    const span = { from: k, to: k + 1 }
    const { lower } = tokens[k]!
    if (!reading.isFree(span)) continue
    const scale = ADJECTIVE.comparative.get(lower)
    if (scale) {
      found.push({ span, scale, up: scale.up })
      continue
    }
    const up = PLAINLY.get(lower)
    if (up === undefined) continue
    const next = up || lower === 'less' ? comparative(`${lower} ${tokens[k + 1]?.lower ?? ''}`) : null
    found.push(next ? { span: { from: k, to: k + 2 }, scale: next, up: next.up } : { span, scale: null, up })
  }
  return found
}

export function howScaledIn(reading: Reading): HowScaled | null {
  const k = reading.tokens.findIndex(({ lower }, at) => at > 0 && ADJECTIVE.plain.has(lower) && isHow(reading, at - 1))
  const span = { from: k, to: k + 1 }
  return k < 0 || !reading.isFree(span) ? null : { span, scale: ADJECTIVE.plain.get(reading.tokens[k]!.lower)! }
}

function isHow({ tokens }: Reading, k: number): boolean {
  return tokens[k]!.lower === 'how'
}

export const WORDS = 'zero one two three four five six seven eight nine ten'.split(' ')
