// How hard a provider is asked: never more at a time than allowed, never more a minute, and as many as allowed.
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../../../../../tests/patience.ts'
import type { OnRequest } from '../../models/stub/server.ts'
import { honestAnalyst, purposeOf } from './honest-analyst.ts'
import { Lab, modelFindings } from './lab.ts'

const QUESTION = 'What looks wrong?'
const CHUNKS = 18

const LINES = Array.from({ length: CHUNKS * 100 }, (_, k) => `2026-03-01 10:00:00 INFO request ${k} was served\n`)

async function labWithChunks(onRequest: OnRequest = honestAnalyst()): Promise<Lab> {
  const lab = await Lab.open(onRequest)
  lab.write('api.log', LINES.join(''))
  return lab
}

/** Answers nobody until so many have come, and then waits a little for one too many: no clock decides the outcome. */
function crowd(size: number): OnRequest {
  const isThere = new EventEmitter()
  const enough = once(isThere, 'enough', { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => {})
  let count = 0
  return async request => {
    // Whether there is anything to label is asked before all others, alone.
    if (purposeOf(request) === 'label-set') return await honestAnalyst()(request)
    const number = ++count
    if (number === size) isThere.emit('enough')
    await enough
    if (number <= size) await sleep(150)
    return await honestAnalyst()(request)
  }
}

describe('calls at a time', () => {
  it.each([1, 3, 12])('are at most %d, and as many when there is enough to do', async most => {
    const lab = await labWithChunks(crowd(most))
    const seen = await lab.analyze([QUESTION, '--chunk-size', '100', '--concurrency', String(most)])
    expect(seen.status).toBe(0)
    expect(modelFindings(seen.report)[0]!.placeCount).toBe(CHUNKS)
    expect(lab.stub.peak).toBe(most)
    expect(lab.stub.inFlight).toBe(0)
  })

  it('are sixteen when nothing is said', async () => {
    const lab = await labWithChunks(crowd(16))
    const seen = await lab.analyze([QUESTION, '--chunk-size', '100'])
    expect(seen.status).toBe(0)
    expect(lab.stub.peak).toBe(16)
  })

  it('are shared by analysts and syntheses of one provider', async () => {
    const lab = await Lab.open(crowd(2))
    for (const name of ['a.md', 'b.py', 'c.log', 'd.csv', 'e.yaml', 'f.jsonl'])
      lab.write(name, name.endsWith('.jsonl') ? '{"a": 1}\n{"a": 2}\n' : 'first: line\nsecond: line\n')
    const seen = await lab.analyze([QUESTION, '--concurrency', '2'])
    expect(seen.status).toBe(0)
    expect(lab.stub.peak).toBe(2)
  })
})

describe('requests a minute', () => {
  it('are kept, however many could run at a time', async () => {
    const lab = await labWithChunks()
    const stop = new AbortController()
    const running = lab.analyze([QUESTION, '--chunk-size', '100', '--concurrency', '16', '--rpm', '5'], {
      signal: stop.signal,
    })
    while (lab.stub.count === 0) await sleep(50)
    // Time enough for one too many to come.
    await sleep(500)
    stop.abort()
    const seen = await running
    expect(seen.status).toBe(130)
    expect(lab.stub.count).toBeLessThanOrEqual(5)
  })

  it('that suffice slow nothing down', async () => {
    const lab = await labWithChunks()
    const seen = await lab.analyze([QUESTION, '--chunk-size', '100', '--rpm', '6000'])
    expect(seen.status).toBe(0)
    expect(seen.report!.failed).toEqual([])
  })
})

describe('tokens a minute', () => {
  it('are kept as well', async () => {
    const lab = await labWithChunks()
    const stop = new AbortController()
    const running = lab.analyze([QUESTION, '--chunk-size', '100', '--tpm', '20000'], { signal: stop.signal })
    while (lab.stub.count === 0) await sleep(50)
    // Time enough for one too many to come.
    await sleep(500)
    stop.abort()
    expect((await running).status).toBe(130)
    const sent = lab.asked.reduce((sum, { system, text }) => sum + (system.length + text.length) / 4, 0)
    expect(sent).toBeLessThanOrEqual(20_000)
  })
})

describe('a provider that takes few at a time', () => {
  it('gets all done without a call being lost', async () => {
    let under = 0
    const refusals = new EventEmitter()
    const refused = once(refusals, 'first')
    const lab = await labWithChunks(async request => {
      if (purposeOf(request) === 'label-set') return await honestAnalyst()(request)
      if (under >= 3) {
        refusals.emit('first')
        return { status: 429, headers: { 'retry-after-ms': '30' } }
      }
      under++
      // Nobody is done before one too many has come.
      await refused
      await sleep(20)
      under--
      return await honestAnalyst()(request)
    })
    const patience = { attempts: 12, baseMs: 10, maxMs: 100 }
    const seen = await lab.analyze([QUESTION, '--chunk-size', '100', '--concurrency', '16'], { patience })
    expect(seen).toMatchObject({ status: 0, stderr: '', report: { failed: [] } })
    expect(modelFindings(seen.report)[0]!.placeCount).toBe(CHUNKS)
  })
})
