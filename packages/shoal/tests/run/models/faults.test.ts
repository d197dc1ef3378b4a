// Everything that can go wrong with a provider, through the whole run over HTTP: what the user then sees.
import { describe, expect, it } from 'vitest'
import { shoal } from '../../cli/fake-io.ts'
import type { StubAction, StubRequest } from '../../models/stub/exchange.ts'
import { honestAnalyst, partsIn, purposeOf, wholeReport } from './honest-analyst.ts'
import { KEY, Lab, modelFindings } from './lab.ts'
import { callsOf, faulty, labWith, MIDDLE, purposes, QUESTION } from './notes-lab.ts'

/** How the run stands in the ledger. */
async function standing(lab: Lab): Promise<string> {
  return JSON.parse((await lab.shoal('runs', '--json')).stdout)[0].status
}

const reply = JSON.stringify(wholeReport({ path: 'notes.md' }, {}))

async function expectSecondAttempt(fault: StubAction, ...options: string[]): Promise<void> {
  const lab = await labWith(faulty(fault))
  const seen = await lab.analyze([QUESTION, ...options])
  expect({ status: seen.status, stderr: seen.stderr }).toEqual({ status: 0, stderr: '' })
  expect(modelFindings(seen.report).map(({ evidence }) => evidence)).toEqual([MIDDLE])
  expect(seen.report).toMatchObject({ partial: null, failed: [], coverage: { tasksFailed: 0 } })
  expect(purposes(await callsOf(lab))).toEqual(['report 2', 'synthesis 1'])
  expect(lab.stub.count).toBe(3)
}

describe('a fault that passes leaves no trace but a second attempt', () => {
  const faults: Readonly<Record<string, StubAction>> = {
    '429 with retry-after': { status: 429, headers: { 'retry-after-ms': '40' } },
    '529': { status: 529 },
    '500': { status: 500 },
    'a bad gateway with a page of its own': { status: 502, body: '<html>bad gateway</html>' },
    'a connection cut at once': { text: reply, cutAfter: 0 },
    'a connection cut in the middle': { text: reply, cutAfter: 300 },
    'a stream that ends in the middle': { text: reply, endAfter: 300 },
  }

  it.each(Object.entries(faults))('%s', async (_, fault) => {
    await expectSecondAttempt(fault)
  })

  it('a drip that is slow but steady is waited for', async () => {
    const lab = await labWith(async request => ({ ...(await honestAnalyst()(request)), dripMs: 60 }))
    const seen = await lab.analyze([QUESTION, '--timeout', '2'])
    expect(seen.status).toBe(0)
    expect(purposes(await callsOf(lab))).toEqual(['report 1', 'synthesis 1'])
  })
})

describe.concurrent('what takes its time: these wait together', () => {
  it.each<[string, StubAction]>([
    ['a hang', { hang: true }],
    ['silence in the middle', { text: reply, cutAfter: 300, hang: true }],
    ['a drip that is too slow', { text: reply, dripMs: 30_000 }],
  ])('%s leaves no trace but a second attempt', async (_, fault) => {
    await expectSecondAttempt(fault, '--timeout', '8')
  })

  it('a provider that asks to be left alone is left alone for so long', async () => {
    const times: number[] = []
    const lab = await labWith(request => {
      times.push(performance.now())
      return request.number === 1 ? { status: 429, headers: { 'retry-after': '1' } } : honestAnalyst()(request)
    })
    const seen = await lab.analyze([QUESTION])
    expect(seen.status).toBe(0)
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990)
  })

  it('a provider that is down stops the run with what programs know, and a resumed one finishes', async () => {
    let isDown = true
    const lab = await labWith(honestAnalyst({ instead: () => (isDown ? { status: 503 } : null) }))
    for (const name of ['a', 'b', 'c', 'd']) lab.write(`${name}.py`, `def ${name}(x):\n    return x\n`.repeat(150))
    const seen = await lab.analyze([QUESTION], { patience: { attempts: 40, baseMs: 600, maxMs: 900 } })
    expect(seen.status).toBe(6)
    expect(seen.stderr).toMatch(
      /^shoal: anthropic is down: \d+ attempts in a row failed, the last with: anthropic answered 503: the stub says 503 — go on with `shoal resume lab` later\n$/,
    )
    expect(seen.report!.partial).toMatch(/^Partial report: anthropic is down: .*; models read 0 of 2 tasks; .*\.$/)
    expect(seen.report!.answer).toContain('the disk of the build host was full')
    expect(await standing(lab)).toBe('stopped')
    isDown = false
    const resumed = await lab.resume()
    expect(resumed).toMatchObject({ status: 0, stderr: '', report: { partial: null, failed: [] } })
    expect(modelFindings(resumed.report).length).toBeGreaterThan(0)
  })
})

describe('a fault that stays', () => {
  it('of every call ends the run with what programs can say, and it can be resumed', async () => {
    let isBroken = true
    const lab = await labWith(request => (isBroken ? { status: 500 } : honestAnalyst()(request)))
    const seen = await lab.analyze([QUESTION])
    expect(seen).toMatchObject({
      status: 6,
      stderr: 'shoal: anthropic answered 500: the stub says 500 — go on with `shoal resume lab` later\n',
    })
    expect(seen.report!.partial).toContain('models read 0 of 1 task; exact figures cover all of them')
    expect(seen.report!.answer).toContain('The deploy failed because the disk of the build host was full.')
    expect(modelFindings(seen.report)).toEqual([])
    expect(seen.report!.coverage).toMatchObject({ files: 1, filesRead: 1, linesRead: 7 })
    expect(purposes(await callsOf(lab))).toEqual(['report 3'])
    expect(await standing(lab)).toBe('stopped')
    isBroken = false
    const resumed = await lab.resume()
    expect(resumed).toMatchObject({ status: 0, report: { partial: null, failed: [] } })
    expect(modelFindings(resumed.report).map(({ evidence }) => evidence)).toEqual([MIDDLE])
  })

  it('of one call costs its reading and not the report, and resuming reads it again', async () => {
    let isBroken = true
    const isHit = (request: StubRequest) => purposeOf(request) === 'report' && request.text.includes('def add')
    const lab = await labWith(
      honestAnalyst({ instead: request => (isBroken && isHit(request) ? { status: 500 } : null) }),
    )
    lab.write('app.py', 'def add(a, b):\n    return a + b\n')
    const seen = await lab.analyze([QUESTION, '--concurrency', '1'])
    const partial =
      'Partial report: what models were to add is missing for 1 of 5 tasks; exact figures cover everything. `shoal resume lab` tries again what failed.'
    expect(seen).toMatchObject({ status: 6, stderr: `shoal: ${partial}\n`, report: { partial } })
    expect(seen.report!.failed).toEqual([
      { what: 'Analyze app.py', reason: 'anthropic answered 500: the stub says 500' },
    ])
    expect(seen.stdout).toContain('anthropic answered 500: the stub says 500')
    expect(modelFindings(seen.report).map(({ evidence }) => evidence)).toEqual([MIDDLE])
    expect(seen.report!.coverage).toMatchObject({ files: 2, filesRead: 2, tasksFailed: 1 })
    const before = lab.stub.count
    isBroken = false
    const resumed = await lab.resume()
    expect(resumed).toMatchObject({ status: 0, stderr: '', report: { partial: null, failed: [] } })
    const reports = lab.asked.slice(before).filter(request => purposeOf(request) === 'report')
    expect(reports.map(({ text }) => text.includes('def add'))).toEqual([true])
  })

  it('is made up for by asking again, which pays only for what is missing', async () => {
    let isBroken = true
    const lab = await labWith(
      honestAnalyst({ instead: request => (isBroken && request.text.includes('def add') ? { status: 500 } : null) }),
    )
    lab.write('app.py', 'def add(a, b):\n    return a + b\n')
    expect((await lab.analyze([QUESTION, '--concurrency', '1'])).status).toBe(6)
    const before = lab.stub.count
    isBroken = false
    const seen = await lab.analyze([QUESTION, '--name', 'again'])
    expect(seen).toMatchObject({ status: 0, report: { failed: [] } })
    const reports = lab.asked.slice(before).filter(request => purposeOf(request) === 'report')
    expect(reports.map(({ text }) => text.includes('def add'))).toEqual([true])
  })

  it('of the synthesis costs its sentences and nothing else', async () => {
    const lab = await labWith(
      honestAnalyst({ instead: request => (purposeOf(request) === 'synthesis' ? { status: 529 } : null) }),
    )
    const seen = await lab.analyze([QUESTION])
    expect(seen).toMatchObject({ status: 6, report: { reading: null } })
    expect(seen.report!.partial).toContain('missing for 1 of 2 tasks')
    expect(seen.report!.failed.map(({ reason }) => reason)).toEqual(['anthropic answered 529: the stub says 529'])
    expect(modelFindings(seen.report).map(({ evidence }) => evidence)).toEqual([MIDDLE])
  })

  it('a key that is refused ends the run at once, without a word of the key', async () => {
    const lab = await labWith(() => ({ status: 401, text: `invalid x-api-key: ${KEY}` }))
    const seen = await lab.analyze([QUESTION])
    expect(seen).toMatchObject({ status: 4, stdout: '', report: null })
    expect(seen.stderr).toMatch(/^shoal: anthropic answered 401: .* — check the key, then `shoal resume lab`\n$/)
    expect(seen.stderr).not.toContain(KEY)
    expect(lab.stub.count).toBe(1)
    expect(await standing(lab)).toBe('stopped')
    for (const [file, text] of lab.kept()) expect({ file, holds: text.includes(KEY) }).toEqual({ file, holds: false })
  })

  it('a model that is not there ends the run at once and says what to check', async () => {
    const lab = await labWith(() => ({ status: 404, text: 'model: claude-haiku-9' }))
    const seen = await lab.analyze([QUESTION, '--model', 'anthropic:claude-haiku-9'])
    expect(seen).toMatchObject({ status: 2, stdout: '', report: null })
    expect(seen.stderr).toBe(
      'shoal: anthropic answered 404: model: claude-haiku-9 — check the name of the model and `--base-url`; `shoal models` lists what is known\n',
    )
    expect(lab.stub.count).toBe(1)
  })

  it('a chunk that the model finds too long costs its reading and not the others', async () => {
    const tooLong = { status: 400, text: 'prompt is too long: 250000 tokens > 200000 maximum' }
    const lab = await labWith(
      honestAnalyst({ instead: request => (request.text.includes('def add') ? tooLong : null) }),
    )
    lab.write('app.py', 'def add(a, b):\n    return a + b\n')
    const seen = await lab.analyze([QUESTION])
    expect(seen.status).toBe(6)
    expect(seen.report!.failed.map(({ what }) => what)).toContain('Analyze app.py')
    expect(seen.report!.failed.every(({ reason }) => reason.includes('too long'))).toBe(true)
    expect(modelFindings(seen.report).map(({ evidence }) => evidence)).toEqual([MIDDLE])
  })

  it('no key at all is said before anything is read or kept', async () => {
    const lab = await labWith(honestAnalyst())
    const { ANTHROPIC_API_KEY: _, ...env } = lab.env
    const outcome = await shoal(['analyze', lab.data, QUESTION, '--model', 'anthropic'], { env, cwd: lab.path })
    expect(outcome).toMatchObject({ status: 4, stdout: '' })
    expect(outcome.stderr).toMatch(/^shoal: .*ANTHROPIC_API_KEY.*\n$/)
    expect(lab.stub.count).toBe(0)
  })

  it('a quota that is used up stops the run where it is, and a resumed one pays for the rest', async () => {
    let isUsedUp = true
    const refusal = { status: 429, headers: { 'retry-after': '3600' } }
    const lab = await Lab.open(honestAnalyst({ instead: ({ number }) => (isUsedUp && number > 6 ? refusal : null) }))
    const lines = Array.from({ length: 2000 }, (_, k) => `2026-03-01 10:00:00 INFO request ${k} was served in time\n`)
    lab.write('api.log', lines.join(''))
    const seen = await lab.analyze([QUESTION, '--chunk-size', '200', '--concurrency', '1'])
    expect(seen.status).toBe(6)
    expect(seen.stderr).toMatch(/^shoal: anthropic .* — go on with `shoal resume lab` later\n$/)
    expect(seen.report!.partial).toMatch(/; models read 5 of 10 tasks; exact figures cover all of them\./)
    expect(seen.report!.failed).toEqual([])
    expect(lab.stub.count).toBe(7)
    expect(await standing(lab)).toBe('stopped')
    isUsedUp = false
    const resumed = await lab.resume()
    expect(resumed).toMatchObject({ status: 0, stderr: '', report: { partial: null, failed: [] } })
    expect(modelFindings(resumed.report)).toMatchObject([{ placeCount: 10 }])
    expect(lab.stub.count).toBe(7 + 5 + 1)
  })
})

describe('the same over the chat API of OpenAI', () => {
  const model = ['--model', 'openai:gpt-5-mini']

  it.each([
    ['honest', honestAnalyst()],
    ['429', faulty({ status: 429, headers: { 'retry-after-ms': '20' } })],
    ['500', faulty({ status: 500 })],
    ['a hang', faulty({ hang: true })],
    ['a cut connection', faulty({ text: 'x'.repeat(500), cutAfter: 100 })],
    ['prose first', faulty({ text: 'I see nothing.' })],
  ])('%s', async (_, onRequest) => {
    const lab = await labWith(onRequest)
    const seen = await lab.analyze([QUESTION, '--timeout', '2', ...model])
    expect(seen).toMatchObject({ status: 0, stderr: '', report: { failed: [], partial: null } })
    expect(modelFindings(seen.report)).toMatchObject([{ evidence: MIDDLE, by: 'openai:gpt-5-mini' }])
    expect(new Set(lab.asked.map(({ api }) => api))).toEqual(new Set(['openai']))
    expect(lab.asked.every(request => purposeOf(request) === 'synthesis' || partsIn(request).length === 1)).toBe(true)
  })

  it('a key that is refused', async () => {
    const lab = await labWith(() => ({ status: 401, text: `Incorrect API key provided: ${KEY}` }))
    const seen = await lab.analyze([QUESTION, ...model])
    expect(seen).toMatchObject({ status: 4, stdout: '' })
    expect(seen.stderr).not.toContain(KEY)
  })
})
