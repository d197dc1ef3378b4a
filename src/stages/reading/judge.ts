// What of a model's reply is believed: quotes that stand in the file, and figures that somebody gave.
import type { Finding, FindingDraft } from '../../model/finding.ts'
import type { PartReply, RejectedQuote, Verification } from '../../model/report.ts'
import type { SourceText } from '../../model/source.ts'
import { FileSecrets } from '../../text/gate/file-secrets.ts'
import { shownValue } from '../../text/gate/shown-value.ts'
import { isTelling } from '../../text/quotes/locate.ts'
import { nearestText } from '../../text/quotes/nearest.ts'
import { verifyFindings } from '../verify.ts'
import { figureFaults } from './check-figures.ts'
import { type PartView, type Viewing, withSource } from './part-view.ts'

export interface Judged {
  readonly findings: readonly Finding[]
  /** Findings that stood elsewhere than was said. */
  readonly relocated: number
  /** Findings that are true, but another chunk's to report. */
  readonly borrowed: number
  readonly faults: readonly Fault[]
  /** Null unless its figures are given ones and findings stand behind it. */
  readonly completeAnswer: string | null
}

/** A finding that is not believed. */
export interface Fault {
  /** As the reply has it. */
  readonly draft: FindingDraft
  readonly rejected: RejectedQuote
  /** Why, as the model is told. */
  readonly complaint: string
  /** The text of the chunk that is most like a quote that is not in it, secrets hidden; null when nothing is like it. */
  readonly nearest: { readonly line: number; readonly text: string } | null
}

/** What a model said about a part, and what of it is believed. */
export interface ReadPart {
  readonly reply: PartReply
  readonly judged: Judged
}

export async function judge(
  reply: PartReply,
  view: PartView,
  { brief, context }: Pick<Viewing, 'brief' | 'context'>,
): Promise<Judged> {
  const { part, span, secrets } = view
  const given = [brief.question.text ?? '', brief.exact ?? '', view.facts, view.head]
  const faultsOf = (text: string, quotes: readonly string[]) =>
    figureFaults(withoutLineNumbers(text, view), [...quotes, ...given])
  const faults: Fault[] = []
  /** By what is checked, what was said. */
  const sound = new Map<FindingDraft, FindingDraft>()
  for (const draft of reply.findings) {
    const figures = faultsOf(draft.summary, [draft.evidence])
    if (!isTelling(draft.evidence) && !isLine(draft.evidence, view)) faults.push(shortFault(draft, view))
    else if (figures.length === 0) sound.set(restored(draft, view), draft)
    else faults.push(figureFault(draft, figures, view))
  }
  // Most chunks have nothing to say, and their files need not be opened again.
  if (sound.size === 0) return { findings: [], relocated: 0, borrowed: 0, faults, completeAnswer: null }
  return await withSource(part, async source => {
    const gated = await verifyFindings([...sound.keys()], source, {
      about: part.about,
      chunk: span,
      brief,
      secrets: new FileSecrets(secrets.sweep),
      signal: context.signal,
    })
    const misquoted = gated.rejectedDrafts.map((checked, k): Fault => {
      const draft = sound.get(checked)!
      // As it was said: a secret that stands alone is not known for one.
      const rejected = shownValue({ ...gated.rejected[k]!, quote: draft.evidence }, secrets.known)
      const nearest = nearestIn(view, checked.evidence, source)
      return { draft, rejected, complaint: quoteComplaint(draft, nearest), nearest }
    })
    const quotes = gated.findings.map(({ evidence }) => evidence)
    const { completeAnswer: answer } = reply
    const isGrounded = answer !== null && quotes.length > 0 && faultsOf(answer, quotes).length === 0
    return {
      // Two lines that were said may be the one line where it stands.
      findings: [...new Map(gated.findings.map(finding => [sameness(finding), finding])).values()],
      relocated: gated.verification.relocated,
      borrowed: gated.borrowed.length,
      faults: [...faults, ...misquoted],
      completeAnswer: isGrounded ? answer : null,
    }
  })
}

/** The same words of another line are another finding. */
export function sameness({ key, evidence, line }: Pick<FindingDraft, 'key' | 'evidence' | 'line'>): string {
  return `${key}\0${evidence}\0${line}`
}

export function verificationOf({ findings, faults, relocated }: Judged): Verification {
  const [verified, rejected] = [findings.length, faults.length]
  return { quotes: verified + rejected, verified, relocated, rejected }
}

/** With the lines of the source, and secrets where the model saw placeholders. */
function restored(draft: FindingDraft, { part, hider }: PartView): FindingDraft {
  const { body, preamble, overlap } = part.chunk
  const line = body.startLine + draft.line
  const isShown = [body, ...preamble, ...(overlap ? [overlap] : [])].some(
    ({ startLine, endLine }) => line >= startLine && line <= endLine,
  )
  // A number that was never shown is a slip: the quote is looked for in what was.
  return { ...draft, line: isShown ? line : body.startLine, evidence: hider.restore(draft.evidence) }
}

function isLine(evidence: string, { lines }: PartView): boolean {
  return lines.some(({ text }) => text.trim() === evidence.trim())
}

function shortFault(draft: FindingDraft, { part, secrets }: PartView): Fault {
  const { line, summary, evidence } = draft
  const reason = 'its quote is too short to show anything'
  const at = part.chunk.body.startLine + line
  return {
    draft,
    rejected: shownValue({ path: part.about.path, line: at, summary, quote: evidence, reason }, secrets.known),
    complaint: `"${summary}": the evidence is too short to show anything: ${evidence}. Quote more of the line.`,
    nearest: null,
  }
}

/** `line 12`, `lines 12-15`, `lines 12 and 15`: as far as they are lines of the part, they are no figures. */
function withoutLineNumbers(text: string, { part }: PartView): string {
  const { startLine, endLine } = part.chunk.body
  const isLine = (number: string) => Number(number) >= startLine && Number(number) <= endLine
  return text.replace(/\blines? \d{1,9}(?:(?:[-–]| to | and |, )\d{1,9}){0,20}/gi, lines =>
    lines.replace(/\d+/g, number => (isLine(number) ? '' : number)),
  )
}

function figureFault(draft: FindingDraft, figures: readonly string[], { part, secrets }: PartView): Fault {
  const { line, summary, evidence } = draft
  const { path } = part.about
  const named = figures.slice(0, 5).join(', ')
  const reason = `it states ${named}, which stands neither in its quote nor in the facts`
  const at = part.chunk.body.startLine + line
  return {
    draft,
    rejected: shownValue({ path, line: at, summary, quote: evidence, reason }, secrets.known),
    complaint: `"${summary}": ${named} stands neither in the evidence nor in the facts you were given. Say it without, or quote where it stands.`,
    nearest: null,
  }
}

/** As the analyst was shown it. */
function nearestIn({ hider, span, lines }: PartView, wanted: string, source: SourceText): Fault['nearest'] {
  const { unit } = source.encoding
  const within = { start: span.startByte / unit, end: Math.ceil(span.endByte / unit), line: span.startLine }
  const nearest = nearestText(wanted, source, within)
  return (
    nearest && {
      line: nearest.line,
      text: lines.find(({ number }) => number === nearest.line)?.text ?? hider.hide(nearest.text),
    }
  )
}

function quoteComplaint({ summary, evidence }: FindingDraft, nearest: Fault['nearest']): string {
  const hint = nearest ? `The nearest text is line ${nearest.line}: ${nearest.text}` : 'Nothing like it is.'
  return `"${summary}": the evidence is not in the file: ${evidence}\n  ${hint}`
}
