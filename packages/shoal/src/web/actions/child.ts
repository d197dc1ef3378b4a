// One command of shoal as a process of its own.
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { packageFile } from '@shoal/base/model/package-files'
import type { Environment } from '../../config/home-dir.ts'

export interface Child {
  /** Never rejects. */
  readonly end: Promise<ChildEnd>
  /** Asks it to stop in order; tells it to stop at once after `graceMs`. Resolves when it has ended. */
  stop(graceMs: number): Promise<void>
  /** For when nobody can wait: asks it to stop in order, or, if that was done before, ends it. */
  endNow(): void
}

export interface ChildEnd {
  readonly status: number
  /** Its last line, in one line. */
  readonly says: string
}

/** Whether this runs from the sources or from dist. */
const BIN = fileURLToPath(packageFile('dist/bin.js'))
/** What is kept of its last words. */
const WORDS = 4096
const LAST_MS = 1000

export function startChild(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
): Child {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    env: env as NodeJS.ProcessEnv,
    // Its report is kept in the ledger. It takes the end of the channel as a wish to stop: a server that is killed can ask
    // for nothing any more.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Ctrl-C in the terminal is for the server, which hands it on once: a second would end it out of order.
    detached: true,
    windowsHide: true,
  })
  let words = ''
  child.stderr!.setEncoding('utf8')
  child.stderr!.on('data', (text: string) => {
    words = (words + text).slice(-WORDS)
  })
  const end = new Promise<ChildEnd>(resolve => {
    child.once('error', error => resolve({ status: 5, says: error.message }))
    child.once('close', (code, signal) => {
      const says = words.trimEnd().split('\n').at(-1) || `ended by ${signal ?? `exit status ${code}`}`
      resolve({ status: code ?? (signal === 'SIGTERM' ? 130 : 5), says })
    })
  })
  let isAsked = false
  return {
    end,
    endNow: () => void child.kill(isAsked ? 'SIGKILL' : 'SIGTERM'),
    async stop(graceMs) {
      isAsked = true
      child.kill('SIGTERM')
      if (await endsWithin(end, graceMs)) return
      child.kill('SIGTERM')
      if (!(await endsWithin(end, LAST_MS))) child.kill('SIGKILL')
      await end
    },
  }
}

async function endsWithin(end: Promise<unknown>, ms: number): Promise<boolean> {
  const quit = new AbortController()
  const late = sleep(ms, false, { signal: quit.signal }).catch(() => false)
  return await Promise.race([end.then(() => true), late]).finally(() => quit.abort())
}
