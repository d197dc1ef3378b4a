// A worker that is an external command: the task as JSON on stdin, the result as JSON on stdout, stderr kept as the log.
import { toShoalError } from '@shoal/base/model/errors'
import type { Ending } from '@shoal/base/model/task'
import type { Assignment, Worker } from '@shoal/base/model/worker'
import { readAnswer, requestEnvironment, requestLine } from './command-protocol.ts'
import { oneLine } from './rules.ts'
import { failedExit, PROGRAM_BOUNDS, runProgram } from './run-program.ts'

export interface CommandSpec {
  /**
   * The program and its arguments; no shell reads them. Its streams are sockets, as Node makes them: `>&2` works in a
   * script, `>/dev/stderr` does not.
   */
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  /** Added to the environment of this process, as it is when the worker is made. */
  readonly env?: Readonly<Record<string, string>>
  /** Ten minutes. */
  readonly timeoutMs?: number
  /** Bytes of stdout that are taken: 16 MB. */
  readonly outputLimit?: number
  /** `json`: stdout is one JSON value, the result. `text`: stdout, whatever it is, becomes `{ text }`. */
  readonly output?: 'json' | 'text'
  /** Between TERM and KILL: 2 s. */
  readonly graceMs?: number
}

const DEFAULTS = { ...PROGRAM_BOUNDS, output: 'json' } as const

export function commandWorker(spec: CommandSpec): Worker {
  // To read the environment costs a twentieth of a start: done once, not for every task.
  const full = { ...DEFAULTS, ...spec, env: { ...process.env, ...spec.env } }
  return { kind: 'command', work: (assignment, signal) => runCommand(full, assignment, signal) }
}

interface FullSpec extends Required<Omit<CommandSpec, 'env'>> {
  readonly env: NodeJS.ProcessEnv
}

async function runCommand(spec: FullSpec, assignment: Assignment, signal: AbortSignal): Promise<Ending> {
  let request: string
  try {
    request = requestLine(assignment, await assignment.blockers(), await assignment.messages())
  } catch (thrown) {
    return { status: 'failed', reason: oneLine(`cannot be told its task: ${toShoalError(thrown).message}`) }
  }
  return await runProgram({
    command: spec.command,
    spec: {
      ...spec,
      cwd: assignment.cwd ?? spec.cwd,
      env: { ...spec.env, ...requestEnvironment(assignment, spec.env) },
    },
    request,
    onErrorLine: line => assignment.onGlimpse?.({ line }),
    understand: (said, code) =>
      code === 0 ? readAnswer(said.output, spec.output, assignment.phase) : failedExit(said, code),
    signal,
  })
}
