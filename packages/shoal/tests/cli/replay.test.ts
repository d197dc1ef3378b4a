// `shoal replay`: the same report again with no key, no network and no cache, from what the run recorded.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Stub, startStub } from '../models/stub/server.ts'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const home = tempDir()
const data = tempDir()
const QUOTE = 'The cellar door was left open on Tuesday night.'
const file = data.write(
  'diary.txt',
  `${'It rained and nothing else happened.\n'.repeat(30)}${QUOTE}\nNobody noticed.\n`,
)

const finding = { type: 'pattern', summary: 'a door was left open', evidence: QUOTE, line: 31, severity: 'high' }
const report = {
  relevant: true,
  findings: [{ ...finding, confidence: 'high', nature: 'problem' }],
  missing: [],
  suggested_queries: [],
  complete_answer: null,
  metadata: {},
}
const synthesis = { answer: [], summary: [], recommendations: [], same: [], links: [], missing: [] }

let stub: Stub
beforeAll(async () => {
  stub = await startStub(({ text }) => ({ json: text.includes(QUOTE) && text.includes('31|') ? report : synthesis }))
})
afterAll(() => stub.close())

const withKey = () => ({ SHOAL_HOME: home.path, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: `${stub.url}/v1` })
const withoutKey = { SHOAL_HOME: home.path }
const analyze = (name: string) =>
  shoal(['analyze', file, 'What was left open?', '--model', 'anthropic', '--name', name, '--json'], { env: withKey() })

/** All of a report but the name of its run, and what was paid for it. */
function comparable(stdout: string) {
  const { run: _, usage: __, ...rest } = JSON.parse(stdout)
  return rest
}

describe('shoal replay', () => {
  it('gives the same report from what was said then', async () => {
    const first = await analyze('first')
    expect(first.stderr).toBe('')
    expect(first.status).toBe(0)
    expect(JSON.parse(first.stdout).findings).toContainEqual(
      expect.objectContaining({ summary: finding.summary, line: 31, verified: true }),
    )
    const asked = stub.count
    expect(asked).toBeGreaterThan(0)
    await shoal(['cache', 'clear'], { env: withoutKey })
    const again = await shoal(['replay', 'first', '--json'], { env: withoutKey })
    expect({ status: again.status, stderr: again.stderr }).toEqual({ status: 0, stderr: '' })
    expect(comparable(again.stdout)).toEqual(comparable(first.stdout))
    expect(stub.count).toBe(asked)
    const calls = JSON.parse((await shoal(['calls', 'first', '--json'], { env: withoutKey })).stdout)
    expect(calls).toHaveLength(asked)
  })

  it('also of a run that took its results from the cache, when the cache is gone', async () => {
    await analyze('paid')
    const asked = stub.count
    const second = await analyze('free')
    expect(stub.count).toBe(asked)
    await shoal(['cache', 'clear'], { env: withoutKey })
    const again = await shoal(['replay', 'free', '--json'], { env: withoutKey })
    expect(again.status).toBe(0)
    expect(comparable(again.stdout)).toEqual(comparable(second.stdout))
  })

  it('of a run without models says that there is nothing to replay', async () => {
    await shoal(['analyze', file, '--name', 'built-in'], { env: withoutKey })
    const { status, stdout, stderr } = await shoal(['replay', 'built-in'], { env: withoutKey })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^shoal: run "built-in" asked no model, so there is nothing to replay — [^\n]+\n$/)
  })
})
