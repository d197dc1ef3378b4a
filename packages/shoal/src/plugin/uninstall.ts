// `shoal plugin uninstall`: has the client forget the plugin, and removes its directory. Runs stay where they are.
import { existsSync } from 'node:fs'
import type { Client, ClientCall, PluginScope } from './client.ts'
import { callsToUninstall } from './client-calls.ts'
import { checkOurs, removePlugin } from './plugin-directory.ts'

export interface UninstallRequest {
  readonly directory: string
  /** Null for all scopes. */
  readonly scope: PluginScope | null
  readonly cwd: string
  /** Null when there is none on this machine. */
  readonly client: Client | null
  /** Nothing is removed and the client is only asked what it has. */
  readonly isDry: boolean
}

export interface Uninstalled {
  /** What the client was asked to do. */
  readonly calls: readonly ClientCall[]
  /** The directory was there and was removed. */
  readonly isRemoved: boolean
  /** The directory stays, because other scopes have the plugin still. */
  readonly isKept: boolean
}

/** Fine when there is nothing to uninstall. The client goes first: a directory that it misses would trouble it. */
export async function uninstallPlugin(request: UninstallRequest): Promise<Uninstalled> {
  const { directory, client, isDry } = request
  checkOurs(directory)
  const { calls, isKept } = await callsOf(request)
  if (isDry) return { calls, isRemoved: !isKept && existsSync(directory), isKept }
  if (client) for (const call of calls) await client.run(call)
  return { calls, isRemoved: !isKept && (await removePlugin(directory)), isKept }
}

async function callsOf({ client, scope, cwd }: UninstallRequest): Promise<Omit<Uninstalled, 'isRemoved'>> {
  if (client === null) return { calls: [], isKept: false }
  const state = { plugins: await client.plugins(), marketplaces: await client.marketplaces() }
  return callsToUninstall(state, { scope, cwd })
}
