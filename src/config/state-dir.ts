// Where shoal keeps what must outlive a process: never beside the user's data.
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'
import { ShoalError } from '../model/errors.ts'

/**
 * `$SHOAL_HOME`, else `$XDG_STATE_HOME/shoal`, else `~/.local/state/shoal`, on Windows `%LOCALAPPDATA%\shoal`. An empty
 * variable counts as none. A relative SHOAL_HOME is seen from `cwd`; a relative XDG_STATE_HOME is ignored, as the XDG
 * specification asks.
 */
export function stateDir(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  cwd: string = process.cwd(),
): string {
  const { isAbsolute, join, resolve } = platform === 'win32' ? win32 : posix
  if (env.SHOAL_HOME) return resolve(cwd, env.SHOAL_HOME)
  const absolute = (path: string | undefined) => (path && isAbsolute(path) ? path : null)
  const xdg = absolute(env.XDG_STATE_HOME)
  if (xdg) return join(xdg, 'shoal')
  if (platform === 'win32')
    return join(absolute(env.LOCALAPPDATA) ?? join(absolute(env.USERPROFILE) ?? home(), 'AppData', 'Local'), 'shoal')
  return join(absolute(env.HOME) ?? home(), '.local', 'state', 'shoal')
}

/** What the system knows of the user, where the environment does not say. */
function home(): string {
  try {
    return homedir()
  } catch (error) {
    throw new ShoalError('not-found', 'no home directory is known', {
      advice: 'set SHOAL_HOME to a directory',
      cause: error,
    })
  }
}
