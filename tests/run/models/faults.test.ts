// Everything a provider or a model can do wrong, through the whole run over HTTP: what the user then sees.
import { describe, expect, it } from 'vitest'
import { shoal } from '../../cli/fake-io.ts'
import type { StubAction } from '../../models/stub/exchange.ts'
import type { OnRequest } from '../../models/stub/server.ts'
import { honestAnalyst, partsIn, purposeOf, quoteMiddle, turnOf, wholeReport } from './honest-analyst.ts'
import { KEY, Lab, modelFindings } from './lab.ts'

const NOTES = `# Deploy of 12 May

The deploy failed because the disk of the build host was full.

We rolled back at noon and freed some space.

Nobody was paged, since the alert had been muted the week before.
`
const MIDDLE = 'We rolled back at noon and freed some space.'
const QUESTION = 'Why did the deploy fail?'

/** A lab with one file: one report and one synthesis are asked for. */
async function labWith(onRequest: OnRequest): Promise<Lab> {
  const lab = await Lab.open(onRequest)
  lab.write('notes.md', NOTES)
  return lab
}

/** Does `fault` to the first `times` requests for a report. */
function faulty(fault: StubAction, times = 1): OnRequest {
  let left = times
  return honestAnalyst({ instead: request => (purposeOf(request) === 'report' && left-- > 0 ? fault : null) })
}

interface Call {
  readonly purpose: string
  readonly attempts: number
  readonly verdict: Record<string, unknown> | null
}

async function callsOf(lab: Lab): Promise<Call[]> {
  return JSON.parse((await lab.shoal('calls', 'lab', '--json')).stdout)
}

const purposes = (calls: readonly Call[]) => calls.map(({ purpose, attempts }) => `${purpose} ${attempts}`)

/** How the run stands in the ledger. */
async function standing(lab: Lab): Promise<string> {
  return JSON.parse((await lab.shoal('runs', '--json')).stdout)[0].status
}

describe('a fault that passes leaves no trace but a second attempt', () => {
  const reply = JSON.stringify(wholeReport({ path: 'notes.md' }, {}))
  const faults: Readonly<Record<string, StubAction>> = {
    '429 with retry-after': { status: 429, headers: { 'retry-after-ms': '40' } },
    '529': { status: 529 },
    '500': { status: 500 },
    'a bad gateway with a page of its own': { status: 502, body: '<html>bad gateway</html>' },
    'a hang': { hang: true },
    'a connection cut at once': { text: reply, cutAfter: 0 },
    'a connection cut in the middle': { text: reply, cutAfter: 300 },
    'a stream that ends in the middle': { text: reply, endAfter: 300 },
    'silence in the middle': { text: reply, cutAfter: 300, hang: true },
    'a drip that is too slow': { text: reply, dripMs: 1600 },
  }

  it.each(Object.entries(faults))('%s', async (_, fault) => {
    const lab = await labWith(faulty(fault))
    const seen = await lab.analyze([QUESTION, '--timeout', '1'])
    expect({ status: seen.status, stderr: seen.stderr }).toEqual({ status: 0, stderr: '' })
    expect(modelFindings(seen.report).map(({ evidence }) => evidence)).toEqual([MIDDLE])
    expect(seen.report).toMatchObject({ partial: null, failed: [], coverage: { tasksFailed: 0 } })
    expect(purposes(await callsOf(lab))).toEqual(['report 2', 'synthesis 1'])
    expect(lab.stub.count).toBe(3)
  })

  it('a drip that is slow but steady is waited for', async () => {
    const lab = await labWith(async request => ({ ...(await honestAnalyst()(request)), dripMs: 60 }))
    const seen = await lab.analyze([QUESTION, '--timeout', '1'])
    expect(seen.status).toBe(0)
    expect(purposes(await callsOf(lab))).toEqual(['report 1', 'synthesis 1'])
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
})

describe('a fault that stays', () => {
  it('of one call costs its reading and not the report', async () => {
    const lab = await labWith(faulty({ status: 500 }, 100))
    const seen = await lab.analyze([QUESTION])
    expect(seen).toMatchObject({ status: 1, stderr: '' })
    expect(seen.report!.failed).toEqual([
      { what: 'Analyze notes.md', reason: 'anthropic answered 500: the stub says 500' },
    ])
    expect(seen.stdout).toContain('anthropic answered 500: the stub says 500')
    expect(seen.report!.answer).toContain('The deploy failed because the disk of the build host was full.')
    expect(modelFindings(seen.report)).toEqual([])
    expect(seen.report!.coverage).toMatchObject({ files: 1, filesRead: 1, linesRead: 7, tasksFailed: 1 })
    expect(purposes(await callsOf(lab))).toEqual(['report 3', 'synthesis 1'])
  })

  it('is made up for by asking again, which pays only for what is missing', async () => {
    let isBroken = true
    const lab = await labWith(
      honestAnalyst({ instead: request => (isBroken && request.text.includes('def add') ? { status: 500 } : null) }),
    )
    lab.write('app.py', 'def add(a, b):\n    return a + b\n')
    expect((await lab.analyze([QUESTION])).status).toBe(1)
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
    expect(seen).toMatchObject({ status: 1, stderr: '', report: { reading: null, partial: null } })
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
    expect(seen).toMatchObject({ status: 1, stdout: '', report: null })
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
    expect(seen).toMatchObject({ status: 1, stderr: '' })
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

  it('a provider that is down stops the run with what programs know, and a resumed one finishes', async () => {
    let isDown = true
    const lab = await labWith(honestAnalyst({ instead: () => (isDown ? { status: 503 } : null) }))
    for (const name of ['a', 'b', 'c', 'd']) lab.write(`${name}.py`, `def ${name}(x):\n    return x\n`.repeat(150))
    const seen = await lab.analyze([QUESTION], { patience: { attempts: 40, baseMs: 600, maxMs: 900 } })
    expect(seen.status).toBe(1)
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

describe('a reply', () => {
  const saying = (texts: readonly string[]) => {
    let k = 0
    return honestAnalyst({
      instead: request => (purposeOf(request) === 'report' ? { text: texts[Math.min(k++, texts.length - 1)]! } : null),
    })
  }
  const good = JSON.stringify(
    wholeReport({ path: 'notes.md' }, { findings: [{ summary: 'they rolled back', evidence: MIDDLE, line: 5 }] }),
  )
  const wrong = '{"verdict": "all is well"}'

  it.each([
    ['in a fence', `\`\`\`json\n${good}\n\`\`\``],
    ['in a fence with words around it', `Here is my report.\n\n\`\`\`json\n${good}\n\`\`\`\nI hope it helps!`],
    ['with words around it', `Sure! ${good} Let me know.`],
    ['with a comma too many', good.replace(/\}$/, ',}')],
  ])('%s is read as it is meant', async (_, text) => {
    const lab = await labWith(saying([text]))
    const seen = await lab.analyze([QUESTION])
    expect(seen).toMatchObject({ status: 0, stderr: '', report: { failed: [] } })
    expect(modelFindings(seen.report)).toMatchObject([{ evidence: MIDDLE, line: 5, verified: true }])
    expect(purposes(await callsOf(lab))).toEqual(['report 1', 'synthesis 1'])
  })

  it.each([
    ['no JSON', 'I could not find anything interesting.'],
    ['JSON that breaks off', good.slice(0, 40)],
    ['the wrong schema', wrong],
    ['nothing', ''],
  ])('with %s is complained about once, and the second one counts', async (_, text) => {
    const lab = await labWith(saying([text, good]))
    const seen = await lab.analyze([QUESTION])
    expect(seen).toMatchObject({ status: 0, stderr: '', report: { failed: [] } })
    expect(modelFindings(seen.report)).toMatchObject([{ evidence: MIDDLE, line: 5 }])
    expect(purposes(await callsOf(lab))).toEqual(['report 1', 'repair 1', 'synthesis 1'])
    expect(turnOf(lab.asked[1]!)).toBe('repair')
  })

  it.each([
    ['no JSON', 'I could not find anything interesting.'],
    ['the wrong schema', wrong],
  ])('with %s twice is given up: the exact part stands and the reason is said', async (_, text) => {
    const lab = await labWith(saying([text]))
    const seen = await lab.analyze([QUESTION])
    expect(seen).toMatchObject({ status: 1, stderr: '' })
    expect(seen.report!.failed).toHaveLength(1)
    expect(seen.report!.failed[0]!.reason).toMatch(/^the model's reply could not be used, twice: /)
    expect(seen.stdout).toContain("the model's reply could not be used, twice")
    expect(seen.report!.answer).toContain('the disk of the build host was full')
    expect(modelFindings(seen.report)).toEqual([])
    expect(purposes(await callsOf(lab))).toEqual(['report 1', 'repair 1', 'synthesis 1'])
  })

  it('that is withheld by the provider is said to be', async () => {
    const lab = await labWith(faulty({ text: '', finish: 'refused' }, 9))
    const seen = await lab.analyze([QUESTION])
    expect(seen.status).toBe(1)
    expect(seen.report!.failed).toMatchObject([{ reason: "the provider's filter withheld the reply" }])
  })

  it('that is far too long is cut to what was allowed, whatever it claims', async () => {
    const many = Array.from({ length: 60 }, (_, k) => ({
      summary: `the deploy failed, said in way ${'x'.repeat(k % 7)} ${'very '.repeat(20)}clearly`,
      evidence: NOTES.split('\n')[2 + 2 * (k % 3)]!,
      line: 3 + 2 * (k % 3),
    }))
    const text = JSON.stringify(wholeReport({ path: 'notes.md' }, { findings: many }))
    const lab = await labWith(saying([text]))
    const seen = await lab.analyze([QUESTION])
    expect(seen).toMatchObject({ status: 0, stderr: '' })
    const calls = await callsOf(lab)
    expect(purposes(calls)).toEqual(['report 1', 'repair 1', 'synthesis 1'])
    expect(lab.asked[1]!.text).toMatch(/has \d+ characters; 4000 are allowed/)
    expect(calls[1]!.verdict).toMatchObject({ dropped: expect.any(Number) })
    const believed = modelFindings(seen.report)
    expect(believed.length).toBeGreaterThan(0)
    expect(believed.reduce((sum, { placeCount }) => sum + placeCount, 0)).toBeLessThanOrEqual(20)
  })

  it('that was cut off at the limit of tokens is asked for once more, shorter', async () => {
    let k = 0
    const lab = await labWith(
      honestAnalyst({
        instead: request =>
          purposeOf(request) === 'report' && k++ === 0 ? { text: good.slice(0, 120), finish: 'length' } : null,
      }),
    )
    const seen = await lab.analyze([QUESTION])
    expect(seen.status).toBe(0)
    expect(lab.asked[1]!.text).toContain('It was cut off because it was too long: be brief.')
    expect(modelFindings(seen.report)).toMatchObject([{ evidence: MIDDLE }])
  })
})

describe('a quote', () => {
  const lie = { summary: 'the database was dropped', evidence: 'the intern dropped the production database', line: 3 }

  it('that is not in the file goes back once with the nearest text, and a corrected one is taken', async () => {
    const near = { ...lie, summary: 'the disk was full', evidence: 'because the disk of the build host was empty' }
    const lab = await labWith(
      honestAnalyst({
        report: (_, request) =>
          turnOf(request) === 'correction'
            ? { findings: [{ ...near, evidence: 'because the disk of the build host was full' }] }
            : { findings: [near] },
      }),
    )
    const seen = await lab.analyze([QUESTION])
    expect(seen.status).toBe(0)
    expect(lab.asked[1]!.text).toContain(
      'The nearest text is line 3: The deploy failed because the disk of the build host was full.',
    )
    expect(modelFindings(seen.report)).toMatchObject([
      { line: 3, evidence: 'because the disk of the build host was full', verified: true },
    ])
    expect(seen.report!.verification).toMatchObject({ rejected: 0 })
  })

  it('that is insisted on is out, and the user is told', async () => {
    const lab = await labWith(honestAnalyst({ report: part => ({ findings: [lie, ...quoteMiddle(part).findings!] }) }))
    const seen = await lab.analyze([QUESTION, '--verification'])
    expect(seen.status).toBe(0)
    expect(modelFindings(seen.report).map(({ evidence }) => evidence)).toEqual([MIDDLE])
    expect(seen.report!.rejected).toMatchObject([{ line: 3, quote: lie.evidence, summary: lie.summary }])
    expect(seen.report!.verification.rejected).toBe(1)
    expect(seen.stdout).toMatch(/quotes checked against the files: \d+ verified, 1 rejected/)
    expect(seen.stdout).not.toContain(`fact    ${lie.summary}`)
    expect(purposes(await callsOf(lab))).toEqual(['report 1', 'correction 1', 'synthesis 1'])
  })

  it('with the wrong line is put where it stands', async () => {
    const lab = await labWith(
      honestAnalyst({ report: () => ({ findings: [{ summary: 'they rolled back', evidence: MIDDLE, line: 1 }] }) }),
    )
    const seen = await lab.analyze([QUESTION])
    expect(seen.status).toBe(0)
    expect(modelFindings(seen.report)).toMatchObject([{ line: 5, evidence: MIDDLE, verified: true }])
    expect(seen.report!.verification).toMatchObject({ relocated: 1, rejected: 0 })
  })

  it('beside figures that nobody gave is out with them', async () => {
    const lab = await labWith(
      honestAnalyst({
        report: () => ({ findings: [{ summary: 'it cost 48,000 dollars', evidence: MIDDLE, line: 5 }] }),
      }),
    )
    const seen = await lab.analyze([QUESTION])
    expect(modelFindings(seen.report)).toEqual([])
    expect(seen.report!.rejected).toMatchObject([{ reason: expect.stringContaining('48,000') }])
    expect(seen.stdout).not.toContain('48,000 dollars')
  })
})

describe('a synthesis', () => {
  const claims = (text: string, cites: readonly string[]) => ({ answer: [{ text, cites }] })

  it.each([
    ['cites nothing that is there', claims('The disk was full.', ['F99']), 'F99'],
    ['states a figure of its own', claims('It happened 17 times.', ['F1']), '17'],
  ])('that %s loses the sentence, after it was told so', async (_, reply, named) => {
    const lab = await labWith(honestAnalyst({ synthesis: () => reply }))
    const seen = await lab.analyze([QUESTION])
    expect(seen.status).toBe(0)
    expect(purposes(await callsOf(lab))).toEqual(['report 1', 'synthesis 1', 'correction 1'])
    expect(seen.report!.reading).toMatchObject({ answer: [], rejected: [{ text: reply.answer[0]!.text }] })
    expect(seen.report!.reading!.rejected[0]!.reason).toContain(named)
    expect(seen.report!.answer).not.toContain(reply.answer[0]!.text)
  })

  it('that cannot be read, twice, leaves the exact one', async () => {
    const lab = await labWith(
      honestAnalyst({ instead: request => (purposeOf(request) === 'synthesis' ? { text: 'well, well' } : null) }),
    )
    const seen = await lab.analyze([QUESTION])
    expect(seen).toMatchObject({ status: 1, report: { reading: null } })
    expect(seen.report!.failed[0]!.reason).toMatch(/^its reply could not be read, twice: /)
    expect(seen.report!.answer).toContain('the disk of the build host was full')
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
    const seen = await lab.analyze([QUESTION, '--timeout', '1', ...model])
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
