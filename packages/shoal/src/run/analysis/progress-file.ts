// How far an analysis is, in a file of its run's directory: for whoever watches it from another process.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '@shoal/base/model/option-values'
import type { AnalysisProgress } from './progress.ts'

export interface StoredProgress extends AnalysisProgress {
  /** Milliseconds since 1970: when this was so, and when the analysis was last started. */
  readonly at: number
  readonly startedAt: number
  /** Tasks that were done when it was last started. */
  readonly tasksBefore: number
}

const PACE_MS = 500

/** Writes the newest, at most twice a second. Nobody depends on it: a disk that does not take it is no reason to fail. */
export class ProgressFile {
  private latest: AnalysisProgress | null = null
  private timer: NodeJS.Timeout | null = null
  private wroteAt = Number.NEGATIVE_INFINITY
  private readonly startedAt: number

  constructor(
    private readonly directory: string | null,
    private readonly tasksBefore: number,
    private readonly now: () => number = Date.now,
    private readonly keep: () => Promise<void> = async () => {},
  ) {
    this.startedAt = now()
    try {
      if (directory !== null) mkdirSync(directory, { recursive: true, mode: 0o700 })
    } catch {}
  }

  readonly tell = (progress: AnalysisProgress): void => {
    if (this.directory === null) return
    this.latest = progress
    if (this.timer !== null) return
    const wait = Math.max(0, this.wroteAt + PACE_MS - performance.now())
    this.timer = setTimeout(() => this.write(), wait).unref()
  }

  /** Writes what was told last. */
  close(): void {
    if (this.timer !== null) this.write()
  }

  private write(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.wroteAt = performance.now()
    const { directory, startedAt, tasksBefore, latest } = this
    if (directory === null || latest === null) return
    const stored: StoredProgress = { at: this.now(), startedAt, tasksBefore, ...latest }
    const draft = `${progressFile(directory)}.new`
    try {
      // Not made again: a run that is deleted takes its directory along.
      writeFileSync(draft, JSON.stringify(stored), { mode: 0o600 })
      renameSync(draft, progressFile(directory))
      this.keep().catch(() => {})
    } catch {}
  }
}

/** Null when there is none, or it cannot be read. */
export function readProgress(directory: string): StoredProgress | null {
  try {
    const read: unknown = JSON.parse(readFileSync(progressFile(directory), 'utf8'))
    return isRecord(read) && numbers.every(field => Number.isFinite(read[field])) ? (read as never) : null
  } catch {
    return null
  }
}

const numbers = [
  'at',
  'startedAt',
  'tasksBefore',
  'bytesRead',
  'bytes',
  'tasksDone',
  'tasks',
] satisfies (keyof StoredProgress)[]

function progressFile(directory: string): string {
  return join(directory, 'progress.json')
}
