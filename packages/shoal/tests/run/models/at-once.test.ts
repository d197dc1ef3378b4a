// Few and small files, of whatever kinds, are read in one call: checked quote by quote in their own files, paid once, and durable.
import { describe, expect, it } from 'vitest'
import { honestAnalyst, type Manners, partsIn, purposeOf } from './honest-analyst.ts'
import { Lab, modelFindings } from './lab.ts'
import { callsOf, purposes } from './notes-lab.ts'

const QUESTION = 'Why did uploads fail?'
const OFF = 'sweeper_enabled: false'
const FULL = 'no space left in bucket uploads'

async function labWithFiles(manners: Manners = {}): Promise<Lab> {
  const lab = await Lab.open(honestAnalyst(manners))
  lab.write('store.yaml', `buckets: 12\n${OFF}\n`)
  lab.write(
    'api.log',
    `2026-03-01 10:00:00 INFO started\n${`2026-03-01 10:00:01 ERROR upload failed: ${FULL}\n`.repeat(9)}`,
  )
  lab.write('src/store.py', 'def sweep(store):\n    return store.release()\n')
  lab.write('t.csv', `id,region\n${Array.from({ length: 90 }, (_, k) => `${k},r${k % 4}`).join('\n')}\n`)
  return lab
}

/** Whether records are to be labelled is asked before, and not here. */
const readings = async (lab: Lab) => purposes(await callsOf(lab)).filter(purpose => purpose !== 'label-set 1')

const cause = (more: readonly object[], summary = 'uploads failed because the sweeper was off') => ({
  findings: [{ summary, evidence: FULL, line: 2, severity: 'high' as const, nature: 'problem' as const, more }],
})

describe('small files', () => {
  it('are read in one call, whatever they are, and what programs find is the same as ever', async () => {
    const lab = await labWithFiles()
    const seen = await lab.analyze([QUESTION, '--at-once'])
    expect({ status: seen.status, stderr: seen.stderr }).toEqual({ status: 0, stderr: '' })
    expect(await readings(lab)).toEqual(['report 1', 'synthesis 1'])
    expect(
      partsIn(lab.asked.find(request => purposeOf(request) === 'report')!)
        .map(({ path }) => path.split('/').at(-1))
        .sort(),
    ).toEqual(['api.log', 'store.py', 'store.yaml', 't.csv'])
    expect(modelFindings(seen.report).length).toBe(4)
    expect(seen.report!.coverage).toMatchObject({ files: 4, filesRead: 4, tasksFailed: 0 })
    const exact = await lab.shoal('analyze', 'data', QUESTION, '--json', '--name', 'exact')
    const told = (findings: readonly { summary: string; line: number; by?: string | null }[]) =>
      findings.filter(({ by }) => by === undefined || by === null).map(({ summary, line }) => `${line} ${summary}`)
    expect(told(seen.report!.findings).sort()).toEqual(told(JSON.parse(exact.stdout).findings).sort())
  })

  it('are paid for once, can be replayed, and a changed one is read again', async () => {
    const lab = await labWithFiles()
    const first = await lab.analyze([QUESTION, '--at-once'])
    const { count } = lab.stub
    const again = await lab.analyze([QUESTION, '--at-once', '--name', 'again'])
    expect(lab.stub.count).toBe(count)
    expect(modelFindings(again.report)).toEqual(modelFindings(first.report))
    expect((await lab.replay()).report!.findings).toEqual(first.report!.findings)
    lab.write('store.yaml', `buckets: 13\n${OFF}\n`)
    await lab.analyze([QUESTION, '--at-once', '--name', 'changed'])
    expect(lab.stub.count).toBeGreaterThan(count)
  })

  it('may be quoted together: a finding rests on lines of several of them', async () => {
    const lab = await labWithFiles({
      report: ({ path }) => (path.endsWith('api.log') ? cause([{ file: 'store.yaml', line: 2, quote: OFF }]) : {}),
    })
    const seen = await lab.analyze([QUESTION, '--at-once'])
    expect(modelFindings(seen.report)).toMatchObject([
      {
        places: [
          { line: 2, evidence: FULL },
          { path: expect.stringMatching(/store\.yaml$/), line: 2, evidence: OFF },
        ],
      },
    ])
  })

  it('are not quoted by words that are in none of them', async () => {
    const lab = await labWithFiles({
      report: ({ path }) =>
        path.endsWith('api.log') ? cause([{ file: 'store.yaml', line: 2, quote: 'sweeper_enabled: maybe' }]) : {},
    })
    const seen = await lab.analyze([QUESTION, '--at-once'])
    expect(modelFindings(seen.report)).toEqual([])
    expect(seen.report!.rejected).toMatchObject([{ reason: 'one of its quotes does not stand in the file' }])
  })
})

describe('a sceptic', () => {
  const objecting: Manners = {
    report: ({ path }) => (path.endsWith('api.log') ? cause([]) : {}),
    instead: request =>
      purposeOf(request) === 'sceptic'
        ? {
            json: {
              objections: [{ sentence: 1, why: 'the lines do not show the cause' }],
              rival: 'the disk was small',
            },
          }
        : null,
  }

  it('reads what is grave or says why against its quotes, and what it objects to is shown with it', async () => {
    const lab = await labWithFiles(objecting)
    const seen = await lab.analyze([QUESTION, '--at-once'])
    expect(seen.status).toBe(0)
    expect(await readings(lab)).toEqual(['report 1', 'synthesis 1', 'sceptic 1'])
    const asked = lab.asked.find(request => purposeOf(request) === 'sceptic')!
    expect(asked.text).toContain('uploads failed because the sweeper was off')
    expect(asked.text).toContain(FULL)
    const doubted = JSON.stringify([seen.report!.findings, seen.report!.reading])
    expect(doubted).toContain('the lines do not show the cause')
    expect(seen.stdout).toContain('the lines do not show the cause')
  })

  it('is not asked where nothing is grave', async () => {
    const lab = await labWithFiles()
    await lab.analyze([QUESTION, '--at-once'])
    expect(lab.asked.some(request => purposeOf(request) === 'sceptic')).toBe(false)
  })

  it('that fails costs its reading and nothing else', async () => {
    const lab = await labWithFiles({
      ...objecting,
      instead: request => (purposeOf(request) === 'sceptic' ? { status: 529 } : null),
    })
    const seen = await lab.analyze([QUESTION, '--at-once'])
    expect(modelFindings(seen.report).length).toBe(1)
    expect(seen.report!.failed.map(({ reason }) => reason)).toEqual(['anthropic answered 529: the stub says 529'])
  })
})

describe('a query', () => {
  it('of an analyst is answered exactly, and its numbers may be stated where it is cited', async () => {
    const asking = (results: readonly string[]): Manners => ({
      instead: request =>
        purposeOf(request) === 'report' && request.messages.length === 1
          ? { toolCalls: [{ name: 'sql', input: { query: 'SELECT count(*) AS n FROM t WHERE id >= 17' } }] }
          : null,
      report: ({ path }) =>
        path.endsWith('t.csv')
          ? { findings: [{ summary: 'region r1 is among 73 rows', evidence: '1,r1', line: 3, results } as never] }
          : {},
    })
    const cited = await labWithFiles(asking(['R1']))
    const seen = await cited.analyze([QUESTION, '--at-once'])
    expect(modelFindings(seen.report)).toMatchObject([
      { summary: 'region r1 is among 73 rows', results: [{ asked: expect.stringContaining('SELECT count(*)') }] },
    ])
    const uncited = await labWithFiles(asking([]))
    const refused = await uncited.analyze([QUESTION, '--at-once'])
    expect(modelFindings(refused.report)).toEqual([])
    expect(refused.report!.rejected).toMatchObject([{ reason: expect.stringContaining('73') }])
  })
})

describe('who reads all files in one call', () => {
  const SENTENCE = 'Uploads failed: no space was left in the bucket.'
  const found = (path: string) =>
    path.endsWith('api.log')
      ? {
          findings: [
            { ...cause([]).findings[0]!, severity: 'low' as const, summary: `uploads met "${FULL}"`, id: 'f1' },
          ],
        }
      : {}
  const closing = (more: object = {}) => ({
    answer: [{ text: SENTENCE, cites: ['f1'] }],
    summary: [{ text: 'A bucket was full.', cites: ['F1'] }],
    recommendations: [{ text: 'Release what nobody uses.', cites: ['f1'] }],
    open: [],
    ...more,
  })
  const lone = async (manners: Manners): Promise<Lab> => {
    const lab = await Lab.open(honestAnalyst(manners))
    lab.write('store.yaml', `buckets: 12\n${OFF}\n`)
    lab.write('api.log', `2026-03-01 10:00:00 INFO started\n2026-03-01 10:00:01 ERROR upload failed: ${FULL}\n`)
    return lab
  }

  it('sums up in the same reply: one call, with the places of what it cites, kept and replayed', async () => {
    const lab = await lone({ report: ({ path }) => found(path), closing: () => closing() })
    const seen = await lab.analyze([QUESTION, '--at-once'])
    expect({ status: seen.status, stderr: seen.stderr }).toEqual({ status: 0, stderr: '' })
    expect(await readings(lab)).toEqual(['report 1'])
    expect(seen.report!.reading!.answer).toMatchObject([
      { text: SENTENCE, evidence: [{ path: expect.stringMatching(/api\.log$/), line: 2, quote: FULL }] },
    ])
    expect(seen.report!.reading!.summary.length).toBe(1)
    expect(seen.report!.reading!.by).toBe('anthropic:claude-haiku-4-5')
    expect(seen.report!.recommendations.join()).toContain('Release what nobody uses.')
    expect(JSON.stringify(seen.report)).not.toContain('"ref"')
    const { count } = lab.stub
    const again = await lab.analyze([QUESTION, '--at-once', '--name', 'again'])
    expect(lab.stub.count).toBe(count)
    expect(again.report!.reading).toEqual(seen.report!.reading)
    expect((await lab.replay()).report!.reading).toEqual(seen.report!.reading)
  })

  it('may cite what programs found, and what is put right of a finding', async () => {
    const lab = await lone({
      report: ({ path }) =>
        path.endsWith('api.log')
          ? { findings: [{ ...found(path).findings![0]!, evidence: 'no space left in the bucket' }] }
          : {},
      correction: () => [{ number: 1, summary: `uploads met "${FULL}"`, evidence: FULL, line: 2, more: [] }],
      closing: ({ text }) =>
        closing({ summary: [{ text: 'Something failed.', cites: /- (P\d+): /.exec(text)!.slice(1) }] }),
    })
    lab.write(
      'api.log',
      `2026-03-01 10:00:00 INFO started\n${`2026-03-01 10:00:01 ERROR upload failed: ${FULL}\n`.repeat(9)}`,
    )
    const seen = await lab.analyze([QUESTION, '--at-once'])
    expect(await readings(lab)).toEqual(['report 1', 'correction 1'])
    // What follows a line of the file on its line would be quoted with it.
    expect(lab.asked.find(request => purposeOf(request) === 'correction')!.text).toMatch(
      /nearest text is line 2: 2026-03-01 10:00:01 ERROR upload failed: no space left in bucket uploads\n/,
    )
    expect(seen.report!.reading).toMatchObject({
      answer: [{ text: SENTENCE }],
      summary: [{ text: 'Something failed.' }],
    })
  })

  it.each([
    ['cites nothing', { answer: [{ text: SENTENCE, cites: [] }] }],
    ['cites what there is not', { answer: [{ text: SENTENCE, cites: ['f9'] }] }],
    ['states a figure that nobody gave', { answer: [{ text: 'Uploads failed 4711 times.', cites: ['f1'] }] }],
    ['says nothing', { answer: [], summary: [], recommendations: [] }],
  ])('is not believed where the answer %s: a synthesis is asked for', async (_, more) => {
    const lab = await lone({ report: ({ path }) => found(path), closing: () => closing(more) })
    const seen = await lab.analyze([QUESTION, '--at-once'])
    expect(await readings(lab)).toEqual(['report 1', 'synthesis 1'])
    expect(seen.report!.reading!.answer.map(({ text }) => text)).not.toContain('Uploads failed 4711 times.')
  })

  it('leaves to look further what was shown in figures or folded, and only that', async () => {
    const OPEN = 'Which row has the highest number is not told.'
    const manners: Manners = { report: ({ path }) => found(path), closing: () => closing({ open: [OPEN] }) }
    const shown = await lone(manners)
    await shown.analyze([QUESTION, '--at-once'])
    expect(shown.asked.filter(request => purposeOf(request) === 'step')).toEqual([])
    for (const [name, text] of [
      ['t.csv', `id,region\n${Array.from({ length: 90 }, (_, k) => `${k},r${k % 4}`).join('\n')}\n`],
      ['b.log', Array.from({ length: 20 }, (_, k) => `2026-03-01 10:00:${10 + k} INFO served ${k}\n`).join('')],
    ] as const) {
      const lab = await lone(manners)
      lab.write(name, text)
      await lab.analyze([QUESTION, '--at-once'])
      expect(lab.asked.some(request => purposeOf(request) === 'step')).toBe(true)
    }
  })
})

describe('agents of the project', () => {
  const agent = (name: string, model: string, body: string) =>
    `---\nname: ${name}\ndescription: Ours.\ntools: Read, Grep, Glob\nmodel: ${model}\n---\n\n${body}\n`
  const RULE = 'Our code is written by herons: look for feathers.'

  it('are heard in a call that reads several types at once, and a changed one is asked anew', async () => {
    const lab = await labWithFiles()
    const file = '../.shoal/agents/rlm-code-analyzer.md'
    lab.write(file, agent('rlm-code-analyzer', 'haiku', RULE))
    await lab.analyze([QUESTION, '--at-once'])
    const reports = () => lab.asked.filter(request => purposeOf(request) === 'report')
    expect(reports().map(({ system }) => system.split(RULE).length - 1)).toEqual([1])
    expect(reports()[0]!.system).toContain('For source code this project says')
    await lab.analyze([QUESTION, '--at-once', '--name', 'again'])
    expect(reports().length).toBe(1)
    lab.write(file, agent('rlm-code-analyzer', 'haiku', `${RULE} And eggs.`))
    await lab.analyze([QUESTION, '--at-once', '--name', 'changed'])
    expect(reports().length).toBe(2)
  })

  it('that are played by another model read by themselves', async () => {
    const lab = await labWithFiles()
    lab.write('../.shoal/agents/rlm-code-analyzer.md', agent('rlm-code-analyzer', 'opus', RULE))
    await lab.analyze([QUESTION, '--at-once', '--model', 'anthropic'])
    const models = lab.asked.filter(({ system }) => system.includes(RULE)).map(({ model }) => model)
    expect(models.length).toBe(1)
    expect(models[0]).toContain('opus')
  })
})

describe('a reading that asked in SQL', () => {
  it('is paid for once while all files are the same, and asked anew when another has changed', async () => {
    const asking: Manners = {
      instead: request =>
        purposeOf(request) === 'report' && request.messages.length === 1
          ? { toolCalls: [{ name: 'sql', input: { query: 'SELECT count(*) AS n FROM t' } }] }
          : null,
    }
    const lab = await labWithFiles(asking)
    const first = await lab.analyze([QUESTION])
    const { count } = lab.stub
    const again = await lab.analyze([QUESTION, '--name', 'again'])
    expect(lab.stub.count).toBe(count)
    expect(modelFindings(again.report)).toEqual(modelFindings(first.report))
    lab.write('t.csv', 'id,region\n1,r1\n')
    await lab.analyze([QUESTION, '--name', 'changed'])
    const asked = lab.asked.slice(count).filter(request => purposeOf(request) === 'report')
    expect(asked.some(({ text }) => text.includes('store.yaml'))).toBe(true)
  })
})
