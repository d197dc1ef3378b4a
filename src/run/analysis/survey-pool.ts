// Surveys files on threads: small ones whole, large ones in stretches on all threads at once.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { BuiltInAnalyst, FileAbout, FileSurvey } from '../../model/analyst.ts'
import type { Brief } from '../../model/question.ts'
import type { SourceText } from '../../model/source.ts'
import { stretchesOf, surveySource } from '../../stages/survey.ts'
import { openSource } from '../../text/source-file.ts'
import type { FromThread, SurveyOrder, ToThread } from './survey-worker.ts'
import { receivedError } from './thrown-error.ts'
import { buffersOf } from './transfer.ts'

export interface SurveyJob {
  readonly file: string
  /** The file, open; for what is read on this thread. */
  readonly source?: SourceText
  readonly about: FileAbout
  readonly brief: Brief
  readonly analyst: BuiltInAnalyst
  /** The analyst is one of ours, which threads can load for themselves. */
  readonly travels: boolean
  readonly signal: AbortSignal
  onRead(bytes: number): void
}

const MOST_THREADS = 8

/** A thread that is asked to stop may be deep in a loop: it is given this long to say that it has. */
const STOP_MS = 50

/** Starting a thread costs more than reading this much here. */
const WORTH_A_THREAD = 256 * 1024

export class SurveyPool {
  private readonly threads: Thread[] = []
  private nextId = 1

  constructor(private readonly most = Math.min(MOST_THREADS, availableParallelism())) {}

  async survey(job: SurveyJob): Promise<FileSurvey> {
    const { about, analyst, travels } = job
    if (!travels || (about.sizeBytes < WORTH_A_THREAD && this.threads.length === 0)) return await surveyHere(job)
    if (analyst.splitFrom === null || about.sizeBytes < analyst.splitFrom) return await this.ask(job, { kind: 'whole' })
    const stretches = withSource(job, source => stretchesOf(about, source.encoding, this.most))
    if (stretches.length === 1) return await this.ask(job, { kind: 'whole' })
    const tallies = await allOrAbort(stretches, job.signal, (stretch, signal) =>
      this.ask<unknown>({ ...job, signal }, { kind: 'stretch', stretch }),
    )
    return await this.ask(job, { kind: 'survey', tallies })
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.splice(0).map(thread => thread.end()))
  }

  private ask<T = FileSurvey>(job: SurveyJob, what: Wanted): Promise<T> {
    job.signal.throwIfAborted()
    const { file, about, brief } = job
    const order: SurveyOrder = { id: this.nextId++, file, about, brief, ...what }
    return this.freest().carryOut<T>(order, job)
  }

  /** The thread with the least to read; a new one while all are busy and there may be more. */
  private freest(): Thread {
    const [idle] = this.threads.toSorted((a, b) => a.load - b.load)
    if (idle && (idle.load === 0 || this.threads.length >= this.most)) return idle
    const fresh: Thread = new Thread(() => this.threads.splice(this.threads.indexOf(fresh), 1))
    this.threads.push(fresh)
    return fresh
  }
}

type Wanted =
  | { readonly kind: 'whole' }
  | { readonly kind: 'stretch'; readonly stretch: Extract<SurveyOrder, { kind: 'stretch' }>['stretch'] }
  | { readonly kind: 'survey'; readonly tallies: readonly unknown[] }

interface Waiting {
  readonly bytes: number
  readonly signal: AbortSignal
  onRead(bytes: number): void
  resolve(value: unknown): void
  reject(error: unknown): void
}

class Thread {
  private readonly worker = new Worker(new URL('../../../dist/run/analysis/survey-worker.js', import.meta.url), {
    execArgv: [],
  })
  private readonly waiting = new Map<number, Waiting>()
  private isOver = false
  /** Bytes it was given and has not answered for. */
  load = 0

  constructor(private readonly onDeath: () => void) {
    // Its death must not keep the process from ending by itself.
    this.worker.unref()
    this.worker.on('message', (message: FromThread) => this.hear(message))
    this.worker.on('error', error => this.die(error))
    this.worker.on('exit', () => this.die(new Error('the thread that read it ended')))
  }

  carryOut<T>(order: SurveyOrder, { signal, onRead }: SurveyJob): Promise<T> {
    const bytes = Math.max(
      1,
      order.kind === 'stretch' ? order.stretch.end - order.stretch.start : order.about.sizeBytes,
    )
    this.load += bytes
    this.worker.ref()
    const abort = () => {
      this.say({ abort: order.id })
      setTimeout(() => this.endUnwanted(), STOP_MS)
    }
    signal.addEventListener('abort', abort, { once: true })
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(order.id, { bytes, signal, onRead, resolve: resolve as (value: unknown) => void, reject })
      this.say({ order }, order.kind === 'survey' ? buffersOf(order.tallies) : [])
    }).finally(() => signal.removeEventListener('abort', abort))
  }

  async end(): Promise<void> {
    this.isOver = true
    await this.worker.terminate()
  }

  /** Nobody waits for it any more. */
  private endUnwanted(): void {
    const waiting = [...this.waiting.values()]
    if (waiting.length > 0 && waiting.every(({ signal }) => signal.aborted)) void this.worker.terminate()
  }

  private say(message: ToThread, buffers: readonly ArrayBuffer[] = []): void {
    this.worker.postMessage(message, [...buffers])
  }

  private hear(message: FromThread): void {
    const one = this.waiting.get(message.id)
    if (!one) return
    if ('read' in message) {
      one.onRead(message.read)
      return
    }
    this.waiting.delete(message.id)
    this.load -= one.bytes
    if (this.waiting.size === 0) this.worker.unref()
    if ('error' in message) one.reject(receivedError(message.error))
    else one.resolve('tally' in message ? message.tally : message.survey)
  }

  private die(error: Error): void {
    if (!this.isOver) this.onDeath()
    this.isOver = true
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
  }
}

async function surveyHere(job: SurveyJob): Promise<FileSurvey> {
  if (job.source) return await surveySource(job.analyst, job.source, job)
  const source = openSource(job.file, { path: job.about.path })
  try {
    return await surveySource(job.analyst, source, job)
  } finally {
    source.close()
  }
}

function withSource<T>({ file, about }: SurveyJob, use: (source: ReturnType<typeof openSource>) => T): T {
  const source = openSource(file, { path: about.path })
  try {
    return use(source)
  } finally {
    source.close()
  }
}

/** All of them, or the first error; then the others are aborted and waited for, so that nothing goes on unseen. */
async function allOrAbort<T, R>(
  items: readonly T[],
  signal: AbortSignal,
  act: (item: T, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const abort = new AbortController()
  const either = AbortSignal.any([signal, abort.signal])
  const settled = await Promise.allSettled(
    items.map(item =>
      act(item, either).catch(error => {
        abort.abort()
        throw error
      }),
    ),
  )
  signal.throwIfAborted()
  const failed = settled.filter(one => one.status === 'rejected').map(one => one.reason as Error)
  if (failed.length > 0) throw failed.find(({ name }) => name !== 'AbortError') ?? failed[0]
  return settled.map(one => (one as PromiseFulfilledResult<R>).value)
}
