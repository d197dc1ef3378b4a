// How far an analysis is.
import type { CallTotals } from '@shoal/base/model/call-log'
import type { AnalysisDefinition } from './definition.ts'

/** All numbers only grow. */
export interface AnalysisProgress {
  readonly bytesRead: number
  readonly bytes: number
  readonly tasksDone: number
  readonly tasks: number
  readonly files: number
  readonly findings: number
  /** What models were asked so far; null when none is. */
  readonly calls: Pick<CallTotals, 'calls' | 'microUsd'> | null
}

export class ProgressCount {
  private bytesRead = 0
  private findings = 0
  private tasksDone: number
  private readonly bytes: number

  constructor(
    private readonly definition: AnalysisDefinition,
    counts: { readonly completed: number; readonly skipped: number },
    private readonly callsOf: () => AnalysisProgress['calls'],
    private readonly tell: ((progress: AnalysisProgress) => void) | undefined,
  ) {
    this.tasksDone = counts.completed + counts.skipped
    this.bytes = definition.plan.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  }

  read(bytes: number): void {
    this.bytesRead = Math.min(this.bytes, this.bytesRead + bytes)
    this.say()
  }

  found(count: number): void {
    this.findings += count
    this.say()
  }

  done(): void {
    this.tasksDone++
    this.say()
  }

  private say(): void {
    if (!this.tell) return
    const { plan } = this.definition
    const { bytesRead, bytes, tasksDone, findings } = this
    this.tell({
      bytesRead,
      bytes,
      tasksDone,
      tasks: plan.tasks.length,
      files: plan.files.length,
      findings,
      calls: this.callsOf(),
    })
  }
}
