// What the findings of a task hide of the lines that they quote: a survey knows secrets by the names of things, which a
// line by itself does not give away.
import type { LiveFinding } from '@shoal/base/model/live'
import type { SourceText } from '@shoal/base/model/source'
import { MASK } from '@shoal/base/secrets/mask-value'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { regionAround } from '../../text/gate/region.ts'
import type { Hiding } from '../../text/gate/shown-lines.ts'
import { LineFinder, type Milestone } from '../../text/quotes/line-finder.ts'
import { SecretsBehindQuotes } from '../report-page/secrets-behind-quotes.ts'

type Quoting = Pick<LiveFinding, 'path' | 'line' | 'evidence'>

export interface Looking {
  readonly milestones: readonly Milestone[]
  /** What the lines give away by themselves. */
  readonly hiding: Pick<Hiding, 'known' | 'spans' | 'columns'>
  readonly signal: AbortSignal
}

const MOST_QUOTES = 2000
/** Units of a line that are looked at. */
const LONGEST = 64 << 10

/** By line; and lines of which nothing is shown, as with too many quotes to look behind all of them. */
export async function hiddenQuotes(
  source: SourceText,
  findings: readonly Quoting[],
  { milestones, hiding, signal }: Looking,
): Promise<Required<Pick<Hiding, 'quoted' | 'closed'>>> {
  const masked = findings
    .filter(({ path, evidence }) => path === source.path && evidence.includes(MASK))
    .sort((a, b) => a.line - b.line)
  const finder = new LineFinder(source, milestones)
  const behind = new SecretsBehindQuotes(source, hiding)
  const eol = String.fromCharCode(source.eol)
  const turn = yieldToEventLoop()
  for (const { line, evidence: text } of masked.slice(0, MOST_QUOTES)) {
    signal.throwIfAborted()
    await turn()
    const at = finder.find(line)
    if (!at) continue
    const around = { offset: at.start, line, lines: text.split(eol).length, units: LONGEST, context: 0 }
    behind.look({ line, text }, regionAround(source, around))
  }
  for (const { line, evidence: text } of masked.slice(MOST_QUOTES)) behind.close({ line, text })
  return behind
}
