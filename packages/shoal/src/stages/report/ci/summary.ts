// A page of Markdown for the summary of a workflow: how it stands, a chart as text, and what is new. Short, whatever was found.
import type { Panel } from '@shoal/base/model/finding'
import { severities } from '@shoal/base/model/finding'
import type { RunReport } from '@shoal/base/model/report'
import { coverageSentence } from '@shoal/base/report/words'
import { formatCount, plural } from '@shoal/base/text/printable'
import { code, codeBlock } from '../markdown-code.ts'
import { inline } from '../panel-markdown.ts'
import { drawPanel } from '../panel-text.ts'
import { Screen } from '../screen.ts'
import { standingNotes } from '../standing-words.ts'
import { type CiProblem, ciProblems } from './ci-problems.ts'

const MOST_LISTED = 25
const WIDTH = 72

export function reportSummary(report: RunReport): string {
  const all = ciProblems(report)
  const fresh = all.filter(({ knownSince }) => knownSince === null)
  const word = report.compared ? 'new problem' : 'problem'
  return `${[
    `## shoal: ${fresh.length === 0 ? `no ${word}s` : plural(fresh.length, word)}`,
    '',
    ...(report.partial === null ? [] : [`> **${inline(report.partial)}**`, '']),
    ...standingNotes(report).flatMap(note => [inline(note), '']),
    ...answerLines(report),
    ...chartLines(report, all),
    ...tableOf(fresh),
    ...suppressedLine(report),
    inline(coverageSentence(report.coverage, report.skipped.length)),
    ...report.failed.slice(0, 10).map(({ what, reason }) => `- failed: ${inline(what)}: ${inline(reason)}`),
  ]
    .join('\n')
    .trim()}\n`
}

function answerLines({ query, answer }: RunReport): string[] {
  if (query === null || answer === null) return []
  const [first = ''] = answer.split('\n')
  return [`**${inline(query.slice(0, 200))}** ${inline(first.slice(0, 500))}`, '']
}

/** Problems by severity, then the first chart of the answer. */
function chartLines({ answerPanels, perType, compared }: RunReport, all: readonly CiProblem[]): string[] {
  const isNew = ({ knownSince }: CiProblem) => knownSince === null
  const bars: Panel = {
    kind: 'bars',
    title: compared ? 'Problems by severity, new and known' : 'Problems by severity',
    rows: severities.flatMap(severity => {
      const own = all.filter(one => one.severity === severity)
      const row = (label: string, value: number) => (value === 0 ? [] : [{ label, value }])
      return compared
        ? [
            ...row(`${severity}, new`, own.filter(isNew).length),
            ...row(`${severity}, known`, own.filter(one => !isNew(one)).length),
          ]
        : row(severity, own.length)
    }),
  }
  const drawn = [
    ...(bars.rows.length > 0 ? [bars] : []),
    ...[...answerPanels, ...perType.flatMap(({ panels }) => panels)].filter(({ kind }) => kind !== 'facts').slice(0, 1),
  ]
  if (drawn.length === 0) return []
  const screen = new Screen(false, WIDTH)
  for (const [k, panel] of drawn.entries()) {
    if (k > 0) screen.line()
    drawPanel(screen, panel, { indent: 0, most: 8 })
  }
  return [...codeBlock(screen.text().trimEnd(), { language: 'text' }), '']
}

function tableOf(fresh: readonly CiProblem[]): string[] {
  if (fresh.length === 0) return []
  const cell = (text: string) => inline(text).replaceAll('|', '\\|')
  const rows = fresh
    .slice(0, MOST_LISTED)
    .map(
      ({ severity, message, path, line, rule }) =>
        `| ${severity} | ${cell(message.slice(0, 300))} | ${code(`${path}:${line}`).replaceAll('|', '\\|')} | ${cell(rule)} |`,
    )
  const more = fresh.length - MOST_LISTED
  return [
    '| severity | problem | place | rule |',
    '|---|---|---|---|',
    ...rows,
    '',
    ...(more > 0 ? [`${formatCount(more)} more are in the report.`, ''] : []),
  ]
}

function suppressedLine({ suppressed = [] }: RunReport): string[] {
  return suppressed.length === 0
    ? []
    : [`${plural(suppressed.length, 'problem')} suppressed, each with its reason.`, '']
}
