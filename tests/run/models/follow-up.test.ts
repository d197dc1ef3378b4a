// What one chunk cannot show is looked for in those that may: the whole way from a report that asks to the answer.
import { describe, expect, it } from 'vitest'
import { honestAnalyst, type Manners, purposeOf, quoting } from './honest-analyst.ts'
import { Lab, modelFindings } from './lab.ts'

const QUESTION = 'How safe is the billing data?'
const OPEN = 'How many days are snapshots of the billing ledger retained?'
const NOBODY = 'Which insurer covers the loss of zebras?'
const ANSWER = 'snapshot_retention: 35 # days, of the billing ledger'

const ASKING = `# Billing

The billing ledger is copied every night. How long the snapshots are retained is set in the configuration.
`
const TELLING = `# what the backup job does with the billing ledger
schedule: nightly
${ANSWER}
`

/** The analyst of the notes asks; whoever is asked says what it sees of it. */
const asking: Manners = {
  report({ lines }, { text }) {
    const isFollowUp = text.startsWith(`Question: ${OPEN}`)
    const told = lines.find(line => line.text === ANSWER)
    if (isFollowUp) return told ? { findings: [quoting(told, 'snapshots of the billing ledger stay 35 days')] } : {}
    const asks = lines.some(line => line.text.includes('is set in the configuration'))
    return asks ? { missing: [OPEN], suggested_queries: [NOBODY] } : {}
  },
}

async function labWithBoth(): Promise<Lab> {
  const lab = await Lab.open(honestAnalyst(asking))
  lab.write('billing.md', ASKING)
  lab.write('backup.yaml', TELLING)
  lab.write('weather.log', '2026-03-01 10:00:00 INFO sunny\n'.repeat(20))
  return lab
}

const followUps = (lab: Lab) => lab.asked.filter(({ text }) => text.startsWith(`Question: ${OPEN}`))

describe('what is missing', () => {
  it('is asked of the chunk that can tell, and its answer is in the report', async () => {
    const lab = await labWithBoth()
    const seen = await lab.analyze([QUESTION])
    expect({ status: seen.status, stderr: seen.stderr }).toEqual({ status: 0, stderr: '' })
    const asked = followUps(lab)
    expect(asked.length).toBeGreaterThanOrEqual(1)
    expect(asked.some(({ text }) => text.includes(ANSWER))).toBe(true)
    // Never the one that asked, nor one that has nothing to do with it.
    expect(asked.some(({ text }) => text.includes('is set in the configuration.'))).toBe(false)
    expect(asked.some(({ text }) => text.includes('INFO sunny'))).toBe(false)
    expect(modelFindings(seen.report)).toMatchObject([
      { path: `${lab.data}/backup.yaml`, line: 3, evidence: ANSWER, verified: true },
    ])
    expect(seen.stdout).toContain('snapshots of the billing ledger stay 35 days')
    const synthesis = lab.asked.filter(request => purposeOf(request) === 'synthesis')
    expect(synthesis.some(({ text }) => text.includes(`left open: ${NOBODY}`))).toBe(true)
    expect(synthesis.some(({ text }) => text.includes(`left open: ${OPEN}`))).toBe(false)
    const calls = JSON.parse((await lab.shoal('calls', 'lab', '--json')).stdout) as { purpose: string; task: string }[]
    expect(calls.filter(({ purpose }) => purpose === 'follow-up').map(({ task }) => task)).toEqual(
      asked.map(() => 'follow-up-1'),
    )
  })

  it('is read once more without being counted once more', async () => {
    const lab = await labWithBoth()
    const { report } = await lab.analyze([QUESTION])
    expect(report!.coverage).toMatchObject({ files: 3, filesRead: 3, lines: 26, linesRead: 26, tasksFailed: 0 })
    expect(report!.coverage.bytesRead).toBe(report!.coverage.bytes)
  })

  it('is not followed with --rounds 0', async () => {
    const lab = await labWithBoth()
    const seen = await lab.analyze([QUESTION, '--rounds', '0'])
    expect(seen.status).toBe(0)
    expect(followUps(lab)).toEqual([])
    expect(modelFindings(seen.report)).toEqual([])
    const synthesis = lab.asked.filter(request => purposeOf(request) === 'synthesis')
    expect(synthesis.some(({ text }) => text.includes(`left open: ${OPEN}`))).toBe(true)
  })

  it('costs nothing the second time, and can be replayed', async () => {
    const lab = await labWithBoth()
    const first = await lab.analyze([QUESTION])
    const { count } = lab.stub
    const second = await lab.analyze([QUESTION, '--name', 'again'])
    expect(lab.stub.count).toBe(count)
    expect(modelFindings(second.report)).toEqual(modelFindings(first.report))
    await lab.stub.close()
    const replayed = await lab.replay()
    expect(replayed.status).toBe(0)
    expect(modelFindings(replayed.report)).toEqual(modelFindings(first.report))
  })

  it('that is asked anew in every round is asked once', async () => {
    const lab = await Lab.open(honestAnalyst({ report: ({ lines }) => (lines.length > 0 ? { missing: [OPEN] } : {}) }))
    lab.write('billing.md', ASKING)
    lab.write('backup.yaml', TELLING)
    const seen = await lab.analyze([QUESTION, '--rounds', '3'])
    expect(seen.status).toBe(0)
    const bodies = lab.asked.map(({ body }) => JSON.stringify(body))
    expect(new Set(bodies).size).toBe(bodies.length)
    expect(followUps(lab).length).toBeLessThanOrEqual(2)
  })
})
