// What a preview says beyond its sums: what would be left out and why, and what no model costs where the config file names one.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { LivePlan, LiveSkipReason } from '@shoal/base/model/live'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../../../tests/patience.ts'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { planWork } from '../../../src/run/plan.ts'
import { renderPlan } from '../../../src/stages/plan-render.ts'
import { assertBuilt } from '../../cli/built-bin.ts'
import { served } from '../served.ts'

const MODEL = 'anthropic:claude-haiku-4-5'
const server = served({ config: { model: MODEL, synthesisModel: 'anthropic:claude-sonnet-4-5', maxCost: 5 } })
const preview = async (body: object) => {
  const { status, text } = await server.post('/api/plan', body)
  expect({ status, text }).toEqual({ status: 200, text: expect.any(String) })
  return JSON.parse(text) as LivePlan
}

beforeAll(() => {
  assertBuilt()
  const { write, path } = server.directory
  write('data/orders.csv', `id,amount\n${Array.from({ length: 50 }, (_, n) => `${n},${n * 2}`).join('\n')}\n`)
  write('data/.gitignore', '*.tmp\n')
  for (let k = 0; k < 300; k++) write(`data/many/${k}.tmp`, 'x')
  write('data/sub/.gitignore', '*.tmp\n')
  write('data/sub/x.tmp', 'x')
  write('data/picture.bin', new Uint8Array([0, 1, 0, 255]))
  write('data/evil\u202e.bin', new Uint8Array([0, 1, 0, 255]))
  write('data/empty.txt', '')
  symlinkSync('/nowhere/1', join(path, 'data/one'))
  symlinkSync('/nowhere/2', join(path, 'data/two'))
})

describe('what would be left out', () => {
  it('is named by reason, in the words of `shoal plan`, with what each has of its own', async () => {
    const { skipped } = await preview({ paths: ['data'], model: 'built-in' })
    const { plan } = await planWork(['data'], null, settingsFrom(), {
      signal: new AbortController().signal,
      cwd: server.directory.path,
    })
    expect(skipped.count).toBe(plan.skipped.length)
    expect(skipped.reasonCount).toBe(skipped.reasons.length)
    const said = renderPlan(plan, { color: false, width: 120 }).split('\n')
    for (const { reason, count, paths } of skipped.reasons) {
      expect(said.filter(line => new RegExp(`^ +${count}  ${escaped(reason)}  `).test(line))).toHaveLength(1)
      for (const one of paths) {
        const [own] = plan.skipped.filter(({ path }) => path === one.path)
        expect(one.reason ?? reason).toBe(own!.reason)
      }
    }
    const of = (word: string) => skipped.reasons.find(({ reason }) => reason.includes(word)) as LiveSkipReason
    expect(of('binary').paths.map(({ path }) => path)).toEqual(['data/evil\u202e.bin', 'data/picture.bin'])
    expect(of('empty').paths).toEqual([{ path: 'data/empty.txt', reason: null }])
    // What differs only in where it stands is one reason, and each name keeps its own.
    expect(of('ignored by')).toMatchObject({ count: 301, reason: 'ignored by .gitignore "*.tmp"' })
    expect(of('ignored by').paths[0]!.reason).toBe('ignored by data/.gitignore:1 "*.tmp"')
  })

  it('is at most two hundred names, and a reason with few of them is told whole', async () => {
    const { skipped } = await preview({ paths: ['data'], model: 'built-in' })
    expect(skipped.reasons.reduce((sum, { paths }) => sum + paths.length, 0)).toBe(200)
    for (const { count, paths } of skipped.reasons.slice(1)) expect(paths).toHaveLength(count)
  })
})

describe('a limit', () => {
  it('below the estimate is warned of, be it of the form or of the config file', async () => {
    const { costUsd, warnings } = await preview({ paths: ['data'], maxCostUsd: 0.0001 })
    expect(costUsd).toBeGreaterThan(0.0001)
    expect(warnings).toEqual([
      expect.stringMatching(
        /^About \$0\.\d+ is more than the limit of \$0\.00010: the run is likely to stop there with a partial report; with a higher limit it could then go on$/,
      ),
    ])
    expect((await preview({ paths: ['data'], maxCostUsd: costUsd! })).warnings).toEqual([])
    // The config file allows $5.
    expect((await preview({ paths: ['data'] })).warnings).toEqual([])
    expect((await preview({ paths: ['data'], model: 'built-in' })).warnings).toEqual([])
  })
})

describe('no model where the config file names one', () => {
  it('is told to the form', async () => {
    expect(JSON.parse((await server.get('/api/runs')).text)).toMatchObject({ model: MODEL })
  })

  it('costs nothing in the preview, which names the model otherwise', async () => {
    expect(await preview({ paths: ['data'] })).toMatchObject({ engine: expect.stringContaining(MODEL) })
    expect(await preview({ paths: ['data'], model: 'built-in' })).toMatchObject({ engine: 'built-in', costUsd: 0 })
  })

  it('is what is started: no key is asked for, and no model is in the run', async () => {
    const refused = await server.post('/api/runs', { paths: ['data'] })
    expect({ status: refused.status, code: JSON.parse(refused.text).error.code }).toEqual({
      status: 400,
      code: 'no-credentials',
    })
    const started = await server.post('/api/runs', { paths: ['data'], model: 'built-in' })
    expect({ status: started.status, text: started.text }).toEqual({ status: 201, text: '{"run":"analyze-data"}' })
    const run = async () => JSON.parse((await server.get('/api/runs/analyze-data')).text)
    await eventually(async () => expect((await run()).status).toBe('completed'))
    expect(await run()).toMatchObject({ engine: 'built-in', calls: null, budgets: [], hasReport: true })
    expect(server.notes).toEqual([])
  })
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
