// One thread that works on files, seen from outside: it is given an order, watched, and ended when it does not get on.
import { Worker } from 'node:worker_threads'
import { packageFile } from '@shoal/base/model/package-files'
import { type Answer, BROKEN, FILE, type FromThread, type Order, STEPS, type ToThread } from './file-orders.ts'
import { receivedError, sendableError } from './thrown-error.ts'
import { buffersOf } from './transfer.ts'

export interface ThreadJob {
  readonly order: Order
  /** How much there is to read. */
  readonly bytes: number
  /** Milliseconds of work without a step after which it is given up. */
  readonly patienceMs: number
  /** It leaves much behind: its thread is ended, so that the memory is had for what follows. */
  readonly isVast?: boolean
  readonly signal: AbortSignal
  onRead(bytes: number): void
  /** To what the thread asks while it carries the order out. */
  answer(question: unknown): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
  /** `number` is that of the file it was at; `why` is left out where it made no progress. */
  giveUp(number: number, why?: string): void
}

export interface ThreadEvents {
  /** It has nothing to do now: it is done, or waits for an answer. */
  onFree(): void
  onEnd(): void
}

/** A thread that is asked to stop may be deep in a loop: it is given this long to say that it has. */
const STOP_MS = 50
/** For values that live as long as one file: what is left of them is freed sooner, and reading is no slower for it. */
const YOUNG_MB = 12
/** Less than 2 GB: from there on V8 lets garbage grow to four times of what is in use, below it to twice of that. */
const OLD_MB = 2000
/** A disk may keep a thread waiting so many times as long as it may work. */
const WAITS = 10

const NO_MEMORY = 'there is not enough memory to read it'

export class FileThread {
  private readonly told = new Int32Array(new SharedArrayBuffer(8))
  private readonly worker = new Worker(packageFile('dist/run/threads/file-worker.js'), {
    execArgv: [],
    workerData: this.told.buffer,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
  })
  private steps = 0
  private workedMs = 0
  private waitedMs = 0
  private isOver = false
  /** Questions that are not answered yet. */
  private questions = 0
  /** Why one could not be answered. */
  private failure: { readonly error: unknown } | null = null
  job: ThreadJob | null = null
  /** When it was last at something. */
  freeSince = performance.now()

  constructor(private readonly events: ThreadEvents) {
    // Its death must not keep the process from ending by itself.
    this.worker.unref()
    this.worker.on('message', (message: FromThread) => this.hear(message))
    this.worker.on('error', error => this.die(error))
    this.worker.on('exit', status =>
      this.die(new Error(status === BROKEN ? NO_MEMORY : 'the thread that read it ended')),
    )
  }

  begin(job: ThreadJob): void {
    this.job = job
    this.questions = 0
    this.failure = null
    this.restart()
    this.worker.ref()
    job.signal.addEventListener('abort', this.abort, { once: true })
    this.say({ order: job.order })
  }

  get isWaiting(): boolean {
    return this.questions > 0
  }

  /** So much time has passed in which it may have worked. */
  tick(workedMs: number, wallMs: number): void {
    const { job } = this
    if (!job) return
    const steps = Atomics.load(this.told, STEPS)
    // One that has made no step at all is still being started.
    if (steps === 0 || steps !== this.steps || this.isWaiting) {
      this.restart()
      return
    }
    this.workedMs += workedMs
    this.waitedMs += wallMs
    if (this.workedMs < job.patienceMs && this.waitedMs < WAITS * job.patienceMs) return
    this.take()
    this.end()
    job.giveUp(Atomics.load(this.told, FILE))
  }

  end(): void {
    if (this.isOver) return
    this.isOver = true
    void this.worker.terminate()
    this.events.onEnd()
  }

  private restart(): void {
    this.steps = Atomics.load(this.told, STEPS)
    this.workedMs = 0
    this.waitedMs = 0
  }

  private readonly abort = (): void => {
    const { job } = this
    this.say({ abort: true })
    setTimeout(() => {
      if (this.job !== job || !job) return
      this.take()
      this.end()
      job.reject(job.signal.reason)
    }, STOP_MS)
  }

  private say(message: ToThread, buffers: readonly ArrayBuffer[] = []): void {
    this.worker.postMessage(message, [...buffers])
  }

  private hear(message: FromThread): void {
    if ('read' in message) this.job?.onRead(message.read)
    else if ('ask' in message) void this.answer(message.ask, message.number)
    else {
      const job = this.take()
      if (!job) return
      if ('result' in message) job.resolve(message.result)
      else job.reject(this.failure ? this.failure.error : receivedError(message.error))
      if (job.isVast) this.end()
      this.events.onFree()
    }
  }

  private async answer(question: unknown, number: number): Promise<void> {
    const { job } = this
    if (!job) return
    this.questions++
    this.events.onFree()
    let answer: Answer
    try {
      answer = { number, value: await job.answer(question) }
    } catch (error) {
      // The order fails by it, with the very error.
      if (this.job === job) this.failure ??= { error }
      answer = { number, error: sendableError(error) }
    }
    if (this.job !== job) return
    this.questions--
    this.restart()
    this.say({ answer }, job.order.kind === 'survey' && 'value' in answer ? buffersOf(answer.value) : [])
  }

  /** It is at nothing any more. */
  private take(): ThreadJob | null {
    const { job } = this
    job?.signal.removeEventListener('abort', this.abort)
    this.job = null
    this.freeSince = performance.now()
    this.worker.unref()
    return job
  }

  /** It costs the file it was at, as if that had been given up. */
  private die({ code, message }: Error & { readonly code?: string }): void {
    if (this.isOver) return
    const job = this.take()
    this.end()
    job?.giveUp(Atomics.load(this.told, FILE), `given up: ${code === 'ERR_WORKER_OUT_OF_MEMORY' ? NO_MEMORY : message}`)
  }
}
