// Looks at real processes: which are alive, and whose children they are.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { PATIENCE_MS } from '../../../tests/patience.ts'
import { processStat } from '../src/process-identity.ts'

export const hasProc = existsSync('/proc/self/stat')

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return processStat(pid)?.isDead !== true
}

/** The numbers that fixtures wrote to the file they found in PIDS. */
export function readPids(file: string): readonly number[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : []
}

/** Waits for something to become true; fails after `limitMs` with what was waited for. */
export async function until(what: string, condition: () => boolean, limitMs = PATIENCE_MS): Promise<void> {
  const end = performance.now() + limitMs
  while (!condition()) {
    if (performance.now() > end) throw new Error(`waited ${limitMs} ms in vain until ${what}`)
    await delay(10)
  }
}

/** Processes whose parent is `parent` and whose command line holds `text`. */
export function childrenNamed(parent: number, text: string): readonly number[] {
  return readdirSync('/proc').flatMap(name => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(ppid) === parent && readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(text)
        ? [Number(name)]
        : []
    } catch {
      return []
    }
  })
}
