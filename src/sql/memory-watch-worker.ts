// Entry of the thread that ends its process when that takes more memory than it may, or when nobody waits for it any more.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { MOST_MEMORY, TOOK_TOO_MUCH, type WatchData, WORKING } from './engine-limits.ts'

/** A query takes some hundred megabytes in this time at most. */
const LOOK_EVERY_MS = 20

watch(workerData as WatchData)

function watch({ state, parent }: WatchData): never {
  for (;;) {
    // An idle process is not looked at.
    Atomics.wait(state, 0, 0)
    while (Atomics.load(state, 0) === WORKING) {
      if (process.memoryUsage.rss() > MOST_MEMORY) {
        writeSync(1, TOOK_TOO_MUCH)
        process.kill(process.pid, 'SIGKILL')
      }
      if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
      Atomics.wait(state, 0, WORKING, LOOK_EVERY_MS)
    }
  }
}
