// Problems as annotations of a GitHub workflow: commands that the runner reads from the log, escaped as it asks for.
import type { Severity } from '@shoal/base/model/finding'
import type { RunReport } from '@shoal/base/model/report'
import { formatCount, plural } from '@shoal/base/text/printable'
import { standingNotes } from '../standing-words.ts'
import { type CiProblem, ciProblems } from './ci-problems.ts'

const KINDS: Readonly<Record<Severity, 'error' | 'warning' | 'notice'>> = {
  high: 'error',
  medium: 'warning',
  low: 'notice',
}
/** GitHub shows so many of each kind for a step, and drops the others. */
const MOST_OF_A_KIND = 10

/** Known problems are not annotated. */
export function reportGithub(report: RunReport): string {
  const problems = ciProblems(report).filter(({ knownSince }) => knownSince === null)
  const counts = { error: 0, warning: 0, notice: 0 }
  const lines = problems.flatMap(problem => {
    const kind = KINDS[problem.severity]
    return ++counts[kind] > MOST_OF_A_KIND ? [] : [annotation(kind, problem)]
  })
  const dropped = Object.entries(counts)
    .filter(([, count]) => count > MOST_OF_A_KIND)
    .map(([kind, count]) => `${formatCount(count - MOST_OF_A_KIND)} of ${plural(count, kind)}`)
  const notes = [
    ...(dropped.length > 0
      ? [`not annotated: ${dropped.join(', ')}; GitHub shows ${MOST_OF_A_KIND} of each kind for a step`]
      : []),
    ...standingNotes(report),
    ...(report.partial === null ? [] : [report.partial]),
    ...report.failed.map(({ what, reason }) => `failed: ${what}: ${reason}`),
  ]
  // A line that begins with our name is no command, whatever it repeats.
  return [...lines, ...notes.map(note => `shoal: ${data(note)}`), `shoal: ${plural(problems.length, 'problem')}`]
    .map(line => `${line}\n`)
    .join('')
}

function annotation(kind: string, { rule, message, path, line, endLine, character }: CiProblem): string {
  const properties = [
    `file=${property(path)}`,
    `line=${line}`,
    ...(endLine > line ? [`endLine=${endLine}`] : []),
    ...(character === null ? [] : [`col=${character}`]),
    `title=${property(rule)}`,
  ]
  return `::${kind} ${properties.join(',')}::${data(message)}`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
