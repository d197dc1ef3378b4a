// Claude Code as the keeper of plugins: what it has installed, and how it is asked for changes.

import { ShoalError } from '@shoal/base/model/errors'
import type { Environment } from '../config/home-dir.ts'
import { runProgram } from '../models/providers/program.ts'
import type { ClientProgram } from './find-client.ts'

/** Where a plugin is switched on: for the user, in a project for everybody, in a project for the user alone. */
export const pluginScopes = ['user', 'project', 'local'] as const
export type PluginScope = (typeof pluginScopes)[number]

/** One entry of `claude plugin list --json`, as far as it is read. */
export interface InstalledPlugin {
  /** `plugin@marketplace`. */
  readonly id: string
  readonly version?: string
  /** One of the scopes, or a word of the client's own, as `managed`. */
  readonly scope: string
  readonly enabled: boolean
  /** Its copy. */
  readonly installPath?: string
  /** The directory that is read instead of the copy; older clients always read the copy. */
  readonly readFromFolder?: string
  /** Of the scopes project and local. */
  readonly projectPath?: string
  readonly errors?: readonly string[]
}

/** One entry of `claude plugin marketplace list --json`, as far as it is read. */
export interface KnownMarketplace {
  readonly name: string
  /** Where it is a directory. */
  readonly path?: string
}

/** A call that changes something; run in `cwd`, which decides which project is meant. */
export interface ClientCall {
  readonly args: readonly string[]
  readonly cwd: string
}

export interface Client {
  readonly file: string
  version(): Promise<string>
  plugins(): Promise<readonly InstalledPlugin[]>
  marketplaces(): Promise<readonly KnownMarketplace[]>
  /** Throws `client-failed` with what the client said, on one line. */
  run(call: ClientCall): Promise<void>
}

interface Surroundings {
  readonly env: Environment
  readonly cwd: string
  readonly signal: AbortSignal
}

/** It may be busy with other things when it is started for the first time. */
const PATIENCE_MS = 120_000
/** Of what it says, as much as fits an error of one line. */
const MOST_SAID = 300

export function openClient(program: ClientProgram, around: Surroundings): Client {
  const said = (args: readonly string[], cwd: string = around.cwd) => ask(program, args, { ...around, cwd })
  return {
    file: program.file,
    async version() {
      const [version] = /(?<!\d)\d+\.\d+\.\d+\S*/.exec(await said(['--version'])) ?? []
      if (version === undefined) throw notUnderstood(['--version'])
      return version
    },
    plugins: async () => await list<InstalledPlugin>(['plugin', 'list', '--json'], said),
    marketplaces: async () => await list<KnownMarketplace>(['plugin', 'marketplace', 'list', '--json'], said),
    async run({ args, cwd }) {
      await said(args, cwd)
    },
  }
}

async function list<Entry>(args: readonly string[], said: (args: readonly string[]) => Promise<string>) {
  const text = await said(args)
  let entries: unknown
  try {
    entries = JSON.parse(text)
  } catch {
    throw notUnderstood(args)
  }
  if (!Array.isArray(entries)) throw notUnderstood(args)
  return entries as readonly Entry[]
}

async function ask(program: ClientProgram, args: readonly string[], around: Surroundings): Promise<string> {
  const { env, cwd, signal } = around
  signal.throwIfAborted()
  const ended = await runProgram(program.command, [...program.args, ...args], {
    input: '',
    cwd,
    env,
    signal,
    limitMs: PATIENCE_MS,
  })
  signal.throwIfAborted()
  const line = shownCall(args)
  if (ended.how === 'not-started') throw clientFailed(`${program.file} could not be run: ${ended.reason}`, args)
  if (ended.how !== 'finished') throw clientFailed(`\`${line}\` was not done after ${PATIENCE_MS / 1000} s`, args)
  if (ended.code !== 0)
    throw clientFailed(
      `\`${line}\` failed: ${oneLine(ended.stderr) || oneLine(ended.stdout) || 'it did not say why'}`,
      args,
    )
  return ended.stdout
}

/** Its last words are the reason; without the mark and the colours that it gives them. */
function oneLine(text: string): string {
  const lines = text
    .replace(/\u001b\[[\d;]*[A-Za-z]/g, '')
    .split(/\r?\n/)
    .map(line => line.replace(/^\s*[✘✖×]\s*/, '').trim())
    .filter(line => line !== '')
  const joined = lines.slice(-3).join(' ')
  return joined.length > MOST_SAID ? `${joined.slice(0, MOST_SAID)}…` : joined
}

function shownCall(args: readonly string[]): string {
  return ['claude', ...args.slice(0, 3)].join(' ')
}

function notUnderstood(args: readonly string[]): ShoalError {
  return clientFailed(`\`${shownCall(args)}\` gave no answer that shoal understands`, args, 'update Claude Code')
}

function clientFailed(message: string, args: readonly string[], advice?: string): ShoalError {
  return new ShoalError('client-failed', message, { detail: args.join(' '), ...(advice ? { advice } : {}) })
}
