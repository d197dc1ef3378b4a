import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stateDir } from '../../src/config/state-dir.ts'

const on = (platform: NodeJS.Platform, env: Record<string, string>, cwd = platform === 'win32' ? 'C:\\w' : '/w') =>
  stateDir(env, platform, cwd)

describe('the state directory', () => {
  it('is absolute, whatever the variables say', () => {
    const value = fc.constantFrom('', '.', 'x', '../x', '~/x', '/x', 'C:\\x', '%HOME%', ' ')
    fc.assert(
      fc.property(
        fc.record({ SHOAL_HOME: value, XDG_STATE_HOME: value, LOCALAPPDATA: value, HOME: value }),
        fc.constantFrom<NodeJS.Platform>('linux', 'darwin', 'win32'),
        (env, platform) => {
          // The real home belongs to the platform that the test runs on.
          const elsewhere = platform === 'win32' ? { ...env, USERPROFILE: 'C:\\Users\\me' } : env
          const { isAbsolute } = platform === 'win32' ? win32 : posix
          expect(isAbsolute(on(platform, elsewhere))).toBe(true)
        },
      ),
    )
  })

  it('is SHOAL_HOME before anything else, seen from the working directory', () => {
    const rest = { XDG_STATE_HOME: '/xdg', HOME: '/home/me' }
    expect(on('linux', { SHOAL_HOME: '/srv/shoal', ...rest })).toBe('/srv/shoal')
    expect(on('linux', { SHOAL_HOME: 'state/here', ...rest })).toBe('/w/state/here')
    expect(on('win32', { SHOAL_HOME: 'state' })).toBe('C:\\w\\state')
  })

  it('is a directory of its own under XDG_STATE_HOME, unless that is empty or relative', () => {
    expect(on('linux', { XDG_STATE_HOME: '/xdg', HOME: '/home/me' })).toBe('/xdg/shoal')
    for (const XDG_STATE_HOME of ['', 'relative', './x'])
      expect(on('linux', { SHOAL_HOME: '', XDG_STATE_HOME, HOME: '/home/me' })).toBe('/home/me/.local/state/shoal')
  })

  it('is LOCALAPPDATA on Windows, and what it stands for where it is not set', () => {
    expect(on('win32', { LOCALAPPDATA: 'D:\\Local', USERPROFILE: 'C:\\Users\\me' })).toBe('D:\\Local\\shoal')
    expect(on('win32', { USERPROFILE: 'C:\\Users\\me' })).toBe('C:\\Users\\me\\AppData\\Local\\shoal')
  })

  it('asks the system for the home when the environment has none', () => {
    expect(on('linux', {})).toBe(posix.join(homedir(), '.local/state/shoal'))
    expect(on('linux', { HOME: 'relative' })).toBe(posix.join(homedir(), '.local/state/shoal'))
  })
})
