import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallLog, CallRecord } from '@shoal/base/model/call-log'
import type { Json } from '@shoal/base/model/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callDigest } from '../../src/models/call-line.ts'
import { openCallLog } from '../../src/models/call-log.ts'
import { tempDir } from '../cli/temp-dir.ts'
import { anyCall, type NewCall, requestOf } from './model-requests.ts'

const dir = tempDir()
let number = 0
const fresh = () => join(dir.path, `run-${++number}`)

const all = async (log: CallLog): Promise<CallRecord[]> => {
  const records: CallRecord[] = []
  for await (const record of log.records()) records.push(record)
  return records
}

const reply = (text: string): NewCall['outcome'] => ({
  ok: true,
  reply: { text, toolCalls: [], finish: 'stop', usage: { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 } },
})

function call(rest: Partial<NewCall> = {}): NewCall {
  const request = rest.request ?? requestOf('hello')
  const model = rest.model ?? 'stub:small'
  return {
    at: 1_000,
    tookMs: 20,
    attempts: 1,
    task: 'analyze-1',
    purpose: 'report',
    model,
    digest: callDigest(model, request)!,
    request,
    outcome: reply('hi'),
    microUsd: 5,
    ...rest,
  }
}

type Step = { readonly call: NewCall } | { readonly judge: string; readonly verdict: Json }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: anyCall.map(call => ({ call })) },
  {
    weight: 1,
    arbitrary: fc.record({
      judge: fc.constantFrom('analyze-1', 'analyze-2', 'nobody'),
      verdict: fc.constantFrom<Json>({ verified: 3 }, 'fine', null),
    }),
  },
)

/** What the record must be, as plainly as it can be said. */
async function play(log: CallLog, steps: readonly Step[]): Promise<CallRecord[]> {
  const expected: { -readonly [K in keyof CallRecord]: CallRecord[K] }[] = []
  for (const one of steps) {
    if ('call' in one) {
      expect(await log.add(one.call)).toBe(expected.length + 1)
      expected.push({ ...one.call, number: expected.length + 1, verdict: null })
    } else {
      await log.judge(one.judge, one.verdict)
      const last = expected.findLast(({ task }) => task === one.judge)
      if (last) last.verdict = one.verdict
    }
  }
  return expected
}

function check(log: CallLog, expected: readonly CallRecord[]): void {
  const sum = (key: 'input' | 'output' | 'cacheRead' | 'cacheWrite') =>
    expected.reduce((total, { outcome: one }) => total + ((one.ok ? one.reply : one.failure).usage?.[key] ?? 0), 0)
  expect(log.totals()).toEqual({
    calls: expected.length,
    failed: expected.filter(({ outcome }) => !outcome.ok).length,
    microUsd: expected.some(({ microUsd }) => microUsd === null)
      ? null
      : expected.reduce((total, { microUsd }) => total + microUsd!, 0),
    guessed: expected.some(({ outcome: one }) => (one.ok ? one.reply : one.failure).usage?.isGuess),
    input: sum('input'),
    output: sum('output'),
    cacheRead: sum('cacheRead'),
    cacheWrite: sum('cacheWrite'),
  })
  for (const { digest } of expected) {
    const last = expected.findLast(one => one.digest === digest && one.outcome.ok)
    expect(log.replyTo(digest)).toEqual(last?.outcome.ok ? last.outcome.reply : null)
  }
  expect(log.replyTo('0'.repeat(32))).toBeNull()
}

describe('the record of calls', () => {
  it.each([
    ['in memory', () => null],
    ['in a file', fresh],
  ])('%s gives back all that was added', async (_, place) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
        const log = await openCallLog(place())
        const expected = await play(log, steps)
        expect(await all(log)).toEqual(expected)
        check(log, expected)
        await log.close()
      }),
      { numRuns: 60 },
    )
  })

  it('is the same for the next process, and goes on from there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), anyCall, async (steps, next) => {
        const place = fresh()
        const first = await openCallLog(place)
        const expected = await play(first, steps)
        await first.close()
        const second = await openCallLog(place)
        expect(await all(second)).toEqual(expected)
        check(second, expected)
        expect(await second.add(next)).toBe(expected.length + 1)
        check(second, [...expected, { ...next, number: expected.length + 1, verdict: null }])
        await second.close()
      }),
      { numRuns: 60 },
    )
  })

  it('cut at any byte, as by a kill, keeps what was whole and takes the same calls again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCall, { minLength: 1, maxLength: 5 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (calls, share) => {
          const place = fresh()
          const first = await openCallLog(place)
          const expected = await play(
            first,
            calls.map(one => ({ call: one })),
          )
          await first.close()
          const file = join(place, 'calls.jsonl')
          truncateSync(file, Math.floor(share * statSync(file).size))
          const second = await openCallLog(place)
          const kept = await all(second)
          expect(kept).toEqual(expected.slice(0, kept.length))
          for (const one of calls.slice(kept.length)) await second.add(one)
          expect(await all(second)).toEqual(expected)
          await second.close()
          const third = await openCallLog(place)
          expect(await all(third)).toEqual(expected)
          check(third, expected)
          await third.close()
        },
      ),
      { numRuns: 100 },
    )
  })

  it('survives a process that is killed while it writes', async () => {
    const place = fresh()
    const writer = fileURLToPath(new URL('./endless-calls.ts', import.meta.url))
    const jiti = fileURLToPath(new URL('../../../../node_modules/jiti/lib/jiti-cli.mjs', import.meta.url))
    const child = spawn(process.execPath, [jiti, writer, place], { stdio: ['ignore', 'pipe', 'inherit'] })
    let told = ''
    for await (const text of child.stdout) if ((told += text).split('\n').length > 200) break
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    const announced = Number(told.trimEnd().split('\n').at(-2))
    const log = await openCallLog(place)
    const records = await all(log)
    expect(records.length).toBeGreaterThanOrEqual(announced)
    expect(records.map(({ number }) => number)).toEqual(records.map((_, at) => at + 1))
    for (const { number, outcome, request, digest } of records) {
      expect(outcome).toEqual(reply(`reply ${number}`))
      expect(request).toEqual(requestOf('shared '.repeat(2000), `chunk ${number}`))
      expect(log.replyTo(digest)).toEqual(outcome.ok && outcome.reply)
    }
    expect(await log.add(call())).toBe(records.length + 1)
    await log.close()
  })

  it('holds what requests have in common once', async () => {
    const place = fresh()
    const log = await openCallLog(place)
    const shared = 'the same for all '.repeat(3000)
    for (let at = 0; at < 100; at++) await log.add(call({ request: requestOf(shared, `chunk ${at}`) }))
    // A correction repeats the whole conversation before it.
    await log.add(call({ request: requestOf(shared, 'chunk 7', 'the quote is not there') }))
    await log.close()
    const text = readFileSync(join(place, 'calls.jsonl'), 'utf8')
    expect(text.split('the same for all the same').length - 1).toBe(1500)
    expect(text.split('"chunk 7"').length - 1).toBe(1)
    expect(text.length).toBeLessThan(shared.length + 101 * 1000)
  })

  it('read only leaves no trace and forgets what is added', async () => {
    const place = fresh()
    const none = await openCallLog(place, { isReadOnly: true })
    await none.add(call())
    expect(await all(none)).toEqual([])
    await none.close()
    expect(statSync(place, { throwIfNoEntry: false })).toBeUndefined()

    const writer = await openCallLog(place)
    await writer.add(call())
    const reader = await openCallLog(place, { isReadOnly: true })
    await reader.judge('analyze-1', 'nonsense')
    await writer.add(call({ request: requestOf('later') }))
    expect((await all(reader)).map(({ verdict }) => verdict)).toEqual([null])
    expect(await all(writer)).toHaveLength(2)
    await reader.close()
    await writer.close()
  })

  it('a verdict that cannot be written is no reason to fail', async () => {
    const log = await openCallLog(fresh())
    await log.add(call())
    await log.close()
    await expect(log.judge('analyze-1', 'late')).resolves.toBeUndefined()
  })

  it('says of a part that is lost that it is', async () => {
    const place = fresh()
    const log = await openCallLog(place)
    await log.add(call({ request: requestOf('to be lost') }))
    await log.close()
    const file = join(place, 'calls.jsonl')
    const text = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, text.map(line => (line.includes('to be lost') ? line.slice(0, -5) : line)).join('\n'))
    const damaged = await openCallLog(place)
    const [record] = await all(damaged)
    expect(record!.request).toEqual(requestOf('[the record is damaged here]'))
    expect(record!.outcome).toEqual(reply('hi'))
    await damaged.close()
  })

  it('complains in one line of a place that cannot be written', async () => {
    const blocked = dir.write('in-the-way', '')
    await expect(openCallLog(blocked)).rejects.toMatchObject({ name: 'ShoalError' })
  })
})
