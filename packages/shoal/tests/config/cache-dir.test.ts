import { homedir } from 'node:os'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cacheDir } from '../../src/config/cache-dir.ts'
import { stateDir } from '../../src/config/state-dir.ts'

const on = (platform: NodeJS.Platform, env: Record<string, string>, cwd = platform === 'win32' ? 'C:\\w' : '/w') =>
  cacheDir(env, platform, cwd)

describe('the cache directory', () => {
  it('is inside SHOAL_HOME when that is set, seen from the working directory', () => {
    const rest = { XDG_CACHE_HOME: '/xdg', HOME: '/home/me' }
    expect(on('linux', { SHOAL_HOME: '/srv/shoal', ...rest })).toBe('/srv/shoal/cache')
    expect(on('linux', { SHOAL_HOME: 'state', ...rest })).toBe('/w/state/cache')
    expect(on('win32', { SHOAL_HOME: 'state' })).toBe('C:\\w\\state\\cache')
  })

  it('is a directory of its own under XDG_CACHE_HOME, unless that is empty or relative', () => {
    expect(on('linux', { XDG_CACHE_HOME: '/xdg', HOME: '/home/me' })).toBe('/xdg/shoal')
    for (const XDG_CACHE_HOME of ['', 'relative', './x'])
      expect(on('linux', { SHOAL_HOME: '', XDG_CACHE_HOME, HOME: '/home/me' })).toBe('/home/me/.cache/shoal')
  })

  it('is apart from the state on Windows too', () => {
    const env = { LOCALAPPDATA: 'D:\\Local' }
    expect(on('win32', env)).toBe('D:\\Local\\shoal\\cache')
    expect(on('win32', { USERPROFILE: 'C:\\Users\\me' })).toBe('C:\\Users\\me\\AppData\\Local\\shoal\\cache')
    expect(on('win32', env)).not.toBe(stateDir(env, 'win32', 'C:\\w'))
  })

  it('asks the system for the home when the environment has none', () => {
    expect(on('linux', {})).toBe(posix.join(homedir(), '.cache/shoal'))
  })
})
