// Values that stand for "missing": found, told of, left out where they would mislead, and counted where figures are exact.
// And outliers: only what keeps away from all others is one.

import type { FileSurvey } from '@shoal/base/model/analyst'
import { describe, expect, it } from 'vitest'
import { random } from '../../../../../bench/tables-input.mjs'
import { analyst } from '../../../src/content/structured-data/analyst.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'

type Cell = string | number

async function survey(header: string, rows: readonly (readonly Cell[])[], query?: string): Promise<FileSurvey> {
  return await surveyLawfully({
    name: 'x.csv',
    content: `${header}\n${rows.map(row => `${row.join(',')}\n`).join('')}`,
    size: 150,
    ...(query ? { query } : {}),
  })
}

const keys = ({ findings }: FileSurvey) => findings.map(({ key }) => key)
const ofKey = ({ findings }: FileSurvey, key: string) => findings.find(finding => finding.key === key)

/** Ages and incomes that rise with them; from row 500 to 900 the income is unknown in one row of three. */
function people(rows = 2000): Cell[][] {
  const next = random(5)
  return Array.from({ length: rows }, (_, k) => {
    const age = 18 + Math.floor(next() * 70)
    const income = age * 1000 + Math.floor(next() * 5000)
    const standIn = k % 40 === 7 ? -999 : k % 40 === 9 ? 9999 : age
    return [k, standIn, k >= 500 && k < 900 && k % 3 > 0 ? -999 : income]
  })
}

describe('stand-ins for missing values', () => {
  it('are told of with their number and first line', async () => {
    const found = await survey('n,age,income', people())
    expect(ofKey(found, 'sentinel:age')).toMatchObject({
      type: 'missing_data',
      nature: 'problem',
      count: 100,
      line: 9,
      summary: expect.stringMatching(
        /^50 values of `age` are -999 and 50 are 9999 \(5 %; first at line 9\): they probably/,
      ),
    })
    expect(ofKey(found, 'sentinel:income')).toMatchObject({
      count: 267,
      line: 502,
      summary: expect.stringMatching(
        /^267 values of `income` are -999 \(13\.4 %; first at line 502\): it probably stands/,
      ),
    })
    expect(keys(found).filter(key => /^(?:outlier|sign|jump):/.test(key))).toEqual([])
  })

  it('are in the figures as they stand in the file, and beside them', async () => {
    const rows = people()
    const { figures } = await survey('n,age,income', rows)
    const [, , income] = (figures as unknown as { columns: Record<string, unknown>[] }).columns
    expect(income).toMatchObject({ min: -999, count: 2000, sentinels: [{ value: -999, count: 267 }] })
    expect(income!.mean).toBeCloseTo(rows.reduce((sum, [, , x]) => sum + Number(x), 0) / 2000, 6)
    const charts = analyst.charts!(JSON.parse(JSON.stringify(figures)))
    expect(charts.find(({ title }) => title === 'Distribution of income')).toMatchObject({
      note: '267 rows with -999, which probably stands for missing, are counted.',
    })
  })

  it('take no part in correlations', async () => {
    const rows = people()
    const { figures } = await survey('n,age,income', rows)
    const { correlations } = figures as unknown as {
      correlations: { columns: string[]; value: number; rows: number }[]
    }
    const known = rows.filter(([, age, income]) => age !== -999 && age !== 9999 && income !== -999)
    const pair = correlations.find(({ columns }) => columns.join() === 'age,income')!
    expect(pair.rows).toBe(known.length)
    expect(pair.value).toBeGreaterThan(0.99)
    const alone = correlations.find(({ columns }) => columns.join() === 'n,income')!
    expect(alone.rows).toBe(2000 - 267)
  })

  it('are named in answers that count them or do not', async () => {
    const rows = people()
    const mean = (await survey('n,age,income', rows, 'Describe the income.')).answers[0]!.text
    const known = rows.filter(([, , income]) => income !== -999).map(([, , income]) => Number(income))
    const without = Number((known.reduce((sum, x) => sum + x, 0) / known.length).toPrecision(6))
    expect(mean).toContain('this counts 267 × -999, which probably stands for missing: without them the mean is')
    expect(Number(/without them the mean is ([\d,.]+)\.$/.exec(mean)![1]!.replaceAll(',', ''))).toBe(without)
    const missing = (await survey('n,age,income', rows, 'What is missing?')).answers[0]!.text
    expect(missing).toContain(
      'Not counted, though they probably stand for missing: `age` 50 × -999 and 50 × 9999; `income` 267 × -999.',
    )
  })

  it('leave room for what else is wrong: a jump, an outlier', async () => {
    const changed = async (change: (income: number, k: number) => number) =>
      await survey(
        'n,age,income',
        people().map(([n, age, income], k) => [n!, age!, income === -999 ? -999 : change(Number(income), k)]),
      )
    const risen = await changed((income, k) => (k < 1200 ? income : income + 200_000))
    expect(ofKey(risen, 'sentinel:income')).toMatchObject({ count: 267 })
    expect(ofKey(risen, 'jump:income')).toMatchObject({ line: 1202 })
    const far = await changed((income, k) => (k === 1700 ? 3_000_000 : income))
    expect(ofKey(far, 'sentinel:income')).toMatchObject({ count: 267 })
    expect(ofKey(far, 'outlier:income')).toMatchObject({ line: 1702, count: 1, nature: 'problem' })
  })

  it('may be dates', async () => {
    const day = (k: number) => new Date(Date.UTC(2024, 0, 1 + (k % 300))).toISOString().slice(0, 10)
    const found = await survey(
      'n,born,ends',
      Array.from({ length: 400 }, (_, k) => [k, k % 50 === 3 ? '1900-01-01' : day(k), k % 4 ? day(k) : '9999-12-31']),
    )
    expect(ofKey(found, 'sentinel:born')).toMatchObject({ count: 8, line: 5 })
    expect(ofKey(found, 'sentinel:ends')).toMatchObject({ count: 100, line: 2 })
    expect(keys(found).filter(key => key.startsWith('far-date:'))).toEqual([])
  })

  it('are not what lies among or near the others, nor what occurs once or twice', async () => {
    const next = random(8)
    const draw = (most: number) => Math.floor(next() * most)
    const columns: Readonly<Record<string, (k: number) => number>> = {
      rating: () => draw(12) - 1,
      share: () => draw(101),
      price: () => draw(12_000),
      change: () => draw(19) - 9,
      seldom: k => (k === 30 || k === 90 ? -999 : draw(80)),
      constant: k => (k % 9 === 0 ? -1 : 5),
      wide: () => Math.round(Math.exp(next() * 14)),
    }
    const names = Object.keys(columns)
    const rows = Array.from({ length: 1500 }, (_, k) => names.map(name => columns[name]!(k)))
    // Often enough, but in the middle of the others.
    for (let k = 0; k < 60; k++) rows[k * 20]![2] = 9999
    expect(keys(await survey(names.join(','), rows)).filter(key => key.startsWith('sentinel:'))).toEqual([])
  })
})

describe('outliers', () => {
  const alone = async (values: readonly number[]) =>
    keys(
      await survey(
        'k,b',
        values.map((value, k) => [`r${k}`, value]),
      ),
    ).filter(key => key.startsWith('outlier:'))

  it('are none in twenty numbers drawn alike', async () => {
    for (const values of [
      [0, 2, 4, 15, 17, 24, 24, 24, 28, 31, 34, 36, 37, 38, 45, 59, 68, 88, 91, 92],
      [1, 11, 12, 17, 21, 26, 27, 29, 32, 35, 38, 39, 44, 52, 58, 79, 84, 88, 93, 99],
      [2, 13, 20, 21, 22, 29, 30, 32, 34, 38, 42, 43, 48, 49, 54, 63, 78, 89, 91, 93],
    ])
      expect(await alone(values)).toEqual([])
    const next = random(2)
    for (let draw = 0; draw < 60; draw++)
      expect(await alone(Array.from({ length: 20 + draw }, () => Math.floor(next() * 101)))).toEqual([])
  })

  it('are found in few numbers as in many', async () => {
    const next = random(4)
    for (const [n, far] of [
      [20, 900],
      [40, -700],
      [3000, 900],
    ] as const) {
      const values = Array.from({ length: n }, () => 50 + Math.floor(next() * 50))
      values[11] = far
      const found = await survey(
        'k,b',
        values.map((value, k) => [`r${k}`, value]),
      )
      expect(ofKey(found, 'outlier:b')).toMatchObject({ nature: 'problem', count: 1, line: 13 })
    }
  })

  it('of more rows than are remembered are seen to be one value, or several', async () => {
    const next = random(6)
    const table = (far: (k: number) => number) =>
      Array.from({ length: 9000 }, (_, k) => [`r${k}`, k % 225 === 0 ? far(k) : 50 + Math.floor(next() * 50)])
    const one = await survey(
      'k,b',
      table(() => 5000),
    )
    expect(ofKey(one, 'outlier:b')!.summary).toMatch(/^`b` is 5,000 in 40 rows, far from all other values/)
    const several = await survey(
      'k,b',
      table(k => (k === 225 * 39 ? 7000 : 5000)),
    )
    expect(ofKey(several, 'outlier:b')!.summary).toMatch(/^40 values of `b` lie far outside the rest/)
  })
})

describe('lists', () => {
  it('name a single one that is left', async () => {
    const rows = Array.from({ length: 60 }, (_, k) => [
      k,
      ...Array.from({ length: 5 }, (_, i) => (k % (i + 3) ? 'x' : '')),
    ])
    const { text } = (await survey('n,a,b,c,d,e', rows, 'What is missing?')).answers[0]!
    for (const name of 'abcde') expect(text).toContain(`\`${name}\``)
    expect(text).not.toContain('more')
  })
})
