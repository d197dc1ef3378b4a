// The report for a terminal: the answer first, then what to act on, then what backs it.
import type { Finding, Severity } from '@shoal/base/model/finding'
import type { Claim, CrossFinding, RunReport } from '@shoal/base/model/report'
import { alsoSaidBy } from '@shoal/base/model/tool-rule'
import { askedView } from '@shoal/base/report/asked-view'
import {
  COMPLETE_TITLE,
  completeOf,
  modelName,
  OPEN_TITLE,
  objectionText,
  openOf,
  rejectedSentence,
  summaryOf,
  typeSummaryOf,
  usageSentence,
} from '@shoal/base/report/model-words'
import { placeName, placesOf } from '@shoal/base/report/places'
import {
  bySeverity,
  coverageSentence,
  failedByReason,
  inputSentences,
  noProblems,
  placeOf,
  problemsOf,
  skippedByReason,
  suppressedLines,
  verificationSentence,
} from '@shoal/base/report/words'
import { clip, formatCount, plural, printable } from '@shoal/base/text/printable'
import { drawAsked } from './asked-text.ts'
import { type Bearing, bearingOn, mostShown, type ReportLook, withoutListed } from './bearing.ts'
import { fairShare } from './fair-share.ts'
import { drawPanel, isCodePanel } from './panel-text.ts'
import { type Paint, Screen } from './screen.ts'
import { isLimited, limitedTo, standingMark } from './standing-words.ts'

export interface ReportView extends ReportLook {
  readonly width: number
  readonly color: boolean
  /** Say quote verification. */
  readonly verification: boolean
}

const PAINTS: Readonly<Record<Severity, Paint>> = { high: 'red', medium: 'yellow', low: 'blue' }
/** Facts are shown when they have to do with the question, or when there is little else. */
const FEW = 5
const PANELS_PER_TYPE = 2
const PANEL_ROWS = 8
/** Each takes several lines. */
const CODE_ROWS = 4
const FULL_ROWS = 50
const CROSS_SHOWN = 12
const ENDS_SHOWN = 4
const SENTENCES_SHOWN = 8
const OPEN_SHOWN = 6
const ADVICE_SHOWN = 5
const FIXED_SHOWN = 5
const SUPPRESSED_SHOWN = 10
const INDENT = 10

export function reportText(report: RunReport, view: ReportView): string {
  const screen = new Screen(view.color, view.width)
  const limited = isLimited(report)
  const bearing = limited ? null : bearingOn(report, view)
  if (report.partial !== null) screen.paragraph(report.partial, { first: screen.paint('yellow', '!') })
  writeAnswer(screen, report, bearing, view.full ?? false)
  writeSummary(screen, report)
  if (limited) writeLimited(screen, report, view)
  if (bearing) writeBearing(screen, report, bearing)
  else if (!limited || view.full) {
    writeFindings(screen, report, view)
    writeCross(screen, report.crossFile, view.full ? Number.POSITIVE_INFINITY : CROSS_SHOWN)
    writeTypes(screen, report, view.full ?? false)
    writeRecommendations(screen, report.recommendations)
  }
  writeSuppressed(screen, suppressedLines(report), view.full ?? false)
  writeComplete(screen, completeOf(report))
  writeOpen(screen, openOf(report))
  // What was rejected is told wherever quotes are.
  const hasQuotes = bearing === null || isListing(bearing) || report.verification.rejected > 0
  writeCoverage(screen, report, view.verification && hasQuotes)
  return screen.text()
}

function isListing({ findings, crossFile }: Bearing): boolean {
  return findings.length + crossFile.length > 0
}

/** What is new or was changed; what there is beside it is counted. */
function writeLimited(screen: Screen, report: RunReport, view: ReportView): void {
  const { title, findings, crossFile, notes, fixed } = limitedTo(report)
  const all = [...findings, ...crossFile]
  screen.heading(title, all.length === 0 ? 'none' : bySeverity(all))
  const listed = findings.slice(0, mostShown(view))
  for (const finding of listed) writeFinding(screen, finding)
  const more = findings.length - listed.length
  if (more > 0) screen.line(screen.paint('dim', `  ${formatCount(more)} more with \`--full\``))
  writeCross(screen, crossFile, view.full ? Number.POSITIVE_INFINITY : CROSS_SHOWN)
  if (fixed.length > 0) {
    screen.heading('Fixed', formatCount(fixed.length))
    for (const line of fixed.slice(0, FIXED_SHOWN)) screen.paragraph(`- ${clip(line, 300)}`)
    if (fixed.length > FIXED_SHOWN)
      screen.line(screen.paint('dim', `  ${formatCount(fixed.length - FIXED_SHOWN)} more with \`--json\``))
  }
  screen.line()
  for (const note of notes) screen.paragraph(note, { indent: 0 })
}

/** What bears on the question, and what there is beside it. */
function writeBearing(
  screen: Screen,
  report: RunReport,
  { findings, crossFile, rest, isAboutProblems }: Bearing,
): void {
  if (findings.length > 0) {
    screen.heading('Findings')
    for (const finding of findings) writeFinding(screen, finding)
  }
  writeCross(screen, crossFile, CROSS_SHOWN)
  const advice = isAboutProblems && findings.length + crossFile.length > 0 ? report.recommendations : []
  writeRecommendations(screen, advice.slice(0, ADVICE_SHOWN))
  const more = advice.length > ADVICE_SHOWN ? plural(advice.length - ADVICE_SHOWN, 'recommendation') : ''
  const left = [rest, more].filter(part => part !== '').join(', ')
  if (left === '') return
  screen.line()
  const also = findings.length + crossFile.length > 0 ? 'More' : 'Also found'
  screen.paragraph(`${also}: ${left}. \`shoal report ${report.run} --full\` shows them.`, { indent: 0 })
}

function writeAnswer(screen: Screen, report: RunReport, bearing: Bearing | null, full: boolean): void {
  const { answer, answerEvidence, answerPanels } = report
  const asked = askedView(report)
  if (asked) drawAsked(screen, { ...asked, rest: withoutListed(asked.rest, bearing) }, { ...report, full })
  if (asked || answer === null) return
  const told = new Set(toldPlaces(bearing))
  screen.paragraph(withoutListed(answer, bearing), { indent: 0 })
  for (const end of answerEvidence.filter(at => !told.has(placeName(at))).slice(0, 3)) {
    screen.place(placeName(end), { indent: 2 })
    screen.quote(end.quote, { indent: 2, most: 2 })
  }
  for (const panel of answerPanels.slice(0, 2)) {
    screen.line()
    drawPanel(screen, panel)
  }
}

function* toldPlaces(bearing: Bearing | null): Generator<string> {
  if (!bearing) return
  for (const finding of bearing.findings) yield placeName(finding)
  for (const { evidence } of bearing.crossFile) for (const end of evidence.slice(0, ENDS_SHOWN)) yield placeName(end)
}

function writeSummary(screen: Screen, report: RunReport): void {
  const claims = summaryOf(report)
  if (claims.length === 0) return
  screen.heading('Summary', modelName(report.reading!.by))
  writeClaims(screen, claims.slice(0, SENTENCES_SHOWN))
}

function writeClaims(screen: Screen, claims: readonly Claim[]): void {
  for (const { text, evidence, objection } of claims) {
    screen.paragraph(`- ${clip(text, 600)} (${placesOf(evidence, 3)})`)
    writeObjection(screen, objection, 4)
  }
}

function writeFindings(screen: Screen, { findings, crossFile, run, query }: RunReport, view: ReportView): void {
  const top = mostShown(view)
  const problems = problemsOf(findings)
  const facts = findings.filter(({ nature }) => nature === 'fact')
  const note = [
    problems.length === 0 ? noProblems(crossFile) : `${plural(problems.length, 'problem')}: ${bySeverity(problems)}`,
    facts.length === 0 ? '' : plural(facts.length, 'fact'),
  ]
  screen.heading('Findings', note.filter(part => part !== '').join('; '))
  const isWanted = ({ relevance }: Finding) => query !== null && relevance >= 0.5
  const listed = fairShare(problems, top)
  const facing = fairShare(
    facts.filter(fact => view.full || isWanted(fact) || problems.length < FEW),
    Math.max(FEW, top - listed.length),
  )
  for (const finding of [...listed, ...facing]) writeFinding(screen, finding)
  const hidden = problems.length - listed.length + facts.length - facing.length
  if (hidden > 0) screen.line(screen.paint('dim', `  ${formatCount(hidden)} more: \`shoal report ${run} --full\``))
}

function writeFinding(screen: Screen, finding: Finding): void {
  const { severity, nature, summary, evidence, by, rule, objection, results = [] } = finding
  const word = nature === 'fact' ? 'fact' : severity
  const paint: Paint = nature === 'fact' ? 'dim' : PAINTS[severity]
  const first = `  ${screen.paint(paint, word.padEnd(INDENT - 2))}`
  screen.paragraph(clip(summary, 600), { indent: INDENT, first })
  const note = `${sideNote(screen, by, rule, alsoSaidBy(finding))}${markNote(screen, finding)}`
  screen.place(placeOf(finding), { indent: INDENT, note })
  screen.quote(evidence, { indent: INDENT })
  for (const { asked } of results) screen.paragraph(`worked out by ${clip(asked, 300)}`, { indent: INDENT })
  writeObjection(screen, objection, INDENT)
}

function writeObjection(screen: Screen, objection: string | undefined, indent: number): void {
  if (objection !== undefined) screen.paragraph(objectionText(clip(objection, 400)), { indent })
}

function markNote(screen: Screen, one: Finding | CrossFinding): string {
  const mark = standingMark(one)
  return mark === '' ? '' : screen.paint('dim', `  ${mark}`)
}

/** Dim, beside a place: the rule that was broken, the model that says so. */
function sideNote(screen: Screen, by: string | undefined, rule?: Finding['rule'], also = ''): string {
  const law = rule ? `  ${rule.id}${rule.cwe ? ` ${rule.cwe}` : ''}` : ''
  const others = also === '' ? '' : `, also ${also}`
  return screen.paint('dim', printable(`${law}${others}${by === undefined ? '' : `  ${modelName(by)}`}`))
}

function writeCross(screen: Screen, crossFile: readonly CrossFinding[], most: number): void {
  if (crossFile.length === 0) return
  const problems = crossFile.filter(({ nature }) => nature === 'problem')
  screen.heading(
    'Across files',
    problems.length === 0
      ? plural(crossFile.length, 'link')
      : `${plural(problems.length, 'problem')}: ${bySeverity(problems)}`,
  )
  for (const cross of crossFile.slice(0, most)) {
    const { severity, nature, summary, evidence, evidenceCount, by, objection } = cross
    const word = nature === 'fact' ? 'fact' : severity
    const first = `  ${screen.paint(nature === 'fact' ? 'dim' : PAINTS[severity], word.padEnd(INDENT - 2))}`
    screen.paragraph(clip(summary, 600), { indent: INDENT, first })
    for (const [k, end] of evidence.slice(0, ENDS_SHOWN).entries()) {
      const more = k === ENDS_SHOWN - 1 ? (evidenceCount ?? evidence.length) - ENDS_SHOWN : 0
      const note = `${more > 0 ? ` (+${formatCount(more)})` : ''}${k === 0 ? sideNote(screen, by) + markNote(screen, cross) : ''}`
      screen.place(placeName(end), { indent: INDENT, note })
      screen.quote(end.quote, { indent: INDENT, most: 1 })
    }
    writeObjection(screen, objection, INDENT)
  }
  if (crossFile.length > most)
    screen.line(screen.paint('dim', `  ${formatCount(crossFile.length - most)} more with \`--full\``))
}

function writeTypes(screen: Screen, report: RunReport, full: boolean): void {
  const shownAlready = new Set(report.answerPanels.map(({ title }) => title))
  for (const type of report.perType) {
    const { title, summary, panels, files, reading } = type
    screen.heading(title, files.length > 1 ? plural(files.length, 'file') : printable(files[0]?.path ?? ''))
    screen.paragraph(summary)
    const claims = typeSummaryOf(type, report).slice(0, SENTENCES_SHOWN)
    if (reading && claims.length > 0) screen.line(screen.paint('dim', `  ${printable(modelName(reading.by))}:`))
    writeClaims(screen, claims)
    for (const panel of panels.filter(one => !shownAlready.has(one.title)).slice(0, PANELS_PER_TYPE)) {
      screen.line()
      drawPanel(screen, panel, { most: full ? FULL_ROWS : isCodePanel(panel) ? CODE_ROWS : PANEL_ROWS })
    }
  }
}

function writeRecommendations(screen: Screen, recommendations: readonly string[]): void {
  if (recommendations.length === 0) return
  screen.heading('Recommendations')
  for (const [k, text] of recommendations.entries())
    screen.paragraph(text, { indent: 6, first: `  ${String(k + 1).padStart(2)}.` })
}

function writeSuppressed(screen: Screen, lines: readonly string[], full: boolean): void {
  if (lines.length === 0) return
  screen.heading('Suppressed', `${plural(lines.length, 'problem')}, each with its reason`)
  const listed = full ? lines : lines.slice(0, SUPPRESSED_SHOWN)
  for (const line of listed) screen.paragraph(`- ${clip(line, 400)}`)
  if (listed.length < lines.length)
    screen.line(screen.paint('dim', `  ${formatCount(lines.length - listed.length)} more with \`--full\``))
}

function writeComplete(screen: Screen, claims: readonly Claim[]): void {
  if (claims.length === 0) return
  screen.heading(COMPLETE_TITLE)
  writeClaims(screen, claims.slice(0, SENTENCES_SHOWN))
  if (claims.length > SENTENCES_SHOWN)
    screen.line(screen.paint('dim', `  ${formatCount(claims.length - SENTENCES_SHOWN)} more with \`--json\``))
}

function writeOpen(screen: Screen, open: readonly string[]): void {
  if (open.length === 0) return
  screen.heading(OPEN_TITLE)
  for (const text of open.slice(0, OPEN_SHOWN)) screen.paragraph(`- ${clip(text, 400)}`)
  if (open.length > OPEN_SHOWN)
    screen.line(screen.paint('dim', `  ${formatCount(open.length - OPEN_SHOWN)} more with \`--json\``))
}

function writeCoverage(screen: Screen, report: RunReport, verification: boolean): void {
  const failed = failedByReason(report.failed)
  screen.heading('Coverage')
  screen.paragraph(coverageSentence(report.coverage, report.skipped.length))
  for (const said of inputSentences(report.files)) screen.paragraph(said)
  for (const { reason, count, example } of skippedByReason(report.skipped).slice(0, FEW))
    screen.paragraph(`left out: ${count === 1 ? example : `${formatCount(count)}, such as ${example}`} (${reason})`, {
      indent: 4,
    })
  const reasons = skippedByReason(report.skipped).length
  if (reasons > FEW) screen.paragraph(`left out for ${plural(reasons - FEW, 'other reason')}`, { indent: 4 })
  for (const { what, reason } of failed.slice(0, 10)) screen.paragraph(`failed: ${what}: ${reason}`, { indent: 4 })
  if (failed.length > 10) screen.paragraph(`and ${formatCount(failed.length - 10)} more that failed`, { indent: 4 })
  if (report.partial !== null) screen.paragraph(report.partial)
  if (verification) screen.paragraph(`${verificationSentence(report.verification)} ${rejectedSentence(report)}`.trim())
  for (const warning of report.warnings) screen.paragraph(`warning: ${warning}`)
  if (report.query !== null) screen.paragraph(`Question: ${clip(report.query, 300)}`)
  screen.paragraph(`${usageSentence(report)} Run ${report.run}: \`shoal report ${report.run}\` shows this again.`)
}
