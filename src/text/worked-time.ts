// How long this program has worked, as opposed to how long it has been waiting for its turn: on a machine that is busy with
// other things a bound in wall time would give up honest work, and the same input would give another report.

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
