// From a pattern file to the draft of a team, with commands and coding agents as workers.
import { resolve } from 'node:path'
import { lookup } from '../../model/lookup.ts'
import type { Plan } from '../../model/plan.ts'
import { agentWorker } from '../agents/agent-worker.ts'
import { commandWorker } from '../command-worker.ts'
import type { TeamDraft } from '../draft.ts'
import { milliseconds } from '../patterns/duration.ts'
import type { Hire, Hired, Performer } from '../patterns/keys.ts'
import type { Pattern } from '../patterns/pattern.ts'
import type { PatternFile } from './parse.ts'
import { patterns, type Spec } from './patterns.ts'

export interface DraftOptions {
  /** A pattern with `needsPlan` is drafted from the plan of its paths. */
  readonly plan?: Plan | undefined
  /** Given to every command, besides its own. */
  readonly env?: Readonly<Record<string, string>>
}

/** The same for the same file. */
export function draftOf({ spec, dir }: PatternFile, { plan, env = {} }: DraftOptions = {}): TeamDraft {
  const pattern = patterns[spec.pattern] as unknown as Pattern
  const { concurrency, lease } = spec
  return {
    ...pattern.draft(spec, hireIn(dir, env, spec.agents), plan),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(lease === undefined ? {} : { leaseMs: milliseconds(lease)! }),
  }
}

/** Programs are run in the directory of the file; a text is a line for the shell. */
function hireIn(dir: string, shared: Readonly<Record<string, string>>, rows: Spec['agents']): Hire {
  return <T extends Performer>(job: T) => {
    const { command, agent, timeout, output, env, cwd, model, prompt, access, schema, max_cost, args, ...rest } = job
    const place = {
      cwd: cwd === undefined ? dir : resolve(dir, cwd),
      env: { ...shared, ...env },
      ...(timeout === undefined ? {} : { timeoutMs: milliseconds(timeout)! }),
    }
    const worker =
      agent === undefined
        ? commandWorker({
            ...place,
            command: typeof command === 'string' ? ['sh', '-c', command] : command!,
            ...(output === undefined ? {} : { output }),
          })
        : agentWorker({
            ...place,
            agent: (rows && lookup(rows, agent)) ?? agent,
            ...(model === undefined ? {} : { model }),
            ...(prompt === undefined ? {} : { prompt }),
            ...(access === undefined ? {} : { access }),
            ...(schema === undefined ? {} : { schema }),
            ...(max_cost === undefined ? {} : { maxCostUsd: max_cost }),
            ...(args === undefined ? {} : { args }),
          })
    return { ...rest, worker } as unknown as Hired<T>
  }
}
