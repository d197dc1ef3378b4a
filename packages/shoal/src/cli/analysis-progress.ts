// How an analysis gets on: one line on stderr that keeps itself current on a terminal; off a terminal nothing.

import type { LiveWorker } from '@shoal/base/model/live'
import { formatBytes, formatCount, plural } from '@shoal/base/text/printable'
import { lasted } from '@shoal/base/text/times'
import type { FaceOptions } from '../config/options.ts'
import type { AnalysisProgress } from '../run/analysis/progress.ts'
import { type Io, progressWidth } from './io.ts'
import { workerWords } from './run-progress.ts'

const REDRAW_MS = 100
/** Too early, a rate is a guess. */
const SURE_AFTER_MS = 1000

export class AnalysisProgressLine {
  private readonly isLive: boolean
  private readonly began = performance.now()
  private latest: AnalysisProgress | null = null
  private lastWords = ''
  private readonly timer: NodeJS.Timeout | null
  private isDrawn = false

  constructor(
    private readonly io: Io,
    { quiet }: Pick<FaceOptions, 'quiet'>,
  ) {
    this.isLive = (io.stderr as NodeJS.WriteStream).isTTY === true && io.env.TERM !== 'dumb' && !quiet
    this.timer = this.isLive ? setInterval(() => this.draw(), REDRAW_MS).unref() : null
  }

  readonly onProgress = (progress: AnalysisProgress): void => {
    this.latest = progress
  }

  readonly onWorker = (worker: LiveWorker): void => {
    this.lastWords = ` · ${workerWords(worker)}`
  }

  /** Takes the line away. */
  end(): void {
    if (this.timer) clearInterval(this.timer)
    if (this.isDrawn) this.io.stderr.write('\r\u001b[2K')
    this.isDrawn = false
  }

  /** Before a task is done; who has a worker at work has looked at the files. */
  private beginning(): string {
    return this.lastWords === '' ? 'looking at the files …' : 'reading …'
  }

  private draw(): void {
    const { latest } = this
    const words = latest === null ? this.beginning() : progressLine(latest, performance.now() - this.began)
    const line = words + this.lastWords
    this.io.stderr.write(`\r\u001b[2K${line.slice(0, progressWidth(this.io))}`)
    this.isDrawn = true
  }
}

/** `412 MB of 1.0 GB read, 58 MB/s, 10 s left · 12 of 44 tasks, 7 files · 31 findings`. */
export function progressLine(progress: AnalysisProgress, elapsedMs: number): string {
  const { bytesRead, bytes, tasksDone, tasks, files, findings, calls } = progress
  const parts = [`${formatBytes(bytesRead)} of ${formatBytes(bytes)} read`]
  // With models it is calls that take the time.
  if (elapsedMs > SURE_AFTER_MS && bytesRead > 0 && calls === null) {
    const perMs = bytesRead / elapsedMs
    parts.push(`${formatBytes(perMs * 1000)}/s`)
    if (bytesRead < bytes) parts.push(`${lasted((bytes - bytesRead) / perMs)} left`)
  }
  const asked = calls ? ` · ${plural(calls.calls, 'model call')}${costOf(calls)}` : ''
  return `${parts.join(', ')} · ${formatCount(tasksDone)} of ${plural(tasks, 'task')}, ${plural(files, 'file')} · ${plural(findings, 'finding')}${asked}`
}

function costOf({ calls, microUsd }: NonNullable<AnalysisProgress['calls']>): string {
  return microUsd === null || calls === 0 ? '' : `, $${(microUsd / 1e6).toFixed(4)}`
}
