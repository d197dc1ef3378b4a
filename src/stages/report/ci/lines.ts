// Problems one to a line, as compilers print them: `src/app.py:27:1: error: message [rule]`. Editors know how to read it.
import type { Severity } from '../../../model/finding.ts'
import type { RunReport } from '../../../model/report.ts'
import { printable } from '../../../text/printable.ts'
import { ciProblems } from './ci-problems.ts'

const WORDS: Readonly<Record<Severity, string>> = { high: 'error', medium: 'warning', low: 'info' }

/** Known problems are left out. */
export function reportLines(report: RunReport): string {
  return ciProblems(report)
    .filter(({ knownSince }) => knownSince === null)
    .map(({ path, line, character, severity, message, rule }) =>
      printable(`${path}:${line}:${character ?? 1}: ${WORDS[severity]}: ${message} [${rule}]`),
    )
    .map(line => `${line}\n`)
    .join('')
}
