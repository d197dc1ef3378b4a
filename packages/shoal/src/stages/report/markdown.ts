// The report as Markdown, with the sections of S3: per file, across files, recommendations.
import type { Finding } from '@shoal/base/model/finding'
import { goalWord } from '@shoal/base/model/goal'
import { groupBy } from '@shoal/base/model/lists'
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
  rejectedClaims,
  rejectedSentence,
  summaryOf,
  typeSummaryOf,
  usageSentence,
} from '@shoal/base/report/model-words'
import {
  bySeverity,
  coverageSentence,
  failedByReason,
  inputSentences,
  noProblems,
  problemsOf,
  skippedByReason,
  suppressedLines,
  verificationSentence,
} from '@shoal/base/report/words'
import { clip, formatBytes, formatCount, plural } from '@shoal/base/text/printable'
import { askedMarkdown } from './asked-markdown.ts'
import { type Bearing, bearingOn, mostShown, type ReportLook, withoutListed } from './bearing.ts'
import { fairShare } from './fair-share.ts'
import { code, codeBlock, place } from './markdown-code.ts'
import { inline, panelMarkdown } from './panel-markdown.ts'
import { isLimited, limitedTo, standingMark } from './standing-words.ts'

/** `top` is of each file where all of them are told. */
export interface MarkdownView extends ReportLook {
  readonly verification: boolean
}

export function reportMarkdown(report: RunReport, view: MarkdownView): string {
  const limited = isLimited(report)
  const bearing = limited ? null : bearingOn(report, view)
  const sections = [
    head(report),
    answer(report, bearing, view.full ?? false),
    ...(limited ? limitedSections(report, mostShown(view)) : []),
    ...(bearing
      ? bearingSections(report, bearing)
      : limited && !view.full
        ? []
        : wholeSections(report, mostShown(view))),
    suppressed(report),
    coverage(report, view.verification && (bearing === null || bearing.findings.length + bearing.crossFile.length > 0)),
  ]
  return `${sections
    .flat()
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

/** What is new or was changed; what there is beside it is counted. */
export function limitedSections(report: RunReport, top: number): string[][] {
  const { title, findings, crossFile: links, notes, fixed } = limitedTo(report)
  const all = [...findings, ...links]
  const hidden = findings.length - top
  return [
    [`## ${title}`, '', all.length === 0 ? 'None.' : `${plural(all.length, 'problem')} (${bySeverity(all)}).`, ''],
    findings.slice(0, top).flatMap(findingLines),
    hidden > 0 ? [`- ${formatCount(hidden)} more findings.`] : [],
    [''],
    links.length > 0 ? crossFile(links) : [],
    fixed.length > 0 ? ['## Fixed', '', ...fixed.slice(0, MOST_FIXED).map(line => `- ${inline(line)}`)] : [],
    fixed.length > MOST_FIXED ? [`- ${formatCount(fixed.length - MOST_FIXED)} more.`] : [],
    ['', ...notes.map(inline), ''],
  ]
}

const MOST_FIXED = 20

function wholeSections(report: RunReport, top: number): string[][] {
  return [
    overview(report),
    perFile(report, top),
    crossFile(report.crossFile),
    recommendations(report.recommendations),
    complete(report),
    open(openOf(report)),
    figures(report),
  ]
}

/** Sentences of models, what bears on the question, and what there is beside it. */
function bearingSections(
  report: RunReport,
  { findings, crossFile: links, rest, isAboutProblems }: Bearing,
): string[][] {
  const together = claimLines(summaryOf(report), report.reading?.by)
  const isListing = findings.length + links.length > 0
  return [
    together.length > 0 ? ['## Summary', '', ...together, ''] : [],
    findings.length > 0 ? perFile({ ...report, findings, crossFile: links, files: [] }, Number.POSITIVE_INFINITY) : [],
    links.length > 0 ? crossFile(links) : [],
    isAboutProblems && isListing ? recommendations(report.recommendations) : [],
    complete(report),
    open(openOf(report)),
    rest === ''
      ? []
      : [
          `${isListing ? 'More' : 'Also found'}: ${rest}. ${code(`shoal report ${report.run} --full --format md`)} has them.`,
          '',
        ],
  ]
}

function head({ query, run, engine, partial, ...aim }: RunReport): string[] {
  const title = query === null ? 'Analysis' : clip(query, 200)
  return [
    `# ${inline(title)}`,
    '',
    `Run \`${run}\` · ${goalWord(aim)} · ${inline(engine)} analysts`,
    '',
    ...(partial === null ? [] : [`> **${inline(partial)}**`, '']),
  ]
}

function answer(report: RunReport, bearing: Bearing | null, full: boolean): string[] {
  const { answer: text, answerEvidence, answerPanels, question } = report
  const asked = askedView(report)
  if (asked)
    return ['## Answer', '', ...askedMarkdown({ ...asked, rest: withoutListed(asked.rest, bearing) }, report, full)]
  if (text === null) return []
  return [
    '## Answer',
    '',
    ...answerLines(withoutListed(text, bearing)),
    '',
    // Two lists in a row would be one.
    ...(answerEvidence.length > 0 ? ['Evidence:', ''] : []),
    ...answerEvidence.slice(0, 5).map(end => `- ${place(end)}: ${code(end.quote)}`),
    '',
    ...answerPanels.slice(0, 3).flatMap(panelMarkdown),
    ...(question ? question.sql.flatMap(sql => ['', ...codeBlock(sql, { language: 'sql' })]) : []),
  ]
}

/** A sentence next to a list would be part of its item. */
function answerLines(text: string): string[] {
  const isItem = (line: string | undefined) => line?.startsWith('- ') === true
  return text
    .split('\n')
    .flatMap((line, k, all) => (k > 0 && isItem(line) !== isItem(all[k - 1]) ? ['', inline(line)] : [inline(line)]))
}

function overview(report: RunReport): string[] {
  const { findings, perType, crossFile: links } = report
  const together = claimLines(summaryOf(report), report.reading?.by)
  const problems = problemsOf(findings)
  const across = links.filter(({ nature }) => nature === 'problem')
  const found =
    problems.length === 0
      ? `${capital(noProblems(links))}${across.length > 0 ? '' : ' found'}.`
      : `${plural(problems.length, 'problem')} (${bySeverity(problems)}).`
  const linked = across.length > 0 ? ` ${plural(across.length, 'problem')} across files (${bySeverity(across)}).` : ''
  return [
    '## Overview',
    '',
    `${found}${linked} ${plural(findings.length - problems.length, 'fact')} noted.`,
    '',
    ...perType.flatMap(type => [
      `- **${inline(type.title)}**: ${inline(type.summary)}`,
      ...claimLines(typeSummaryOf(type, report), type.reading?.by, '  '),
    ]),
    '',
    ...(together.length > 0 ? ['All together:', '', ...together, ''] : []),
  ]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function claimLines(claims: readonly Claim[], by: string | undefined, indent = ''): string[] {
  return claims.flatMap(({ text, evidence, objection }) => {
    const places = [...new Set(evidence.map(place))].slice(0, 3)
    return [
      `${indent}- ${inline(text)} (${places.join(', ')})${speaker(by)}`,
      ...(objection === undefined ? [] : [`${indent}  ${inline(objectionText(objection))}`]),
    ]
  })
}

function perFile({ findings, files, crossFile: links }: RunReport, top: number): string[] {
  const byPath = groupBy(findings, finding => finding.path)
  // A file may share what is told with another.
  const told = new Set([
    ...findings.flatMap(({ places }) => places.map(one => one.path)),
    ...links.flatMap(({ files: linked }) => linked),
  ])
  const silent = files.filter(({ path }) => !told.has(path)).length
  return [
    '## Per-File Findings',
    '',
    ...[...byPath].flatMap(([path, own]) =>
      fileSection(
        path,
        own,
        files.find(file => file.path === path),
        top,
      ),
    ),
    ...(silent > 0 ? [`Nothing to report in ${plural(silent, 'other file')}.`, ''] : []),
  ]
}

function fileSection(
  path: string,
  own: readonly Finding[],
  file: RunReport['files'][number] | undefined,
  top: number,
): string[] {
  const about = file
    ? ` (${file.detection.contentType}, ${plural(file.lineCount, 'line')}, ${formatBytes(file.sizeBytes)})`
    : ''
  const hidden = own.length - top
  return [
    `### ${inline(path)}${about}`,
    '',
    ...fairShare(own, top).flatMap(findingLines),
    ...(hidden > 0 ? [`- ${formatCount(hidden)} more findings.`] : []),
    '',
  ]
}

function findingLines(finding: Finding): string[] {
  const {
    severity,
    nature,
    summary,
    evidence,
    rule,
    places,
    placeCount,
    confidence,
    by,
    objection,
    results = [],
  } = finding
  const word = nature === 'fact' ? 'fact' : `**${severity}**`
  const law = rule ? ` \`${rule.id}\`${rule.cwe ? ` ${rule.cwe}` : ''}` : ''
  const also = alsoSaidBy(finding)
  const others = also === '' ? '' : ` (also ${inline(also)})`
  const elsewhere = places.slice(1, 6).map(place)
  const more =
    placeCount > 1
      ? [`  Also: ${elsewhere.join(', ')}${placeCount > 6 ? ` and ${formatCount(placeCount - 6)} more` : ''}`]
      : []
  return [
    `- ${word} ${inline(summary)}${law} — ${place(finding)}${confidence === 'high' ? '' : ` (confidence ${confidence})`}${marked(finding)}${others}${speaker(by)}`,
    ...codeBlock(evidence, { indent: '  ' }),
    ...results.map(({ asked }) => `  Worked out by ${code(asked)}`),
    ...(objection === undefined ? [] : [`  ${inline(objectionText(objection))}`]),
    ...more,
  ]
}

function marked(one: Finding | CrossFinding): string {
  const mark = standingMark(one)
  return mark === '' ? '' : ` (${mark})`
}

function speaker(by: string | undefined): string {
  return by === undefined ? '' : ` · ${inline(modelName(by))}`
}

function crossFile(cross: readonly CrossFinding[]): string[] {
  if (cross.length === 0)
    return ['## Cross-File Analysis', '', 'Nothing that files say about each other was found.', '']
  return ['## Cross-File Analysis', '', ...cross.flatMap(crossLines), '']
}

function crossLines(cross: CrossFinding): string[] {
  const { severity, nature, kind, summary, evidence, evidenceCount = evidence.length, by, objection } = cross
  return [
    `- ${nature === 'fact' ? 'fact' : `**${severity}**`} ${inline(summary)} \`${kind}\`${marked(cross)}${speaker(by)}`,
    ...evidence.slice(0, 6).map(end => `  - ${place(end)}: ${code(end.quote)}`),
    ...(evidenceCount > 6 ? [`  - and ${formatCount(evidenceCount - 6)} more places`] : []),
    ...(objection === undefined ? [] : [`  - ${inline(objectionText(objection))}`]),
  ]
}

function recommendations(texts: readonly string[]): string[] {
  if (texts.length === 0) return []
  return ['## Recommendations', '', ...texts.map((text, k) => `${k + 1}. ${inline(text)}`), '']
}

function suppressed(report: RunReport): string[] {
  const lines = suppressedLines(report)
  if (lines.length === 0) return []
  return ['## Suppressed', '', `${plural(lines.length, 'problem')}:`, '', ...lines.map(line => `- ${inline(line)}`), '']
}

function complete(report: RunReport): string[] {
  const lines = claimLines(completeOf(report), undefined)
  return lines.length === 0 ? [] : [`## ${COMPLETE_TITLE}`, '', ...lines, '']
}

function open(texts: readonly string[]): string[] {
  if (texts.length === 0) return []
  return [`## ${OPEN_TITLE}`, '', ...texts.map(text => `- ${inline(text)}`), '']
}

function figures({ perType }: RunReport): string[] {
  const shown = perType.filter(({ panels }) => panels.length > 0)
  if (shown.length === 0) return []
  return [
    '## Figures',
    '',
    ...shown.flatMap(({ title, panels }) => [`### ${inline(title)}`, '', ...panels.slice(0, 8).flatMap(panelMarkdown)]),
  ]
}

function coverage(report: RunReport, verification: boolean): string[] {
  return [
    '## Coverage',
    '',
    `- ${coverageSentence(report.coverage, report.skipped.length)}`,
    ...inputSentences(report.files).map(said => `- ${inline(said)}`),
    ...(report.partial === null ? [] : [`- ${inline(report.partial)}`]),
    ...skippedByReason(report.skipped).map(
      ({ reason, count, example }) => `- Left out: ${formatCount(count)} (${inline(reason)}), such as ${code(example)}`,
    ),
    ...failedByReason(report.failed).map(({ what, reason }) => `- Failed: ${inline(what)}: ${inline(reason)}`),
    ...(verification ? [`- ${verificationSentence(report.verification)}`] : []),
    ...(verification
      ? report.rejected.map(
          ({ summary, quote, path, line, reason }) =>
            `- Rejected: ${inline(summary)} — ${code(quote)}, ${place({ path, line })}: ${inline(reason)}`,
        )
      : []),
    ...(verification ? rejectedSentences(report) : []),
    `- ${inline(usageSentence(report))}`,
    ...report.warnings.map(warning => `- Warning: ${inline(warning)}`),
  ]
}

function rejectedSentences(report: RunReport): string[] {
  const count = rejectedSentence(report)
  return [
    ...(count === '' ? [] : [`- ${count}`]),
    ...rejectedClaims(report).map(({ text, reason }) => `- Not kept: ${inline(text)} — ${inline(reason)}`),
  ]
}
