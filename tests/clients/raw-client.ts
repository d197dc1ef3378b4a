// A client that sends whatever it is told, one line each, and hands every answer back as it came.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { PATIENCE_MS } from '../patience.ts'
import type { Workspace } from './server-process.ts'

export interface RawAnswer {
  readonly id: number | string | null
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

export class RawClient {
  /** What the server wrote beside the protocol. */
  stderr = ''
  exitStatus: number | null | undefined
  private readonly waiting = new Map<number, (answer: RawAnswer) => void>()
  private readonly child: ChildProcessWithoutNullStreams
  private readonly ended: Promise<void>
  private nextId = 1
  private rest = ''

  constructor({ command, args, env, directory }: Workspace) {
    this.child = spawn(command, args, { cwd: directory, env, stdio: 'pipe' })
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
    })
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.hear(text))
    this.child.stdin.on('error', () => {})
    this.ended = new Promise(resolve =>
      this.child.once('close', status => {
        this.exitStatus = status
        resolve()
      }),
    )
  }

  async initialize(): Promise<RawAnswer> {
    const answer = await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'raw', version: '0' },
    })
    this.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    return answer
  }

  /** Rejects when there is no answer in time, which is never right. */
  request(method: string, params: unknown, seconds = PATIENCE_MS / 1000): Promise<RawAnswer> {
    const id = this.nextId++
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        this.waiting.delete(id)
        clearTimeout(timer)
        reject(new Error(`${method}: ${why}; the log: ${this.stderr.slice(-2000)}`))
      }
      const timer = setTimeout(() => fail(`no answer within ${seconds} s`), seconds * 1000)
      void this.ended.then(() => this.waiting.has(id) && fail('the server is gone'))
      this.waiting.set(id, answer => {
        clearTimeout(timer)
        resolve(answer)
      })
      this.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  }

  call(name: string, args: unknown): Promise<RawAnswer> {
    return this.request('tools/call', { name, arguments: args })
  }

  write(line: string): void {
    this.child.stdin.write(`${line}\n`)
  }

  /** The way a client goes: it closes the server's input. */
  async close(): Promise<number | null> {
    this.child.stdin.end()
    await this.ended
    return this.exitStatus ?? null
  }

  private hear(text: string): void {
    const lines = (this.rest + text).split('\n')
    this.rest = lines.pop()!
    for (const line of lines) {
      const message = JSON.parse(line) as RawAnswer
      const resolve = typeof message.id === 'number' ? this.waiting.get(message.id) : undefined
      if (resolve === undefined) continue
      this.waiting.delete(message.id as number)
      resolve(message)
    }
  }
}
