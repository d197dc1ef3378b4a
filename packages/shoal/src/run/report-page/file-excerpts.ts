// The lines around the quotes of one file, as it is now. A quote that no longer stands on its line has none.
import type { ExcerptWindow } from '@shoal/base/model/report-page'
import type { SourceText } from '@shoal/base/model/source'
import { MASK } from '@shoal/base/secrets/mask-value'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { type Region, regionAround } from '../../text/gate/region.ts'
import { type Hiding, shownLines } from '../../text/gate/shown-lines.ts'
import { LineFinder, type Milestone } from '../../text/quotes/line-finder.ts'
import { locateQuotes } from '../../text/quotes/locate.ts'
import type { Spot } from '../../text/quotes/search.ts'
import { ColumnWatch } from '../../text/secrets/secret-columns.ts'
import { openSource } from '../../text/source-file.ts'
import { secretsNear } from '../search/near-secrets.ts'
import { SecretMemory } from '../search/secret-memory.ts'
import type { Place } from '../search/shown-line.ts'
import type { Quote } from './quotes.ts'
import { SecretsBehindQuotes } from './secrets-behind-quotes.ts'
import { CONTEXT, WindowList, windowOn } from './window.ts'

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
  /** Lines of which nothing is shown, for it cannot be told what their quotes hide. */
  readonly unclear: number
}

/** Throws when the file cannot be read. */
export async function fileExcerpts(task: ExcerptTask): Promise<FileExcerpts> {
  const { path, file, closed, signal } = task
  const source = openSource(file, { path })
  try {
    const located = await locate(source, task)
    const found = await withRegions(source, located, task)
    const { known, spans } = await secretsNear(task, found.map(placeOf), new SecretMemory(), signal)
    const columns = task.isTable ? ColumnWatch.of(source) : null
    const behind = await behindQuotes(source, located, task, { known, spans, columns })
    for (const values of behind.quoted.values()) for (const value of values) known.add(value)
    const hiding = { known, spans, columns, quoted: behind.quoted, closed: new Set([...closed, ...behind.closed]) }
    const list = new WindowList()
    const turn = yieldToEventLoop()
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
        lines ??= shownLines(source, region, hiding)
        const window = windowOn(part.quote, { ...part.region, lines: linesOf(part, lines, region) })
        if (window) list.add(window)
        else missing++
      }
    }
    return { windows: list.windows, size: list.size, missing, leftOut, unclear: behind.closed.size }
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
  const claims = quotes.map(claimOf)
  const spots = await locateQuotes(claims, source, { milestones, first: null, signal })
  const lines = new LineFinder(source, milestones)
  return quotes.flatMap((quote, k) => {
    // Of a quote that is all secret only the line is known.
    const spot = claims[k]!.quote === '' ? startOf(quote.line, lines) : spots[k]
    return spot?.line === quote.line ? [{ quote, spot }] : []
  })
}

function startOf(line: number, lines: LineFinder): Spot | null {
  const at = lines.find(line)
  return at && { offset: at.start, line, endLine: line, text: '' }
}

async function withRegions(
  source: SourceText,
  located: readonly Located[],
  { isTable, milestonesOf, signal }: ExcerptTask,
): Promise<Found[]> {
  // Only rows of tables are looked at from their start.
  const lines = isTable ? new LineFinder(source, milestonesOf(source)) : null
  const turn = yieldToEventLoop()
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
  const last = quote.line + linesWithin(quote.text) - 1 + CONTEXT
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

/** Secrets that a survey knew by the names of things, and that show only where a quote hides them. */
async function behindQuotes(
  source: SourceText,
  located: readonly Located[],
  { quotes, signal }: ExcerptTask,
  hiding: Pick<Hiding, 'known' | 'spans' | 'columns'>,
): Promise<SecretsBehindQuotes> {
  const behind = new SecretsBehindQuotes(source, hiding)
  const spots = new Map(located.map(({ quote, spot }) => [quote, spot]))
  const eol = String.fromCharCode(source.eol)
  const turn = yieldToEventLoop()
  for (const quote of quotes) {
    const { line, text } = quote
    if (!text.includes(MASK)) continue
    signal.throwIfAborted()
    await turn()
    const offset = spots.get(quote)?.offset
    if (offset === undefined) behind.close(quote)
    else {
      const around = { offset, line, lines: text.split(eol).length, units: 4 * text.length, context: 0 }
      behind.look(quote, regionAround(source, around))
    }
  }
  return behind
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
  return { offset, line, lines: linesWithin(text), units: 4 * text.length, context: CONTEXT }
}

/** A secret over so many lines is one in a quote: the longest private keys have some 200. */
const MOST_HIDDEN = 200

/** The most lines that a quote stands on. */
function linesWithin(text: string): number {
  return text.split('\n').length + (text.includes(`${MASK}\n`) ? MOST_HIDDEN : 0)
}

function placeOf({ start, at, region }: Found): Place {
  return { start, end: region.isCutBehind ? null : region.end, at }
}
