// Where shoal keeps what can be made again, at a price: apart from the state, so that it can be thrown away.
import { posix, win32 } from 'node:path'
import { absolutePath, type Environment, homeDir, localAppData } from './home-dir.ts'

/** Where packed files are unpacked to. */
export function unpackedDir(cache: string): string {
  return `${cache}/unpacked`
}

/**
 * `$SHOAL_HOME/cache`, else `$XDG_CACHE_HOME/shoal`, else `~/.cache/shoal`, on Windows `%LOCALAPPDATA%\shoal\cache`. The
 * variables are read as for the state directory.
 */
export function cacheDir(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
  cwd: string = process.cwd(),
): string {
  const path = platform === 'win32' ? win32 : posix
  if (env.SHOAL_HOME) return path.resolve(cwd, env.SHOAL_HOME, 'cache')
  const xdg = absolutePath(env.XDG_CACHE_HOME, path)
  if (xdg) return path.join(xdg, 'shoal')
  if (platform === 'win32') return path.join(localAppData(env), 'shoal', 'cache')
  return path.join(homeDir(env), '.cache', 'shoal')
}
