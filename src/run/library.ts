// The typed API: what the commands do, for programs.
import { join } from 'node:path'
import { type Config, settingsFrom } from '../config/resolve.ts'
import { stateDir } from '../config/state-dir.ts'
import { ShoalError } from '../model/errors.ts'
import type { Ledger } from '../model/ledger.ts'
import type { Plan } from '../model/plan.ts'
import type { RunReport } from '../model/report.ts'
import { analyzePaths, resumeAnalysis } from './analysis/analyze.ts'
import type { AnalysisProgress } from './analysis/progress.ts'
import { type ChunkedFile, chunkFile } from './chunk.ts'
import { type Detected, detectPaths } from './detect.ts'
import { openLedger } from './ledger.ts'
import { planPaths } from './plan.ts'
import { type Profile, profileFile } from './profile.ts'

export interface Options extends Config {
  /** Ends the work at the next safe point with an AbortError. */
  readonly signal?: AbortSignal
}

export interface PartitionOptions extends Options {
  /** Five to ten chunks (`single`, the default) or as within a directory, by target size. */
  readonly mode?: 'single' | 'directory'
}

export interface PlanOptions extends Options {
  readonly query?: string
}

export interface AnalyzeOptions extends PlanOptions {
  /** The name of the run. One of that name that was stopped is gone on with. */
  readonly name?: string
  /** Where the run is kept; the ledger of the command line if left out. */
  readonly ledger?: Ledger
  readonly concurrency?: number
  onProgress?(progress: AnalysisProgress): void
}

/** The content type of every file below the paths, as they are found; what is left out comes with its reason. */
export function detect(paths: string | readonly string[], options: Options = {}): AsyncIterable<Detected> {
  const { signal, ...config } = options
  return detectPaths(listed(paths), settingsFrom(config), signal ?? never())
}

/** The chunks of one file. */
export function partition(path: string, options: PartitionOptions = {}): Promise<ChunkedFile> {
  const { signal, mode, ...config } = options
  return chunkFile(path, { ...settingsFrom(config), mode: mode ?? 'single' }, signal ?? never())
}

/** What an analysis of the paths would do and cost. */
export function plan(paths: string | readonly string[], options: PlanOptions = {}): Promise<Plan> {
  const { signal, query, ...config } = options
  return planPaths(listed(paths), query ?? null, settingsFrom(config), signal ?? never())
}

/**
 * Reads everything below the paths with the built-in analysts, and with models if the options name one, and reports.
 * A budget that is reached gives a partial report, which says so. Throws `interrupted` when it is aborted.
 */
export async function analyze(paths: string | readonly string[], options: AnalyzeOptions = {}): Promise<RunReport> {
  const { signal = never(), query, name, ledger, concurrency, onProgress, ...config } = options
  const settings = settingsFrom(config)
  const home = stateDir(process.env)
  const kept = ledger ?? (await openLedger(home))
  const how = {
    ledger: kept,
    signal,
    env: process.env,
    cwd: process.cwd(),
    ...(ledger ? {} : { runDirectory: (run: string) => join(home, 'runs', run) }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(onProgress ? { onProgress } : {}),
  }
  const isThere = async () => (await kept.teams()).some(team => team.name === name)
  try {
    const { run, report, stop } =
      name !== undefined && (await isThere())
        ? await resumeAnalysis(name, settings, how)
        : await analyzePaths(listed(paths), query ?? null, settings, { ...how, ...(name ? { name } : {}) })
    if (report) return report
    if (stop) throw stop
    throw new ShoalError('interrupted', `run ${run} was interrupted`, {
      detail: run,
      advice: 'analyse with its name again',
    })
  } finally {
    if (!ledger) await kept.close()
  }
}

/** The exact figures of one file, from its built-in analyst. */
export function profile(path: string, options: PlanOptions = {}): Promise<Profile> {
  const { signal, query, ...config } = options
  return profileFile(path, { query: query ?? null, settings: settingsFrom(config), signal: signal ?? never() })
}

function listed(paths: string | readonly string[]): readonly string[] {
  return typeof paths === 'string' ? [paths] : paths
}

function never(): AbortSignal {
  return new AbortController().signal
}
