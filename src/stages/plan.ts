// The planner (M4-M9): from files that are known and cut to tasks, stages and what they would cost. Pure: no I/O, no
// clock, the same plan for the same input.
import { aimOf, type Goal } from '../model/goal.ts'
import type { Plan, PlannedFile, PlannedInput, PlannedTask, Skipped, Tier } from '../model/plan.ts'
import type { PriceTable } from '../model/prices.ts'
import { briefOf } from '../text/question.ts'
import { makeBatches, SMALL_LINES } from './plan-batches.ts'
import { contextWarnings, estimate, tokensSent } from './plan-estimate.ts'
import { analysisTasks, followUpTasks, labelTask, type Roles, synthesisTasks } from './plan-tasks.ts'

export interface PlanOptions {
  readonly query?: string | null
  /** Given by the user; otherwise it is read from the query. */
  readonly goals?: readonly Goal[]
  /** What one analyst can read. */
  readonly maxTokens: number
  readonly roles: Roles
  /** `provider:name`; null for the built-in analysts. */
  readonly model?: string | null
  /** For the synthesizers; the same as `model` if left out. */
  readonly synthesisModel?: string | null
  /** Models of agents that are played by another one than `model`. */
  readonly byAgent?: Readonly<Record<string, string>>
  readonly prices?: PriceTable
  /** Content types of which models are sent figures and an excerpt instead of every line. */
  readonly byFigures?: (contentType: string) => boolean
  /** Rounds in which models follow up what is missing. */
  readonly rounds?: number
  /** The question may ask for a count that only judgement can tell. */
  readonly labels?: boolean
  /** Of the file at a path: those with a higher one are read sooner. */
  readonly priorityOf?: (path: string) => number
  readonly skipped?: readonly Skipped[]
  readonly warnings?: readonly string[]
}

/** Analysts started at a time (M8). */
export const STAGE_SIZE = 15
const MEDIUM_LINES = 5000

/** Files are planned in the order given: largest first, as enumeration has them. */
export function plan(inputs: readonly PlannedInput[], options: PlanOptions): Plan {
  const query = options.query ?? null
  const read = inputs.filter(({ sizeBytes }) => sizeBytes > 0)
  const files = read.map(input => plannedFile(input, options.maxTokens))
  const batches = makeBatches(
    read.filter(({ chunks }) => chunks.length === 0),
    options.maxTokens,
  )
  const tasks = tasksOf(withPriorities(analysisTasks(read, batches, options.roles), options), options)
  const analysis = tasks.filter(({ kind }) => kind === 'analyze')
  const partitions = files.reduce((sum, file) => sum + file.partitions, 0)
  return {
    query,
    ...aimOf(briefOf(query, options.goals).goals),
    files,
    skipped: [...(options.skipped ?? []), ...emptyFiles(inputs)],
    batches,
    tasks,
    stages: stagesOf(tasks),
    totals: {
      files: files.length,
      partitions,
      batches: batches.length,
      analystTasks: analysis.length,
      tasks: tasks.length,
      analysts: analysis.length,
    },
    estimate: estimate(tasks, options),
    warnings: [...(options.warnings ?? []), ...contextWarnings(tasks, options)],
  }
}

/** A batch is as urgent as the most urgent of its files. */
function withPriorities(tasks: readonly PlannedTask[], { priorityOf = () => 0 }: PlanOptions): PlannedTask[] {
  return tasks.map(task => {
    const paths = task.chunk ? [task.chunk.path] : (task.batch?.files.map(({ path }) => path) ?? [])
    const priority = paths.reduce((most, path) => Math.max(most, priorityOf(path)), 0)
    return priority === 0 ? task : { ...task, priority }
  })
}

function tasksOf(analysis: readonly PlannedTask[], options: PlanOptions): PlannedTask[] {
  const { model = null, labels, rounds = 0 } = options
  if (model === null || analysis.length === 0) return [...analysis, ...synthesisTasks(analysis)]
  const chooser = labels ? [labelTask()] : []
  const readers = analysis.map(task => ({ ...task, blockedBy: chooser.map(({ id }) => id) }))
  const sent = analysis.map(task => ({ ...task, tokens: tokensSent(task, options) }))
  const followUps = followUpTasks(sent, rounds, analysis[0]!.agent)
  return [...chooser, ...readers, ...followUps, ...synthesisTasks(analysis, followUps)]
}

/** The tier of a file. One that no analyst can read at once is not small, however few lines it has. */
export function tierOf(lineCount: number, tokens: number, maxTokens: number): Tier {
  if (lineCount > MEDIUM_LINES) return 'large'
  return lineCount > SMALL_LINES || tokens > maxTokens ? 'medium' : 'small'
}

function plannedFile(input: PlannedInput, maxTokens: number): PlannedFile {
  const { path, sizeBytes, lineCount, detection, tokens, chunks } = input
  const tier = tierOf(lineCount, tokens, maxTokens)
  return { path, sizeBytes, lineCount, detection, tokens, tier, partitions: chunks.length }
}

function emptyFiles(inputs: readonly PlannedInput[]): Skipped[] {
  const empty = inputs.filter(({ sizeBytes }) => sizeBytes === 0)
  return empty.map(({ path }) => ({ path, reason: 'empty file', cause: 'empty' }))
}

/** Labels first; analysts fifteen at a time, then what follows them up; all syntheses by type, then the one across types. */
function stagesOf(tasks: readonly PlannedTask[]): string[][] {
  const urgent = tasks.toSorted((a, b) => (b.priority ?? 0) - (a.priority ?? 0))
  const ids = (kind: PlannedTask['kind']) => urgent.filter(task => task.kind === kind).map(({ id }) => id)
  const analysts = ids('analyze')
  const stages: string[][] = [ids('choose_labels')]
  for (let at = 0; at < analysts.length; at += STAGE_SIZE) stages.push(analysts.slice(at, at + STAGE_SIZE))
  for (const id of ids('follow_up')) stages.push([id])
  stages.push(ids('synthesize_type'), ids('synthesize_cross'))
  return stages.filter(({ length }) => length > 0)
}
