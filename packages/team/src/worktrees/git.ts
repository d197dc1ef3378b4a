// Git as a program of a worker: bounded, ended with everything it started, without hooks, and blind to a repository that the environment names.
import { ShoalError } from '@shoal/base/model/errors'
import { printable } from '@shoal/base/text/printable'
import { PROGRAM_BOUNDS, runProgram, type Said } from '../run-program.ts'

export interface GitOptions {
  readonly cwd: string
  /** Without one it runs to its end. */
  readonly signal?: AbortSignal
  /** Instead of the index of the repository. */
  readonly index?: string
}

export interface GitSaid extends Said {
  readonly code: number
}

const BOUNDS = { ...PROGRAM_BOUNDS, timeoutMs: 900_000, outputLimit: 1 << 29 }

const SETTINGS = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.quotePath=false', 'commit.gpgSign=false'],
  ...['gc.auto=0', 'maintenance.auto=false', 'advice.addEmbeddedRepo=false', 'apply.whitespace=nowarn'],
].flatMap(setting => ['-c', setting])

/** Those that say where a repository is, and how differences are shown. */
const FOREIGN =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|EXTERNAL_DIFF|DIFF_OPTS)$/

/** Whatever its status is. Throws when it cannot be run to its end. */
export async function tryGit(
  args: readonly string[],
  { cwd, signal = new AbortController().signal, index }: GitOptions,
): Promise<GitSaid> {
  let heard: GitSaid | null = null
  const ending = await runProgram({
    command: ['git', ...SETTINGS, ...args],
    spec: { ...BOUNDS, cwd, env: { ...environment(), ...(index === undefined ? {} : { GIT_INDEX_FILE: index }) } },
    request: '',
    understand: (said, code) => {
      heard = { ...said, code }
      return { status: 'completed', result: null }
    },
    signal,
  })
  signal.throwIfAborted()
  if (heard !== null) return heard
  throw gitError('reason' in ending ? ending.reason : 'git was ended')
}

/** What it says; throws with its complaint. */
export async function git(args: readonly string[], options: GitOptions): Promise<Buffer> {
  const { code, output, errors } = await tryGit(args, options)
  if (code === 0) return output
  throw gitError(`git ${args[0]}: ${complaint(errors)}`)
}

export async function gitLine(args: readonly string[], options: GitOptions): Promise<string> {
  return (await git(args, options)).toString().trim()
}

/** What is listed with `-z`. */
export async function gitList(args: readonly string[], options: GitOptions): Promise<readonly string[]> {
  return (await git(args, options))
    .toString()
    .split('\0')
    .filter(part => part !== '')
}

export function complaint(errors: string): string {
  const lines = errors.split('\n').filter(line => line.trim() !== '')
  const line = lines.find(one => /^(?:fatal|error):/.test(one)) ?? lines.at(-1) ?? 'it failed and does not say why'
  return printable(line.replace(/^\w+: /, '')).slice(0, 300)
}

function gitError(message: string): ShoalError {
  return new ShoalError('bad-value', message, { advice: 'see what git says there' })
}

function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name))
  const who = { NAME: 'shoal', EMAIL: 'shoal@localhost' }
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    ...Object.fromEntries(
      Object.entries(who).flatMap(([key, value]) => [
        [`GIT_AUTHOR_${key}`, value],
        [`GIT_COMMITTER_${key}`, value],
      ]),
    ),
  }
}
