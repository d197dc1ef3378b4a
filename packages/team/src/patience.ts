// Tries a move again while the trouble may pass: a finished result is not thrown away because the disk is full just now.
import { setTimeout as pause } from 'node:timers/promises'
import { type ErrorCode, ShoalError } from '@shoal/base/model/errors'

const PASSING: readonly ErrorCode[] = ['no-space', 'ledger-busy', 'io-failed', 'too-many-open']
const LONGEST_MS = 30_000

/** Not beyond `signal`: whoever asks for an end gets it. */
export async function patiently<T>(move: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const since = performance.now()
  for (let wait = 50; ; wait = Math.min(wait * 2, 1000)) {
    try {
      return await move()
    } catch (error) {
      const mayPass = error instanceof ShoalError && PASSING.includes(error.code)
      if (!mayPass || signal.aborted || performance.now() - since > LONGEST_MS) throw error
      await pause(wait, undefined, { signal }).catch(() => {})
    }
  }
}
