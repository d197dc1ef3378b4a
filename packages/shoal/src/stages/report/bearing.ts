// Which findings a report of a question lists: those that bear on it. A question for a figure has its answer; one for problems
// gets the most telling; the rest is counted, and shown on request.
import type { Finding } from '@shoal/base/model/finding'
import { goalsOf } from '@shoal/base/model/goal'
import type { CrossFinding, RunReport } from '@shoal/base/model/report'
import { item } from '@shoal/base/report/answer-part'
import { askedView } from '@shoal/base/report/asked-view'
import { typeSummaryOf } from '@shoal/base/report/model-words'
import { plural } from '@shoal/base/text/printable'
import { briefOf } from '../../text/question.ts'
import { problemsAsked, tellingProblems } from '../answer-problems.ts'
import { isCodePanel } from './panel-text.ts'

export interface ReportLook {
  /** Findings that are listed at most; of a question 5 if left out, else 20, and all of a whole report. */
  readonly top?: number | null
  /** Everything that was found, whatever was asked. */
  readonly full?: boolean
}

/** Of a report without a question, and of a whole one. */
const MOST_SHOWN = 20
const MOST_BEARING = 5
/** From here on a finding bears on a question that asks for something else than problems. */
const CLOSE = 0.5

/** How many are listed. */
export function mostShown({ top, full }: ReportLook): number {
  return top ?? (full ? Number.POSITIVE_INFINITY : MOST_SHOWN)
}

export interface Bearing {
  /** In the order of the report. */
  readonly findings: readonly Finding[]
  readonly crossFile: readonly CrossFinding[]
  /** The rest, in words: `3 problems, 9 facts`; '' where all is listed. */
  readonly rest: string
  /** The question is after problems. */
  readonly isAboutProblems: boolean
}

/** Null where everything is shown: nothing was asked, or all of it was. */
export function bearingOn(report: RunReport, { top, full }: ReportLook): Bearing | null {
  if (full || report.query === null) return null
  const most = top ?? MOST_BEARING
  const asked = problemsAsked(briefOf(report.query, goalsOf(report)))
  const isFigure = askedView(report) !== null && !report.question?.leftToAnalysts
  const chosen = isFigure ? [] : asked ? tellingProblems(report, asked, most) : untold(report, most)
  const listed = new Set<Finding | CrossFinding>(chosen)
  const findings = report.findings.filter(finding => listed.has(finding))
  const crossFile = report.crossFile.filter(link => listed.has(link))
  return { findings, crossFile, rest: restOf(report, listed), isAboutProblems: asked !== null }
}

/** The closest, but for those that the answer tells already. */
function untold({ findings, crossFile, answer }: RunReport, most: number): (Finding | CrossFinding)[] {
  return [...findings, ...crossFile]
    .filter(one => (one.relevance >= CLOSE || isOfModel(one)) && !isIn(answer, one.summary))
    .toSorted((a, b) => b.relevance - a.relevance)
    .slice(0, most)
}

/** A model was asked the question, and says this. */
function isOfModel(one: Finding | CrossFinding): boolean {
  return 'by' in one && one.by !== undefined
}

function isIn(answer: string | null, summary: string): boolean {
  return answer?.split('\n').some(line => line.startsWith(item(summary))) ?? false
}

/** The answer without the points that are listed below it, with their quotes. */
export function withoutListed(answer: string, bearing: Bearing | null): string {
  if (!bearing?.isAboutProblems) return answer
  const listed = [...bearing.findings, ...bearing.crossFile].map(({ summary }) => item(summary))
  const lines = answer.split('\n').filter(line => !listed.some(said => line.startsWith(said)))
  return lines.length === 0 ? answer : lines.join('\n')
}

function restOf(
  { findings, crossFile, perType, reading }: RunReport,
  listed: ReadonlySet<Finding | CrossFinding>,
): string {
  const own = findings.filter(one => !listed.has(one))
  const problems = own.filter(({ nature }) => nature === 'problem').length
  const links = crossFile.filter(one => !listed.has(one)).length
  const sentences = perType.reduce((sum, type) => sum + typeSummaryOf(type, { reading }).length, 0)
  const code = perType.flatMap(({ panels }) => panels.filter(isCodePanel))
  return [
    ...(problems > 0 ? [plural(problems, 'problem')] : []),
    ...(own.length > problems ? [plural(own.length - problems, 'fact')] : []),
    ...(links > 0 ? [`${plural(links, 'link')} between files`] : []),
    // `11 recipes for jq`
    ...code.flatMap(panel =>
      'rows' in panel ? [`${panel.rows.length} ${panel.title.replace(/^./, letter => letter.toLowerCase())}`] : [],
    ),
    ...(sentences > 0 ? [`${plural(sentences, 'sentence')} of models on single types`] : []),
  ].join(', ')
}
