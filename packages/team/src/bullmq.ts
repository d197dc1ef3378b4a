// Invitations through BullMQ on Redis: a job is one invitation, gone once somebody has heard it.
import { createHash, randomUUID } from 'node:crypto'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Invitations } from '@shoal/base/model/invitations'
import { loadOptional } from '@shoal/base/model/optional-package'
import type { Queue, Worker } from 'bullmq'

/** What a server has not said after this time is not waited for. */
const ANSWER_MS = 5000
/** An invitation that nobody has heard by then is of no use: its task was had by others, or is invited to again. */
const KEPT_S = 3600
/** How often a connection that was lost is made again. */
const AGAIN_MS = 1000

interface Job {
  readonly run: string
  readonly task: string
}

/** Throws `package-missing`, and `bad-value` for what is no address. Nothing is connected before it is needed. */
export async function openBullmq(url: string, name: string): Promise<Invitations> {
  if (!/^rediss?:\/\//.test(url) || !URL.canParse(url))
    throw new ShoalError('bad-value', 'the queue is no address of Redis', {
      detail: 'queue',
      advice: 'write redis://HOST:PORT, or leave it out: workers find work in the store',
    })
  const what = 'a queue on Redis'
  const bullmq = await loadOptional({ name: 'bullmq', version: '6', what }, () => import('bullmq'))
  const { Redis } = await loadOptional({ name: 'ioredis', version: '6', what }, () => import('ioredis'))
  const options = { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => AGAIN_MS }
  // Of one's own, so that it can be let go of while the server is away.
  const connection = new Redis(url, options)
  connection.on('error', () => {})
  let queue: Queue<Job> | null = null
  let worker: Worker<Job> | null = null
  const quiet = <T extends { on(event: 'error', heard: () => void): unknown }>(one: T): T => {
    // Whoever asks is told; a connection that is lost meanwhile is made again.
    one.on('error', () => {})
    return one
  }
  return {
    async invite(run, tasks) {
      queue ??= quiet(new bullmq.Queue<Job>(name, { connection }))
      const added = tasks.map(({ task, attempts }) => ({
        name: 'invitation',
        data: { run, task },
        opts: { jobId: idOf(run, task, attempts), removeOnComplete: { age: KEPT_S }, removeOnFail: true },
      }))
      await answered(queue.addBulk(added))
    },
    async next(waitMs, signal) {
      if (signal.aborted) return null
      const own = (worker ??= quiet(
        new bullmq.Worker<Job>(name, null, { connection, drainDelay: waitMs / 1000, autorun: false }),
      ))
      const token = randomUUID()
      const stop = new AbortController()
      const stopped = new Promise<null>(resolve =>
        signal.addEventListener('abort', () => resolve(null), { once: true, signal: stop.signal }),
      )
      try {
        const asking = answered(own.getNextJob(token, { block: true }), waitMs + ANSWER_MS)
        const job = await Promise.race([asking, stopped])
        if (!job) return null
        // It is heard: whether its task is had is for the ledger to say.
        await answered(job.moveToCompleted(null, token, false))
        return job.data.run
      } catch (error) {
        // It may still wait on a connection that is gone.
        worker = null
        void own.close(true).catch(() => {})
        throw error
      } finally {
        stop.abort()
      }
    },
    async close() {
      // Nothing is in hand that somebody would miss.
      void worker?.close(true).catch(() => {})
      void queue?.close().catch(() => {})
      queue = worker = null
      connection.disconnect()
    },
  }
}

async function answered<T>(asking: Promise<T>, withinMs = ANSWER_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it does not answer')), withinMs)
  })
  try {
    return await Promise.race([asking, late])
  } catch (error) {
    // Its address may hold a password, and is not shown.
    throw new ShoalError('io-failed', `the queue: ${toShoalError(error).message}`, { detail: 'queue' })
  } finally {
    clearTimeout(timer)
    asking.catch(() => {})
  }
}

/** BullMQ takes no `:` in it. */
function idOf(run: string, task: string, attempts: number): string {
  return createHash('sha256')
    .update(JSON.stringify([run, task, attempts]))
    .digest('hex')
    .slice(0, 32)
}
