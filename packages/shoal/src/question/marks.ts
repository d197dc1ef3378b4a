// What a question asks for, whatever the data: statistics, orders, comparisons, periods, negations. Each is a mark at some of its
// words; what the words between them mean, the data has to say.

import {
  type Comparative,
  type Compared,
  comparativesIn,
  comparisonsIn,
  type HowScaled,
  howScaledIn,
  WORDS,
} from './compared-in.ts'
import {
  COMMON,
  CONTAINING,
  CORRELATION,
  COUNT,
  COVERED,
  DISTINCT,
  DUPLICATE,
  EACH,
  FIRST,
  HOW_LONG,
  HOW_MUCH,
  LAST,
  MISSING,
  NEGATION,
  NEGATIVE,
  PARTS,
  type Part,
  RARE,
  RATE,
  SHARE,
  STATISTICS,
  type Statistic,
  TOP,
  UNKNOWN,
  VERSUS,
  WITHOUT,
  YES_NO,
} from './lexicon.ts'
import { type Period, periodsIn } from './periods.ts'
import { ADJECTIVE, madeOf, type Scale } from './scales.ts'
import type { Reading, Span } from './tokens.ts'

export interface Ranked {
  readonly span: Span
  readonly scale: Scale
}

export interface Marks {
  readonly periods: readonly { readonly period: Period; readonly span: Span }[]
  readonly compared: readonly Compared[]
  readonly statistics: readonly {
    readonly statistic: Exclude<Statistic, 'count'>
    readonly p: number
    readonly span: Span
  }[]
  readonly count: Span | null
  readonly howMuch: Span | null
  readonly distinct: Span | null
  readonly share: Span | null
  readonly rate: Span | null
  readonly each: readonly Span[]
  readonly parts: readonly { readonly part: Part; readonly span: Span; readonly isEach: boolean }[]
  readonly correlation: Span | null
  readonly duplicate: Span | null
  readonly missing: readonly Span[]
  readonly without: readonly Span[]
  readonly negations: readonly Span[]
  /** "a customer that we do not know": a key that leads nowhere. */
  readonly unknown: readonly Span[]
  readonly negative: readonly Span[]
  readonly containing: readonly Span[]
  readonly distribution: Span | null
  readonly howLong: Span | null
  readonly first: Span | null
  readonly last: Span | null
  readonly ranked: readonly Ranked[]
  /** "most orders", "fewest errors". */
  readonly most: readonly { readonly span: Span; readonly up: boolean }[]
  readonly common: { readonly span: Span; readonly up: boolean } | null
  readonly top: { readonly count: number; readonly up: boolean } | null
  readonly busiest: { readonly span: Span; readonly up: boolean } | null
  readonly versus: readonly Span[]
  readonly comparatives: readonly Comparative[]
  /** The first of them. */
  readonly comparative: Comparative | null
  readonly howScaled: HowScaled | null
  /** "the gap between". */
  readonly gap: Span | null
  /** "the longest break between": from one row to the next. */
  readonly pause: Span | null
  readonly yesNo: boolean
}

const DISTRIBUTION = /\b(?:distribution|breakdown|split|histogram|frequency|frequencies)(?: of| by| across| over)?\b/gi

const PAUSE =
  /\b(?:longest|biggest|largest|greatest|maximum|max) (?:time |idle |quiet )?(?:gap|break|pause|silence|interval|lull|period|spell|inactivity)s?(?: (?:between|in|of|without)\b(?: any(?=\b))?)?/gi

const GAP = /\b(?:difference|gap)\b/gi

const SORTED =
  /(?<=\p{L},? )(?:the )?(?:highest|largest|biggest|heaviest|longest|greatest|most(?: \p{L}{2,20})?) first\b/giu

const BUSIEST = /\b(busiest|quietest)\b/gi

const SELLING =
  /\b(?:best[- ]sell(?:ing|ers?)|sells? (?:the )?best|sold (?:the )?best|top[- ]sell(?:ing|ers?)|selling(?= \p{L}))\b/giu

const MOSTLY =
  /\b((?<!\bat )most|fewest|(?<!\bat )least|(?<=^which\b.{1,60} (?:has|have|had|gets?|got|sold|saw|ma[dk]es?|earn(?:s|ed)|spent|spends|uses?d?|lost|costs?|carried|brought in|took) )(?:more|fewer|less)(?! than\b))\b/gi

export function marksIn(reading: Reading): Marks {
  const periods = periodsIn(reading.text).flatMap(period => {
    const span = reading.spanOf(period.start, period.end)
    if (!reading.isFree(span)) return []
    reading.take(span, 'period')
    return [{ period, span }]
  })
  // "…, highest first": so they stand anyway.
  reading.takeAll(SORTED, 'said')
  const pause = pauseIn(reading)
  const compared = comparisonsIn(reading)
  const statistics = STATISTICS.flatMap(([pattern, statistic]) =>
    reading.takeAll(pattern, 'statistic').flatMap(({ match, span }) => {
      if (statistic === 'quartiles') return [25, 50, 75].map(p => ({ statistic: 'quantile' as const, p, span }))
      if (statistic === 'q25' || statistic === 'q75')
        return [{ statistic: 'quantile' as const, p: Number(statistic.slice(1)), span }]
      if (statistic === 'range')
        return [
          { statistic: 'min' as const, p: 0, span },
          { statistic: 'max' as const, p: 0, span },
        ]
      return [{ statistic: statistic as Exclude<Statistic, 'count'>, p: quantileOf(match), span }]
    }),
  )
  const one = (pattern: RegExp, use: string): Span | null => reading.takeAll(pattern, use)[0]?.span ?? null
  const all = (pattern: RegExp, use: string): Span[] => reading.takeAll(pattern, use).map(({ span }) => span)
  const top = topIn(reading)
  const selling = reading.takeAll(SELLING, 'most').map(({ span }) => ({ span, up: true }))
  const ranked = rankedIn(reading)
  const common = one(COMMON, 'common')
  const rare = common ? null : one(RARE, 'common')
  const busy = reading.takeAll(BUSIEST, 'busiest')[0]
  const howLong = one(COVERED, 'how long') ?? one(HOW_LONG, 'how long')
  const unknown = all(UNKNOWN, 'unknown')
  const without = all(WITHOUT, 'without')
  const missing = all(MISSING, 'missing')
  // `NOR` is Norway.
  const negations = all(NEGATION, 'negation').filter(span => {
    const isName = reading.tokens[span.from]!.kind === 'name'
    if (isName) reading.release(span)
    return !isName
  })
  const comparatives = comparativesIn(reading)
  const comparative = comparatives[0] ?? null
  return {
    periods,
    compared,
    // "quartiles: what is the 75th percentile" asks for the one.
    statistics: statistics.some(one => one.statistic === 'quantile' && !isOfSeveral(statistics, one.span))
      ? statistics.filter(one => one.statistic !== 'quantile' || !isOfSeveral(statistics, one.span))
      : statistics,
    count: one(COUNT, 'count'),
    howMuch: one(HOW_MUCH, 'sum'),
    distinct: one(DISTINCT, 'distinct'),
    share: one(SHARE, 'share'),
    rate: one(RATE, 'rate'),
    each: all(EACH, 'each'),
    parts: partsIn(reading),
    correlation: one(CORRELATION, 'correlation'),
    duplicate: one(DUPLICATE, 'duplicate'),
    missing,
    without,
    negations,
    unknown,
    negative: all(NEGATIVE, 'negative'),
    containing: all(CONTAINING, 'containing'),
    distribution: one(DISTRIBUTION, 'distribution'),
    howLong,
    first: one(FIRST, 'first'),
    last: one(LAST, 'last'),
    ranked,
    most: [
      ...selling,
      ...reading.takeAll(MOSTLY, 'most').map(({ match, span }) => ({ span, up: !/^(?:few|le)/i.test(match[1]!) })),
    ],
    common: common ? { span: common, up: true } : rare ? { span: rare, up: false } : null,
    top,
    busiest: busy ? { span: busy.span, up: busy.match[1]!.toLowerCase() === 'busiest' } : null,
    // "from France or Spain" takes both together; "more in France or in Spain" does not.
    versus: all(VERSUS, 'versus').filter(({ from }) => reading.tokens[from]!.lower !== 'or' || comparative !== null),
    comparative,
    comparatives,
    howScaled: howScaledIn(reading),
    gap: one(GAP, 'gap'),
    pause,
    yesNo: YES_NO.test(reading.text),
  }
}

/** Without those that stand at words which say something else: "max" of "the difference between max and min". */
export function withoutMarks(marks: Marks, { from, to }: Span): Marks {
  const isThere = (one: unknown): boolean => {
    const span = (one as { span?: Span } | null)?.span ?? (one as Partial<Span> | null)
    return typeof span?.from === 'number' && span.from < to && span.to! > from
  }
  const kept = (value: unknown) =>
    Array.isArray(value) ? value.filter(one => !isThere(one)) : isThere(value) ? null : value
  return Object.fromEntries(Object.entries(marks).map(([name, value]) => [name, kept(value)])) as unknown as Marks
}

/** The longest period is one of rows, unless nothing happened in it. */
function pauseIn(reading: Reading): Span | null {
  const found = [...reading.text.matchAll(PAUSE)].find(
    ([text]) => !/period|spell/i.test(text) || /quiet|idle|without/i.test(text),
  )
  if (!found) return null
  const span = reading.spanOf(found.index, found.index + found[0].length)
  if (!reading.isFree(span)) return null
  reading.take(span, 'pause')
  return span
}

function isOfSeveral(statistics: Marks['statistics'], span: Span): boolean {
  return statistics.filter(one => one.span === span).length > 1
}

function quantileOf([, p, percentile, percent, part]: RegExpExecArray): number {
  return part === undefined ? Number(p ?? percentile ?? percent ?? 0) : Number(part) * 100
}

/** "the last 502" is no ranking. */
const MOST_TOP = 100

/** "the 5 states with the most strikes", "which 3 customers spent the most". */
const SEVERAL =
  /\b(?:the|which|what|name|list|show) (?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten) (?!(?:most|least|fewest)\b)(?:[\p{L}-]{1,30} ){1,5}(?:[\p{L}-]{1,30} ){0,6}(?:most|fewest|least|\p{L}{2,12}est)\b/iu

/** "top 5", "the three most expensive", "5 largest". */
function topIn(reading: Reading): Marks['top'] {
  const named = reading.takeAll(TOP, 'top').find(({ match }) => !(Number(match[2]) > MOST_TOP))
  if (named) {
    const [word, count] = [named.match[1]!.toLowerCase(), named.match[2]!.toLowerCase()]
    if (word === 'first' || word === 'last' || word === 'best' || word === 'worst')
      reading.release({ from: named.span.from, to: named.span.from + 1 })
    return { count: WORDS.includes(count) ? WORDS.indexOf(count) : Number(count), up: word !== 'bottom' }
  }
  const { tokens } = reading
  const several = SEVERAL.exec(reading.text)
  if (several) {
    const { from } = reading.spanOf(several.index, several.index + several[0].length)
    const span = { from: from + 1, to: from + 2 }
    const { value } = tokens[span.from] ?? { value: Number.NaN }
    if (value >= 1 && value <= MOST_TOP && reading.isFree(span)) {
      reading.take(span, 'top')
      return { count: value, up: true }
    }
  }
  for (let k = 0; k + 1 < tokens.length; k++) {
    const { value, kind } = tokens[k]!
    const next = tokens[k + 1]!.lower
    const isRank =
      ADJECTIVE.superlative.has(next) ||
      [
        'most',
        'least',
        'fewest',
        'latest',
        'newest',
        'earliest',
        'oldest',
        'busiest',
        'commonest',
        'last',
        'first',
      ].includes(next)
    if (
      !Number.isNaN(value) &&
      kind !== 'quoted' &&
      value >= 1 &&
      value <= MOST_TOP &&
      isRank &&
      reading.isFree({ from: k, to: k + 1 })
    ) {
      reading.take({ from: k, to: k + 1 }, 'top')
      return { count: value, up: true }
    }
  }
  return null
}

function rankedIn(reading: Reading): Ranked[] {
  const { tokens } = reading
  const ranked: Ranked[] = []
  for (let k = 0; k < tokens.length; k++) {
    const { lower } = tokens[k]!
    if (!reading.isFree({ from: k, to: k + 1 })) continue
    const own = ADJECTIVE.superlative.get(lower) ?? madeOf(lower)
    if (own) {
      ranked.push({ span: { from: k, to: k + 1 }, scale: own })
      continue
    }
    const plain =
      (lower === 'most' || lower === 'least') && tokens[k + 1] ? ADJECTIVE.plain.get(tokens[k + 1]!.lower) : undefined
    if (plain)
      ranked.push({ span: { from: k, to: k + 2 }, scale: lower === 'most' ? plain : { ...plain, up: !plain.up } })
  }
  for (const { span } of ranked) reading.take(span, 'superlative')
  return ranked
}

/** "by region and month", "by region, month". */
function isJoint({ tokens, text }: Reading, k: number): boolean {
  const last = tokens[k - 1]
  return last !== undefined && (last.lower === 'and' || /,/.test(text.slice(last.end, tokens[k]!.start)))
}

/** What stands before is a key. */
function isToldBy({ tokens }: Reading, k: number): boolean {
  return tokens.slice(Math.max(0, k - 5), k).some(({ lower }) => ['by', 'per', 'each', 'every'].includes(lower))
}

/** "the wettest month"; the hottest day may be one row. */
function isRankWord(lower: string | undefined, part: Part): boolean {
  return lower !== undefined && part !== 'day' && part !== 'minute' && ADJECTIVE.superlative.has(lower)
}

function hasRank({ tokens }: Reading): boolean {
  return tokens.some(({ lower }) => ['most', 'least', 'fewest'].includes(lower) || ADJECTIVE.superlative.has(lower))
}

const ASKING = new Set(['which', 'what', 'by', 'per', 'each', 'every', 'busiest', 'quietest', 'a'])

/** Parts of dates that are keys: "per month", "which weekday", "monthly". */
function partsIn(reading: Reading): Marks['parts'] {
  const { tokens } = reading
  const found: { part: Part; span: Span; isEach: boolean }[] = []
  for (let k = 0; k < tokens.length; k++)
    for (const length of [4, 3, 1]) {
      const span = { from: k, to: k + length }
      if (span.to > tokens.length) continue
      const words = tokens
        .slice(k, span.to)
        .map(({ lower }) => lower)
        .join(' ')
      const part = PARTS.get(words)
      if (part === undefined || !reading.isFree(span)) continue
      // "longer than a week"
      if (reading.useOf(k - 1) === 'comparison') continue
      const before = tokens.slice(Math.max(0, k - 2), k).map(({ lower }) => lower)
      const isKey =
        /ly$|^annual$|of (?:the )?(?:week|day)$/.test(words) ||
        before.some(word => ASKING.has(word)) ||
        isRankWord(before.at(-1), part) ||
        ((k === 0 || before.at(-1) === 'the') &&
          ['with', 'when'].includes(tokens[span.to]?.lower ?? '') &&
          hasRank(reading)) ||
        (isJoint(reading, k) && (found.length > 0 || isToldBy(reading, k)))
      if (!isKey) continue
      found.push({
        part,
        span,
        isEach:
          isJoint(reading, k) ||
          before.some(word => ['by', 'per', 'each', 'every', 'a'].includes(word)) ||
          /ly$/.test(words),
      })
      reading.take(span, 'part')
      break
    }
  return found
}
