// An analysis led from a command line: its progress on stderr, its report where it is wanted, its end as an exit status.
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import type { RunReport } from '@shoal/base/model/report'
import { printable } from '@shoal/base/text/printable'
import type { AnalyzeOptions } from '../run/analysis/analyze.ts'
import type { Analyzed } from '../run/analysis/lead.ts'
import { AnalysisProgressLine } from './analysis-progress.ts'
import type { CommandInput } from './command.ts'
import { sayDetected } from './detected-types.ts'
import type { Io } from './io.ts'
import { howToResume, sayRun } from './program.ts'
import { writeReport } from './report-document.ts'
import type { World } from './team/world.ts'

export interface Leading extends Pick<CommandInput, 'face' | 'settings'> {
  readonly world: World
  readonly ledger: Ledger
  /** What the user named: no output is written over it. */
  readonly inputs: readonly string[]
  /** Sees the report before it is written. */
  onReport?(report: RunReport): void
}

/** The run is kept whatever happens: what was read stays read, and what was paid for stays paid. */
export async function leadAnalysis(
  io: Io,
  { face, settings, world, ledger, inputs, onReport }: Leading,
  start: (options: AnalyzeOptions) => Promise<Analyzed>,
): Promise<ExitStatus> {
  const line = new AnalysisProgressLine(io, face)
  const { concurrency } = face
  let run: string | null = null
  const analyzed = await start({
    ledger,
    signal: io.signal,
    env: io.env,
    cwd: io.cwd,
    runDirectory: started => world.runDirectory(io, started),
    ...(concurrency === null ? {} : { concurrency }),
    onCreate: started => {
      run = started
      sayRun(started)
    },
    onProgress: line.onProgress,
    observer: { onWorker: line.onWorker },
  })
    .catch(error => {
      throw io.signal.aborted && run !== null ? interrupted(run) : error
    })
    .finally(() => line.end())
  const { report, stop } = analyzed
  if (report === null) throw stop ?? interrupted(analyzed.run)
  if (!face.quiet) await sayDetected(io, report.files)
  onReport?.(report)
  const status = await writeReport(io, { face, settings, ledger, report, inputs })
  if (stop) throw stop
  if (report.partial !== null && !face.quiet) io.stderr.write(`shoal: ${printable(report.partial)}\n`)
  return status
}

function interrupted(run: string): ShoalError {
  return new ShoalError('interrupted', 'interrupted', { detail: run, advice: howToResume(run) })
}
