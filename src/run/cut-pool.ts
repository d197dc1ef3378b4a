// Cuts many files, the ones that take real work on a second thread as well. Results come back in the order asked.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Settings } from '../config/resolve.ts'
import type { Partition } from '../model/chunk.ts'
import type { ContentType, CutRequest, Detection } from '../model/content-type.ts'
import { partition } from '../stages/partition.ts'
import { openSource } from '../text/source-file.ts'
import { cutRequest } from './budget.ts'

/** One file to cut. */
export interface CutJob {
  readonly path: string
  readonly file: string
  readonly sizeBytes: number
  readonly type: ContentType
  readonly detection: Detection
  readonly mode: CutRequest['mode']
}

export type CutOutcome = { readonly partition: Partition } | { readonly error: unknown }

/** What a worker is told: everything but functions, which cannot travel. */
export interface CutOrder {
  readonly id: number
  readonly path: string
  readonly file: string
  readonly detection: Detection
  readonly mode: CutRequest['mode']
  readonly settings: Settings
}

/** A second thread loads its grammars anew: worth it only for this much source. */
const WORTH_A_THREAD = 2 * 1024 * 1024
const MOST_WORKERS = 3

export async function cutAll(jobs: readonly CutJob[], settings: Settings, signal: AbortSignal): Promise<CutOutcome[]> {
  const outcomes: CutOutcome[] = new Array(jobs.length)
  // From the back the worker takes what is heavy, from the front this thread takes anything.
  const waiting = jobs.map((_, id) => id)
  const heavy = jobs.filter(job => travels(job, settings)).reduce((sum, job) => sum + job.sizeBytes, 0)
  const helpers = heavy < WORTH_A_THREAD ? 0 : Math.min(MOST_WORKERS, availableParallelism() - 1)
  const workers = Array.from({ length: helpers }, () => workAway(jobs, waiting, outcomes, settings, signal))
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    signal.throwIfAborted()
    outcomes[id] = await cutHere(jobs[id]!, settings, signal)
  }
  await Promise.all(workers)
  signal.throwIfAborted()
  return outcomes
}

export async function cutHere(job: CutJob, settings: Settings, signal: AbortSignal): Promise<CutOutcome> {
  try {
    const source = openSource(job.file, { path: job.path })
    try {
      return {
        partition: await partition(source, job.type, cutRequest(job.type, job.detection, job.mode, settings, signal)),
      }
    } finally {
      source.close()
    }
  } catch (error) {
    signal.throwIfAborted()
    return { error }
  }
}

/** Types from the config file are functions of this thread. */
function travels(job: CutJob, settings: Settings): boolean {
  return job.type.parses === true && !settings.types.includes(job.type)
}

async function workAway(
  jobs: readonly CutJob[],
  waiting: number[],
  outcomes: CutOutcome[],
  settings: Settings,
  signal: AbortSignal,
): Promise<void> {
  const worker = new Worker(new URL('../../dist/run/cut-worker.js', import.meta.url))
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (
      let id = takeLast(jobs, waiting, settings);
      id !== undefined && !signal.aborted;
      id = takeLast(jobs, waiting, settings)
    ) {
      const { path, file, detection, mode } = jobs[id]!
      outcomes[id] = await order(worker, { id, path, file, detection, mode, settings: { ...settings, types: [] } })
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

function takeLast(jobs: readonly CutJob[], waiting: number[], settings: Settings): number | undefined {
  const at = waiting.findLastIndex(id => travels(jobs[id]!, settings))
  return at < 0 ? undefined : waiting.splice(at, 1)[0]
}

/** A worker that dies takes its file with it, not the run. */
function order(worker: Worker, message: CutOrder): Promise<CutOutcome> {
  return new Promise(resolve => {
    const settle = (outcome: CutOutcome) => {
      worker.off('message', settle)
      worker.off('error', onError)
      worker.off('exit', onExit)
      resolve(outcome)
    }
    const onError = (error: Error) => settle({ error })
    const onExit = () => settle({ error: new Error('the thread that cut it ended') })
    worker.on('message', settle)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.postMessage(message)
  })
}
