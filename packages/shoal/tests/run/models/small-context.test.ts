// Models that can be given little: every request of a run fits into their context, with the reply that it allows.
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../src/text/tokens.ts'
import type { StubRequest } from '../../models/stub/exchange.ts'
import { honestAnalyst, type Manners, purposeOf } from './honest-analyst.ts'
import { Lab, MODEL } from './lab.ts'

const NAMES = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron', 'inlet', 'jetty']
const word = (k: number) => `${NAMES[k % 10]} ${NAMES[Math.floor(k / 10) % 10]} ${NAMES[Math.floor(k / 100) % 10]}`

/** Finds much, wrongly and rightly, and leaves something open. */
const manners: Manners = {
  report: ({ lines }) => ({
    findings: lines.slice(0, 12).map(({ number, text }, k) => ({
      summary: `${word(number)} failed because of "${text.slice(0, 60)}"`,
      evidence: k % 3 === 0 ? `${text.slice(0, 80)} and made up words of ${word(k)}` : text.slice(0, 200),
      line: number,
      severity: 'high' as const,
      nature: 'problem' as const,
    })),
  }),
  synthesis: exhibits => ({
    answer: exhibits
      .slice(0, 3)
      .map(({ ref }) => ({ text: 'It failed because of the lines that are quoted.', cites: [ref] })),
    summary: [],
    recommendations: [],
    same: [],
    links: [],
    missing: ['Who changed it is not told.'],
  }),
}

const tokens = ({ system, text, schema, tools }: StubRequest) =>
  estimateTokens(Buffer.from([system, text, JSON.stringify(schema ?? ''), JSON.stringify(tools)].join('\n')))

async function labOf(context: number): Promise<Lab> {
  const lab = await Lab.open(honestAnalyst(manners))
  lab.write('../shoal.config.json', JSON.stringify({ prices: { [MODEL]: { input: 1, output: 5, context } } }))
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, k) => `The ${word(from + k)} of the store was ${word(7 * (from + k))} in spring.`)
  lab.write('notes.md', `# Notes\n\n${lines(0, 260).join('\n')}\n`)
  lab.write('more.md', `# More\n\n${lines(300, 40).join('\n')}\n`)
  lab.write(
    'app.ini',
    `[store]\n${lines(400, 30)
      .map((line, k) => `key_${k} = ${line}`)
      .join('\n')}\n`,
  )
  return lab
}

describe.each([8_192, 20_000, 64_000])('a context of %d tokens', context => {
  it('holds every request with its reply: readings, corrections, synthesis, sceptic, steps', async () => {
    const lab = await labOf(context)
    const seen = await lab.shoal('analyze', 'data', 'Why did it fail?', '--model', MODEL, '--json', '--name', 'lab')
    const over = lab.asked
      .map(request => ({
        purpose: purposeOf(request),
        tokens: tokens(request),
        reply: (request.body as { max_tokens: number }).max_tokens,
      }))
      .filter(({ tokens: sent, reply }) => sent + reply > context)
    expect(over).toEqual([])
    const purposes = new Set(lab.asked.map(purposeOf))
    expect([...purposes]).toEqual(expect.arrayContaining(['report', 'correction', 'synthesis', 'sceptic']))
    expect(JSON.parse(seen.stdout).findings.some(({ by }: { by?: string }) => by !== undefined)).toBe(true)
  })
})
