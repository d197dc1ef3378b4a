// Cuts many files, the ones that take real work on a second thread as well. Results come back in the order asked.
import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
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

export interface CutAnswer {
  readonly id: number
  readonly outcome: CutOutcome
}

/** A second thread loads its grammars anew: worth it only for this much source. */
const WORTH_A_THREAD = 2 * 1024 * 1024
const MOST_WORKERS = 3

/** Files a worker is given before it has answered for the last: this thread may be too busy to hear it at once. */
const AHEAD = 2

export async function cutAll(jobs: readonly CutJob[], settings: Settings, signal: AbortSignal): Promise<CutOutcome[]> {
  const run: PoolRun = { jobs, settings, signal, waiting: jobs.map((_, id) => id), outcomes: new Array(jobs.length) }
  const heavy = jobs.filter(job => travels(job, settings)).reduce((sum, job) => sum + job.sizeBytes, 0)
  const helpers = heavy < WORTH_A_THREAD ? 0 : Math.min(MOST_WORKERS, availableParallelism() - 1)
  const workers = Array.from({ length: helpers }, () => workAway(run))
  await workHere(run)
  await Promise.all(workers)
  // What a thread left behind when it died.
  await workHere(run)
  signal.throwIfAborted()
  return run.outcomes
}

interface PoolRun {
  readonly jobs: readonly CutJob[]
  readonly settings: Settings
  readonly signal: AbortSignal
  /** Numbers of the jobs that nobody has taken yet, in the order given: the largest first. */
  readonly waiting: number[]
  readonly outcomes: CutOutcome[]
}

async function workHere({ jobs, settings, signal, waiting, outcomes }: PoolRun): Promise<void> {
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    signal.throwIfAborted()
    outcomes[id] = await cutHere(jobs[id]!, settings, signal)
    // Workers are heard only when the event loop turns.
    await nextTurn()
  }
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

/** Keeps one worker busy until nothing is left that it could do. */
function workAway(run: PoolRun): Promise<void> {
  const { jobs, settings, signal, waiting, outcomes } = run
  const worker = new Worker(new URL('../../dist/run/cut-worker.js', import.meta.url), { execArgv: [] })
  const given = new Set<number>()
  return new Promise(resolve => {
    const end = () => {
      waiting.push(...given)
      given.clear()
      signal.removeEventListener('abort', end)
      resolve(worker.terminate().then(() => undefined))
    }
    const feed = () => {
      while (given.size < AHEAD) {
        const at = waiting.findIndex(id => travels(jobs[id]!, settings))
        if (at < 0) break
        const id = waiting.splice(at, 1)[0]!
        const { path, file, detection, mode } = jobs[id]!
        given.add(id)
        worker.postMessage({ id, path, file, detection, mode, settings: { ...settings, types: [] } } satisfies CutOrder)
      }
      if (given.size === 0) end()
    }
    worker.on('message', ({ id, outcome }: CutAnswer) => {
      given.delete(id)
      outcomes[id] = outcome
      feed()
    })
    worker.once('error', end)
    signal.addEventListener('abort', end)
    feed()
  })
}
