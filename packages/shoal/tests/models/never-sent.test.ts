// A call that is aborted before a byte of it has left costs nothing; one that the provider may have seen does.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openModel } from '../../src/models/open-model.ts'
import { callContext } from './call-context.ts'
import { failureOf, request } from './outcomes.ts'
import { startStub } from './stub/server.ts'

async function abortedAfter(ms: number | null) {
  const stub = await startStub(() => ({ hang: true }))
  const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: stub.url }
  const model = await openModel('anthropic:claude-haiku-4-5', { env, baseUrl: null, timeoutMs: 10_000 })
  const controller = new AbortController()
  const calling = model.call(request(), callContext({ signal: controller.signal }))
  if (ms !== null) {
    while (stub.count === 0) await pause(ms)
  }
  controller.abort()
  const failure = failureOf(await calling)
  const seen = stub.count
  await stub.close()
  return { failure, seen }
}

it('costs nothing when it was aborted before it was sent', async () => {
  expect(await abortedAfter(null)).toMatchObject({ failure: { kind: 'aborted', usage: null }, seen: 0 })
})

it('is counted by estimate when the provider has it', async () => {
  const { failure, seen } = await abortedAfter(5)
  expect(seen).toBe(1)
  expect(failure).toMatchObject({ kind: 'aborted', usage: { isGuess: true } })
  expect(failure.usage!.input).toBeGreaterThan(0)
})
