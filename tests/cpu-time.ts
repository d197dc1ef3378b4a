// How much this process has worked, in milliseconds: what a bound on an effort is measured by, since a busy machine makes
// everything last longer, but nothing more work.

export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
