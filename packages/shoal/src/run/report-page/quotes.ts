// The quotes of a report that its page shows in their lines, the most important first.
import type { RunReport } from '@shoal/base/model/report'
import { MASK } from '@shoal/base/secrets/mask-value'

export interface Quote {
  readonly line: number
  readonly text: string
  /** If not, it hides a secret, and so tells where one stands. */
  readonly isShown: boolean
}

/** Of a finding, its own place and so many more. */
const MOST_PLACES = 4
/** A page holds so many; the lines around the others are not shown. */
const MOST_QUOTES = 20_000
/** So many are looked up only for the secrets that they hide. */
const MOST_HIDING = 20_000

export interface QuotedFile {
  readonly path: string
  /** In order of their lines. */
  readonly quotes: readonly Quote[]
  /** Beyond those a page holds. */
  readonly leftOut: number
  /** Lines with a secret that is not looked up, so that they cannot be shown. */
  readonly closed: ReadonlySet<number>
}

/** None twice. Files in the order in which they are quoted. */
export function quotedFiles(report: RunReport): readonly QuotedFile[] {
  const files = new Map<string, { quotes: Map<string, Quote>; leftOut: Set<string>; closed: Set<number> }>()
  const room = { shown: MOST_QUOTES, hiding: MOST_HIDING }
  for (const { path, line, quote: text, isSpare = false } of quotesOf(report)) {
    let file = files.get(path)
    if (!file) files.set(path, (file = { quotes: new Map(), leftOut: new Set(), closed: new Set() }))
    const key = `${line}:${text}`
    const known = file.quotes.get(key)
    if (known?.isShown || (isSpare && known)) continue
    if (!isSpare && room.shown > 0) {
      file.quotes.set(key, { line, text, isShown: true })
      room.shown--
      continue
    }
    if (!isSpare) file.leftOut.add(key)
    if (known || !text.includes(MASK)) continue
    if (room.hiding > 0) {
      file.quotes.set(key, { line, text, isShown: false })
      room.hiding--
    } else file.closed.add(line)
  }
  return [...files].map(([path, { quotes, leftOut, closed }]) => ({
    path,
    quotes: [...quotes.values()].sort((a, b) => a.line - b.line),
    leftOut: leftOut.size,
    closed,
  }))
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
