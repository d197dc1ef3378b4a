// What a model reported as findings of ours: who says so, what makes two of them the same, and lines that hold wherever
// the chunk stands. Figures of a model's own have no way in.
import type { FindingDraft, ProofDraft, QueryProof } from '@shoal/base/model/finding'
import type { PartReply } from '@shoal/base/model/report'
import { stem } from '@shoal/base/text/stem'
import { STOP_WORDS } from '../../text/question-words.ts'
import { meaningOf, meansTheSame } from '../model-synthesis/same-question.ts'
import type { Report, ReportedFinding } from './contract.ts'
import type { PartView } from './part-view.ts'

export const NOTHING_SAID: PartReply = {
  relevant: false,
  findings: [],
  missing: [],
  suggestedQueries: [],
  completeAnswer: null,
  metadata: { key_topics: [] },
}

/** Who reported it, beside which other parts, and what was answered to whom. */
export interface Reporting {
  readonly by: string
  readonly views: readonly PartView[]
  /** What programs answered to a query, by its id. */
  result(id: string): QueryProof | null
  /** What others left open, where that alone was asked. */
  readonly asked?: readonly string[]
}

export function partReply(report: Report, view: PartView, reporting: Reporting): PartReply {
  return {
    relevant: report.relevant,
    findings: report.findings.map(finding => draftOf(finding, view, reporting)),
    missing: report.missing,
    suggestedQueries: report.suggested_queries,
    completeAnswer: report.complete_answer,
    metadata: report.metadata,
  }
}

export function draftOf(
  finding: ReportedFinding,
  view: PartView,
  { by, views, result, asked }: Reporting,
): FindingDraft {
  const { part, lines } = view
  const { type, nature, summary, severity, confidence, scope, column, path } = finding
  const results = finding.results.flatMap(id => result(id) ?? [])
  const proof = finding.more.map(one => proofOf(one, view, views))
  const { startLine } = part.chunk.body
  const evidence = unescaped(withoutNumbers(finding.evidence, lines), lines)
  const answers = answersOf(finding, asked)
  const topics = [column, path, scope?.replace(/^\w+:/, '') ?? null].filter(topic => topic !== null)
  return {
    type,
    key: keyOf(finding),
    summary,
    severity,
    confidence,
    nature,
    line: finding.line === 0 ? 0 : finding.line - startLine,
    evidence,
    ...(scope !== null && { scope }),
    ...(column !== null && { column }),
    ...(path !== null && { jsonPath: path }),
    ...(topics.length > 0 && { topics }),
    ...(proof.length > 0 && { proof }),
    ...(results.length > 0 && { results }),
    ...(finding.id !== undefined && { ref: finding.id }),
    ...(answers.length > 0 && { answers }),
    by,
  }
}

/** One that was asked a single thing need not name it; of several, only those that it names. */
function answersOf({ answers = [] }: ReportedFinding, asked: Reporting['asked']): readonly string[] {
  if (asked === undefined) return answers
  if (answers.length === 0) return asked.length === 1 ? asked : []
  const named = answers.map(meaningOf)
  return asked.filter(question => {
    const meaning = meaningOf(question)
    return named.some(one => meansTheSame(one, meaning))
  })
}

/** Without a file, a quote is of the finding's own; of a file that was not shown it is refused. */
function proofOf(
  { file, line, quote }: ReportedFinding['more'][number],
  own: PartView,
  views: readonly PartView[],
): ProofDraft {
  const other = file === '' ? own : viewNamed(file, views)
  const view = other ?? own
  const { startLine } = view.part.chunk.body
  return {
    ...(view !== own && { path: view.part.about.path }),
    ...(other === null && { path: file }),
    line: line === 0 ? 0 : line - startLine,
    quote: unescaped(withoutNumbers(quote, view.lines), view.lines),
  }
}

/** By its whole path, or by an end of it that no other has. */
function viewNamed(file: string, views: readonly PartView[]): PartView | null {
  const exact = views.find(({ part }) => part.about.path === file)
  const ending = views.filter(({ part }) => part.about.path.endsWith(`/${file}`))
  return exact ?? (ending.length === 1 ? ending[0]! : null)
}

/** The same words about the same subject are the same thing, whatever their order and figures. */
function keyOf({ type, summary, column, path }: Pick<ReportedFinding, 'type' | 'summary' | 'column' | 'path'>): string {
  const words = summary.toLowerCase().match(/[\p{L}_]{2,}/gu) ?? []
  const stems = new Set(words.filter(word => !STOP_WORDS.has(word)).map(stem))
  return ['model', type, column ?? path ?? '', [...stems].sort().join(' ')].join(':')
}

/** `21|`, as lines are shown, and `line 21:` or `lines 21-23:`, as people say where something stands. */
const LOCATION =
  /^[ \t]*(?:\d{1,9}\||(?:lines?|ln)[ \t]{1,3}\d{1,9}(?:[ \t]{0,3}[-\u2013][ \t]{0,3}\d{1,9})?[ \t]{0,3}[:|][ \t]{0,3})/gim

/** A quote without the places that stand before its lines, unless the content itself has them. */
function withoutNumbers(quote: string, lines: PartView['lines']): string {
  const bare = quote.replace(LOCATION, '')
  return bare === quote || lines.some(({ text }) => text.includes(quote.split('\n', 1)[0]!)) ? quote : bare
}

/** An agent that reads the content inside JSON may copy it with its escapes: `say(\\"hi\\")`. */
function unescaped(quote: string, lines: PartView['lines']): string {
  if (!/\\["\\/bfnrtu]/.test(quote) || lines.some(({ text }) => text.includes(quote.split('\n', 1)[0]!))) return quote
  try {
    const bare = quote
      .replace(/(?<!\\)((?:\\\\)*)"/g, '$1\\"')
      .replace(/[\n\t]/g, sign => (sign === '\n' ? '\\n' : '\\t'))
    const plain: string = JSON.parse(`"${bare}"`)
    const [first] = plain.split('\n', 1)
    return first !== '' && lines.some(({ text }) => text.includes(first!)) ? plain : quote
  } catch {
    return quote
  }
}
