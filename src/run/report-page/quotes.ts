// The quotes of a report that its page shows in their lines, the most important first.
import type { RunReport } from '../../model/report.ts'
import { MASK } from '../../text/secrets/mask-value.ts'

export interface Quote {
  readonly line: number
  readonly text: string
}

/** Of a finding, its own place and so many more. */
const MOST_PLACES = 4
/** A page holds so many; the lines around the others are not shown. */
const MOST_QUOTES = 20_000

export interface QuotedFile {
  readonly path: string
  /** In order of their lines. */
  readonly quotes: readonly Quote[]
  /** All that hide a secret, shown or not: they tell where one stands. */
  readonly masked: readonly Quote[]
  /** Beyond those a page holds. */
  readonly leftOut: number
}

/** None twice. Files in the order in which they are quoted. */
export function quotedFiles(report: RunReport): readonly QuotedFile[] {
  const files = new Map<string, { quotes: Map<string, Quote>; masked: Map<string, Quote>; leftOut: number }>()
  let room = MOST_QUOTES
  for (const { path, line, quote: text, isSpare } of quotesOf(report)) {
    let file = files.get(path)
    if (!file) files.set(path, (file = { quotes: new Map(), masked: new Map(), leftOut: 0 }))
    const key = `${line}:${text}`
    if (text.includes(MASK)) file.masked.set(key, { line, text })
    if (isSpare || file.quotes.has(key)) continue
    if (room === 0) file.leftOut++
    else {
      file.quotes.set(key, { line, text })
      room--
    }
  }
  return [...files].map(([path, { quotes, masked, leftOut }]) => ({
    path,
    quotes: byLine(quotes),
    masked: byLine(masked),
    leftOut,
  }))
}

function byLine(quotes: ReadonlyMap<string, Quote>): Quote[] {
  return [...quotes.values()].sort((a, b) => a.line - b.line)
}

interface PlacedQuote {
  readonly path: string
  readonly line: number
  readonly quote: string
  /** It is not shown. */
  readonly isSpare?: boolean
}

function* quotesOf({ answerEvidence, reading, crossFile, perType, findings }: RunReport): Generator<PlacedQuote> {
  yield* answerEvidence
  for (const read of [reading, ...perType.map(type => type.reading)])
    for (const { evidence } of read ? [...read.answer, ...read.summary, ...read.recommendations] : []) yield* evidence
  for (const { evidence } of crossFile) yield* evidence
  for (const { path, line, evidence: quote } of findings) yield { path, line, quote }
  for (const { answers } of perType) for (const { evidence } of answers) yield* evidence
  for (const { places } of findings)
    for (const [k, { path, line, evidence: quote }] of places.entries())
      yield { path, line, quote, isSpare: k >= MOST_PLACES }
}
