// What stands for paths on the command line: `-` for standard input, `--files-from` for a list of them, addresses of repositories and files,
// `name=DIR` for a directory under a name of its own.

import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import { emptyRecord } from '@shoal/base/model/lookup'
import type { CommandName } from '@shoal/base/model/option'
import { printable } from '@shoal/base/text/printable'
import type { Resolved } from '../config/resolve.ts'
import type { Io } from './io.ts'
import { isThere } from './mistyped-path.ts'
import { ownStdin } from './program.ts'

const STDIN = '-'
/** Commands whose arguments are paths. */
const OVER_PATHS: ReadonlySet<CommandName> = new Set<CommandName>([
  ...(['analyze', 'ask', 'plan', 'detect', 'chunk', 'profile', 'sql', 'search', 'diff'] as const),
])

export interface Inputs {
  readonly args: readonly string[]
  readonly resolved: Resolved
}

/** The arguments as paths that are there, and how those are shown. */
export async function withInputs(
  io: Io,
  command: CommandName,
  given: Inputs,
  stdin: () => Readable = ownStdin,
): Promise<Inputs> {
  if (!OVER_PATHS.has(command)) return given
  const { resolved } = given
  const { filesFrom } = resolved.face
  if (filesFrom === null && !given.args.some(arg => arg === STDIN || /[=@]|:\/\//.test(arg))) return given
  if (filesFrom === STDIN && given.args.includes(STDIN))
    throw new ShoalError('bad-value', 'standard input cannot be both a list of files and a file', {
      detail: '--files-from',
      advice: 'put one of them into a file',
    })
  const listed = filesFrom === null ? [] : await listedPaths(io, filesFrom, stdin)
  const aliases = emptyRecord<string>()
  const leftOut: string[] = []
  const args: string[] = [...listed]
  for (const [k, arg] of given.args.entries()) {
    // What is searched for may look like anything.
    const isText = command === 'search' && resolved.face.query === null && k === given.args.length - 1
    const named: Named | null = isText
      ? null
      : arg === STDIN
        ? { path: await storedStdin(io, resolved, stdin), shown: 'stdin' }
        : ((await fetched(io, arg, resolved)) ?? namedDirectory(io, arg))
    if (named) aliases[named.path] = named.shown
    if (named?.leftOut !== undefined) leftOut.push(named.leftOut)
    args.push(named?.path ?? arg)
  }
  const shown = Object.values(aliases)
  const twice = shown.find((name, k) => shown.indexOf(name) !== k)
  if (twice !== undefined)
    throw new ShoalError('bad-value', `two directories are named "${twice}"`, {
      detail: twice,
      advice: 'give each a name of its own',
    })
  return {
    args,
    resolved: { ...resolved, settings: { ...resolved.settings, aliases, ...(leftOut.length > 0 && { leftOut }) } },
  }
}

/** An address, alone or as `name=ADDRESS`; what is there under such a name is a path. */
async function fetched(io: Io, arg: string, { settings, face }: Resolved): Promise<Named | null> {
  const { remoteAddress } = await import('../run/remote/address.ts')
  const [, name, rest] = NAMED.exec(arg) ?? []
  const address = remoteAddress(arg) ?? (rest === undefined ? null : remoteAddress(rest))
  if (isThere(resolve(io.cwd, arg))) return null
  if (!address && /^[a-z][a-z\d+.-]{0,20}:\/\/\S+$/i.test(rest ?? arg))
    throw new ShoalError('bad-value', `${arg}: files are not fetched from such an address`, {
      detail: arg,
      advice: 'name one that begins with https, http, s3, or of a git repository (https, ssh, git, file)',
    })
  if (!address) return null
  const { fetchRemote } = await import('../run/remote/fetch-remote.ts')
  const { path, note, leftOut } = await fetchRemote(address, { settings, env: io.env, signal: io.signal })
  const shown = remoteAddress(arg) || name === undefined ? address.shown : name
  if (!face.quiet) io.stderr.write(`${printable(shown)}: ${note}\n`)
  return { path, shown, ...(leftOut !== undefined && { leftOut }) }
}

interface Named {
  readonly path: string
  readonly shown: string
  readonly leftOut?: string
}

const NAMED = /^([A-Za-z][\w.-]{0,60})=(.+)$/s

/** `src=app/src`, where no such file is there and the directory is. */
function namedDirectory({ cwd }: Io, arg: string): Named | null {
  const [, shown, path] = NAMED.exec(arg) ?? []
  if (shown === undefined || path === undefined || isThere(resolve(cwd, arg))) return null
  const there = statSync(resolve(cwd, path), { throwIfNoEntry: false })
  return there?.isDirectory() ? { path: resolve(cwd, path), shown } : null
}

async function storedStdin(io: Io, { settings }: Resolved, stdin: () => Readable): Promise<string> {
  const { storeStream } = await import('../run/unpacking/store-stream.ts')
  return await storeStream(stdin(), 'stdin', { ...settings, signal: io.signal })
}

const MOST_LISTED = 64 * 1024 * 1024

/** A path a line, or with NUL between them as `find -print0` writes. */
async function listedPaths(io: Io, from: string, stdin: () => Readable): Promise<string[]> {
  let text: string
  try {
    text = from === STDIN ? await textOf(stdin(), io.signal) : readFileSync(resolve(io.cwd, from), 'utf8')
  } catch (error) {
    throw error instanceof ShoalError ? error : toShoalError(error, from)
  }
  const paths = text.split(text.includes('\0') ? '\0' : /\r?\n/).filter(path => path.trim() !== '')
  if (paths.length === 0)
    throw new ShoalError('nothing-to-read', `--files-from ${from}: the list is empty`, {
      detail: from,
      advice: 'give it a path a line, or NUL between them',
    })
  return paths
}

async function textOf(stream: Readable, signal: AbortSignal): Promise<string> {
  const { untilStopped } = await import('../run/unpacking/until-stopped.ts')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of untilStopped(stream, signal)) {
    chunks.push(Buffer.from(chunk))
    length += chunk.length
    if (length > MOST_LISTED)
      throw new ShoalError('bad-value', 'the list of files is longer than 64 MB', { detail: '--files-from' })
  }
  return Buffer.concat(chunks).toString('utf8')
}
