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
