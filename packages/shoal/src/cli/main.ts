// The command line: reads it, loads the config, runs the command, and turns what goes wrong into one line.

import type { ExitStatus } from '@shoal/base/model/errors'
import { cacheDir, unpackedDir } from '../config/cache-dir.ts'
import { options } from '../config/options.ts'
import { ownVersion } from '../config/own-version.ts'
import { parseCommandLine, type Typed } from '../config/parse.ts'
import { type Resolved, resolveOptions } from '../config/resolve.ts'
import { commandNamed } from './commands.ts'
import { gatedStream } from './gated-stream.ts'
import { withInputs } from './inputs.ts'
import type { Io } from './io.ts'
import { withFormat } from './output-format.ts'
import { reportError } from './report-error.ts'

/** Never throws: whatever happens is said on stderr and in the exit status. */
export async function main(argv: readonly string[], given: Io): Promise<ExitStatus> {
  const io = { ...given, stderr: gatedStream(given.stderr) }
  try {
    return await dispatch(parseCommandLine(argv), io)
  } catch (error) {
    return reportError(error, io, argv.includes('--debug') || isSet(io.env.SHOAL_DEBUG))
  }
}

async function dispatch(typed: Typed, io: Io): Promise<ExitStatus> {
  if (typed.values.version) {
    io.stdout.write(`${ownVersion()}\n`)
    return 0
  }
  if (typed.command === null || typed.values.help) {
    const help = await commandNamed('help')
    return await help.run(io, { args: typed.command ? [typed.command, ...typed.args] : [], ...withoutConfig(typed) })
  }
  const command = await commandNamed(typed.command)
  const takesConfig = (options.config.commands as readonly string[]).includes(typed.command)
  const resolved = takesConfig && !typed.values.noConfig ? await withConfig(typed, io) : withoutConfig(typed)
  const inputs = { args: typed.args, resolved: withCache(io, resolved) }
  const { args, resolved: own } = await withInputs(io, typed.command, inputs)
  return await command.run(withStore(io, own), { args, ...withFormat(typed.command, own) })
}

/** Packed files are unpacked below the cache of this environment. */
function withCache(io: Io, resolved: Resolved): Resolved {
  const unpackTo = unpackedDir(cacheDir(io.env, process.platform, io.cwd))
  return { ...resolved, settings: { ...resolved.settings, unpackTo } }
}

/** In the environment it reaches all that opens the ledger, runs that `shoal serve` starts among it. */
function withStore(io: Io, { face }: Resolved): Io {
  const named = { SHOAL_STORE: face.store, SHOAL_BLOBS: face.blobs, SHOAL_QUEUE: face.queue }
  const said = Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
  return Object.keys(said).length === 0 ? io : { ...io, env: { ...io.env, ...said } }
}

function withoutConfig({ values }: Typed): Resolved {
  return resolveOptions(values, {}, '')
}

async function withConfig({ values }: Typed, io: Io): Promise<Resolved> {
  const { loadConfig } = await import('../config/load.ts')
  const file = Array.isArray(values.config) ? values.config.at(-1)! : null
  const config = await loadConfig({ cwd: io.cwd, file, home: io.env.HOME ?? io.env.USERPROFILE })
  return resolveOptions(values, config.value, config.file ?? '', config.path)
}

function isSet(variable: string | undefined): boolean {
  return variable !== undefined && variable !== '' && variable !== '0'
}
