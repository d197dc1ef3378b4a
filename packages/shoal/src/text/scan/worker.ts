// Entry of a scan worker: draws job numbers until there are none left.
import { closeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { openReal } from '../open-real.ts'
import { runJob } from './jobs.ts'
import { Kernel } from './kernel.ts'
import type { WorkerTask } from './pool.ts'

const kernel = new Kernel(workerData as WebAssembly.Module)

parentPort?.on('message', ({ id, task }: { id: number; task: WorkerTask }) => {
  parentPort?.postMessage({ id, error: work(task) })
})

function work({ spec, next, jobs }: WorkerTask): { message: string; code: string | undefined } | undefined {
  // A late worker may find the scan over, and the file gone.
  if (Atomics.load(next, 0) >= jobs) return undefined
  try {
    const fd = openReal(spec.file)
    try {
      for (let job = Atomics.add(next, 0, 1); job < jobs; job = Atomics.add(next, 0, 1)) runJob(spec, kernel, fd, job)
    } finally {
      closeSync(fd)
    }
    return undefined
  } catch (error) {
    Atomics.store(next, 0, jobs)
    const { message, code } = error as NodeJS.ErrnoException
    return { message, code }
  }
}
