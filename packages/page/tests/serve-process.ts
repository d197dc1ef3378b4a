// `shoal serve` as a process of its own, as users start it; it can be killed and started again at the same address.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { assertBuilt, bin } from '../../shoal/tests/cli/built-bin.ts'

export interface ServeProcess {
  /** With the token. */
  readonly url: string
  /** The address of a page of it. */
  at(hash: string): string
  /** Ends it as Ctrl-C does, or at once. */
  stop(signal?: 'SIGINT' | 'SIGKILL'): Promise<void>
}

export interface ServeOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly port?: number
}

export const TOKEN = 'token-of-the-test'

export async function startServe({ cwd, env, port = 0 }: ServeOptions): Promise<ServeProcess> {
  assertBuilt()
  const child = spawn(process.execPath, [bin, 'serve', '--port', String(port)], {
    cwd,
    env: { PATH: process.env.PATH, SHOAL_SERVE_TOKEN: TOKEN, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await firstLine(child)
  return {
    url,
    at: hash => `${url}${hash}`,
    async stop(signal = 'SIGINT') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  let said = ''
  child.stderr!.on('data', text => {
    said += text
  })
  const lines = createInterface({ input: child.stdout! })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the server ended: ${said}`)
  })
  ended.catch(() => {})
  const [line] = await Promise.race([once(lines, 'line'), ended])
  return line as string
}
