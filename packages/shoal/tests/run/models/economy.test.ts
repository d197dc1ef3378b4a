// Token economy: exact figures and an excerpt stand for the rows of a table, and the report says what that spared.
import { describe, expect, it } from 'vitest'
import { textTokens } from '../../../src/models/request-tokens.ts'
import { honestAnalyst, partsIn, purposeOf } from './honest-analyst.ts'
import { Lab } from './lab.ts'
import { Meter } from './metered.ts'

const ROWS = 12_000
const QUESTION = 'average amount by region'
const row = (k: number) => `${k},r${k % 5},${(k * 7919) % 1000}.5,order number ${k}`
const TABLE = `id,region,amount,note\n${Array.from({ length: ROWS }, (_, k) => `${row(k)}\n`).join('')}`

async function analysed(...more: readonly string[]) {
  const meter = new Meter()
  const lab = await Lab.open(meter.metered(honestAnalyst()))
  lab.write('orders.csv', TABLE)
  const seen = await lab.analyze([QUESTION, ...more])
  expect(seen.status).toBe(0)
  const reports = lab.asked.filter(request => purposeOf(request) === 'report')
  return { lab, meter, seen, reports, rows: reports.flatMap(request => partsIn(request)[0]!.lines) }
}

describe('a question to a large table', () => {
  it('is answered from figures over all rows, with few of them sent', async () => {
    const { meter, seen, reports, rows } = await analysed()
    const { usage, coverage, answer } = seen.report!
    expect(rows.length).toBeLessThanOrEqual(40 * reports.length)
    expect(coverage).toMatchObject({ lines: ROWS + 1, linesRead: ROWS + 1 })
    const regions = Array.from({ length: 5 }, (_, r) => Array.from({ length: ROWS / 5 }, (_, k) => amount(5 * k + r)))
    for (const amounts of regions) {
      const mean = amounts.reduce((sum, one) => sum + one, 0) / amounts.length
      expect(answer).toContain(String(Number(mean.toFixed(2))))
    }
    for (const { text } of reports)
      expect(text).toMatch(/lines of [\d,]+\. [\d,]+ are not shown; the exact facts cover/)
    expect(usage.inputTokens + usage.outputTokens).toBe(meter.tokens)
    expect(usage.wholeInputTokens! / usage.inputTokens).toBeGreaterThan(5)
    expect(seen.stdout.replace(/\s+/g, ' ')).toContain(
      `Every line would have been ${usage.wholeInputTokens!.toLocaleString('en-US')} tokens.`,
    )
  })

  it('sends every row with --read all, which takes about as much as was said', async () => {
    const { lab, seen, rows } = await analysed('--read', 'all', '--rounds', '0')
    expect(new Set(rows.map(({ number }) => number)).size).toBe(ROWS + 1)
    for (const { number, text } of rows.slice(1, 2000)) expect(text).toBe(row(number - 2))
    // Both are estimates of the same kind: one of the plan, one of what was sent in the end.
    const sent = lab.asked.reduce((sum, { system, text }) => sum + textTokens(system) + textTokens(text), 0)
    expect(seen.report!.usage.wholeInputTokens).toBeNull()
    const plan = JSON.parse(
      (await lab.shoal('plan', lab.data, '--model', 'anthropic', '--rounds', '0', '--json')).stdout,
    )
    const ratio = plan.estimate.whole_input_tokens / sent
    expect(ratio).toBeGreaterThan(0.8)
    expect(ratio).toBeLessThan(1.25)
  })
})

const amount = (k: number) => ((k * 7919) % 1000) + 0.5
