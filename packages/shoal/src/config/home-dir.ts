// The directories of a user's own that the environment names. An empty variable counts as none.
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'

export type Environment = Readonly<Record<string, string | undefined>>

/** The variable's value when it is an absolute path: the XDG specification asks to ignore others. */
export function absolutePath(
  path: string | undefined,
  { isAbsolute }: Pick<typeof posix, 'isAbsolute'>,
): string | null {
  return path && isAbsolute(path) ? path : null
}

export function homeDir(env: Environment): string {
  return absolutePath(env.HOME, posix) ?? systemHome()
}

/** `%LOCALAPPDATA%`, or what it stands for where it is not set. */
export function localAppData(env: Environment): string {
  const profile = () => absolutePath(env.USERPROFILE, win32) ?? systemHome()
  return absolutePath(env.LOCALAPPDATA, win32) ?? win32.join(profile(), 'AppData', 'Local')
}

/** What the system knows of the user, where the environment does not say. */
function systemHome(): string {
  try {
    return homedir()
  } catch (error) {
    throw new ShoalError('not-found', 'no home directory is known', {
      advice: 'set SHOAL_HOME to a directory',
      cause: error,
    })
  }
}
