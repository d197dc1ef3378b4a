// From a pattern file to the draft of a team, with commands and coding agents as workers.
import { resolve } from 'node:path'
import type { Json } from '@shoal/base/model/json'
import { lookup } from '@shoal/base/model/lookup'
import type { Worker } from '@shoal/base/model/worker'
import { agentWorker } from '../agents/agent-worker.ts'
import { type CommandSpec, commandWorker } from '../command-worker.ts'
import type { TeamDraft } from '../draft.ts'
import { milliseconds } from '../patterns/duration.ts'
import type { Hire, Hired, ModelTool, Performer } from '../patterns/keys.ts'
import type { Pattern } from '../patterns/pattern.ts'
import { PlanWatch } from '../plan-watch.ts'
import type { Worktrees } from '../worktrees/worktrees.ts'
import type { PatternFile } from './parse.ts'
import { patterns, type Spec } from './patterns.ts'
import { workersIn } from './workers-in.ts'

export interface DraftOptions {
  /** Given to every command, besides its own. */
  readonly env?: Readonly<Record<string, string>>
  /** Makes workers of language models; without it a draft with such workers can be looked at, and not carried out. */
  readonly hireModel?: HireModel
  /** Of a file whose changes are made in worktrees. */
  readonly worktrees?: Worktrees
  /** Where shoal itself writes while plans are made. */
  readonly ownPlaces?: readonly string[]
}

/** A language model that does tasks. */
export interface ModelSpec {
  /** `PROVIDER` or `PROVIDER:NAME`. */
  readonly model: string
  /** What it is told before its task. */
  readonly prompt?: string
  /** A JSON Schema that the result must fit. */
  readonly schema?: Json
  readonly tools?: readonly ModelTool[]
  /** In dollars, for one task. */
  readonly maxCostUsd?: number
  /** Where its tools work. */
  readonly cwd: string
}

export type HireModel = (spec: ModelSpec) => Worker

const nobody: HireModel = () => ({
  kind: 'model',
  work: async () => ({ status: 'failed', reason: 'no models are at hand here', final: true }),
})

/** The language models that a file names as workers, each once. */
export function modelsOf({ spec }: PatternFile): readonly string[] {
  const models = [...workersIn(spec)].flatMap(({ worker: { command, agent, model } }) =>
    command === undefined && agent === undefined && typeof model === 'string' ? [model] : [],
  )
  return [...new Set(models)]
}

/** The same for the same file. */
export function draftOf(file: PatternFile, options: DraftOptions = {}): TeamDraft {
  const { spec, dir } = file
  const pattern = patterns[spec.pattern] as unknown as Pattern
  const { concurrency, lease } = spec
  return {
    ...pattern.draft(spec, hireOf(file, options), {
      resolve: path => resolve(dir, path),
      worktrees: options.worktrees ?? null,
    }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(lease === undefined ? {} : { leaseMs: milliseconds(lease)! }),
  }
}

/** Makes the workers that a file names. */
export function hireOf({ spec, dir }: PatternFile, options: DraftOptions = {}): Hire {
  const { env = {}, hireModel = nobody, ownPlaces = [] } = options
  return hireIn({ dir, env, rows: spec.agents, hireModel, ownPlaces })
}

interface Hiring {
  readonly dir: string
  readonly env: Readonly<Record<string, string>>
  readonly rows: Spec['agents']
  readonly hireModel: HireModel
  readonly ownPlaces: readonly string[]
}

/** Programs are run in the directory of the file; a text is a line for the shell. */
function hireIn({ dir, env: shared, rows, hireModel, ownPlaces }: Hiring): Hire {
  const watch = new PlanWatch(ownPlaces)
  return <T extends Performer>(job: T) => {
    const {
      command,
      agent,
      timeout,
      output,
      env,
      cwd,
      model,
      prompt,
      access,
      schema,
      max_cost,
      max_turns,
      args,
      tools,
      plan,
      ...rest
    } = job
    const place = {
      cwd: cwd === undefined ? dir : resolve(dir, cwd),
      env: { ...shared, ...env },
      ...(timeout === undefined ? {} : { timeoutMs: milliseconds(timeout)! }),
    }
    const asked = {
      ...(prompt === undefined ? {} : { prompt }),
      ...(schema === undefined ? {} : { schema }),
      ...(max_cost === undefined ? {} : { maxCostUsd: max_cost }),
    }
    const worker = (() => {
      if (command !== undefined) {
        const program: CommandSpec['command'] = typeof command === 'string' ? ['sh', '-c', command] : command
        const form = output === undefined ? {} : { output }
        return watch.watched(commandWorker({ ...place, ...form, command: program }), place.cwd, plan ?? null)
      }
      if (agent === undefined) return hireModel({ model: model!, cwd: place.cwd, ...asked, ...(tools && { tools }) })
      const hired = agentWorker({
        ...place,
        ...asked,
        agent: (rows && lookup(rows, agent)) ?? agent,
        ...(model === undefined ? {} : { model }),
        ...(access === undefined ? {} : { access }),
        ...(max_turns === undefined ? {} : { maxTurns: max_turns }),
        ...(args === undefined ? {} : { args }),
      })
      return watch.watched(hired, place.cwd, plan ?? 'read-only')
    })()
    return { ...rest, worker } as unknown as Hired<T>
  }
}
