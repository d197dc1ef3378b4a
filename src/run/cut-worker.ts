// Entry of a thread that cuts files for cut-pool.ts, one order at a time.
import { parentPort } from 'node:worker_threads'
import { createRegistry } from '../content/registry.ts'
import { type CutAnswer, type CutOrder, type CutOutcome, cutHere } from './cut-pool.ts'

const registry = createRegistry()
const signal = new AbortController().signal

parentPort?.on('message', async (order: CutOrder) => {
  const type = registry.get(order.detection.contentType)!
  const outcome = await cutHere({ ...order, type, sizeBytes: 0 }, order.settings, signal)
  parentPort?.postMessage({ id: order.id, outcome: sendable(outcome) } satisfies CutAnswer)
})

/** Errors lose their code when they travel as they are. */
function sendable(outcome: CutOutcome): CutOutcome {
  if (!('error' in outcome)) return outcome
  const { message, code } = outcome.error as NodeJS.ErrnoException
  return { error: { message, code } }
}
