// `shoal plugin install`.
import { sep } from 'node:path'
import type { ExitStatus } from '@shoal/base/model/errors'
import { plural, printable } from '@shoal/base/text/printable'
import { type Installed, installPlugin } from '../../plugin/install.ts'
import { PLUGIN_ID } from '../../plugin/names.ts'
import { permission } from '../../plugin/permission.ts'
import type { Written } from '../../plugin/plugin-directory.ts'
import type { CommandInput } from '../command.ts'
import { writeDocument } from '../document.ts'
import type { Io } from '../io.ts'
import { writeJsonObject } from '../json-document.ts'
import { shellLine, slashLine } from './shell-line.ts'
import { pluginWorld, type World } from './world.ts'

const DONE: Readonly<Record<Written, string>> = { written: 'wrote', replaced: 'replaced', unchanged: 'kept' }
const WOULD: Readonly<Record<Written, string>> = {
  written: 'would write',
  replaced: 'would replace',
  unchanged: 'would keep',
}

/** Exits with 0 when there is no client: all that can be done here is done, and the rest is said. */
export async function runInstall(io: Io, { face }: CommandInput, world: World = pluginWorld(io)): Promise<ExitStatus> {
  const scope = face.pluginScope ?? 'user'
  const files = world.files()
  const client = world.client()
  const version = client && (await client.version())
  const installed = await installPlugin({ ...world, files, scope, client, isDry: face.dryRun })
  const shown: Shown = {
    ...installed,
    scope,
    isDry: face.dryRun,
    clientVersion: version,
    advice: permission(world).advice,
  }
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json')
      return await writeJsonObject(write, {
        plugin: PLUGIN_ID,
        version: world.version,
        directory: world.directory,
        files: files.size,
        written: installed.written,
        scope,
        client: client && { path: client.file, version },
        registered: installed.isRegistered,
        dry_run: face.dryRun,
        commands: installed.calls.map(call => ['claude', ...call.args]),
      })
    const verb = (face.dryRun ? WOULD : DONE)[installed.written]
    await write(`${verb} ${plural(files.size, 'file')} in ${printable(world.directory)}\n`)
    for (const line of [...clientLines(shown), ...nextLines(shown)]) await write(`${line}\n`)
  })
  if (isPassing(world.server.args[0]!) && !face.quiet)
    io.stderr.write('shoal runs from the cache of npx, which may be cleared: install it for good, and run this again\n')
  return 0
}

interface Shown extends Installed {
  readonly scope: string
  readonly isDry: boolean
  readonly clientVersion: string | null
  /** So that the client does not ask for every tool; undefined when nothing is to do. */
  readonly advice: string | undefined
}

function clientLines({ calls, isDry, scope, clientVersion }: Shown): readonly string[] {
  if (clientVersion === null)
    return [
      'Claude Code is not on the PATH. Once it is there, run this again, or these two commands:',
      ...calls.map(call => `  ${shellLine(call.args)}`),
      'or, inside of Claude Code:',
      ...calls.map(call => `  ${slashLine(call.args)}`),
    ]
  const client = `Claude Code ${clientVersion}`
  if (isDry && calls.length > 0) return [`would ask ${client}:`, ...calls.map(call => `  ${shellLine(call.args)}`)]
  return [
    calls.length === 0 ? `${client} has ${PLUGIN_ID} already (${scope})` : `${client} has ${PLUGIN_ID} now (${scope})`,
  ]
}

function nextLines({ isDry, isRegistered, advice }: Shown): readonly string[] {
  if (isDry || !isRegistered) return []
  return [
    '',
    'Start Claude Code anew, and type: /shoal:rlm PATH question',
    ...(advice === undefined ? [] : [`To be asked for no tool of it: ${printable(advice)}`]),
    'To check all of it: shoal plugin doctor',
  ]
}

function isPassing(bin: string): boolean {
  return bin.includes(`${sep}_npx${sep}`)
}
