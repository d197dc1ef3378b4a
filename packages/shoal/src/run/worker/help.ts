// What a worker needs to do tasks of one run: its members, drafted as the lead drafts its own, under names of this worker.
import { availableParallelism } from 'node:os'
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import { lookup } from '@shoal/base/model/lookup'
import { type PlannedTask, pathsOf } from '@shoal/base/model/plan'
import type { Worker } from '@shoal/base/model/worker'
import type { MemberDraft, TeamDraft } from '@shoal/team/draft'
import { ownVersion } from '../../config/own-version.ts'
import type { Settings } from '../../config/resolve.ts'
import { type AnalysisDefinition, isAnalysis, readAnalysis } from '../analysis/definition.ts'
import { analysisDraft } from '../analysis/draft.ts'
import { Sharing } from '../analysis/sharing.ts'
import { openWork } from '../analysis/work.ts'
import { patternOf } from '../definition.ts'
import { type FileStamp, standingOf } from '../file-stamp.ts'
import { openPatternHelp } from '../pattern.ts'
import { openRunPlace } from '../run-place.ts'
import { bringFile, ownPlaces } from '../unpacking/bring-files.ts'
import type { WorkerStats } from './stats.ts'

export interface HelpOptions {
  readonly ledger: Ledger
  readonly signal: AbortSignal
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** What the names of its members end in; no other worker's do. */
  readonly name: string
  /** Do only tasks of these roles; all where it is empty. */
  readonly roles: readonly string[]
  readonly concurrency: number | null
  /** Commands that stand in a run may be run here: whoever may write to the ledger says what they do. */
  readonly runsCommands: boolean
  /** What the commands of a run share on this machine. */
  runDirectory(run: string): string
  readonly stats: WorkerStats
  /** The files of a task are not here as they were planned. */
  onUnseen(reason: string): void
}

export interface Opened {
  readonly draft: Omit<TeamDraft, 'tasks'>
  close(): Promise<void>
}

/** Why it cannot help, in one clause, or what it needs for it. */
export type Help = Opened | string

/** Its lead has not said yet that others may take part, or will not. */
export const UNINVITED = 'its lead does all tasks itself'

/** Calls of models at a time. */
const CALLS = 8

export async function openHelp(run: string, options: HelpOptions): Promise<Help> {
  const definition = await options.ledger.definition(run)
  const opened = isAnalysis(definition)
    ? await openAnalysis(run, readAnalysis(run, definition), options)
    : await openOther(run, definition, options)
  if (typeof opened === 'string') return opened
  const { draft, close } = opened
  const members = draft.members
    .filter(({ role, name }) => options.roles.length === 0 || options.roles.includes(role ?? name))
    .map(member => named(member, options))
  // Plans are decided on where the run is led.
  const { approver: _, ...own } = draft
  if (members.length > 0) return { draft: { ...own, members }, close }
  await close()
  return 'it has no task of the roles that are done here'
}

/** The lead's members have the names; these have its roles. */
function named(member: MemberDraft, { name, stats }: HelpOptions): MemberDraft {
  const role = member.role ?? member.name
  return { ...member, name: memberName(member.name, name), role, worker: counted(member.worker, stats) }
}

function memberName(own: string, worker: string): string {
  return `${own.slice(0, 63 - worker.length)}.${worker}`
}

function counted(worker: Worker, stats: WorkerStats): Worker {
  return {
    ...worker,
    work: (assignment, signal) => stats.during(assignment, () => worker.work(assignment, signal)),
  }
}

async function openAnalysis(run: string, planned: AnalysisDefinition, options: HelpOptions): Promise<Help> {
  const { ledger, signal, env, cwd, stats } = options
  const { plan, models, delegated, replays } = planned
  if (!ledger.files) return 'its ledger is of one machine'
  if (delegated || replays !== undefined) return 'its tasks are not done by workers'
  if (planned.team !== undefined && !options.runsCommands) return 'it may run commands, which needs --run-commands'
  const sharing = new Sharing(ledger, ledger.files, run)
  const word = await sharing.invitation()
  if (word === null) return UNINVITED
  if (word.version !== ownVersion()) return `it is led by shoal ${word.version}, and this is ${ownVersion()}`
  const definition = { ...planned, stamps: ownPlaces(planned.stamps, word.settings) }
  const concurrency = options.concurrency ?? (models ? CALLS : 2 * availableParallelism())
  const work = await openWork(run, definition, word.settings, {
    ledger,
    signal,
    env,
    cwd,
    place: await openRunPlace(ledger, run),
    concurrency,
    record: null,
    sharing,
    ask: () => sharing.asked(signal),
    isLimited: async () => (await ledger.budgets(run)).length > 0,
    onRead: bytes => void (stats.bytes += bytes),
    onFindings: () => {},
  })
  const readers = plan.tasks.filter(({ kind }) => kind === 'analyze')
  const worker = withFilesHere(work.worker, definition, word.settings, options)
  const draft = analysisDraft({ ...plan, tasks: readers }, worker, concurrency)
  for (const { name } of draft.members) sharing.own.add(memberName(name, options.name))
  // A call that ends the run ends it where it is led as well.
  work.halt?.signal.addEventListener('abort', () => options.onUnseen('a call failed as every other would'), {
    once: true,
  })
  return { draft, close: () => work.close() }
}

/** What cannot be had here is no failure of the run: it goes back, and its lead says so if it cannot have it either. */
function withFilesHere(
  worker: Worker,
  { plan, stamps }: AnalysisDefinition,
  settings: Settings,
  options: HelpOptions,
): Worker {
  const tasks = new Map(plan.tasks.map(task => [task.id, task]))
  const brought = new Map<string, Promise<void>>()
  const bring = (stamp: FileStamp, signal: AbortSignal) => {
    const key = stamp.from?.key ?? stamp.file
    const bringing = brought.get(key) ?? bringFile(stamp, { settings, env: options.env, signal })
    brought.set(key, bringing)
    return bringing.finally(() => brought.delete(key))
  }
  const missing = async (path: string, signal: AbortSignal): Promise<string | null> => {
    const stamp = lookup(stamps, path)
    try {
      if (stamp) await bring(stamp, signal)
      if (stamp && standingOf(stamp) !== 'changed') return null
    } catch (error) {
      if (error instanceof ShoalError && error.code === 'not-fetched') return error.message
    }
    return `${path} is not here as it was planned`
  }
  return {
    ...worker,
    async work(assignment, signal) {
      for (const path of filesOf(tasks.get(assignment.task.id))) {
        const reason = await missing(path, signal)
        if (reason === null) continue
        options.onUnseen(reason)
        return { status: 'released', reason }
      }
      return await worker.work(assignment, signal)
    },
  }
}

function filesOf(task: PlannedTask | undefined): readonly string[] {
  return task ? pathsOf(task) : []
}

async function openOther(run: string, definition: Json, options: HelpOptions): Promise<Help> {
  const { ledger, env, concurrency, runsCommands, runDirectory } = options
  const pattern = patternOf(definition)
  if (pattern === 'ask' || pattern === 'run') return 'its steps are taken where it is led'
  if (!runsCommands) return 'it may run commands, which needs --run-commands'
  return await openPatternHelp(run, definition, {
    ledger,
    env,
    runDirectory,
    ...(concurrency === null ? {} : { concurrency }),
  })
}
