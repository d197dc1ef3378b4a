// Looking on while another process writes the record: at whichever byte one looks, what is known is what stands there.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ModelRequest } from '../../src/model/language-model.ts'
import { openCallLog } from '../../src/models/call-log.ts'
import { CallWatch } from '../../src/models/call-watch.ts'
import { recorded } from '../../src/models/recorded.ts'
import { tempDir } from '../cli/temp-dir.ts'
import { callContext, scriptedModel } from './scripted-model.ts'

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

const all = (watch: CallWatch) => {
  const log = watch.current()
  return { totals: log.totals(), records: log.numbers().map(number => log.record(number)) }
}

it('knows the same as whoever opens it then, in however many looks', async () => {
  const bytes = await written('whole', ['one', 'two — zwölf', 'three'])
  mkdirSync(join(dir.path, 'growing'))
  const file = join(dir.path, 'growing', 'calls.jsonl')
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: bytes.length }), { maxLength: 8 }), cuts => {
      rmSync(file, { force: true })
      const watch = new CallWatch(join(dir.path, 'growing'))
      expect(all(watch).records).toEqual([])
      for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
        writeFileSync(file, bytes.subarray(0, cut))
        expect(all(watch)).toEqual(all(new CallWatch(join(dir.path, 'growing'))))
      }
      expect(all(watch)).toEqual(all(new CallWatch(join(dir.path, 'whole'))))
      expect(watch.current().totals()).toMatchObject({ calls: 3, input: 30, microUsd: 15 })
    }),
    { numRuns: 40 },
  )
})

it('begins anew with a record that took the place of the one before', async () => {
  await written('first', ['a', 'b'])
  await written('second', ['c', 'd', 'e', 'f'])
  const watch = new CallWatch(join(dir.path, 'first'))
  expect(all(watch).records).toHaveLength(2)
  renameSync(join(dir.path, 'second', 'calls.jsonl'), join(dir.path, 'first', 'calls.jsonl'))
  expect(all(watch).records.map(record => record?.task)).toEqual(['analyze-0', 'analyze-1', 'analyze-2', 'analyze-3'])
  rmSync(join(dir.path, 'first', 'calls.jsonl'))
  expect(all(watch).records).toEqual([])
})
