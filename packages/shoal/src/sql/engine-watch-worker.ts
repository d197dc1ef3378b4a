// Entry of the thread that ends its process when that takes more memory or more work than it may, or when nobody waits for it
// any more.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { CALL, MOST_MEMORY, MOST_WORK, TOOK_TOO_LONG, TOOK_TOO_MUCH, WAITS, type WatchData } from './engine-limits.ts'

/** A query takes some hundred megabytes in this time at most. */
const LOOK_EVERY_MS = 20

watch(workerData as WatchData)

function watch({ state, parent }: WatchData): never {
  for (;;) {
    // An idle process is not looked at.
    Atomics.wait(state, CALL, 0)
    const call = Atomics.load(state, CALL)
    const most = Atomics.load(state, MOST_WORK)
    const spent = watchOf()
    while (call !== 0 && Atomics.load(state, CALL) === call) {
      if (process.memoryUsage.rss() > MOST_MEMORY) end(TOOK_TOO_MUCH)
      if (most > 0 && spent(most)) end(TOOK_TOO_LONG)
      if (process.ppid !== parent) end('')
      Atomics.wait(state, CALL, call, LOOK_EVERY_MS)
    }
  }
}

/** Whether so many milliseconds were worked since, or a disk was waited for much longer. */
function watchOf(): (most: number) => boolean {
  const wall = performance.now()
  const cpu = process.cpuUsage()
  return most => {
    const { user, system } = process.cpuUsage(cpu)
    return (user + system) / 1000 > most || performance.now() - wall > WAITS * most
  }
}

function end(words: string): void {
  writeSync(1, words)
  process.kill(process.pid, 'SIGKILL')
}
