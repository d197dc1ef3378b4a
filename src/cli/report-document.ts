// Writes the report of an analysis in the forms asked for, and says with the exit status what was found.

import { type FaceOptions, options } from '../config/options.ts'
import { ownVersion } from '../config/own-version.ts'
import type { Settings } from '../config/resolve.ts'
import type { ExitStatus } from '../model/errors.ts'
import { severities } from '../model/finding.ts'
import type { Ledger } from '../model/ledger.ts'
import type { RunReport } from '../model/report.ts'
import { checkPageBuilt } from '../run/report-page/bundle.ts'
import { plural, printable } from '../text/printable.ts'
import { checkOutput, type Destination, type Write, writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'
import { formatByEnding } from './output-format.ts'
import { styleFor } from './style.ts'

/** One document for each `--output`, or one on stdout. The flag decides alone for one; of several, each by its ending. */
export function documentsOf({ output, format }: Pick<FaceOptions, 'output' | 'format'>) {
  if (output.length === 0) return [{ file: '-', format: format ?? 'text' }]
  const given = output.length === 1 ? format : null
  return output.map(file => ({
    file,
    format: given ?? formatByEnding(file, options.format.choices) ?? format ?? 'text',
  }))
}

/** Complains of a place that cannot be written, or a page that was not built, before the work is done, not after. */
export function checkOutputs(io: Io, face: FaceOptions, inputs: readonly string[]): void {
  for (const { file, format } of documentsOf(face)) {
    if (format === 'html') checkPageBuilt()
    if (file !== '-') checkOutput(io, file, { inputs, force: face.force })
  }
}

export interface ReportedRun {
  readonly face: FaceOptions
  /** The content types are those of these settings. */
  readonly settings: Settings
  readonly ledger: Ledger
  readonly report: RunReport
  /** No output is written over them. */
  readonly inputs: readonly string[]
}

export async function writeReport(io: Io, reported: ReportedRun): Promise<ExitStatus> {
  const { face, report, inputs } = reported
  for (const { file, format } of documentsOf(face)) {
    const to: Destination = { output: [file], inputs, force: face.force }
    await writeDocument(io, to, async write => {
      if (format === 'json') await writeJsonObject(write, (await import('../stages/report/json.ts')).reportJson(report))
      else if (format === 'sarif') await write(await sarif(report))
      else if (format === 'html') await writePage(write, io, reported)
      else if (format === 'md') await write((await import('../stages/report/markdown.ts')).reportMarkdown(report, face))
      else await write(await text(io, { ...face, output: file === '-' ? [] : [file] }, report))
    })
    if (file !== '-') sayWritten(io, face, file, report)
    if (format === 'sarif') await sayWhatReadersDrop(io, face, report)
  }
  return statusOf(report, face)
}

/** To somebody who watches: a command that ends in silence leaves them wondering. */
function sayWritten(io: Io, { quiet }: FaceOptions, file: string, { findings, crossFile }: RunReport): void {
  if ((io.stderr as NodeJS.WriteStream).isTTY !== true || quiet) return
  io.stderr.write(`wrote ${printable(file)}: ${plural(findings.length + crossFile.length, 'finding')}\n`)
}

async function sayWhatReadersDrop(io: Io, { quiet }: FaceOptions, report: RunReport): Promise<void> {
  if (quiet) return
  const { sarifWarnings } = await import('../stages/report/sarif.ts')
  for (const warning of sarifWarnings(report)) io.stderr.write(`warning: ${warning}\n`)
}

async function text(io: Io, face: FaceOptions, report: RunReport): Promise<string> {
  const { reportText } = await import('../stages/report/text.ts')
  const { top, full, verification } = face
  return reportText(report, { width: io.columns, color: styleFor(io, face).enabled, top, full, verification })
}

/** Of the files that it quotes, the lines around each quote are read again. */
async function writePage(write: Write, io: Io, { settings, ledger, report }: ReportedRun): Promise<void> {
  const [{ runReportPage }, { pageFile }] = await Promise.all([
    import('../run/report-page/report-page.ts'),
    import('../run/report-page/page-file.ts'),
  ])
  const page = await runReportPage({ ledger, run: report.run, report, settings, signal: io.signal })
  for (const piece of pageFile(page)) await write(piece)
}

async function sarif(report: RunReport): Promise<string> {
  const { reportSarif } = await import('../stages/report/sarif.ts')
  return `${JSON.stringify(reportSarif(report, ownVersion()), null, 2)}\n`
}

/** Incomplete when something could not be read, for then it cannot say that there is no problem. */
function statusOf({ findings, crossFile, failed, skipped }: RunReport, { failOn }: FaceOptions): ExitStatus {
  if (failed.length > 0 || skipped.some(({ cause }) => cause === 'given-up' || cause === 'damaged')) return 6
  if (failOn === null) return 0
  const grave = severities.slice(0, severities.indexOf(failOn) + 1)
  const isGrave = ({ severity, nature }: { readonly severity: (typeof severities)[number]; readonly nature: string }) =>
    nature === 'problem' && grave.includes(severity)
  return findings.some(isGrave) || crossFile.some(isGrave) ? 1 : 0
}
