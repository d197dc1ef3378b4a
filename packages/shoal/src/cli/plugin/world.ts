// The plugin, the client and this shoal, as a command finds them on the machine.
import { stateDir } from '../../config/state-dir.ts'
import { type Client, openClient } from '../../plugin/client.ts'
import { findClient } from '../../plugin/find-client.ts'
import type { PluginWorld } from '../../plugin/plugin-checks.ts'
import { pluginDirectory } from '../../plugin/plugin-directory.ts'
import { pluginFiles } from '../../plugin/plugin-files.ts'
import { PACKAGE_ROOT, packageVersion, serverCommand } from '../../plugin/this-shoal.ts'
import type { Io } from '../io.ts'

export interface World extends PluginWorld {
  readonly stateDirectory: string
}

/** `root` is that of the package. The client is looked for once, when it is first asked for. */
export function pluginWorld({ env, cwd, signal }: Io, root: string = PACKAGE_ROOT): World {
  const stateDirectory = stateDir(env, process.platform, cwd)
  const version = packageVersion(root)
  const server = serverCommand(env, cwd, root)
  let client: Client | null | undefined
  return {
    stateDirectory,
    directory: pluginDirectory(stateDirectory),
    version,
    client() {
      if (client !== undefined) return client
      const program = findClient({ env, cwd, platform: process.platform })
      client = program && openClient(program, { env, cwd, signal })
      return client
    },
    files: () => pluginFiles({ root, version, server }),
    server,
    cwd,
    env,
    signal,
  }
}
