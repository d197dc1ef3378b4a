// The lines around the quotes of one file, as it is now. A quote that no longer stands on its line has none.
import type { ExcerptWindow } from '../../model/report-page.ts'
import type { SourceText } from '../../model/source.ts'
import { LineFinder, type Milestone } from '../../text/quotes/line-finder.ts'
import { locateQuotes } from '../../text/quotes/locate.ts'
import type { Spot } from '../../text/quotes/search.ts'
import { MASK } from '../../text/secrets/mask-value.ts'
import { ColumnWatch } from '../../text/secrets/secret-columns.ts'
import { openSource } from '../../text/source-file.ts'
import { turnTaker } from '../../text/turns.ts'
import { SecretMemory, secretsNear } from '../search/near-secrets.ts'
import type { Place } from '../search/shown-line.ts'
import { maskedLines } from './masked-lines.ts'
import { secretsBehind } from './quoted-secret.ts'
import type { Quote } from './quotes.ts'
import { type Region, regionAround } from './region.ts'
import { WindowList, windowOn } from './window.ts'

export interface ExcerptTask {
  readonly path: string
  /** The path that is opened. */
  readonly file: string
  /** Its first row names columns, which may promise secrets. */
  readonly isTable: boolean
  /** In order of their lines. */
  readonly quotes: readonly Quote[]
  /** Those of them and of others that hide a secret. */
  readonly masked: readonly Quote[]
  /** Starts of lines that are known; none of a file that has changed. */
  milestonesOf(source: SourceText): readonly Milestone[]
  /** Characters there is room for. */
  readonly room: number
  readonly signal: AbortSignal
}

export interface FileExcerpts {
  readonly windows: readonly ExcerptWindow[]
  readonly size: number
  /** Quotes that do not stand where they were found. */
  readonly missing: number
  /** Quotes for which there was no room. */
  readonly leftOut: number
}

const CONTEXT = 3

/** Throws when the file cannot be read. */
export async function fileExcerpts(task: ExcerptTask): Promise<FileExcerpts> {
  const { path, file, signal } = task
  const source = openSource(file, { path })
  try {
    const found = await locate(source, task)
    const known = await secretsNear(
      { ...task, sizeBytes: source.sizeBytes },
      found.map(placeOf),
      new SecretMemory(),
      signal,
    )
    const quoted = await quotedSecrets(source, task)
    for (const values of quoted.values()) for (const value of values) known.add(value)
    const hiding = { known, quoted, columns: task.isTable ? ColumnWatch.of(source) : null }
    const list = new WindowList()
    const turn = turnTaker()
    let missing = task.quotes.length - found.length
    let leftOut = 0
    for (const { quote, region } of found) {
      signal.throwIfAborted()
      await turn()
      if (list.size >= task.room) {
        leftOut++
        continue
      }
      const window = windowOn(quote, { ...region, lines: maskedLines(source, region, hiding) })
      if (window) list.add(window)
      else missing++
    }
    return { windows: list.windows, size: list.size, missing, leftOut }
  } finally {
    source.close()
  }
}

interface Found {
  readonly quote: Quote
  readonly region: Region
  /** The start of its line. */
  readonly start: number
  readonly at: number
}

async function locate(source: SourceText, { quotes, milestonesOf, signal }: ExcerptTask): Promise<Found[]> {
  const milestones = milestonesOf(source)
  const lines = new LineFinder(source, milestones)
  const spots = await locateQuotes(quotes.map(claimOf), source, { milestones, first: null, signal })
  return quotes.flatMap((quote, k) => {
    const spot = spots[k]
    if (spot?.line !== quote.line) return []
    const text = withPlainEnds(quote.text, source)
    const region = regionAround(source, aroundSpot(spot, text))
    return [{ quote: { ...quote, text }, region, start: lines.find(spot.line)?.start ?? region.start, at: spot.offset }]
  })
}

/** What of a quote stands in the file as it is: of one with secrets, the longest stretch of its first line without. */
function claimOf({ line, text }: Quote) {
  if (!text.includes(MASK)) return { line, quote: text }
  const parts = firstLine(text).split(MASK)
  return {
    line,
    quote: parts.map(part => part.trim()).reduce((best, part) => (part.length > best.length ? part : best)),
  }
}

/** By line, secrets that a survey knew by the names of things, and that show only where a quote hides them. */
async function quotedSecrets(source: SourceText, { masked, milestonesOf, signal }: ExcerptTask) {
  const secrets = new Map<number, string[]>()
  const milestones = milestonesOf(source)
  const spots = await locateQuotes(masked.map(claimOf), source, { milestones, first: null, signal })
  for (const [k, { line, text }] of masked.entries()) {
    const spot = spots[k]
    if (spot?.line !== line) continue
    const region = regionAround(source, { offset: spot.offset, line, lines: 1, units: 4 * text.length, context: 0 })
    const found = secretsBehind(firstLine(text), source.text(region.start, region.end))
    if (found.length > 0) secrets.set(line, [...(secrets.get(line) ?? []), ...found])
  }
  return secrets
}

function firstLine(text: string): string {
  return text.split(/[\r\n]/, 1)[0]!
}

/** As windows have it: line ends between lines, none behind the last. */
function withPlainEnds(text: string, { eol }: SourceText): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--
  return text.slice(0, end).replaceAll(eol === 10 ? '\r\n' : '\r', '\n')
}

function aroundSpot({ offset, line }: Spot, text: string) {
  return { offset, line, lines: text.split('\n').length, units: 4 * text.length, context: CONTEXT }
}

function placeOf({ start, at, region }: Found): Place {
  return { start, end: region.isCutBehind ? null : region.end, at }
}
