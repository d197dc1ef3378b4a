// How long this program has worked, as opposed to how long it has been waiting for its turn: on a machine that is busy with
// other things a bound in wall time would give up honest work, and the same input would give another report.

import { plural } from './printable.ts'

/** What is said of work that never came to an end. */
export function gaveUpAfter(milliseconds: number): string {
  return `given up after ${plural(Math.max(1, Math.round(milliseconds / 1000)), 'second')} of work without progress`
}

/** Starts a watch; each call of it gives the milliseconds worked since, which are at least those of the calling thread. */
export function workWatch(): () => number {
  const wall = performance.now()
  const cpu = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(cpu)
    // The processor time is that of all threads, so neither alone is near enough.
    return Math.min(performance.now() - wall, (user + system) / 1000)
  }
}
