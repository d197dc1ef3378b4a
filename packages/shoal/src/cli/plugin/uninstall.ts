// `shoal plugin uninstall`.
import type { ExitStatus } from '@shoal/base/model/errors'
import { printable } from '@shoal/base/text/printable'
import { MARKETPLACE, PLUGIN_ID } from '../../plugin/names.ts'
import { type Uninstalled, uninstallPlugin } from '../../plugin/uninstall.ts'
import type { CommandInput } from '../command.ts'
import { writeDocument } from '../document.ts'
import type { Io } from '../io.ts'
import { writeJsonObject } from '../json-document.ts'
import { shellLine } from './shell-line.ts'
import { pluginWorld, type World } from './world.ts'

export async function runUninstall(
  io: Io,
  { face }: CommandInput,
  world: World = pluginWorld(io),
): Promise<ExitStatus> {
  const client = world.client()
  const done = await uninstallPlugin({ ...world, scope: face.pluginScope, client, isDry: face.dryRun })
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json')
      return await writeJsonObject(write, {
        plugin: PLUGIN_ID,
        directory: world.directory,
        removed: done.isRemoved,
        kept_for_other_scopes: done.isKept,
        client: client && { path: client.file },
        dry_run: face.dryRun,
        commands: done.calls.map(call => ['claude', ...call.args]),
      })
    for (const line of lines(done, world.directory, face.dryRun, client !== null)) await write(`${line}\n`)
  })
  return 0
}

function lines({ calls, isRemoved, isKept }: Uninstalled, directory: string, isDry: boolean, hasClient: boolean) {
  const shown = calls.map(call => `  ${shellLine(call.args)}`)
  const asked = isDry ? ['would ask Claude Code:', ...shown] : [`Claude Code has ${PLUGIN_ID} no more`]
  const removed = `${isDry ? 'would remove' : 'removed'} ${printable(directory)}; runs are kept`
  const all = [
    ...(calls.length === 0 ? [] : asked),
    ...(isRemoved ? [removed] : []),
    ...(isKept ? [`other scopes have it still: ${printable(directory)} is kept`] : []),
    // It may be gone for a while only.
    ...(isRemoved && !hasClient
      ? [
          `Claude Code is not on the PATH; if it comes back, run: ${shellLine(['plugin', 'marketplace', 'remove', MARKETPLACE])}`,
        ]
      : []),
  ]
  return all.length === 0 ? ['nothing is installed'] : all
}
