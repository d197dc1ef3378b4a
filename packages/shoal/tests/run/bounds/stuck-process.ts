// A process of the command line whose threads never come to the end of files named `stuck…`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { bin } from '../../cli/built-bin.ts'

export interface StuckOptions {
  readonly cwd: string
  readonly home: string
  /** The function that does not come to its end. */
  readonly where: string
}

export function stuckProcess(args: readonly string[], { cwd, home, where }: StuckOptions) {
  const control = join(cwd, 'stuck-in')
  const reached = `${control}.reached`
  rmSync(reached, { force: true })
  writeFileSync(control, where)
  const NODE_OPTIONS = `--import ${new URL('stuck.mjs', import.meta.url).href}`
  const env = { PATH: process.env.PATH, SHOAL_HOME: home, STUCK_IN: control, NODE_OPTIONS }
  const child = spawn(process.execPath, [bin, ...args], { cwd, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', text => {
      said += text
    })
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${said}`)
      await sleep(20)
    }
  }
  return {
    child,
    ended: once(child, 'close').then(([status]) => status as number | null),
    said: () => said,
    saying: (text: RegExp) => until(() => text.test(said)).then(() => text.exec(said)!),
    stuck: () => until(() => existsSync(reached)),
  }
}

/** What a client of the server says first, and a call of a tool, each a line. */
export function toolCall(name: string, args: object): string {
  const clientInfo = { name: 'test', version: '1' }
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name, arguments: args } },
  ]
  return messages.map(one => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join('')
}
