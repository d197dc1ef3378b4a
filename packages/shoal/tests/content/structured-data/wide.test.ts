// Tables of many columns of numbers: every pair is compared, exactly, and where one is not that is said.

import type { FileSurvey } from '@shoal/base/model/analyst'
import type { Matrix } from '@shoal/base/model/chart'
import { describe, expect, it } from 'vitest'
import { random } from '../../../../../bench/tables-input.mjs'
import { analyst } from '../../../src/content/structured-data/analyst.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { expectValidCharts } from '../valid-chart.ts'

interface Figures {
  readonly correlations: readonly { columns: [string, string]; measure: string; value: number; rows: number }[]
  readonly compared: { readonly numbers: { columns: number; of: number } }
}

/** Noise, but for the two last columns, and `gap` of the cells left empty. */
function wide(width: number, rows: number, gap: number, scale = 1): (number | null)[][] {
  const next = random(width + rows)
  return Array.from({ length: rows }, () => {
    const cells = Array.from({ length: width }, (_, k) => Math.round((next() * 100 + k * 1000) * scale * 100) / 100)
    cells[width - 1] = Math.round((cells[width - 2]! * 2 + next()) * 100) / 100
    return cells.map(cell => (next() < gap ? null : cell))
  })
}

async function survey(table: readonly (readonly (number | null)[])[], query?: string): Promise<FileSurvey> {
  const header = table[0]!.map((_, k) => `c${k}`).join(',')
  return await surveyLawfully({
    name: 'wide.csv',
    content: `${header}\n${table.map(row => row.map(cell => cell ?? '').join(',')).join('\n')}\n`,
    size: 70,
    ...(query ? { query } : {}),
  })
}

/** By the book: means first. */
function pearson(table: readonly (readonly (number | null)[])[], a: number, b: number): { r: number; rows: number } {
  const pairs = table.flatMap(row => (row[a] === null || row[b] === null ? [] : [[row[a]!, row[b]!] as const]))
  const mean = (k: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[k], 0) / pairs.length
  const [x, y] = [mean(0), mean(1)]
  const sum = (f: (x: number, y: number) => number) => pairs.reduce((all, [p, q]) => all + f(p - x, q - y), 0)
  return { r: sum((p, q) => p * q) / Math.sqrt(sum(p => p * p) * sum((_, q) => q * q)), rows: pairs.length }
}

const figuresOf = ({ figures }: FileSurvey) => JSON.parse(JSON.stringify(figures)) as Figures

function heatMap(found: FileSurvey): Matrix {
  const charts = analyst.charts!(JSON.parse(JSON.stringify(found.figures)))
  expectValidCharts(charts)
  return charts.find(({ title }) => title === 'How numbers rise and fall together') as Matrix
}

describe('many columns of numbers', () => {
  // Blocks of 64 rows: fewer, one more, several, with and without gaps; widths that are no multiple of four.
  for (const [width, rows, gap] of [
    [5, 40, 0],
    [18, 65, 0.1],
    [33, 300, 0],
    [31, 700, 0.3],
  ] as const)
    it(`${width} × ${rows} with ${gap * 100} % gaps: all correlations are those of the book`, async () => {
      const table = wide(width, rows, gap)
      const { correlations } = figuresOf(await survey(table))
      expect(correlations.length).toBeGreaterThanOrEqual(Math.min(120, (width * (width - 1)) / 2))
      for (const { columns, value, rows: own } of correlations) {
        const [a, b] = columns.map(name => Number(name.slice(1)))
        const truth = pearson(table, a!, b!)
        expect(own).toBe(truth.rows)
        expect(Math.abs(value - truth.r)).toBeLessThan(1e-9)
      }
    })

  it('the strongest relation is found wherever its columns stand', async () => {
    const found = await survey(wide(80, 200, 0.02), 'Which columns are correlated?')
    expect(found.answers[0]!.text).toMatch(/^Most closely related are `c78` and `c79` \(Pearson's r = 0\.999\d*\)/)
    expect(found.answers[0]!.text).not.toContain('were compared')
    expect(found.findings.some(({ key }) => key === 'correlation:c78:c79')).toBe(true)
    const { columns, cells, note } = heatMap(found)
    expect(columns).toHaveLength(16)
    expect(columns.slice(-2)).toEqual(['c78', 'c79'])
    expect(cells.flat()).not.toContain(null)
    expect(note).toContain('The 16 columns of the strongest relations, of 80 that were compared.')
  })

  it('says how many were compared where that is not all', async () => {
    const found = await survey(wide(131, 60, 0), 'Which columns are correlated?')
    expect(figuresOf(found).compared.numbers).toEqual({ columns: 128, of: 131 })
    expect(found.answers[0]!.text).toContain('; 128 of 131 columns of numbers were compared.')
    expect(heatMap(found).note).toContain('128 of 131 columns of numbers were compared.')
    for (const { summary } of found.findings.filter(({ key }) => key.startsWith('correlation:')))
      expect(summary).toContain('(128 of 131 columns of numbers were compared)')
  })

  it('numbers too large to be multiplied spoil no other pair', async () => {
    const table = wide(6, 100, 0)
    const text = table.map((row, k) => [...row.slice(0, 5), k === 50 ? '1e999' : row[5]].join(',')).join('\n')
    const found = await surveyLawfully({ name: 'x.csv', content: `c0,c1,c2,c3,c4,c5\n${text}\n` })
    const { correlations } = figuresOf(found)
    expect(correlations.length).toBe(15)
    const last = correlations.find(({ columns }) => columns.join() === 'c4,c5')!
    expect(last.rows).toBe(99)
    expect(last.value).toBeGreaterThan(0.99)
  })
})
