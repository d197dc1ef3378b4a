// A delegated run at work: its chunks as agents fetch them, and what is needed to judge what they hand in.
import { join } from 'node:path'
import type { AskedAnswer } from '@shoal/base/model/asked'
import { ShoalError } from '@shoal/base/model/errors'
import { goalsOf } from '@shoal/base/model/goal'
import { lookup } from '@shoal/base/model/lookup'
import type { ReadingPart } from '@shoal/base/model/model-work'
import type { PlannedTask } from '@shoal/base/model/plan'
import type { Brief } from '@shoal/base/model/question'
import type { AnalystResult } from '@shoal/base/model/report'
import { askedFacts } from '@shoal/base/report/answer-asked'
import type { Settings } from '../../config/resolve.ts'
import { focusOn, type Sought } from '../../stages/reading/goals.ts'
import { type Page, pagesOf, sheetsOf } from '../../stages/reading/pages.ts'
import { type PartView, type Viewing, viewPart } from '../../stages/reading/part-view.ts'
import { briefOf } from '../../text/question.ts'
import { askDefinition } from '../analysis/ask-definition.ts'
import { ChunkShelf } from '../analysis/chunk-shelf.ts'
import type { AnalysisDefinition } from '../analysis/definition.ts'
import { type ExactOptions, readExactly } from '../analysis/exact-tasks.ts'
import { ReadingParts } from '../analysis/reading-parts.ts'
import { Surveys } from '../analysis/surveys.ts'
import { checkUnchanged } from '../file-stamp.ts'
import { KeptResults } from '../kept/kept-results.ts'
import { registryFor } from '../registry.ts'

/** A task with all that its reader is shown, and all that its report is checked against. */
export interface OpenTask {
  readonly task: PlannedTask
  readonly focus: Sought
  /** What programs found: the ground of the report. */
  readonly exact: AnalystResult
  readonly views: readonly PartView[]
  readonly viewing: Viewing
  /** Where its files are. */
  readonly stamps: AnalysisDefinition['stamps']
  /** Of the task's files, in order: each one answer. */
  readonly sheets: readonly (readonly Page[])[]
}

export interface DelegatedRunOptions {
  readonly run: string
  readonly definition: AnalysisDefinition
  readonly settings: Settings
  /** The cache directory of shoal. */
  readonly cache: string
  /** Where surveys that took long are kept; null to keep none. */
  readonly directory: string | null
}

/** Tasks whose text is kept at hand: agents of a stage work side by side. */
const TASKS_OPEN = 16

export class DelegatedRun {
  readonly run: string
  readonly definition: AnalysisDefinition
  readonly exact: ExactOptions
  private readonly tasks: ReadonlyMap<string, PlannedTask>
  private readonly parts: ReadingParts
  /** An agent fetches its parts one by one, and then hands in. */
  private readonly opened = new Map<string, OpenTask>()
  private asked: Promise<AskedAnswer | null> | null = null
  readonly settings: Settings
  private readonly cache: string
  private readonly listeners = new Set<(bytes: number) => void>()

  /** Throws `not-delegated` for a run that programs or models of shoal's own read. */
  constructor({ run, definition, settings, cache, directory }: DelegatedRunOptions) {
    const { plan, stamps, delegated } = definition
    if (!delegated)
      throw new ShoalError('not-delegated', `run "${run}" is read by shoal itself, not by agents`, { detail: run })
    const { typeOf: typeNamed } = registryFor(settings)
    const brief = briefOf(plan.query, goalsOf(plan))
    const onRead = (bytes: number) => {
      for (const hear of this.listeners) hear(bytes)
    }
    const kept = new KeptResults(directory === null ? null : join(directory, 'surveys'))
    const surveys = new Surveys({
      plan,
      stamps,
      brief,
      settings,
      typeNamed,
      roots: definition.paths,
      kept,
      // Agents are told what analysts say beside what relations do.
      isAnswered: async () => false,
      onRead,
    })
    const shelf = new ChunkShelf({ plan, stamps, settings, cut: delegated })
    this.run = run
    this.settings = settings
    this.cache = cache
    this.definition = definition
    this.exact = { plan, stamps, surveys, brief, settings, typeNamed }
    this.tasks = new Map(plan.tasks.map(task => [task.id, task]))
    // An agent is shown every line of what is not a table: it is handed out page by page.
    const extentOf = (type: string) => (typeNamed(type).extent === 'figures' ? 'figures' : 'all')
    this.parts = new ReadingParts({ plan, stamps, shelf, surveys, settings, typeNamed, extentOf })
  }

  /**
   * Throws `unknown-task`, `bad-value` for a task that is no reader's, and `file-changed` when none of its files is what
   * it was. `onRead` hears of the bytes that have to be read for it: only the first to ask for a file waits.
   */
  async open(
    id: string,
    { signal, onRead }: { readonly signal: AbortSignal; onRead?(bytes: number): void },
  ): Promise<OpenTask> {
    const task = this.reader(id)
    const known = this.opened.get(id)
    if (known && this.isUnchanged(task)) return { ...known, viewing: { ...known.viewing, context: { signal } } }
    const brief = await this.brief(signal)
    if (onRead) this.listeners.add(onRead)
    const exact = await readExactly(task, this.exact, signal).finally(() => onRead && this.listeners.delete(onRead))
    const [lost] = exact.unread
    if (exact.reports.length === 0 && lost) throw new ShoalError('file-changed', lost.reason, { detail: lost.path })
    const parts: readonly ReadingPart[] = await this.parts.of(exact.reports, signal)
    const viewing: Viewing = { brief, parts, context: { signal } }
    const views: PartView[] = []
    for (const part of parts) views.push(await viewPart(part, viewing))
    const focus = focusOn(parts.map(part => ({ contentType: part.about.contentType, focus: part.focus })))
    const { stamps } = this.definition
    const open = { task, focus, exact, views, viewing, stamps, sheets: sheetsOf(pagesOf(views)) }
    this.opened.delete(id)
    this.opened.set(id, open)
    const [oldest] = this.opened.keys()
    if (this.opened.size > TASKS_OPEN && oldest !== undefined) this.opened.delete(oldest)
    return open
  }

  /** With the exact answer to the question: asked once, by whoever comes first and stays. */
  private async brief(signal: AbortSignal): Promise<Brief> {
    const { brief } = this.exact
    this.asked ??= askDefinition(this.definition, { settings: this.settings, signal, cache: this.cache }).catch(
      error => {
        this.asked = null
        throw error
      },
    )
    const exact = askedFacts(await this.asked)
    return exact === null ? brief : { ...brief, exact }
  }

  private isUnchanged({ chunk, batch }: PlannedTask): boolean {
    try {
      for (const { path } of chunk ? [chunk] : (batch?.files ?? []))
        checkUnchanged(path, lookup(this.definition.stamps, path)!)
      return true
    } catch {
      return false
    }
  }

  reader(id: string): PlannedTask {
    const task = this.tasks.get(id)
    if (!task) throw new ShoalError('unknown-task', `run "${this.run}" has no task "${id}"`, { detail: id })
    if (task.kind === 'analyze') return task
    throw new ShoalError('bad-value', `task "${id}" is a synthesis, which is not read but made of what readers found`, {
      detail: id,
    })
  }
}

/** Runs that are kept open: agents of one run come and go. */
const REMEMBERED = 4

/** The delegated runs that a server has at hand. */
export class DelegatedRuns {
  private readonly runs = new Map<string, DelegatedRun>()

  open(options: DelegatedRunOptions): DelegatedRun {
    const { run, definition } = options
    const known = this.runs.get(run)
    // One that was deleted and planned again is another.
    const isSame = known !== undefined && isSamePlan(known.definition, definition)
    const opened = isSame ? known : new DelegatedRun(options)
    this.runs.delete(run)
    this.runs.set(run, opened)
    const [oldest] = this.runs.keys()
    if (this.runs.size > REMEMBERED && oldest !== undefined) this.runs.delete(oldest)
    return opened
  }

  close(): void {
    this.runs.clear()
  }
}

function isSamePlan(a: AnalysisDefinition, b: AnalysisDefinition): boolean {
  return (
    JSON.stringify([a.stamps, a.plan.tasks, a.plan.query]) === JSON.stringify([b.stamps, b.plan.tasks, b.plan.query])
  )
}
