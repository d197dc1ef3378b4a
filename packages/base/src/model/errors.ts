// Every way shoal can fail, as one closed table: exit status, whether trying again can help, and what to do about it.

import { basename, resolve } from 'node:path'
import { lookup } from './lookup.ts'

export const exitStatuses = {
  0: 'fine',
  1: 'findings at or above the severity that was asked for',
  2: 'wrong usage or bad input',
  3: 'budget reached; the run can be resumed',
  4: 'credentials missing or refused',
  5: 'internal error',
  6: 'incomplete: some files or tasks failed',
  130: 'interrupted',
} as const

export type ExitStatus = keyof typeof exitStatuses

interface ErrorEntry {
  readonly exit: ExitStatus
  readonly retryable: boolean
  /** What the reader should do, as the second half of a sentence. */
  readonly advice: string
}

const permanent = (exit: ExitStatus, advice: string): ErrorEntry => ({ exit, retryable: false, advice })
const passing = (exit: ExitStatus, advice: string): ErrorEntry => ({ exit, retryable: true, advice })

export const errorTable = {
  'unknown-command': permanent(2, 'run `shoal help` for the commands'),
  'unknown-option': permanent(2, 'run the command with `--help` for its options'),
  'bad-value': permanent(2, 'run the command with `--help` for what it takes'),
  'missing-argument': permanent(2, 'run the command with `--help` for its usage'),
  'config-not-found': permanent(2, 'check the path given to `--config`, or leave it out'),
  'config-invalid': permanent(2, 'correct the file, or pass `--no-config` to go on without it'),
  'baseline-invalid': permanent(2, 'write it anew with `--write-baseline`'),
  'import-invalid': permanent(2, 'name a SARIF 2.1.0 log that a scanner has written'),
  'unknown-type': permanent(2, 'run `shoal types` for the content types'),
  'not-found': permanent(2, 'check the path'),
  'not-permitted': permanent(2, 'check the permissions of the path and of its directories'),
  'is-directory': permanent(2, 'name a file inside it'),
  'not-directory': permanent(2, 'name a directory'),
  'not-a-file': permanent(2, 'name a regular file'),
  'not-text': permanent(2, 'name a text file, or a packed one that holds text'),
  'nothing-to-read': permanent(2, 'see `shoal plan` for what is left out and why'),
  'no-templates': permanent(2, 'leave out `--lines`; `--type log` reads it as a log'),
  'not-fetched': passing(2, 'check the address, its name and the network'),
  'link-loop': permanent(2, 'name the file that the link should lead to'),
  'name-too-long': permanent(2, 'shorten the path'),
  'already-there': permanent(2, 'choose another place, or pass `--force` to replace it'),
  'beside-data': permanent(2, 'choose a directory of its own'),
  'no-space': permanent(2, 'free some space, or write to another disk'),
  'read-only': permanent(2, 'write to another place'),
  'file-changed': passing(2, 'run the command again once nothing writes to it'),
  'gave-up': permanent(6, 'leave it out with `--exclude`, or give it longer with `--give-up-after`'),
  'too-many-open': passing(5, 'raise the limit with `ulimit -n` and run the command again'),
  'io-failed': passing(5, 'check the disk and run the command again'),
  'team-exists': permanent(2, 'choose another name, or delete it with `shoal team delete`'),
  'unknown-team': permanent(2, 'run `shoal team list` for the teams'),
  'unknown-member': permanent(2, 'run `shoal team show` for its members'),
  'member-alive': permanent(2, 'wait until it has left, or shut it down with `shoal team shutdown`'),
  'member-not-alive': permanent(2, 'run `shoal team show` for who is alive'),
  'members-alive': permanent(2, 'shut them down with `shoal team shutdown`, or pass `--force`'),
  'run-alive': permanent(2, 'follow it with `shoal team show --follow`, or stop it with `shoal team shutdown`'),
  'not-a-run': permanent(2, 'run `shoal runs` for what can be resumed'),
  'unknown-task': permanent(2, 'run `shoal team tasks` for the tasks'),
  'task-exists': permanent(2, 'give it another id, or leave the id out'),
  'task-cycle': permanent(2, 'leave out one of these dependencies'),
  'wrong-state': permanent(2, 'run `shoal team task` to see where it stands'),
  'has-claim': permanent(2, 'end the task at hand first'),
  'no-request': permanent(2, 'run `shoal team show` to see what is asked for'),
  'lease-lost': passing(5, 'leave the task to the member that has it now'),
  'tasks-failed': permanent(6, 'see `shoal team tasks`, then `shoal team retry` or `skip`, and `shoal resume`'),
  'pattern-invalid': permanent(2, 'correct the file'),
  'ledger-foreign': permanent(2, 'move the file away, or set SHOAL_HOME to another directory'),
  'ledger-corrupt': permanent(2, 'move the file away to start afresh, or restore it from a copy'),
  'ledger-newer': permanent(2, 'update shoal, or set SHOAL_HOME to another directory'),
  'ledger-busy': passing(5, 'end the process that holds it, and run the command again'),
  'blob-lost': permanent(5, 'run the task again with `shoal team retry`'),
  'budget-reached': passing(3, 'raise the budget and resume'),
  'no-credentials': permanent(4, "set the provider's key in the environment"),
  'unknown-provider': permanent(2, 'run `shoal models` for the providers'),
  'unknown-price': permanent(2, 'add its price under "prices" in the config file, or limit with `--max-tokens`'),
  'model-refused': permanent(2, 'check the name of the model and `--base-url`; `shoal models` lists what is known'),
  'agent-invalid': permanent(2, 'correct the file; `shoal agents` checks it'),
  'model-failed': passing(6, 'go on with `shoal resume` once the provider answers again'),
  'outside-roots': permanent(2, 'name a path inside the roots, or start the server with `--root`'),
  'package-missing': permanent(2, 'install the package beside shoal'),
  'not-built': permanent(5, 'run `npm run build`, or install shoal again'),
  'sql-refused': permanent(2, 'ask with one SELECT over the tables that are named'),
  'sql-failed': permanent(2, 'correct the query'),
  'not-delegated': permanent(2, 'plan it for agents first'),
  'client-failed': permanent(2, 'see what the client says, and try again'),
  'not-recorded': permanent(2, 'analyse the same paths again'),
  interrupted: passing(130, 'run the command again'),
  internal: permanent(5, 'run it again with `--debug` and report what it prints'),
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorTable

export interface ErrorDetail {
  /** What it is about: a path, a flag, a config key. */
  readonly detail?: string
  /** Better advice than the table's, where the place that throws knows more. */
  readonly advice?: string
  readonly cause?: unknown
}

/** An error a person can act on: `message` says what is wrong in one line, `advice` what to do. */
export class ShoalError extends Error {
  readonly code: ErrorCode
  readonly detail: string | null
  readonly advice: string

  constructor(code: ErrorCode, message: string, { detail, advice, cause }: ErrorDetail = {}) {
    super(message, { cause })
    this.name = 'ShoalError'
    this.code = code
    this.detail = detail ?? null
    this.advice = advice ?? errorTable[code].advice
  }

  get exit(): ExitStatus {
    return errorTable[this.code].exit
  }

  get retryable(): boolean {
    return errorTable[this.code].retryable
  }
}

const byErrno: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOENT: ['not-found', 'no such file or directory'],
  EACCES: ['not-permitted', 'permission denied'],
  EPERM: ['not-permitted', 'operation not permitted'],
  EISDIR: ['is-directory', 'is a directory'],
  ENOTDIR: ['not-directory', 'not a directory'],
  ENXIO: ['not-a-file', 'not a regular file'],
  ELOOP: ['link-loop', 'a symbolic link leads back to itself'],
  ENAMETOOLONG: ['name-too-long', 'the name is too long'],
  EEXIST: ['already-there', 'already exists'],
  ENOSPC: ['no-space', 'no space left on the device'],
  EDQUOT: ['no-space', 'the disk quota is used up'],
  EFBIG: ['no-space', 'the file grew beyond what the file system allows'],
  EROFS: ['read-only', 'the file system is read-only'],
  EMFILE: ['too-many-open', 'too many open files'],
  ENFILE: ['too-many-open', 'too many open files on this machine'],
  EIO: ['io-failed', 'the disk reported an error'],
  EBUSY: ['io-failed', 'the file is busy'],
  // Of ours: what was opened is not what stands at the path.
  EMOVED: ['file-changed', 'a link or another file has taken its place'],
  ESTALE: ['io-failed', 'the network file system lost the file'],
}

/**
 * Anything that was thrown, as an entry of the table. `path` is the file as the user named it; an error of another file
 * keeps that one's name.
 */
export function toShoalError(thrown: unknown, path?: string): ShoalError {
  if (thrown instanceof ShoalError) return thrown
  if (isAbort(thrown)) return new ShoalError('interrupted', 'interrupted', { cause: thrown })
  const { code, path: own } = (thrown ?? {}) as NodeJS.ErrnoException
  const known = typeof code === 'string' && Object.hasOwn(byErrno, code) ? lookup(byErrno, code) : undefined
  const about = path === undefined || (own !== undefined && !sameName(own, path)) ? own : path
  if (known) {
    const message = about === undefined ? known[1] : `${about}: ${known[1]}`
    return new ShoalError(known[0], message, { cause: thrown, ...(about === undefined ? {} : { detail: about }) })
  }
  const said = thrown instanceof Error ? thrown.message : String(thrown)
  return new ShoalError('internal', said === '' ? 'something failed without saying why' : said, { cause: thrown })
}

/** Why a file could not be read, as one clause for a list of skipped files: `permission denied`. */
export function errnoReason(thrown: unknown): string {
  const { code, message } = thrown as NodeJS.ErrnoException
  return (typeof code === 'string' && Object.hasOwn(byErrno, code) && lookup(byErrno, code)?.[1]) || message
}

/** The system names files in full, users as they like; the last part is common to both. */
function sameName(a: string, b: string): boolean {
  return basename(resolve(a)) === basename(resolve(b))
}

function isAbort(thrown: unknown): boolean {
  return (
    thrown instanceof Error && (thrown.name === 'AbortError' || (thrown as NodeJS.ErrnoException).code === 'ABORT_ERR')
  )
}
