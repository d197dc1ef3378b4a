// A client of an MCP server over stdin and stdout, just large enough to find out whether the server works.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { ShoalError } from '@shoal/base/model/errors'
import type { Environment } from '../config/home-dir.ts'
import type { ServerCommand } from './this-shoal.ts'

export interface SessionOptions {
  readonly cwd: string
  readonly env: Environment
  readonly signal: AbortSignal
  /** How long an answer may take. */
  readonly limitMs: number
}

type Fields = Readonly<Record<string, unknown>>

interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly result?: Fields
  readonly error?: { readonly message?: string }
}

/** How long a server may take to end after its input did. */
const FAREWELL_MS = 2_000

/** All errors are ShoalErrors with one line, the server's own last words included. */
export class McpSession {
  private readonly child: ChildProcessWithoutNullStreams
  private readonly waiting = new Map<number, { answer(result: Fields): void; fail(error: ShoalError): void }>()
  private readonly options: SessionOptions
  private lastId = 0
  private lastWords = ''
  private over: string | null = null

  constructor({ command, args, env }: ServerCommand, options: SessionOptions) {
    this.options = options
    this.child = spawn(command, args, { cwd: options.cwd, env: { ...options.env, ...env }, windowsHide: true })
    this.child.on('error', error => this.end(`cannot be started: ${error.message}`))
    this.child.on('close', (code, signal) => this.end(`ended with ${signal ?? `status ${code}`}${this.said()}`))
    this.child.stdin.on('error', () => {})
    this.child.stderr.on('data', (part: Buffer) => {
      this.lastWords = (this.lastWords + part.toString('utf8')).slice(-2_000)
    })
    createInterface({ input: this.child.stdout }).on('line', line => this.hear(line))
  }

  request(method: string, params: Fields): Promise<Fields> {
    const { signal, limitMs } = this.options
    signal.throwIfAborted()
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        this.waiting.delete(id)
      }
      const fail = (error: unknown) => {
        settle()
        reject(error)
      }
      const onAbort = () => fail(signal.reason)
      const timer = setTimeout(() => fail(broken(`gave no answer to ${method} within ${limitMs / 1000} s`)), limitMs)
      signal.addEventListener('abort', onAbort, { once: true })
      if (this.over !== null) return fail(broken(this.over))
      this.waiting.set(id, {
        answer(result) {
          settle()
          resolve(result)
        },
        fail,
      })
      this.send({ id, method, params })
    })
  }

  notify(method: string): void {
    this.send({ method })
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null || this.child.pid === undefined) return
    this.child.stdin.end()
    const timer = setTimeout(() => this.child.kill('SIGKILL'), FAREWELL_MS)
    await once(this.child, 'close').finally(() => clearTimeout(timer))
  }

  private send(message: Fields): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  /** What the server itself asks for is declined: nothing was offered to it. */
  private hear(line: string): void {
    const message = messageIn(line)
    if (message === null) this.end(`printed what is no message: ${line.slice(0, 100)}`)
    else if (message.method === undefined) this.settle(message)
    else if (message.id !== undefined) this.send({ id: message.id, error: { code: -32601, message: 'not offered' } })
  }

  private settle({ id, error, result }: Message): void {
    const asked = this.waiting.get(id as number)
    if (error) asked?.fail(broken(`answered with an error: ${error.message}`))
    else asked?.answer(result ?? {})
  }

  private end(why: string): void {
    this.over ??= why
    for (const { fail } of [...this.waiting.values()]) fail(broken(this.over))
  }

  /** The line that names the error, where one does; a crash ends with its stack and the version of node. */
  private said(): string {
    const lines = this.lastWords.trim().split('\n')
    const line = lines.find(one => /^(shoal:|\w*Error\b)/.test(one)) ?? lines.at(-1)!
    return line === '' ? '' : `: ${line.slice(0, 300)}`
  }
}

function messageIn(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' ? (value as Message | null) : null
  } catch {
    return null
  }
}

function broken(what: string): ShoalError {
  return new ShoalError('client-failed', `the MCP server ${what}`, { advice: 'run `shoal plugin install` again' })
}
