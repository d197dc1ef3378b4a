// Code that a model wrote, run where it can do no harm: a machine of its own in a thread of its own, with limits of time, memory and output,
// and nothing to reach but some functions. Variables persist from one piece of code to the next; a machine that had to be ended is made
// anew by running the earlier pieces again.
import { MessageChannel, Worker } from 'node:worker_threads'
import type { Json } from '@shoal/base/model/json'
import { packageFile } from '@shoal/base/model/package-files'
import { ToolMistake } from '../../stages/tools/tool-mistake.ts'
import type { FromSandbox, SandboxData, ToSandbox } from './sandbox-messages.ts'

export interface SandboxOptions {
  readonly functions: readonly string[]
  /** What a function gives; what it throws is thrown inside. */
  call(name: string, input: Json): Promise<Json>
  readonly milliseconds?: number
  readonly memoryBytes?: number
}

/** Of work, without the time that functions take. */
const MILLISECONDS = 10_000
const MEMORY = 96 << 20
const MOST_OUTPUT = 6_000
/** A machine that does not stop by itself is ended so much later. */
const GRACE_MS = 5_000

export class Sandbox {
  private worker: Worker | null = null
  private answered: Int32Array = new Int32Array(new SharedArrayBuffer(4))
  private answers: MessageChannel | null = null
  /** What was run and stands. */
  private readonly history: string[] = []
  private calling = 0

  constructor(private readonly options: SandboxOptions) {}

  /** Throws a `ToolMistake` for code that fails. */
  async run(code: string, signal: AbortSignal): Promise<string> {
    if (!this.worker) await this.start(signal)
    const { text, isError } = await this.evaluate(code, signal)
    if (isError) {
      // What it did before it failed must not be there for the next: it would not be, were it run again.
      this.end()
      throw new ToolMistake(text)
    }
    this.history.push(code)
    return text
  }

  /** As if it had been run: what it leaves behind is there for the next. */
  remember(code: string): void {
    this.history.push(code)
    this.end()
  }

  close(): void {
    this.end()
  }

  private async start(signal: AbortSignal): Promise<void> {
    const { functions, milliseconds = MILLISECONDS, memoryBytes = MEMORY } = this.options
    const channel = new MessageChannel()
    this.answers = channel
    this.answered = new Int32Array(new SharedArrayBuffer(4))
    const data: SandboxData = { answered: this.answered, functions, milliseconds, memoryBytes, mostOutput: MOST_OUTPUT }
    this.worker = new Worker(packageFile('dist/run/ask/sandbox-worker.js'), {
      execArgv: [],
      env: {},
      workerData: { ...data, answers: channel.port2 },
      transferList: [channel.port2],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    this.worker.unref()
    await this.heard('ready', signal)
    for (const code of this.history) await this.evaluate(code, signal)
  }

  private async evaluate(
    code: string,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly isError: boolean }> {
    const waiting = this.heard('done', signal)
    this.worker!.postMessage({ code } satisfies ToSandbox)
    const done = await waiting
    return done.kind === 'done' ? done : { text: 'it ended without a result', isError: true }
  }

  /** Throws a `ToolMistake` when the machine had to be ended. */
  private heard(kind: FromSandbox['kind'], signal: AbortSignal): Promise<FromSandbox> {
    const worker = this.worker!
    const { milliseconds = MILLISECONDS } = this.options
    return new Promise((resolve, reject) => {
      let left = milliseconds + GRACE_MS
      let since = performance.now()
      const watch = setInterval(() => {
        const now = performance.now()
        if (this.calling === 0) left -= now - since
        since = now
        if (left < 0) fail(new ToolMistake(`it worked for more than ${milliseconds / 1000} seconds and was ended`))
      }, 250)
      const fail = (error: unknown) => {
        settle()
        this.end()
        reject(error)
      }
      const onMessage = (message: FromSandbox) => {
        if (message.kind === 'call') void this.answer(message.name, message.input)
        else if (message.kind === kind) {
          settle()
          resolve(message)
        }
      }
      const onError = (error: Error) => fail(new ToolMistake(`the sandbox ended: ${error.message}`))
      const onExit = () => fail(new ToolMistake('the sandbox ended: it took too much memory'))
      const onAbort = () => fail(signal.reason)
      const settle = () => {
        clearInterval(watch)
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        signal.removeEventListener('abort', onAbort)
      }
      worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) onAbort()
    })
  }

  private async answer(name: string, input: string): Promise<void> {
    this.calling++
    const { answered, answers } = this
    let text: string
    try {
      text = JSON.stringify({ value: await this.options.call(name, JSON.parse(input) as Json) })
    } catch (error) {
      text = JSON.stringify({ error: error instanceof Error ? error.message : 'it failed' })
    } finally {
      this.calling--
    }
    answers?.port1.postMessage({ text })
    Atomics.store(answered, 0, 1)
    Atomics.notify(answered, 0)
  }

  private end(): void {
    const { worker, answers } = this
    this.worker = null
    this.answers = null
    worker?.removeAllListeners()
    worker?.on('error', () => {})
    answers?.port1.close()
    void worker?.terminate()
  }
}
