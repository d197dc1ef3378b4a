// Writes the report of an analysis in the forms asked for, and says with the exit status what was found.

import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { type Finding, severities } from '@shoal/base/model/finding'
import type { Ledger } from '@shoal/base/model/ledger'
import { isFailure } from '@shoal/base/model/plan'
import type { RunReport } from '@shoal/base/model/report'
import { plural, printable } from '@shoal/base/text/printable'
import { type FaceOptions, options } from '../config/options.ts'
import type { Settings } from '../config/resolve.ts'
import { rendered, renderReport } from '../run/render-report.ts'
import { checkPageBuilt } from '../run/report-page/bundle.ts'
import { standingNotes } from '../stages/report/standing-words.ts'
import { checkOutput, type Destination, type Write, writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'
import { formatByEnding } from './output-format.ts'
import { checkStanding, withStanding } from './standing.ts'
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
  checkStanding(io, face, inputs)
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
  const { face, inputs } = reported
  const report = await withStanding(io, face, reported.report, inputs)
  let isWhole = true
  for (const one of documentsOf(face)) {
    try {
      await writeOne(io, { ...reported, report }, one)
    } catch (error) {
      if (!(error instanceof ShoalError) || error.code !== 'gave-up') throw error
      // The other forms go on; the report itself is in the ledger.
      const where = one.file === '-' ? '' : `${printable(one.file)} was not written: `
      io.stderr.write(`shoal: ${where}${error.message}\n`)
      isWhole = false
    }
  }
  return isWhole ? statusOf(report, face) : 6
}

async function writeOne(
  io: Io,
  reported: ReportedRun,
  { file, format }: ReturnType<typeof documentsOf>[number],
): Promise<void> {
  const { face, report, inputs, settings } = reported
  const { giveUpAfter } = settings
  const to: Destination = { output: [file], inputs, force: face.force }
  await writeDocument(io, to, async write => {
    if (format === 'json') {
      const { reportJson } = await import('../stages/report/json.ts')
      const document = rendered(report, format, giveUpAfter, () => reportJson(report))
      await writeJsonObject(write, document)
    } else if (format === 'html') await writePage(write, io, reported)
    else {
      const color = styleFor(io, { ...face, output: file === '-' ? [] : [file] }).enabled
      await write(await renderReport(report, format, { ...lookOf(face), width: io.columns, color, giveUpAfter }))
    }
  })
  if (file !== '-') sayWritten(io, face, file, report)
  if (format === 'sarif') await sayWhatReadersDrop(io, face, report)
}

function lookOf({ top, full, verification, failOn }: FaceOptions) {
  return { top, full, verification, failOn }
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

/** Of the files that it quotes, the lines around each quote are read again. */
async function writePage(write: Write, io: Io, { settings, ledger, report }: ReportedRun): Promise<void> {
  const [{ runReportPage }, { pageFile }] = await Promise.all([
    import('../run/report-page/report-page.ts'),
    import('../run/report-page/page-file.ts'),
  ])
  const told = { ...report, warnings: [...standingNotes(report), ...report.warnings] }
  const page = await runReportPage({ ledger, run: report.run, report: told, settings, signal: io.signal })
  for (const piece of pageFile(page, settings.giveUpAfter * 1000)) await write(piece)
}

/** Incomplete when something could not be read, for then it cannot say that there is no problem. Known ones do not count. */
function statusOf({ findings, crossFile, failed, skipped }: RunReport, { failOn }: FaceOptions): ExitStatus {
  if (failed.length > 0 || skipped.some(({ cause }) => isFailure(cause))) return 6
  if (failOn === null) return 0
  const grave = severities.slice(0, severities.indexOf(failOn) + 1)
  const isGrave = ({ severity, nature, standing }: Pick<Finding, 'severity' | 'nature' | 'standing'>) =>
    nature === 'problem' && grave.includes(severity) && standing?.state !== 'unchanged'
  return findings.some(isGrave) || crossFile.some(isGrave) ? 1 : 0
}
