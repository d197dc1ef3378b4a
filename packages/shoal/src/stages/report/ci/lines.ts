// Problems one to a line, as compilers print them: `src/app.py:27:1: error: message [rule]`. Editors know how to read it.
import type { Severity } from '@shoal/base/model/finding'
import type { RunReport } from '@shoal/base/model/report'
import { printable } from '@shoal/base/text/printable'
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
