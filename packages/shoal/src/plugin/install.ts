// `shoal plugin install`: writes the plugin's directory, and has the client take it from there.
import { ShoalError } from '@shoal/base/model/errors'
import type { Client, ClientCall, PluginScope } from './client.ts'
import { callsToInstall, installedHere } from './client-calls.ts'
import { PLUGIN_ID } from './names.ts'
import { differences, type Written, writePlugin, writingNeeded } from './plugin-directory.ts'
import type { PluginFiles } from './plugin-files.ts'

export interface InstallRequest {
  readonly directory: string
  readonly files: PluginFiles
  readonly version: string
  readonly scope: PluginScope
  readonly cwd: string
  /** Null when there is none on this machine. */
  readonly client: Client | null
  /** Nothing is written and the client is only asked what it has. */
  readonly isDry: boolean
}

export interface Installed {
  readonly written: Written
  /** What the client was asked to do; without a client, what is left to ask of it. */
  readonly calls: readonly ClientCall[]
  /** The client has it, enabled and in order. */
  readonly isRegistered: boolean
}

/** Throws `client-failed` when the client refuses; the directory is complete then, and the next attempt goes on from there. */
export async function installPlugin(request: InstallRequest): Promise<Installed> {
  const { directory, files, client, isDry } = request
  const written = isDry ? writingNeeded(directory, files) : await writePlugin(directory, files)
  const calls = await callsOf(request)
  if (client === null || isDry) return { written, calls, isRegistered: false }
  for (const call of calls) await client.run(call)
  await assertRegistered(client, request)
  return { written, calls, isRegistered: true }
}

async function callsOf(request: InstallRequest): Promise<readonly ClientCall[]> {
  const { client, files } = request
  const isStale = (copy: string) => differences(copy, files).length > 0
  if (client === null) return callsToInstall({ plugins: [], marketplaces: [] }, { ...request, isStale })
  const state = { plugins: await client.plugins(), marketplaces: await client.marketplaces() }
  return callsToInstall(state, { ...request, isStale })
}

/** A client may exit in peace and still not load it. */
async function assertRegistered(client: Client, { scope, cwd }: InstallRequest): Promise<void> {
  const here = installedHere(await client.plugins(), scope, cwd)
  const trouble = !here ? 'it does not list it' : (here.errors?.[0] ?? (here.enabled ? null : 'it is disabled'))
  if (trouble === null) return
  throw new ShoalError('client-failed', `Claude Code did not take ${PLUGIN_ID}: ${trouble}`, {
    detail: PLUGIN_ID,
    advice: 'run `shoal plugin uninstall`, then `shoal plugin install`',
  })
}
