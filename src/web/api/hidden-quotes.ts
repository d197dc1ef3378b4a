// What the findings of a task hide of the lines that they quote: a survey knows secrets by the names of things, which a
// line by itself does not give away.
import type { LiveFinding } from '../../model/live.ts'
import type { SourceText } from '../../model/source.ts'
import { secretsBehind } from '../../run/report-page/quoted-secret.ts'
import { LineFinder, type Milestone } from '../../text/quotes/line-finder.ts'
import { MASK } from '../../text/secrets/mask-value.ts'
import { turnTaker } from '../../text/turns.ts'

export interface HiddenQuotes {
  /** By line. */
  readonly quoted: ReadonlyMap<number, readonly string[]>
  /** Lines of which nothing is shown: too many quotes to look behind all of them. */
  readonly closed: ReadonlySet<number>
}

type Quoting = Pick<LiveFinding, 'path' | 'line' | 'evidence'>

const MOST_QUOTES = 2000
/** Units of a line that are looked at. */
const LONGEST = 64 << 10

export async function hiddenQuotes(
  source: SourceText,
  findings: readonly Quoting[],
  { milestones, signal }: { readonly milestones: readonly Milestone[]; readonly signal: AbortSignal },
): Promise<HiddenQuotes> {
  const hiding = findings
    .filter(({ path, evidence }) => path === source.path && evidence.includes(MASK))
    .sort((a, b) => a.line - b.line)
  const finder = new LineFinder(source, milestones)
  const quoted = new Map<number, string[]>()
  const turn = turnTaker()
  for (const { line, evidence } of hiding.slice(0, MOST_QUOTES)) {
    signal.throwIfAborted()
    await turn()
    const at = finder.find(line)
    if (!at) continue
    const text = source.text(at.start, Math.min(source.size, at.end ?? at.start + LONGEST))
    const secrets = secretsBehind(evidence.split(/[\r\n]/, 1)[0]!, text)
    if (secrets.length > 0) quoted.set(line, [...(quoted.get(line) ?? []), ...secrets])
  }
  return { quoted, closed: new Set(hiding.slice(MOST_QUOTES).map(({ line }) => line)) }
}
