// What of a model's reply is believed: quotes that stand in the file, and figures that somebody gave.
import type { Finding, FindingDraft, Place } from '@shoal/base/model/finding'
import { pushAll } from '@shoal/base/model/lists'
import type { PartReply, RejectedQuote, Verification } from '@shoal/base/model/report'
import type { SourceText } from '@shoal/base/model/source'
import { FileSecrets } from '../../text/gate/file-secrets.ts'
import { shownValue } from '../../text/gate/shown-value.ts'
import { nearestText } from '../../text/quotes/nearest.ts'
import { isTellingQuote, unfoundedNumbers } from '../asking/claim-words.ts'
import { verifyFindings } from '../verify.ts'
import type { Line } from './excerpt.ts'
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
  /** Lines that may help to put it right, as the analyst was shown them. */
  readonly help: readonly Line[]
}

/** What a model said about a part, and what of it is believed. */
export interface ReadPart {
  readonly reply: PartReply
  readonly judged: Judged
}

export interface Judging extends Pick<Viewing, 'brief' | 'context'> {
  /** All parts that were shown together: a finding may quote any of them. */
  readonly views: readonly PartView[]
}

export async function judge(reply: PartReply, view: PartView, judging: Judging): Promise<Judged> {
  const { brief, context, views } = judging
  const { part, span, secrets } = view
  const given = [brief.question.text ?? '', brief.exact ?? '', view.head]
  // What is known of one file proves no number of another.
  const factsFor = ({ proof = [] }: FindingDraft) =>
    views
      .filter(one => one === view || proof.some(({ path }) => path === one.part.about.path))
      .flatMap(({ facts, answers }) => [facts, answers])
  const faults: Fault[] = []
  /** By what is checked, what was said. */
  const sound = new Map<FindingDraft, FindingDraft>()
  for (const draft of reply.findings) {
    const fault = groundFault(draft, view, [...given, ...factsFor(draft)])
    if (fault) {
      faults.push(fault)
      continue
    }
    const proof = await proofPlaces(draft, view, judging)
    if ('fault' in proof) {
      faults.push(proof.fault)
      continue
    }
    const { proof: _, ref: __, ...bare } = restored(draft, view)
    sound.set(proof.places.length > 0 ? { ...bare, placed: proof.places } : bare, draft)
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
      const help = nearest ? around(view, nearest.line) : []
      return { draft, rejected, complaint: quoteComplaint(draft, nearest), nearest, help }
    })
    const quotes = gated.findings.flatMap(({ places }) => places.map(({ evidence }) => evidence))
    const { completeAnswer: answer } = reply
    const isGrounded =
      answer !== null &&
      quotes.length > 0 &&
      unfoundedNumbers(withoutLineNumbers(answer, view), [...quotes, ...given]).length === 0
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

/** What is wrong with it before any quote is looked up: quotes that show nothing, and numbers that nobody gave. */
function groundFault(draft: FindingDraft, view: PartView, given: readonly string[]): Fault | null {
  const { evidence, proof = [], results = [] } = draft
  const quotes = [evidence, ...proof.map(({ quote }) => quote)]
  if (!isTellingQuote(evidence) && !isLine(evidence, view))
    return faultOf(draft, view, {
      reason: 'its quote is too short or too common to show anything',
      says: `the evidence is too common to show anything: ${evidence}. Quote more of the line.`,
    })
  const restsOn = [...quotes, ...results.map(({ text }) => text)]
  const numbers = unfoundedNumbers(withoutLineNumbers(draft.summary, view), [...restsOn, ...given])
  if (numbers.length === 0) return null
  const named = numbers.slice(0, 5).join(', ')
  return faultOf(draft, view, {
    reason: `it states ${named}, which stands neither in its quotes nor in the facts`,
    says: `${named} stands neither in its quotes nor in the facts. Say it without, or add a quote where it stands.`,
    numbers,
  })
}

interface Wrong {
  readonly reason: string
  /** The same to the model. */
  readonly says: string
  readonly numbers?: readonly string[]
}

function faultOf(draft: FindingDraft, view: PartView, { reason, says, numbers = [] }: Wrong): Fault {
  const { part, secrets } = view
  const { line, summary, evidence } = draft
  const at = part.chunk.body.startLine + line
  return {
    draft,
    rejected: shownValue({ path: part.about.path, line: at, summary, quote: evidence, reason }, secrets.known),
    complaint: `"${summary}": ${says}`,
    nearest: null,
    help: [
      ...around(view, at),
      ...view.lines.filter(({ text }) => numbers.some(one => text.includes(one))).slice(0, 3),
    ],
  }
}

/** Lines before and behind that help to see what a line is about. */
const AROUND = 1

/** A line that was shown, with its neighbours. */
function around({ lines }: PartView, line: number): Line[] {
  const at = lines.findIndex(({ number }) => number >= line)
  return at < 0 ? [] : lines.slice(Math.max(0, at - AROUND), at + AROUND + 1)
}

/** Where further quotes stand, in whichever of the files that were shown; or which of them does not. */
async function proofPlaces(
  draft: FindingDraft,
  view: PartView,
  { views, brief, context }: Judging,
): Promise<{ readonly places: readonly Place[] } | { readonly fault: Fault }> {
  const places: Place[] = []
  for (const { path, line, quote } of draft.proof ?? []) {
    const of = path === undefined ? view : views.find(({ part }) => part.about.path === path)
    if (!of)
      return {
        fault: faultOf(draft, view, {
          reason: `one of its quotes is of ${path}, which was not shown`,
          says: `it quotes ${path}, which is not one of the files you were shown`,
        }),
      }
    const { key, type, summary, severity, confidence, nature } = draft
    const asked = restored({ key, type, summary, severity, confidence, nature, line, evidence: quote }, of)
    const { findings } = await withSource(of.part, source =>
      verifyFindings([asked], source, {
        about: of.part.about,
        chunk: null,
        brief,
        secrets: new FileSecrets(of.secrets.sweep),
        signal: context.signal,
      }),
    )
    const [found] = findings
    if (!found || (!isTellingQuote(quote) && !isLine(quote, of)))
      return {
        fault: faultOf(draft, view, {
          reason: found ? 'one of its quotes shows nothing' : 'one of its quotes does not stand in the file',
          says: `this quote ${found ? 'is too common to show anything' : 'is not in the file'}: ${quote}`,
        }),
      }
    pushAll(places, found.places)
  }
  return { places }
}

/** `line 12`, `lines 12-15`, `lines 12 and 15`: as far as they are lines of the part, they are no figures. */
function withoutLineNumbers(text: string, { part }: PartView): string {
  const { startLine, endLine } = part.chunk.body
  const isLine = (number: string) => Number(number) >= startLine && Number(number) <= endLine
  return text.replace(/\blines? \d{1,9}(?:(?:[-–]| to | and |, )\d{1,9}){0,20}/gi, lines =>
    lines.replace(/\d+/g, number => (isLine(number) ? '' : number)),
  )
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
