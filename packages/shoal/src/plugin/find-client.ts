// Where Claude Code is on this machine, and how it is started without a shell.
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import type { Environment } from '../config/home-dir.ts'

export interface ClientProgram {
  /** For people: the file that was found. */
  readonly file: string
  readonly command: string
  /** Come before all others. */
  readonly args: readonly string[]
}

export interface Machine {
  readonly env: Environment
  readonly cwd: string
  readonly platform: NodeJS.Platform
}

/**
 * `$SHOAL_CLAUDE`, else `claude` of the PATH, else where its own installers put it. Null when it is nowhere; throws when
 * SHOAL_CLAUDE names no program.
 */
export function findClient({ env, cwd, platform }: Machine): ClientProgram | null {
  const path = platform === 'win32' ? win32 : posix
  if (env.SHOAL_CLAUDE) {
    const named = programAt(path.resolve(cwd, env.SHOAL_CLAUDE), platform)
    if (named) return named
    throw new ShoalError('not-found', `SHOAL_CLAUDE names no program: ${env.SHOAL_CLAUDE}`, {
      detail: 'SHOAL_CLAUDE',
      advice: 'set it to the file of Claude Code, or leave it out',
    })
  }
  const home = (platform === 'win32' ? env.USERPROFILE : env.HOME) ?? ''
  const own = home === '' ? [] : [path.join(home, '.local', 'bin'), path.join(home, '.claude', 'local')]
  const directories = (env.PATH ?? env.Path ?? '').split(path.delimiter).filter(path.isAbsolute)
  const names = platform === 'win32' ? ['claude.exe', 'claude.cmd'] : ['claude']
  for (const directory of [...directories, ...own])
    for (const name of names) {
      const program = programAt(path.join(directory, name), platform)
      if (program) return program
    }
  return null
}

function programAt(file: string, platform: NodeJS.Platform): ClientProgram | null {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return null
  if (/\.[cm]?js$/i.test(file)) return { file, command: process.execPath, args: [file] }
  if (platform !== 'win32') return isExecutable(file) ? { file, command: file, args: [] } : null
  if (!/\.(cmd|bat)$/i.test(file)) return { file, command: file, args: [] }
  const target = behindShim(file)
  return target && { ...target, file }
}

/** What npm's shim starts: Windows runs a `.cmd` only in a shell, where quoting a path safely cannot be relied on. */
function behindShim(shim: string): ClientProgram | null {
  const root = win32.join(win32.dirname(shim), 'node_modules', '@anthropic-ai', 'claude-code')
  const manifest = win32.join(root, 'package.json')
  if (!existsSync(manifest)) return null
  const bin: unknown = JSON.parse(readFileSync(manifest, 'utf8')).bin?.claude
  return typeof bin === 'string' ? programAt(win32.join(root, bin), 'win32') : null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
