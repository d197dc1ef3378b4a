// What is open after everything was read and summed up is looked up step by step, as `shoal ask` does: within bounds, once, and only where
// there is more to see.
import { describe, expect, it } from 'vitest'
import type { StubAction, StubRequest } from '../../models/stub/exchange.ts'
import { honestAnalyst, type Manners, purposeOf } from './honest-analyst.ts'
import { Lab } from './lab.ts'

const QUESTION = 'How safe is the billing data?'
const OPEN = 'How long the snapshots are retained is not told.'
const ANSWER = 'snapshot_retention: 35 # days, of the billing ledger'
const FOUND = 'Snapshots of the billing ledger are retained for 35 days.'

/** The synthesis does not know; the first step looks it up, the second answers. */
const manners: Manners = {
  synthesis: exhibits => ({
    answer: [{ text: 'The ledger is copied every night.', cites: exhibits.slice(0, 1).map(({ ref }) => ref) }],
    summary: [],
    recommendations: [],
    same: [],
    links: [],
    missing: [OPEN],
  }),
  instead: request => (purposeOf(request) === 'step' ? step(request) : null),
}

function step(request: StubRequest): StubAction {
  const turns = request.messages.filter(turn => (turn as { role?: string }).role === 'assistant').length
  if (turns === 0) return { toolCalls: [{ name: 'search', input: { query: 'retention' } }] }
  const quotes = [{ path: 'backup.yaml', line: 3, quote: ANSWER }]
  return { toolCalls: [{ name: 'answer', input: { sentences: [{ text: FOUND, quotes }], missing: [] } }] }
}

async function labWithFiles(more: Manners = manners): Promise<Lab> {
  const lab = await Lab.open(honestAnalyst(more))
  lab.write('billing.md', '# Billing\n\nThe billing ledger is copied every night.\n')
  lab.write('backup.yaml', `# what the backup job does\nschedule: nightly\n${ANSWER}\n`)
  return lab
}

const steps = (lab: Lab) => lab.asked.filter(request => purposeOf(request) === 'step')

describe('what is open', () => {
  it('is looked up, and the answer says it with its place', async () => {
    const lab = await labWithFiles()
    const seen = await lab.analyze([QUESTION])
    expect({ status: seen.status, stderr: seen.stderr }).toEqual({ status: 0, stderr: '' })
    expect(steps(lab).length).toBe(2)
    const first = JSON.stringify(steps(lab)[0]!.body)
    expect(first).toContain(OPEN)
    expect(first).toContain('Found so far')
    expect(seen.report!.reading!.answer.at(-1)).toMatchObject({
      text: FOUND,
      evidence: [{ path: expect.stringMatching(/backup\.yaml$/), line: 3, quote: ANSWER }],
    })
    expect(seen.report!.answer).toContain('retained for 35 days')
    expect(seen.report!.reading!.missing).toEqual([])
    const calls = JSON.parse((await lab.shoal('calls', 'lab', '--json')).stdout) as { purpose: string; task: string }[]
    expect(calls.filter(({ purpose }) => purpose === 'step').map(({ task }) => task)).toEqual([
      'synthesize-cross',
      'synthesize-cross',
    ])
  })

  it('costs nothing the second time, and can be replayed without a model', async () => {
    const lab = await labWithFiles()
    const first = await lab.analyze([QUESTION])
    const { count } = lab.stub
    const second = await lab.analyze([QUESTION, '--name', 'again'])
    expect(lab.stub.count).toBe(count)
    expect(second.report!.reading).toEqual(first.report!.reading)
    await lab.stub.close()
    const replayed = await lab.replay()
    expect(replayed.status).toBe(0)
    expect(replayed.report!.reading).toEqual(first.report!.reading)
  })

  it('goes on after an interruption with no request sent twice', async () => {
    const stop = new AbortController()
    let isStopped = false
    const answered: string[] = []
    const lab = await labWithFiles({
      ...manners,
      instead: request => {
        if (purposeOf(request) === 'step' && answered.length > 0 && steps(lab).length === 2 && !isStopped) {
          isStopped = true
          stop.abort()
          return { hang: true }
        }
        answered.push(JSON.stringify(request.body))
        return manners.instead!(request)
      },
    })
    expect((await lab.analyze([QUESTION], { signal: stop.signal })).status).toBe(130)
    const resumed = await lab.resume()
    expect(resumed.status).toBe(0)
    expect(new Set(answered).size).toBe(answered.length)
    expect(resumed.report!.answer).toContain('retained for 35 days')
  })

  it.each([
    ['with --rounds 0', ['--rounds', '0']],
    ['where all files were read at once: there is nothing more to see', ['--at-once']],
  ])('is left open %s', async (_, args) => {
    const lab = await labWithFiles()
    const seen = await lab.analyze([QUESTION, ...args])
    expect(seen.status).toBe(0)
    expect(steps(lab)).toEqual([])
    expect(seen.report!.reading!.missing).toEqual([OPEN])
  })

  it('is given up after a few calls that bring nothing', async () => {
    const lab = await labWithFiles({
      ...manners,
      instead: request =>
        purposeOf(request) === 'step' ? { toolCalls: [{ name: 'search', input: { query: 'zebra' } }] } : null,
    })
    const seen = await lab.analyze([QUESTION])
    expect(seen.status).toBe(0)
    expect(steps(lab).length).toBeLessThanOrEqual(11)
    expect(seen.report!.reading!.missing).toContain(OPEN)
  })

  /** Notes what it found, and never answers. */
  const noting = (then: StubAction, input = 1_000): Manners => ({
    ...manners,
    instead: request => {
      if (purposeOf(request) !== 'step') return null
      const quotes = [{ path: 'backup.yaml', line: 3, quote: ANSWER }]
      const note = { toolCalls: [{ name: 'note', input: { claim: FOUND, quotes } }], usage: { input } }
      return steps(lab).length === 1 ? note : then
    },
  })
  let lab: Lab

  it.each([
    ['the model says nothing more', { text: 'I am done.' }, [QUESTION], 0],
    [
      'a request is too long',
      { status: 400, body: { error: { message: 'prompt is too long: 9 tokens > 8' } } },
      [QUESTION],
      6,
    ],
    ['the provider fails', { status: 529 }, [QUESTION], 6],
    ['the reply is withheld', { refusal: 'I will not' }, [QUESTION], 0],
    ['a quota is used up', { status: 429, headers: { 'retry-after': '90000' } }, [QUESTION], 6],
  ] as [string, StubAction, string[], number][])(
    'that was noted reaches the report, though %s',
    async (_, then, args, status) => {
      lab = await labWithFiles(noting(then))
      const seen = await lab.analyze(args)
      expect(seen.report!.reading?.answer.at(-1)).toMatchObject({
        text: FOUND,
        evidence: [{ line: 3, quote: ANSWER }],
      })
      expect(seen.report!.reading!.missing).toContain(OPEN)
      expect(seen.report!.reading!.missing.join()).toContain('Looking further ended early')
      expect(seen.stdout).toContain(FOUND.slice(0, -1))
      expect(seen.status).toBe(status)
    },
  )

  it('that was noted before the budget was reached stands in the partial report, and is paid once', async () => {
    lab = await labWithFiles(
      noting(manners.instead!({ tools: [{ name: 'answer' }], messages: [{ role: 'assistant' }] } as never)!, 199_000),
    )
    const seen = await lab.analyze([QUESTION, '--max-tokens', '200000'])
    expect(seen.status).toBe(3)
    expect(seen.report!.reading?.answer.at(-1)).toMatchObject({ text: FOUND, evidence: [{ line: 3, quote: ANSWER }] })
    expect(seen.stdout).toContain('Partial report')
    const count = lab.asked.length
    const resumed = await lab.resume(['--max-tokens', '900000'])
    expect(resumed.status).toBe(0)
    expect(resumed.report!.reading!.missing).toEqual([])
    expect(new Set(lab.asked.map(({ body }) => JSON.stringify(body))).size).toBe(lab.asked.length)
    expect(lab.asked.length).toBeLessThanOrEqual(count + 2)
  })
})
