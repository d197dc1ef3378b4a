// The lines around the quotes of one file, as it is now. A quote that no longer stands on its line has none.
import type { ExcerptWindow } from '../../model/report-page.ts'
import type { SourceText } from '../../model/source.ts'
import { LineFinder, type Milestone } from '../../text/quotes/line-finder.ts'
import { locateQuotes } from '../../text/quotes/locate.ts'
import type { Spot } from '../../text/quotes/search.ts'
import { MASK } from '../../text/secrets/mask-value.ts'
import { ColumnWatch } from '../../text/secrets/secret-columns.ts'
import { maskSecrets } from '../../text/secrets.ts'
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
  /** Lines of which nothing is shown. */
  readonly closed: ReadonlySet<number>
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
  const { path, file, closed, signal } = task
  const source = openSource(file, { path })
  try {
    const located = await locate(source, task)
    const found = await withRegions(source, located, task)
    const known = await secretsNear(
      { ...task, sizeBytes: source.sizeBytes },
      found.map(placeOf),
      new SecretMemory(),
      signal,
    )
    const quoted = await quotedSecrets(source, located, signal)
    for (const values of quoted.values()) for (const value of values) known.add(value)
    const hiding = { known, quoted, closed, columns: task.isTable ? ColumnWatch.of(source) : null }
    const list = new WindowList()
    const turn = turnTaker()
    let missing = task.quotes.filter(({ isShown }) => isShown).length - found.length
    let leftOut = 0
    for (const { region, parts } of sideBySide(found)) {
      let lines: string[] | null = null
      for (const part of parts) {
        signal.throwIfAborted()
        await turn()
        if (list.size >= task.room) {
          leftOut++
          continue
        }
        lines ??= maskedLines(source, region, hiding)
        const window = windowOn(part.quote, { ...part.region, lines: linesOf(part, lines, region) })
        if (window) list.add(window)
        else missing++
      }
    }
    return { windows: list.windows, size: list.size, missing, leftOut }
  } finally {
    source.close()
  }
}

interface Located {
  readonly quote: Quote
  readonly spot: Spot
}

interface Found {
  readonly quote: Quote
  readonly region: Region
  /** The start of its line. */
  readonly start: number
  readonly at: number
}

/** Those that stand on their lines. */
async function locate(source: SourceText, { quotes, milestonesOf, signal }: ExcerptTask): Promise<Located[]> {
  const milestones = milestonesOf(source)
  const spots = await locateQuotes(quotes.map(claimOf), source, { milestones, first: null, signal })
  return quotes.flatMap((quote, k) => (spots[k]?.line === quote.line ? [{ quote, spot: spots[k] }] : []))
}

async function withRegions(
  source: SourceText,
  located: readonly Located[],
  { isTable, milestonesOf, signal }: ExcerptTask,
): Promise<Found[]> {
  // Only rows of tables are looked at from their start.
  const lines = isTable ? new LineFinder(source, milestonesOf(source)) : null
  const turn = turnTaker()
  const found: Found[] = []
  for (const { quote, spot } of located) {
    if (!quote.isShown) continue
    signal.throwIfAborted()
    await turn()
    const text = withPlainEnds(quote.text, source)
    const region = regionAround(source, aroundSpot(spot, text))
    const start = lines?.find(spot.line)?.start ?? region.start
    found.push({ quote: { ...quote, text }, region, start, at: spot.offset })
  }
  return found
}

/** Units of neighbouring lines that are masked at once. */
const MOST_UNITS = 64 << 10

/** Regions that touch are one, so that no line is masked for each of the quotes around it. */
function* sideBySide(
  found: readonly Found[],
): Generator<{ readonly region: Region; readonly parts: readonly Found[] }> {
  let joint: { region: Region; parts: Found[] } | null = null
  for (const part of found) {
    const { region } = part
    const end: number = Math.max(joint?.region.end ?? 0, region.end)
    const isNear = joint && region.start >= joint.region.start && region.start <= joint.region.end + 1
    if (joint && isNear && !isCut(region) && !isCut(joint.region) && end - joint.region.start <= MOST_UNITS) {
      joint.region = { ...joint.region, end }
      joint.parts.push(part)
    } else {
      if (joint) yield joint
      joint = { region, parts: [part] }
    }
  }
  if (joint) yield joint
}

function isCut({ isCutBefore, isCutBehind }: Region): boolean {
  return isCutBefore || isCutBehind
}

/** Of the lines of a joint region, those of one part. */
function linesOf({ quote, region }: Found, lines: readonly string[], { line }: Region): readonly string[] {
  const last = quote.line + quote.text.split('\n').length - 1 + CONTEXT
  return lines.slice(region.line - line, last - line + 1)
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
async function quotedSecrets(source: SourceText, located: readonly Located[], signal: AbortSignal) {
  const secrets = new Map<number, string[]>()
  const turn = turnTaker()
  let last: QuotedLine | null = null
  for (const { quote, spot } of located) {
    if (!quote.text.includes(MASK)) continue
    signal.throwIfAborted()
    await turn()
    const { line } = quote
    if (last?.line !== line) last = lineOf(source, quote, spot)
    const quoted = firstLine(quote.text)
    const found = last.masked.includes(quoted) ? [] : secretsBehind(quoted, last.text)
    if (found.length === 0) continue
    const own = secrets.get(line)
    if (own) own.push(...found.filter(value => !own.includes(value)))
    else secrets.set(line, found)
  }
  return secrets
}

interface QuotedLine {
  /** Null when only what is around the quote was read of a long line. */
  readonly line: number | null
  readonly text: string
  readonly masked: string
}

function lineOf(source: SourceText, { line, text: quoted }: Quote, { offset }: Spot): QuotedLine {
  const region = regionAround(source, { offset, line, lines: 1, units: 4 * quoted.length, context: 0 })
  const text = source.text(region.start, region.end)
  return { line: isCut(region) ? null : line, text, masked: maskSecrets(text) }
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
