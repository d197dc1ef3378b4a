// From a pattern file to the draft of a team, with commands as workers.
import type { Plan } from '../../model/plan.ts'
import { commandWorker } from '../command-worker.ts'
import type { TeamDraft } from '../draft.ts'
import { milliseconds } from '../patterns/duration.ts'
import type { Command, Hire, Hired } from '../patterns/keys.ts'
import type { Pattern } from '../patterns/pattern.ts'
import type { PatternFile } from './parse.ts'
import { patterns } from './patterns.ts'

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
    ...pattern.draft(spec, hireIn(dir, env), plan),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(lease === undefined ? {} : { leaseMs: milliseconds(lease)! }),
  }
}

/** Commands are run in the directory of the file; a text is a line for the shell. */
function hireIn(cwd: string, shared: Readonly<Record<string, string>>): Hire {
  return <T extends Command>({ command, timeout, output, env, ...rest }: T) => {
    const worker = commandWorker({
      command: typeof command === 'string' ? ['sh', '-c', command] : command,
      cwd,
      ...(timeout === undefined ? {} : { timeoutMs: milliseconds(timeout)! }),
      ...(output === undefined ? {} : { output }),
      env: { ...shared, ...env },
    })
    return { ...rest, worker } as unknown as Hired<T>
  }
}
