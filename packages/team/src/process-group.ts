// A command with everything it starts, as one process group that can be stopped whole.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errnoReason } from '@shoal/base/model/errors'
import { printable } from '@shoal/base/text/printable'
import { guard, unguard, wakeGuardian } from './guardian.ts'
import { allProcessStats, processExists } from './process-identity.ts'

/** Windows has no process groups: there only the command itself is stopped, not what it has started. */
const HAS_GROUPS = process.platform !== 'win32'

/** How long a process may take to die of KILL. One that takes longer hangs in the system, and nothing helps. */
const KILL_LIMIT_MS = 30_000

export interface GroupEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface StopOptions {
  /** Time between TERM and KILL. */
  readonly graceMs: number
  /** Is content when the first group is empty, which costs next to nothing to see; a look at the session costs ms. */
  readonly groupOnly?: boolean
}

export interface ProcessGroup {
  readonly child: ChildProcessWithoutNullStreams
  /** Resolves when the command itself has ended. What it started may go on. */
  readonly ended: Promise<GroupEnd>
  /**
   * Stops whatever is left, of the group and of the other groups of its session (a shell's `timeout` makes one). What
   * has begun a session of its own has left and is not stopped. True once nothing is left, false when something cannot
   * be stopped. To be called for every group, also when the command has ended; a second call waits for the first.
   */
  stop(options: StopOptions): Promise<boolean>
}

/** Rejects with a StartError when it cannot be started. */
export async function startGroup(
  command: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<ProcessGroup> {
  wakeGuardian()
  const child = await spawnChild(command, options)
  const ended = new Promise<GroupEnd>(resolve => child.once('exit', (code, signal) => resolve({ code, signal })))
  let stopping: Promise<boolean> | undefined
  const stop = (how: StopOptions) => (HAS_GROUPS ? stopSession(child.pid!, how) : stopChild(child, ended))
  return { child, ended, stop: how => (stopping ??= stop(how)) }
}

async function spawnChild(
  [program, ...args]: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<ChildProcessWithoutNullStreams> {
  try {
    const child = spawn(program, args, { ...options, detached: HAS_GROUPS, windowsHide: true, stdio: 'pipe' })
    if (child.pid === undefined) throw await new Promise(resolve => child.once('error', resolve))
    if (HAS_GROUPS) guard(child.pid)
    child.on('error', () => {})
    return child
  } catch (thrown) {
    throw new StartError(program, options.cwd, thrown as NodeJS.ErrnoException)
  }
}

/** Failures to start that may be over in a moment; the others are there to stay. */
const PASSING_ERRNOS: readonly string[] = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']

/** Why a command could not be started, in one line. */
export class StartError extends Error {
  readonly isPassing: boolean

  constructor(program: string, cwd: string, cause: NodeJS.ErrnoException) {
    const directory = directoryProblem(cwd)
    const where = directory === null ? '' : ` in ${printable(cwd)}`
    super(`cannot start ${printable(program)}${where}: ${directory ?? programProblem(resolve(cwd, program), cause)}`, {
      cause,
    })
    this.isPassing = PASSING_ERRNOS.includes(cause.code ?? '')
  }
}

/** The system blames the program also for a bad directory. */
function directoryProblem(cwd: string): string | null {
  try {
    if (!statSync(cwd).isDirectory()) return 'not a directory'
    accessSync(cwd, constants.X_OK)
    return null
  } catch (thrown) {
    return printable(errnoReason(thrown))
  }
}

function programProblem(path: string, cause: NodeJS.ErrnoException): string {
  if (cause.code === 'ENOENT') return existsSync(path) ? 'its interpreter is missing' : 'no such command'
  if (cause.code === 'EACCES') return 'it may not be executed'
  return printable(errnoReason(cause))
}

async function stopChild(child: ChildProcessWithoutNullStreams, ended: Promise<unknown>): Promise<boolean> {
  child.kill()
  await ended
  return true
}

/** `leader` is the number of the session and of its first group; while any member is left, no other process gets it. */
async function stopSession(leader: number, { graceMs, groupOnly = false }: StopOptions): Promise<boolean> {
  if (!groupOnly || processExists(-leader)) {
    const groups = livingGroups(leader)
    send('SIGTERM', groups)
    // A suspended process takes the TERM only when it is woken.
    send('SIGCONT', groups)
    if (!(await goneWithin(leader, graceMs))) {
      const givenUp = performance.now() + KILL_LIMIT_MS
      do {
        if (performance.now() > givenUp) return false
        send('SIGKILL', livingGroups(leader))
      } while (!(await goneWithin(leader, 100)))
    }
  }
  unguard(leader)
  return true
}

/** Looks often at first. A look at the session is dear, so while the group stands it is taken only now and then. */
async function goneWithin(leader: number, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs
  for (let pause = 1; ; pause = Math.min(pause * 2, 250)) {
    if ((pause >= 32 || !processExists(-leader)) && isSessionGone(leader)) return true
    const left = end - performance.now()
    if (left <= 0) return isSessionGone(leader)
    await delay(Math.min(pause, left))
  }
}

/** Members that have ended but are never reaped, as under a first process that reaps none, do not hold it up. */
function isSessionGone(leader: number): boolean {
  if (livingGroups(leader).length > 0) return false
  // A list of processes is no snapshot: one that forks and ends under the reader may hide its child once.
  return !processExists(-leader) || livingGroups(leader).length === 0
}

/** The groups of the session that have a living member; where the system does not list processes, the first one at most. */
function livingGroups(leader: number): readonly number[] {
  const stats = allProcessStats()
  if (stats === null) return processExists(-leader) ? [leader] : []
  return [...new Set(stats.flatMap(({ session, isDead, group }) => (session === leader && !isDead ? group : [])))]
}

function send(signal: NodeJS.Signals, groups: readonly number[]): void {
  for (const group of groups) {
    try {
      process.kill(-group, signal)
    } catch {
      // Gone in the meantime, or of another user: the next look tells.
    }
  }
}
