// `shoal` as real processes, each on a machine of its own as far as it can tell.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { bin } from '../../shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'

export interface Program {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  stdout(): string
  stderr(): string
}

const homes = tempDir()
let homeCount = 0
const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** On a machine of its own, as far as the program can tell. */
export function start(
  url: string,
  args: readonly string[],
  home = `home-${homeCount++}`,
  uid?: number,
  more = {},
): Program {
  const env = { PATH: process.env.PATH, SHOAL_HOME: join(homes.path, home), SHOAL_STORE: url, ...more }
  const child = spawn(process.execPath, [bin, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, cwd: '/' }),
  })
  running.add(child)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', text => void (stdout += text))
  child.stderr.on('data', text => void (stderr += text))
  const ended = once(child, 'close').then(([status]) => {
    running.delete(child)
    return status as number | null
  })
  return { child, ended, stdout: () => stdout, stderr: () => stderr }
}

export const homeOf = (name: string) => join(homes.path, name)

export const says = (worker: Program, event: string) =>
  worker
    .stderr()
    .split('\n')
    .some(line => line.includes(`"event":"${event}"`))
