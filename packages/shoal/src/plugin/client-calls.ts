// What to ask of the client so that the plugin is installed, or gone: worked out from what it has, without asking it.
import { existsSync } from 'node:fs'
import { realPathOf } from '../text/open-real.ts'
import {
  type ClientCall,
  type InstalledPlugin,
  type KnownMarketplace,
  type PluginScope,
  pluginScopes,
} from './client.ts'
import { MARKETPLACE, PLUGIN_ID } from './names.ts'

export interface ClientState {
  readonly plugins: readonly InstalledPlugin[]
  readonly marketplaces: readonly KnownMarketplace[]
}

export interface Wanted {
  readonly directory: string
  readonly version: string
  readonly scope: PluginScope
  readonly cwd: string
  /** Whether the copy that a client has made differs from the directory. */
  isStale(copy: string): boolean
}

/** None when all is as it should be. */
export function callsToInstall({ plugins, marketplaces }: ClientState, wanted: Wanted): readonly ClientCall[] {
  const { directory, version, scope, cwd } = wanted
  const call = (...args: string[]): ClientCall => ({ args: ['plugin', ...args], cwd })
  const market = marketplaces.find(({ name }) => name === MARKETPLACE)
  const isKnown = market?.path !== undefined && samePlace(market.path, directory)
  const calls = isKnown ? [] : [call('marketplace', 'add', directory)]
  const here = installedHere(plugins, scope, cwd)
  const isBroken = (here?.errors?.length ?? 0) > 0
  const install = call('install', PLUGIN_ID, '--scope', scope)
  if (isKnown && isBroken) calls.push(call('marketplace', 'update', MARKETPLACE))
  if (!here?.enabled) return [...calls, install]
  if (here.version !== version) return [...calls, call('update', PLUGIN_ID, '--scope', scope)]
  // An update to the same version would change nothing.
  const isCopyRead = here.readFromFolder === undefined && here.installPath !== undefined && !isBroken
  if (isCopyRead && wanted.isStale(here.installPath))
    return [...calls, call('uninstall', PLUGIN_ID, '--scope', scope), install]
  return calls
}

/** The calls for one scope, or for all there are. The marketplace goes with the last of them, unless others are kept. */
export function callsToUninstall(
  { plugins, marketplaces }: ClientState,
  { scope, cwd }: { readonly scope: PluginScope | null; readonly cwd: string },
): { readonly calls: readonly ClientCall[]; readonly isKept: boolean } {
  const ours = plugins.filter(({ id }) => id === PLUGIN_ID)
  const wanted = ours.filter(plugin => scope === null || isHere(plugin, scope, cwd))
  const calls = wanted.flatMap(({ scope: its, projectPath: place = cwd }): ClientCall[] =>
    // Of projects that are gone, and of scopes that are not the user's, the marketplace takes what it can with it.
    (pluginScopes as readonly string[]).includes(its) && existsSync(place)
      ? [{ args: ['plugin', 'uninstall', PLUGIN_ID, '--scope', its], cwd: place }]
      : [],
  )
  const isKept = wanted.length < ours.length
  const isKnown = marketplaces.some(({ name }) => name === MARKETPLACE)
  const last: ClientCall[] = isKept || !isKnown ? [] : [{ args: ['plugin', 'marketplace', 'remove', MARKETPLACE], cwd }]
  return { calls: [...calls, ...last], isKept }
}

/** The plugin as somebody has it who works in `cwd`; in any scope when none is named. */
export function installedHere(
  plugins: readonly InstalledPlugin[],
  scope: PluginScope | null,
  cwd: string,
): InstalledPlugin | undefined {
  const here = plugins.filter(plugin => plugin.id === PLUGIN_ID && isHere(plugin, scope ?? plugin.scope, cwd))
  return here.find(({ enabled }) => enabled) ?? here[0]
}

function isHere({ scope, projectPath }: InstalledPlugin, wanted: string, cwd: string): boolean {
  return scope === wanted && (projectPath === undefined || samePlace(projectPath, cwd))
}

function samePlace(a: string, b: string): boolean {
  return a === b || realPathOf(a) === realPathOf(b)
}
