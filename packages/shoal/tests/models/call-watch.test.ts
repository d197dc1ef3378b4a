// Looking on while another process writes the record: at whichever byte one looks, what is known is what stands there.
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ModelRequest } from '@shoal/base/model/language-model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { IndexedLog, openCallLog } from '../../src/models/call-log.ts'
import { CallWatch } from '../../src/models/call-watch.ts'
import { memoryLines } from '../../src/models/line-file.ts'
import { recorded } from '../../src/models/recorded.ts'
import { scriptedModel } from '../../src/models/scripted-model.ts'
import { tempDir } from '../cli/temp-dir.ts'
import { callContext } from './call-context.ts'

const dir = tempDir()

const request = (text: string): ModelRequest => ({
  system: 'You read — carefully.',
  turns: [{ role: 'user', passages: [{ text }] }],
  tools: [],
  schema: null,
  maxOutputTokens: 100,
})

async function written(name: string, texts: readonly string[]): Promise<Buffer> {
  const directory = join(dir.path, name)
  const log = await openCallLog(directory)
  const usage = { input: 10, output: 2, cacheRead: 0, cacheWrite: 0 }
  const model = recorded(
    scriptedModel(texts.map(text => ({ text: `re: ${text}`, usage }))),
    log,
    () => 5,
    () => 1000,
  )
  for (const [k, text] of texts.entries()) {
    await model.call(request(text), callContext({ task: `analyze-${k}` }))
    await log.judge(`analyze-${k}`, { verified: k })
  }
  await log.close()
  return readFileSync(join(directory, 'calls.jsonl'))
}

const all = async (watch: CallWatch) => {
  const log = await watch.current()
  return { totals: log.totals(), records: log.numbers().map(number => log.record(number)) }
}

it('knows the same as whoever opens it then, in however many looks', async () => {
  const bytes = await written('whole', ['one', 'two — zwölf', 'three'])
  mkdirSync(join(dir.path, 'growing'))
  const file = join(dir.path, 'growing', 'calls.jsonl')
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat({ max: bytes.length }), { maxLength: 8 }), async cuts => {
      rmSync(file, { force: true })
      const watch = new CallWatch(join(dir.path, 'growing'))
      expect((await all(watch)).records).toEqual([])
      for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
        writeFileSync(file, bytes.subarray(0, cut))
        expect(await all(watch)).toEqual(await all(new CallWatch(join(dir.path, 'growing'))))
      }
      expect(await all(watch)).toEqual(await all(new CallWatch(join(dir.path, 'whole'))))
      expect((await watch.current()).totals()).toMatchObject({ calls: 3, input: 30, microUsd: 15 })
    }),
    { numRuns: 40 },
  )
})

it('begins anew with a record that took the place of the one before', async () => {
  await written('first', ['a', 'b'])
  await written('second', ['c', 'd', 'e', 'f'])
  const watch = new CallWatch(join(dir.path, 'first'))
  expect((await all(watch)).records).toHaveLength(2)
  renameSync(join(dir.path, 'second', 'calls.jsonl'), join(dir.path, 'first', 'calls.jsonl'))
  const { records } = await all(watch)
  expect(records.map(record => record?.task)).toEqual(['analyze-0', 'analyze-1', 'analyze-2', 'analyze-3'])
  rmSync(join(dir.path, 'first', 'calls.jsonl'))
  expect((await all(watch)).records).toEqual([])
})

it('and with one that was given the number of the one before', async () => {
  const old = await written('old', ['a', 'b'])
  const longer = await written('longer', ['c', 'd', 'e', 'f'])
  const place = join(dir.path, 'reused')
  const file = join(place, 'calls.jsonl')
  mkdirSync(place)
  // Whether a number is given again is the file system's to say; all but some do at once.
  for (let turn = 0; turn < 5; turn++) {
    writeFileSync(file, old.subarray(0, 10))
    appendFileSync(file, old.subarray(10))
    const watch = new CallWatch(place)
    await pause(10)
    expect((await all(watch)).totals.calls).toBe(2)
    rmSync(file)
    writeFileSync(file, longer.subarray(0, 10))
    await pause(10)
    appendFileSync(file, longer.subarray(10))
    expect((await all(watch)).records.map(record => record?.request.turns)).toEqual(
      ['c', 'd', 'e', 'f'].map(text => request(text).turns),
    )
    rmSync(file)
  }
})

it('reads a long record in turns, and once for all who ask meanwhile', async () => {
  const bytes = await written('short', ['x'.repeat(200)])
  const lines = bytes.toString().trimEnd().split('\n')
  const calls = lines.findIndex(line => line.startsWith('{"call"'))
  const place = join(dir.path, 'long')
  mkdirSync(place)
  const many = Array.from({ length: 20_000 }, (_, k) => lines[calls]!.replace('"number":1', `"number":${k + 1}`))
  writeFileSync(join(place, 'calls.jsonl'), `${many.join('\n')}\n`)
  const watch = new CallWatch(place)
  let turns = 0
  const beat = setInterval(() => turns++, 1)
  const began = performance.now()
  const logs = await Promise.all([watch.current(), watch.current(), watch.current()])
  const took = performance.now() - began
  clearInterval(beat)
  expect(new Set(logs).size).toBe(1)
  expect(logs[0]!.totals().calls).toBe(20_000)
  expect(turns).toBeGreaterThan(Math.min(5, took / 50))
})

it('says how many calls have ended since a time, from the last ones', async () => {
  const { add, log } = timed()
  for (const at of [1000, 5000, 4000, 90_000, 89_000, 100_000]) await add(at)
  const ended = [1000, 4000, 5000, 89_000, 90_000, 100_000]
  for (const time of [89_000, 89_001, 95_000, 100_000, 100_001])
    expect({ time, count: log.endedSince(time) }).toEqual({ time, count: ended.filter(at => at >= time).length })
})

function timed() {
  const log = new IndexedLog(memoryLines())
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 }
  const add = async (at: number) => {
    const reply = { text: '', toolCalls: [], finish: 'stop', usage } as never
    const call = { at, tookMs: 0, attempts: 1, task: 't', purpose: 'p', model: 'm', digest: `d${at}`, microUsd: 0 }
    await log.add({ ...call, request: request('x'), outcome: { ok: true, reply } } as never)
  }
  return { log, add }
}
