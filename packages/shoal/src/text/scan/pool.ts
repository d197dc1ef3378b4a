// Shares the jobs of one scan between this thread and a few workers. Small scans never leave this thread.
import { closeSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { packageFile } from '@shoal/base/model/package-files'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { openReal } from '../open-real.ts'
import { type JobSpec, runJob } from './jobs.ts'
import { Kernel, kernelModule } from './kernel.ts'

/** Below this many bytes a worker costs more than it saves. */
const WORTH_SHARING = 24 * 1024 * 1024
const MOST_WORKERS = 3

export interface WorkerTask {
  readonly spec: JobSpec
  /** One counter that all threads draw job numbers from. */
  readonly next: Int32Array
  readonly jobs: number
}

/** Runs jobs 0 … jobs - 1. The event loop gets its turns; an abort ends the scan between two jobs. */
export async function runJobs(spec: JobSpec, jobs: number, bytes: number, signal: AbortSignal): Promise<void> {
  const task: WorkerTask = { spec, next: new Int32Array(new SharedArrayBuffer(4)), jobs }
  const helpers = bytes < WORTH_SHARING ? [] : takeWorkers().map(worker => help(worker, task))
  const own = work(task, signal).catch(error => {
    // The other threads stop at their next draw.
    Atomics.store(task.next, 0, jobs)
    throw error
  })
  const ended = await Promise.allSettled([own, ...helpers])
  const failed = ended.find(outcome => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

async function work({ spec, next, jobs }: WorkerTask, signal: AbortSignal): Promise<void> {
  const fd = openReal(spec.file)
  const kernel = takeKernel()
  const turn = yieldToEventLoop()
  try {
    for (let job = Atomics.add(next, 0, 1); job < jobs; job = Atomics.add(next, 0, 1)) {
      signal.throwIfAborted()
      runJob(spec, kernel, fd, job)
      await turn()
    }
  } finally {
    closeSync(fd)
    kernels.push(kernel)
  }
}

const kernels: Kernel[] = []

function takeKernel(): Kernel {
  return kernels.pop() ?? new Kernel(kernelModule())
}

let workers: Worker[] | undefined

function takeWorkers(): Worker[] {
  const count = Math.min(MOST_WORKERS, availableParallelism() - 1)
  workers ??= Array.from({ length: count }, () => {
    // Workers always run the built file, also where the sources run.
    const worker = new Worker(packageFile('dist/text/scan/worker.js'), {
      workerData: kernelModule(),
      // Flags of the process are for its own program: with `--input-type`, no file could be run.
      execArgv: [],
    })
    worker.unref()
    worker.setMaxListeners(0)
    return worker
  })
  return workers
}

let serial = 0

function help(worker: Worker, task: WorkerTask): Promise<void> {
  const id = ++serial
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      worker.off('message', onMessage)
      worker.off('error', settle)
      if (error) reject(error)
      else resolve()
    }
    const onMessage = (reply: { id: number; error?: { message: string; code?: string } }) => {
      if (reply.id !== id) return
      settle(reply.error && Object.assign(new Error(reply.error.message), { code: reply.error.code }))
    }
    worker.on('message', onMessage)
    worker.on('error', settle)
    worker.postMessage({ id, task })
  })
}
