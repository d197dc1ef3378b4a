// The typed API of analyses: start one, go on with one, read what was reported, list the runs.
import { join } from 'node:path'
import type { AskReport, AskStep } from '@shoal/base/model/asking'
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import type { RunReport } from '@shoal/base/model/report'
import { cacheDir } from '../config/cache-dir.ts'
import { type Config, type Settings, settingsFrom } from '../config/resolve.ts'
import { stateDir } from '../config/state-dir.ts'
import type { AnalyzeOptions as How } from './analysis/analyze.ts'
import type { Analyzed } from './analysis/lead.ts'
import type { AnalysisProgress } from './analysis/progress.ts'
import type { RunAnswer } from './ask-run.ts'
import { type AnalysisEvent, AnalysisTeller } from './library-events.ts'
import { type Ongoing, ongoing } from './library-ongoing.ts'
import { abortable, type Cancellable } from './library-signal.ts'
import type { ListedRun } from './runs.ts'

export interface KeptOptions extends Cancellable {
  /** Where runs are kept; the ledger of the command line if left out. */
  readonly ledger?: Ledger
}

export interface AskOptions extends Config, KeptOptions {}

export interface ResumeOptions extends Config, KeptOptions {
  /** At most so many tasks, and calls of models, at a time. */
  readonly concurrency?: number
  onProgress?(progress: AnalysisProgress): void
}

export interface AnalyzeOptions extends ResumeOptions {
  readonly query?: string
  /**
   * The name of the run. One of that name that was stopped is resumed, and of one that is completed the report is given
   * again; throws `team-exists` when it has other paths or another question, or when its files have changed since.
   */
  readonly name?: string
}

/** An analysis at work: await it for its report, iterate it for what happens. Only `signal` ends it early. */
export type Analysis = Ongoing<RunReport, AnalysisEvent>

/**
 * Reads everything below the paths with the built-in analysts, and with models if the options name one, and reports.
 * A budget that is reached gives a partial report, which says so. Throws `interrupted` when it is aborted; what was read
 * until then is kept, and `resume` goes on.
 */
export function analyze(paths: string | readonly string[], options: AnalyzeOptions = {}): Analysis {
  const { query, name, ...rest } = options
  return lead(rest, async (settings, how) => {
    const { analyzePaths, resumeAnalysis } = await import('./analysis/analyze.ts')
    const listed = typeof paths === 'string' ? [paths] : paths
    if (name !== undefined && (await isThere(name, how.ledger))) {
      const { checkSameAnalysis } = await import('./match-existing-run.ts')
      await checkSameAnalysis(name, { paths: listed, query: query ?? null, settings }, how)
      return await resumeAnalysis(name, settings, how)
    }
    return await analyzePaths(listed, query ?? null, settings, { ...how, ...(name === undefined ? {} : { name }) })
  })
}

/** Goes on with an analysis from where it stopped: what is read stays read, what failed is tried again. */
export function resume(run: string, options: ResumeOptions = {}): Analysis {
  return lead(options, async (settings, how) => {
    const { resumeAnalysis } = await import('./analysis/analyze.ts')
    return await resumeAnalysis(run, settings, how)
  })
}

/** The report of an analysis again; nothing is read anew. Throws `wrong-state` while there is none. */
export async function report(run: string, { ledger, signal }: KeptOptions = {}): Promise<RunReport> {
  return await abortable(signal, () =>
    withLedger(ledger, async (kept, directory) => {
      const { readReport } = await import('./analysis/report.ts')
      return await readReport({ ledger: kept, run, directory: directory?.(run) ?? null })
    }),
  )
}

/**
 * Another question to a run that is stored, answered from what was read of its files before. Files that have changed since are left out
 * and named in `changed`; throws `file-changed` when none is left.
 */
export async function ask(run: string, question: string, options: AskOptions = {}): Promise<RunAnswer> {
  const { ledger, signal: given, ...config } = options
  return await abortable(given, signal =>
    withLedger(ledger, async kept => {
      const { askRun } = await import('./ask-run.ts')
      const cache = cacheDir(process.env)
      return await askRun({ run, question, ledger: kept, settings: settingsFrom(config), signal, cache })
    }),
  )
}

export interface AskFilesOptions extends Config, KeptOptions {
  /** The name of the run, which then must be free. */
  readonly name?: string
  /** What a tool was asked, and what came of it, as it happens. */
  onStep?(step: AskStep): void
}

/**
 * A question that the model of the options answers by reaching for the files step by step; every sentence cites what it rests on. Throws
 * `interrupted` when it is aborted, and what stopped it early: the run is kept, and `shoal resume` goes on.
 */
export async function askFiles(
  paths: string | readonly string[],
  question: string,
  options: AskFilesOptions = {},
): Promise<AskReport> {
  const { ledger, signal: given, name, onStep, ...config } = options
  return await abortable(given, signal =>
    withLedger(ledger, async (kept, runDirectory) => {
      const { askPaths } = await import('./ask/ask.ts')
      let started: string | null = null
      const asked = await askPaths(typeof paths === 'string' ? [paths] : paths, question, settingsFrom(config), {
        ledger: kept,
        signal,
        env: process.env,
        cwd: process.cwd(),
        ...(runDirectory ? { runDirectory } : {}),
        ...(name === undefined ? {} : { name }),
        onCreate: run => {
          started = run
        },
        ...(onStep && { onStep }),
      }).catch(error => {
        throw signal.aborted && started !== null ? interrupted(started) : error
      })
      if (asked.stop) throw asked.stop
      return asked.report
    }),
  )
}

/** The runs, the newest first. */
export async function runs({ ledger, signal }: KeptOptions = {}): Promise<readonly ListedRun[]> {
  return await abortable(signal, async () => {
    // Looking leaves no trace.
    const [{ hasLedger }, { listRuns }] = await Promise.all([import('./ledger.ts'), import('./runs.ts')])
    if (!ledger && !hasLedger(stateDir(process.env), process.env)) return []
    return await withLedger(ledger, kept => listRuns(kept, Date.now()))
  })
}

async function isThere(name: string, ledger: Ledger): Promise<boolean> {
  const { unlessGone } = await import('./overviews.ts')
  return (await unlessGone(ledger.team(name), null)) !== null
}

function lead(
  { signal: given, ledger, concurrency, onProgress, ...config }: ResumeOptions,
  start: (settings: Settings, how: How) => Promise<Analyzed>,
): Analysis {
  return ongoing<RunReport, AnalysisEvent>(teller =>
    abortable(given, signal =>
      withLedger(ledger, async (kept, runDirectory) => {
        const events = new AnalysisTeller(teller)
        const how: How = {
          ledger: kept,
          signal,
          env: process.env,
          cwd: process.cwd(),
          ...(runDirectory ? { runDirectory } : {}),
          ...(concurrency === undefined ? {} : { concurrency }),
          onCreate: run => events.create(run),
          onStart: (run, plan) => events.start(run, plan),
          onFindings: (task, findings) => events.findings(task, findings),
          onProgress: progress => {
            events.progress(progress)
            onProgress?.(progress)
          },
          observer: { onEvent: event => events.event(event) },
        }
        const analyzed = await start(settingsFrom(config), how).catch(error => {
          throw signal.aborted && events.run !== null ? interrupted(events.run) : error
        })
        if (!analyzed.report) throw analyzed.stop ?? interrupted(analyzed.run)
        events.end(analyzed.report)
        return analyzed.report
      }),
    ),
  )
}

function interrupted(run: string): ShoalError {
  return new ShoalError('interrupted', `run ${run} was interrupted`, {
    detail: run,
    advice: `go on with \`resume('${run}')\``,
  })
}

/** With the ledger given, or the command line's, which has a directory for each run; it is closed again. */
async function withLedger<T>(
  given: Ledger | undefined,
  body: (ledger: Ledger, runDirectory?: (run: string) => string) => Promise<T>,
): Promise<T> {
  if (given) return await body(given)
  const home = stateDir(process.env)
  const { openLedger } = await import('./ledger.ts')
  const ledger = await openLedger(home, process.env)
  try {
    return await body(ledger, run => join(home, 'runs', run))
  } finally {
    await ledger.close()
  }
}
