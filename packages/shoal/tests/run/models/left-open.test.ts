// What models could not tell, or were not able to read, as the report says it.
import { describe, expect, it } from 'vitest'
import { honestAnalyst, purposeOf } from './honest-analyst.ts'
import { Lab } from './lab.ts'

const QUESTION = 'Is the tone of the letters friendly?'
const OPEN = 'Which insurer covers the loss of zebras?'

async function labWith(...manners: Parameters<typeof honestAnalyst>): Promise<Lab> {
  const lab = await Lab.open(honestAnalyst(...manners))
  lab.write('one.md', '# One\n\nThe disk was full.\n')
  lab.write('two.log', '2026-03-01 10:00:00 INFO started\n'.repeat(9))
  return lab
}

describe('what nobody can answer', () => {
  it.each([
    ['0', [OPEN]],
    ['1', [OPEN]],
  ])('is listed for the run, with --rounds %s', async (rounds, open) => {
    const lab = await labWith({ report: () => ({ missing: [OPEN] }) })
    const { status, stdout, report } = await lab.analyze([QUESTION, '--rounds', rounds])
    expect(status).toBe(0)
    expect(report!.reading!.missing).toEqual(open)
    expect(stdout).toContain(`Not answered by what was read\n${open.map(one => `  - ${one}\n`).join('')}`)
    expect((await lab.shoal('report', 'lab', '--format', 'md')).stdout).toContain(
      `## Not answered by what was read\n\n${open.map(one => `- ${one}\n`).join('')}`,
    )
  })
})

describe('a reading that cannot be used', () => {
  it('is missing, and no model is offered to the one who asked it', async () => {
    const lab = await labWith({ instead: request => (purposeOf(request) === 'labels' ? null : { text: 'no JSON' }) })
    const { report } = await lab.analyze([QUESTION])
    expect(report!.failed.length).toBeGreaterThan(0)
    expect(report!.answer).toContain("The model's reading is missing (see Coverage).")
    expect(report!.answer).not.toContain('could read the files')
  })
})
