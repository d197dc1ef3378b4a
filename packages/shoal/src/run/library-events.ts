// What an analysis tells while it is at work.
import type { LedgerEvent } from '@shoal/base/model/event'
import { type Finding, severities } from '@shoal/base/model/finding'
import type { Plan, PlannedTask } from '@shoal/base/model/plan'
import type { RunReport } from '@shoal/base/model/report'
import type { AnalysisProgress } from './analysis/progress.ts'
import type { Teller } from './library-ongoing.ts'

/** The first is `run-started`, the last `run-ended`; a failure ends the events with an error instead. */
export type AnalysisEvent =
  /** Everything is found, known and cut; nothing is read yet. `plan` is the whole one, also of a run that is resumed. */
  | { readonly kind: 'run-started'; readonly run: string; readonly plan: Plan }
  | { readonly kind: 'task-claimed'; readonly task: PlannedTask; readonly member: string | null }
  | {
      readonly kind: 'task-completed'
      readonly task: PlannedTask
      readonly member: string | null
      /** One line: `4 findings (2 high, 1 medium, 1 low)`. */
      readonly summary: string | null
      /** The gravest of what a reader found, at most ten, as yet by themselves: synthesis unites those that are one thing. */
      readonly findings: readonly Finding[]
    }
  /** It is done without, or tried again: what becomes of it is told by another event. */
  | {
      readonly kind: 'task-failed' | 'task-skipped' | 'task-released' | 'task-lost' | 'task-retried'
      readonly task: PlannedTask
      readonly member: string | null
      readonly reason: string | null
    }
  /** Only the newest is kept: a slow reader hears fewer of them. */
  | { readonly kind: 'progress'; readonly progress: AnalysisProgress }
  | { readonly kind: 'run-ended'; readonly report: RunReport }

const FINDINGS_TOLD = 10

/** Turns what a run says of itself into events. */
export class AnalysisTeller {
  /** The run's name, once it has one. */
  run: string | null = null
  private tasks: ReadonlyMap<string, PlannedTask> = new Map()
  /** Of tasks that are not completed yet. */
  private readonly found = new Map<string, readonly Finding[]>()

  constructor(private readonly teller: Teller<AnalysisEvent>) {}

  create(run: string): void {
    this.run = run
  }

  start(run: string, plan: Plan): void {
    this.run = run
    this.tasks = new Map(plan.tasks.map(task => [task.id, task]))
    this.teller.tell({ kind: 'run-started', run, plan })
  }

  progress(progress: AnalysisProgress): void {
    this.teller.tellLatest({ kind: 'progress', progress })
  }

  findings(task: string, findings: readonly Finding[]): void {
    this.found.set(task, gravest(findings))
  }

  event({ kind, task: id, member, detail }: LedgerEvent): void {
    const task = id === null ? undefined : this.tasks.get(id)
    if (!task) return
    switch (kind) {
      case 'task-claimed':
        this.teller.tell({ kind, task, member })
        break
      case 'task-completed':
        this.teller.tell({ kind, task, member, summary: detail, findings: this.found.get(task.id) ?? [] })
        this.found.delete(task.id)
        break
      case 'task-failed':
      case 'task-skipped':
      case 'task-released':
      case 'task-lost':
      case 'task-retried':
        this.teller.tell({ kind, task, member, reason: detail })
    }
  }

  end(report: RunReport): void {
    this.teller.tell({ kind: 'run-ended', report })
  }
}

/** Problems before facts, then by severity, else in the order found. */
function gravest(findings: readonly Finding[]): readonly Finding[] {
  const rank = ({ nature, severity }: Finding) =>
    (nature === 'problem' ? 0 : severities.length) + severities.indexOf(severity)
  return findings.toSorted((a, b) => rank(a) - rank(b)).slice(0, FINDINGS_TOLD)
}
