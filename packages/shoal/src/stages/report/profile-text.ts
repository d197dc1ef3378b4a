// The figures of one file for a terminal.

import type { Finding } from '@shoal/base/model/finding'
import type { FileWide } from '@shoal/base/model/report'
import { bySeverity, problemsOf } from '@shoal/base/report/words'
import { formatBytes, plural, printable } from '@shoal/base/text/printable'
import { drawPanel } from './panel-text.ts'
import { Screen } from './screen.ts'

export interface ProfileSheet extends FileWide {
  readonly path: string
  readonly contentType: string
  readonly language: string | null
  readonly sizeBytes: number
  readonly lineCount: number
  readonly findings: readonly Finding[]
}

export function profileText(
  profile: ProfileSheet,
  { width, color }: { readonly width: number; readonly color: boolean },
): string {
  const screen = new Screen(color, width)
  const { path, contentType, language, sizeBytes, lineCount, summary, panels, findings, notes, answers } = profile
  const what = [contentType, language, plural(lineCount, 'line'), formatBytes(sizeBytes)].filter(part => part !== null)
  screen.line(`${screen.paint('bold', printable(path))}  ${screen.paint('dim', what.join(', '))}`)
  screen.paragraph(summary)
  for (const { text, relevance } of answers.slice(0, 3)) if (relevance >= 0.5) screen.paragraph(text)
  for (const panel of panels) {
    screen.line()
    drawPanel(screen, panel, { most: 40 })
  }
  const problems = problemsOf(findings)
  if (problems.length > 0) screen.heading('Problems', bySeverity(problems))
  const listed = problems.slice(0, 40)
  const column = listed.reduce((most, { line }) => Math.max(most, `:${line}`.length + 1), 7)
  for (const { severity, summary: said, line } of listed)
    screen.paragraph(said, {
      indent: 11 + column,
      first: `  ${severity.padEnd(7)} ${screen.paint('cyan', `:${line}`.padEnd(column))}`,
    })
  for (const note of notes) screen.paragraph(`note: ${note}`)
  return screen.text()
}
