// What git says was changed since a ref: files, and their lines. Nothing of the repository is run: no hook, no filter, no
// program that shows differences; who owns the repository is checked by git itself.
import { spawn, spawnSync } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { ShoalError } from '@shoal/base/model/errors'
import { lookup } from '@shoal/base/model/lookup'
import type { Io } from './io.ts'

export interface GitChanges {
  readonly ref: string
  /** The commit that the files are compared with: the last that the ref and what is checked out have in common. */
  readonly commit: string
  /** Real paths of files that were changed or added, with the lines that are new; null for a file that git does not know. */
  readonly changed: ReadonlyMap<string, readonly LineSpan[] | null>
  readonly deleted: readonly string[]
}

export type LineSpan = readonly [first: number, last: number]

interface Repository {
  readonly top: string
  readonly commit: string
  readonly settings: readonly string[]
}

const INERT = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.pager=cat', 'core.quotePath=false']
const DIFF = ['--no-ext-diff', '--no-textconv', '--no-renames', '--no-color', '--ignore-submodules=all']
const MOST_OUTPUT = 1 << 29

/** Throws when there is no git, no repository or no such ref: to be called before the work. */
export function findRepository(io: Io, ref: string, paths: readonly string[]): Repository {
  const where = directoryOf(resolve(io.cwd, paths[0] ?? '.'))
  const top = realpathSync(ask(io, where, ['rev-parse', '--show-toplevel']).trim())
  const commit = commitOf(io, top, ref)
  const shared = tryAsk(io, top, ['merge-base', commit, 'HEAD'])?.trim()
  return { top, commit: shared || commit, settings: withoutFilters(io, top) }
}

export async function changesSince(io: Io, ref: string, paths: readonly string[]): Promise<GitChanges> {
  const { top, commit, settings } = findRepository(io, ref, paths)
  const inert = settings.flatMap(setting => ['-c', setting])
  const named = parts(ask(io, top, [...inert, 'diff', '--name-status', '-z', ...DIFF, commit, '--']))
  const changed = new Map<string, LineSpan[] | null>()
  const deleted: string[] = []
  for (let k = 0; k + 1 < named.length; k += 2) {
    const [state, path] = [named[k]!, join(top, named[k + 1]!)]
    if (state === 'D') deleted.push(path)
    else changed.set(path, [])
  }
  const untracked = parts(ask(io, top, [...inert, 'ls-files', '--others', '--exclude-standard', '-z']))
  for (const path of untracked) changed.set(join(top, path), null)
  if (changed.size > untracked.length) await addLines(io, { top, commit, inert, changed })
  return { ref, commit, changed, deleted }
}

function commitOf(io: Io, top: string, ref: string): string {
  const found = tryAsk(io, top, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])?.trim()
  if (found) return found
  throw new ShoalError('bad-value', `--since ${ref}: git knows no such commit, branch or tag`, {
    detail: ref,
    advice: 'check the name; in CI fetch it first, with the history (`fetch-depth: 0`)',
  })
}

/** Filters are programs that the config of the repository names, and git would run them to compare files. */
function withoutFilters(io: Io, top: string): string[] {
  const names = parts(tryAsk(io, top, ['config', '--name-only', '-z', '--get-regexp', '^filter\\.']) ?? '')
  const filters = new Set(names.map(name => name.slice('filter.'.length, name.lastIndexOf('.'))))
  return [...filters].flatMap(name =>
    ['clean=', 'smudge=', 'process=', 'required=false'].map(setting => `filter.${name}.${setting}`),
  )
}

async function addLines(
  io: Io,
  {
    top,
    commit,
    inert,
    changed,
  }: {
    readonly top: string
    readonly commit: string
    readonly inert: readonly string[]
    readonly changed: Map<string, LineSpan[] | null>
  },
): Promise<void> {
  const args = [...inert, 'diff', '-U0', '--src-prefix=a/', '--dst-prefix=b/', ...DIFF, commit, '--']
  const child = spawn('git', [...common(top), ...args], { env: environment(io), signal: io.signal })
  child.on('error', () => {})
  child.stderr.resume()
  let path: string | null = null
  /** Lines of a hunk are content, and may look like anything. */
  let left = 0
  for await (const line of createInterface({ input: child.stdout })) {
    if (left > 0 && /^[+-]/.test(line)) left--
    else if (line.startsWith('+++ ')) path = pathIn(line.slice(4), top)
    else {
      const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line)
      if (!hunk) continue
      const [gone, first, come] = [Number(hunk[1] ?? 1), Number(hunk[2]), Number(hunk[3] ?? 1)]
      left = gone + come
      if (come > 0 && path !== null) changed.get(path)?.push([first, first + come - 1])
    }
  }
  io.signal.throwIfAborted()
}

/** `b/src/a.py`, or in quotes with escapes as C has them; a tab may follow a name with blanks. */
function pathIn(written: string, top: string): string | null {
  const name = written.startsWith('"') ? unquoted(written) : written.replace(/\t$/, '')
  return name.startsWith('b/') ? join(top, name.slice(2)) : null
}

/** Bytes stand there as octal numbers; all else is what it is. */
function unquoted(written: string): string {
  const inner = written.slice(1, written.lastIndexOf('"'))
  const parts = inner.matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gsu)
  return Buffer.concat(
    [...parts].map(([text, octal, escaped]) =>
      octal === undefined
        ? Buffer.from(escaped === undefined ? text : (lookup(ESCAPES, escaped) ?? escaped))
        : Buffer.from([Number.parseInt(octal, 8)]),
    ),
  ).toString()
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' }

function parts(text: string): string[] {
  return text.split('\0').filter(part => part !== '')
}

function directoryOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false ? dirname(path) : path
}

function common(where: string): string[] {
  return ['-C', where, ...INERT.flatMap(setting => ['-c', setting])]
}

function environment(io: Io): NodeJS.ProcessEnv {
  return { ...io.env, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1' }
}

/** Null when git says no. */
function tryAsk(io: Io, where: string, args: readonly string[]): string | null {
  const { status, stdout } = runGit(io, where, args)
  return status === 0 ? stdout : null
}

function ask(io: Io, where: string, args: readonly string[]): string {
  const { status, stdout, stderr } = runGit(io, where, args)
  if (status === 0) return stdout
  const [said = ''] = stderr.split('\n').filter(line => line !== '')
  const isNone = said.includes('not a git repository')
  throw new ShoalError(
    'bad-value',
    isNone ? `--since: ${where} is in no git repository` : `--since: git says: ${said}`,
    {
      detail: '--since',
      advice: isNone ? 'name paths of a repository, or leave it out' : 'see to it, or leave it out',
    },
  )
}

function runGit(io: Io, where: string, args: readonly string[]) {
  const made = spawnSync('git', [...common(where), ...args], {
    encoding: 'utf8',
    env: environment(io),
    maxBuffer: MOST_OUTPUT,
  })
  if ((made.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new ShoalError('bad-value', '--since needs git, and there is none', {
      detail: '--since',
      advice: 'install git, or leave it out',
    })
  return made
}
