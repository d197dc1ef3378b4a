// How long tests wait for what must come. A wait ends as soon as it is there, so that only a failure takes this long: the
// limit tells that something hangs, never how fast a machine is.
import { setTimeout as pause } from 'node:timers/promises'

export const PATIENCE_MS = 120_000

/** Waits until `check` throws no more, for what it gives then; fails with what it threw last. */
export async function eventually<T>(check: () => T): Promise<Awaited<T>> {
  for (const end = performance.now() + PATIENCE_MS; ; await pause(20)) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > end) throw error
    }
  }
}
