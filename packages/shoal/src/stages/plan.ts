// The planner (M4-M9): from files that are known and cut to tasks, stages and what they would cost. Pure: no I/O, no
// clock, the same plan for the same input.
import { aimOf, type Goal } from '@shoal/base/model/goal'
import { lookup } from '@shoal/base/model/lookup'
import {
  type Packs,
  type Plan,
  type PlannedFile,
  type PlannedInput,
  type PlannedTask,
  pathsOf,
  type Skipped,
  type Tier,
} from '@shoal/base/model/plan'
import type { PriceTable } from '@shoal/base/model/prices'
import { briefOf } from '../text/question.ts'
import { makeBatches, SMALL_LINES, wholeBatch } from './plan-batches.ts'
import { contextWarnings, estimate, sentTokens, tokensSent } from './plan-estimate.ts'
import { analysisTasks, GENERALIST, labelTask, type Roles, synthesisTasks } from './plan-tasks.ts'

export interface PlanOptions {
  readonly query?: string | null
  /** Given by the user; otherwise it is read from the query. */
  readonly goals?: readonly Goal[]
  /** What one analyst can read. */
  readonly maxTokens: number
  /** What one call of a model is given; null or left out where programs read, or chunks of a size were asked for. */
  readonly packs?: Packs | null
  readonly roles: Roles
  /** Programs read: they take a file as a whole, however many chunks it has. */
  readonly byFile?: boolean
  /** `provider:name`; null for the built-in analysts. */
  readonly model?: string | null
  /** For the synthesizers; the same as `model` if left out. */
  readonly synthesisModel?: string | null
  /** Models of agents that are played by another one than `model`. */
  readonly byAgent?: Readonly<Record<string, string>>
  readonly prices?: PriceTable
  /** Content types of which models are sent figures and an excerpt instead of every line. */
  readonly byFigures?: (contentType: string) => boolean
  /** Rounds in which a model looks up what is left open once everything was read. */
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
  const batches = batchesOf(read, options)
  const readers = withPriorities(analysisTasks(read, batches, options), options)
  const types = [
    ...new Set(readers.flatMap(task => task.contentType ?? read.map(({ detection }) => detection.contentType))),
  ]
  const tasks = tasksOf(options.packs ? withSent(readers, read, options) : readers, types, options)
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

/** Files of one reading: a reply has a report for each, and room for so many. */
const MOST_AT_ONCE = 25
/** Files of a task of programs: what they found in them is in memory until all of them are read. */
const MOST_TOGETHER = 250

function batchesOf(read: readonly PlannedInput[], options: PlanOptions) {
  const { packs, maxTokens, byFile, byFigures } = options
  const small = read.filter(({ chunks }) => chunks.length === 0)
  if (!packs) return makeBatches(small, { maxTokens, ...(byFile && { maxFiles: MOST_TOGETHER }) })
  const tokensOf = (file: PlannedInput) => sentOf(file, byFigures)
  const all = read.reduce((sum, file) => sum + tokensOf(file), 0)
  const isSmall = small.length === read.length && read.length <= MOST_AT_ONCE && all <= packs.whole
  if (isSmall && read.length > 0 && isForOne(read, options)) return [wholeBatch(read, tokensOf)]
  const limits = { maxTokens: packs.tokens, maxLines: Number.POSITIVE_INFINITY, maxFiles: MOST_AT_ONCE, tokensOf }
  return makeBatches(small, limits)
}

/** All files are for the same model: agents of a project may ask for another. */
function isForOne(read: readonly PlannedInput[], { roles, byAgent = {} }: PlanOptions): boolean {
  const agents = new Set(read.map(({ detection }) => roles(detection.contentType).agent))
  const played = agents.size > 1 ? [...agents, GENERALIST.agent] : [...agents]
  return new Set(played.map(agent => lookup(byAgent, agent) ?? null)).size === 1
}

/** What a model is sent of a file. */
export function sentOf(
  { detection, tokens }: Pick<PlannedInput, 'detection' | 'tokens'>,
  byFigures: PlanOptions['byFigures'],
): number {
  return sentTokens(detection.contentType, tokens, byFigures)
}

/** A batch costs what its files do: of several tables several excerpts are sent. */
function withSent(
  tasks: readonly PlannedTask[],
  read: readonly PlannedInput[],
  { byFigures }: PlanOptions,
): PlannedTask[] {
  const files = new Map(read.map(file => [file.path, file]))
  return tasks.map(task => {
    if (!task.batch) return task
    const own = task.batch.files.map(({ path }) => files.get(path)!)
    const tokens = own.reduce((sum, file) => sum + file.tokens, 0)
    return { ...task, tokens, sent: own.reduce((sum, file) => sum + sentOf(file, byFigures), 0) }
  })
}

/** A batch is as urgent as the most urgent of its files. */
function withPriorities(tasks: readonly PlannedTask[], { priorityOf = () => 0 }: PlanOptions): PlannedTask[] {
  return tasks.map(task => {
    const priority = pathsOf(task).reduce((most, path) => Math.max(most, priorityOf(path)), 0)
    return priority === 0 ? task : { ...task, priority }
  })
}

function tasksOf(analysis: readonly PlannedTask[], types: readonly string[], options: PlanOptions): PlannedTask[] {
  const { model = null, labels, rounds = 0 } = options
  if (model === null || analysis.length === 0) return [...analysis, ...synthesisTasks(analysis, types)]
  const chooser = labels ? [labelTask()] : []
  const readers = analysis.map(task => ({ ...task, blockedBy: chooser.map(({ id }) => id) }))
  const syntheses = synthesisTasks(analysis, types)
  // Who has been given every line of everything at once has seen all there is.
  const looked = analysis.length > 1 || types.some(type => options.byFigures?.(type)) ? rounds : 0
  const sent = analysis.reduce((sum, task) => sum + tokensSent(task, options), 0)
  const last = syntheses.pop()!
  return [...chooser, ...readers, ...syntheses, { ...last, tokens: last.tokens + lookingTokens(sent, looked) }]
}

/** Characters that a model may be sent in a round of looking things up, of those that were sent to be read, and at least. */
export const LOOK_SHARE = 0.1
export const LEAST_LOOK = 60_000
const CHARACTERS_A_TOKEN = 4

function lookingTokens(sent: number, rounds: number): number {
  return Math.round(rounds * Math.max(LEAST_LOOK / CHARACTERS_A_TOKEN, sent * LOOK_SHARE))
}

/** The tier of a file. One that no analyst can read at once is not small, however few lines it has. */
export function tierOf(lineCount: number, tokens: number, maxTokens: number): Tier {
  if (lineCount > MEDIUM_LINES) return 'large'
  return lineCount > SMALL_LINES || tokens > maxTokens ? 'medium' : 'small'
}

function plannedFile(input: PlannedInput, maxTokens: number): PlannedFile {
  const { path, sizeBytes, lineCount, detection, tokens, chunks, from } = input
  const tier = tierOf(lineCount, tokens, maxTokens)
  return { path, sizeBytes, lineCount, detection, tokens, tier, partitions: chunks.length, ...(from && { from }) }
}

function emptyFiles(inputs: readonly PlannedInput[]): Skipped[] {
  const empty = inputs.filter(({ sizeBytes }) => sizeBytes === 0)
  return empty.map(({ path }) => ({ path, reason: 'empty file', cause: 'empty' }))
}

/** Labels first; analysts fifteen at a time; all syntheses by type, then the one across types. */
function stagesOf(tasks: readonly PlannedTask[]): string[][] {
  const urgent = tasks.toSorted((a, b) => (b.priority ?? 0) - (a.priority ?? 0))
  const ids = (kind: PlannedTask['kind']) => urgent.filter(task => task.kind === kind).map(({ id }) => id)
  const analysts = ids('analyze')
  const stages: string[][] = [ids('choose_labels')]
  for (let at = 0; at < analysts.length; at += STAGE_SIZE) stages.push(analysts.slice(at, at + STAGE_SIZE))
  stages.push(ids('synthesize_type'), ids('synthesize_cross'))
  return stages.filter(({ length }) => length > 0)
}
