// Where shoal keeps what must outlive a process: never beside the user's data.
import { posix, win32 } from 'node:path'
import { absolutePath, type Environment, homeDir, localAppData } from './home-dir.ts'

/**
 * `$SHOAL_HOME`, else `$XDG_STATE_HOME/shoal`, else `~/.local/state/shoal`, on Windows `%LOCALAPPDATA%\shoal`. An empty
 * variable counts as none. A relative SHOAL_HOME is seen from `cwd`; a relative XDG_STATE_HOME is ignored, as the XDG
 * specification asks.
 */
export function stateDir(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
  cwd: string = process.cwd(),
): string {
  const path = platform === 'win32' ? win32 : posix
  if (env.SHOAL_HOME) return path.resolve(cwd, env.SHOAL_HOME)
  const xdg = absolutePath(env.XDG_STATE_HOME, path)
  if (xdg) return path.join(xdg, 'shoal')
  if (platform === 'win32') return path.join(localAppData(env), 'shoal')
  return path.join(homeDir(env), '.local', 'state', 'shoal')
}
