// Tries a move again while the trouble may pass: a finished result is not thrown away because the disk is full just now.
import { setTimeout as pause } from 'node:timers/promises'
import { type ErrorCode, ShoalError } from '../model/errors.ts'

const PASSING: readonly ErrorCode[] = ['no-space', 'ledger-busy', 'io-failed', 'too-many-open']
const LONGEST_MS = 30_000

export async function patiently<T>(move: () => Promise<T>, longestMs = LONGEST_MS): Promise<T> {
  const since = performance.now()
  for (let wait = 50; ; wait = Math.min(wait * 2, 1000)) {
    try {
      return await move()
    } catch (error) {
      const mayPass = error instanceof ShoalError && PASSING.includes(error.code)
      if (!mayPass || performance.now() - since > longestMs) throw error
      await pause(wait)
    }
  }
}
