// What changes over a file is found whatever the chunks are, and told the same way.
import { describe, expect, it } from 'vitest'
import { csvLine, HEADER, orderRow, random } from '../../../../../bench/tables-input.mjs'
import { surveyLawfully } from '../../conformance/analyst.ts'

const NAMES = HEADER.split(',')
const [PLAN, SCORE] = [NAMES.indexOf('plan'), NAMES.indexOf('score')]

function table(rows: number, change: (cells: string[], k: number, next: () => number) => void): string {
  const next = random(77)
  const lines = Array.from({ length: rows }, (_, k) => {
    const cells = orderRow(k, next)
    change(cells, k, next)
    return csvLine(cells)
  })
  return `${HEADER}\n${lines.join('')}`
}

/** Missing ever more often, and on another level from row 1500 on. */
const changing = table(2400, (cells, k, next) => {
  if (next() < 0.02 + (k / 2400) * 0.4) cells[PLAN] = ''
  if (k >= 1500) cells[SCORE] = String(Number(cells[SCORE]) + 200)
})

async function findingsOf(content: string, size?: number) {
  const { findings, figures } = await surveyLawfully({ name: 'orders.csv', content, ...(size ? { size } : {}) })
  return { findings, figures: figures as { parts: { first_line: number; last_line: number; rows: number }[] } }
}

describe('trends', () => {
  it('do not depend on chunks', async () => {
    const whole = await findingsOf(changing)
    const missing = whole.findings.find(({ key }) => key === 'missing:plan')!
    expect(missing.summary).toMatch(/missing more and more often/)
    expect(missing.topics).toContain('trend')
    const jump = whole.findings.find(({ key }) => key === 'jump:score')!
    expect(jump.line).toBe(changing.split('\n').findIndex(line => line.startsWith('10001501,')) + 1)
    for (const size of [60, 333, 5000]) {
      const { findings, figures } = await findingsOf(changing, size)
      const told = (list: typeof findings) => list.map(({ key, summary, line }) => ({ key, summary, line }))
      expect(told(findings), `chunks of ${size} rows`).toEqual(told(whole.findings))
      expect(figures.parts.map(({ first_line, last_line, rows }) => [first_line, last_line, rows])).toEqual(
        whole.figures.parts.map(({ first_line, last_line, rows }) => [first_line, last_line, rows]),
      )
    }
  })

  it('have parts that tile the rows', async () => {
    const { figures } = await findingsOf(changing, 500)
    const { parts } = figures
    expect(parts.reduce((sum, { rows }) => sum + rows, 0)).toBe(2400)
    expect(parts[0]!.first_line).toBe(2)
    parts.slice(1).forEach((part, k) => {
      expect(part.first_line).toBe(parts[k]!.last_line + 1)
    })
    expect(parts.length).toBeGreaterThanOrEqual(20)
  })

  it('are the same in UTF-16, with characters of two units', async () => {
    const faces = changing.replaceAll('call back', '😀😀😀')
    const narrow = await findingsOf(faces, 500)
    const wide = await surveyLawfully({
      name: 'orders.csv',
      content: Buffer.from(`\ufeff${faces}`, 'utf16le'),
      type: 'structured_data',
      size: 500,
    })
    expect(wide.findings.map(({ key }) => key)).toEqual(narrow.findings.map(({ key }) => key))
  })

  it('one value far out is no other level', async () => {
    const content = table(2400, (cells, k) => {
      if (k === 1300) cells[SCORE] = '900000'
    })
    const { findings } = await findingsOf(content)
    expect(findings.filter(({ key }) => key === 'jump:score')).toEqual([])
    expect(findings.some(({ key }) => key === 'outlier:score')).toBe(true)
  })

  it('are not seen where nothing changes', async () => {
    const steady = table(2400, (cells, _, next) => {
      if (next() < 0.1) cells[PLAN] = ''
    })
    const { findings } = await findingsOf(steady)
    expect(findings.filter(({ topics }) => topics?.includes('trend'))).toEqual([])
  })
})
