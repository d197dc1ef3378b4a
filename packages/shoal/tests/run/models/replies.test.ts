// Everything a model can say wrong, through the whole run over HTTP: what the user then sees.
import { describe, expect, it } from 'vitest'
import { honestAnalyst, purposeOf, quoteMiddle, turnOf, wholeReport } from './honest-analyst.ts'
import { modelFindings } from './lab.ts'
import { callsOf, faulty, labWith, MIDDLE, NOTES, purposes, QUESTION } from './notes-lab.ts'

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
    // There was an answer, so that resuming would ask for no other.
    const partial =
      'Partial report: what models were to add is missing for 1 of 2 tasks; exact figures cover everything.'
    expect(seen).toMatchObject({ status: 6, report: { partial } })
    const asked = lab.stub.count
    expect(await lab.resume()).toMatchObject({ status: 6, report: { partial } })
    expect(lab.stub.count).toBe(asked)
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
    expect(seen.status).toBe(6)
    expect(seen.report!.failed).toMatchObject([{ reason: 'the model refused to answer' }])
  })

  it('that is far too long is cut to what was allowed, whatever it claims', async () => {
    const many = Array.from({ length: 60 }, (_, k) => ({
      summary: `the deploy failed, they rolled back, nobody was paged, said in way ${'x'.repeat(k % 7)} ${'very '.repeat(20)}clearly`,
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
        report: () => ({ findings: [near] }),
        correction: () => [{ ...near, number: 1, evidence: 'because the disk of the build host was full' }],
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
    expect(seen).toMatchObject({ status: 6, report: { reading: null } })
    expect(seen.report!.failed[0]!.reason).toMatch(/^its reply could not be read, twice: /)
    expect(seen.report!.answer).toContain('the disk of the build host was full')
  })
})
