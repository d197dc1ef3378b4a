// The right to keep a stream open. A browser has six connections to a server for all its tabs together, and a stream holds one
// for as long as it lives: with six of them nothing else could be asked for, in no tab. So a few tabs stream and the others
// poll. Locks of the browser say which: they are counted per server as connections are, and freed with a tab, however it ends.

/** Two connections are left for what is asked for in between. */
const STREAMS = 4

/** Gives it back. */
export type Lease = () => void

/** Null when as many tabs stream as may, and in a browser that cannot tell. */
export async function takeLease(locks: LockManager | null = navigator.locks ?? null): Promise<Lease | null> {
  if (locks === null) return null
  for (let k = 1; k <= STREAMS; k++) {
    const lease = await tryLock(locks, `shoal stream ${k}`)
    if (lease !== null) return lease
  }
  return null
}

/** A lock is held until the promise that was given for it is done. */
async function tryLock(locks: LockManager, name: string): Promise<Lease | null> {
  return await new Promise<Lease | null>(answer => {
    const hold = async (lock: Lock | null) => {
      if (lock === null) answer(null)
      else await new Promise<void>(giveBack => answer(giveBack))
    }
    // Refused where pages may keep nothing, as in some private windows.
    locks.request(name, { ifAvailable: true }, hold).catch(() => answer(null))
  })
}
