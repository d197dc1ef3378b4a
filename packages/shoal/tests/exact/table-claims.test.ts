// What is said to be equal in tables is equal: hashes nominate, cells and rows are compared, or the sentence says "about".

import type { FileSurvey } from '@shoal/base/model/analyst'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../conformance/analyst.ts'
import { tableTwins } from './collisions.ts'

const survey = (lines: readonly string[], query?: string, size = 400) =>
  surveyLawfully({
    name: 'x.csv',
    content: `${lines.join('\n')}\n`,
    size,
    type: 'structured_data',
    ...(query === undefined ? {} : { query }),
  })

interface Figures {
  columns: { name: string; distinct: number; unique: boolean; about?: true; top: { value: string; count: number }[] }[]
  duplicates: { rows: number; distinct_rows: number; about?: true }
}

const figures = (result: FileSurvey) => result.figures as never as Figures
const column = (result: FileSurvey, name: string) => figures(result).columns.find(each => each.name === name)!
const keys = (result: FileSurvey) => result.findings.map(({ key }) => key ?? '')
const LONG = 'the same start of a text that is too long to be kept as a whole:'

describe('cells that hash alike', () => {
  const twins = [tableTwins(1), tableTwins(2), tableTwins(3, LONG), tableTwins(4, LONG.repeat(3))]

  it('are different', () => {
    for (const [a, b] of twins) {
      expect(a).not.toBe(b)
      expect(a).toHaveLength(b.length)
    }
  })

  it('are two values, two keys and two rows', async () => {
    for (const [a, b] of twins) {
      const values = await survey(['n,text', ...[a, b, a, b, a, b].map((text, k) => `${k},${text}`)])
      expect(column(values, 'text')).toMatchObject({ distinct: 2 })
      expect(column(values, 'text').top.map(({ count }) => count)).toEqual([3, 3])
      const rows = await survey(['id,rest', ...[a, b].map(id => `${id},1`), `"${a}",2`])
      expect(figures(rows).duplicates).toMatchObject({ rows: 0, distinct_rows: 3 })
      expect(column(rows, 'id')).toMatchObject({ distinct: 2 })
      const copies = await survey(['id,rest', `${a},1`, `${b},1`, `"${a}",1`])
      expect(figures(copies).duplicates).toMatchObject({ rows: 1, distinct_rows: 2 })
    }
  })

  it('are counted and grouped apart', async () => {
    const [a, b] = twins[0]!
    const lines = Array.from({ length: 24 }, (_, k) => `${k % 2 ? b : a},${k % 2 ? 30 : 10}`)
    const result = await survey(['service,took', ...lines], 'average took by service')
    const text = JSON.stringify(result.answers)
    expect(text).toContain(a)
    expect(text).toContain(b)
  })

  it('stay apart in rows that are longer than the header', async () => {
    const [a, b] = twins[1]!
    const result = await survey(['x,y', `1,2,${a}`, `1,2,${b}`, `1,2,${a}`])
    expect(figures(result).duplicates).toMatchObject({ rows: 1, distinct_rows: 2 })
  })

  it('are told apart among more values than memory holds', async () => {
    const many = Array.from({ length: 70_000 }, (_, k) => `order-${String(k).padStart(7, '0')},${k % 7}`)
    const lines = ['order_id,rest', ...many, ...twins.flat().map(id => `${id},1`), many[5]!, `${twins[0]![1]},1`]
    const result = await survey(lines, undefined, 300_000)
    expect(column(result, 'order_id')).toMatchObject({ distinct: 70_008, unique: false })
    expect(column(result, 'order_id').about).toBeUndefined()
    expect(column(result, 'order_id').top.map(({ count }) => count)).toEqual([2, 2])
    expect(figures(result).duplicates).toMatchObject({ rows: 2, distinct_rows: 70_008 })
    const finding = result.findings.find(({ key }) => key?.includes('duplicate-rows'))
    expect(finding?.summary).toMatch(/^2 rows of 70,010 repeat earlier ones/)
  })
})

describe('what is too much to be compared', () => {
  const lines = Array.from({ length: 210_000 }, (_, k) => `customer-${String(k % 70_000).padStart(7, '0')}`)

  it('is told as "about"', async () => {
    const result = await survey(['customer', ...lines], 'how many different customers are there?', 1_000_000)
    expect(column(result, 'customer')).toMatchObject({ distinct: 70_000, about: true })
    expect(figures(result).duplicates).toMatchObject({ rows: 140_000, about: true })
    expect(result.summary).toContain('about 140,000 duplicate rows')
    expect(JSON.stringify(result.answers)).toContain('about 70,000 values')
    expect(keys(result).some(key => key.includes('duplicate-rows'))).toBe(true)
    for (const { key, summary } of result.findings) if (key?.includes('duplicate')) expect(summary).toMatch(/^About /)
  })

  it('is exact where a value is as short as its hash', async () => {
    const short = lines.map(line => line.slice(-5))
    const result = await survey(['n,customer', ...short.map((text, k) => `${k},${text}`)], undefined, 1_000_000)
    expect(column(result, 'customer')).toMatchObject({ distinct: 70_000 })
    expect(column(result, 'customer').about).toBeUndefined()
    expect(figures(result).duplicates).toEqual(expect.objectContaining({ rows: 0, distinct_rows: 210_000 }))
  })
})

describe('generated tables', () => {
  const [a, b] = tableTwins(5)
  const [c, d] = tableTwins(6, LONG)
  const cell = fc.constantFrom('x', 'y', 'é', a, b, c, d, '12', '0012', `${LONG}z`)
  const record = fc.tuple(cell, cell, cell)

  it('have as many copies and distinct values as a plain count', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 2, maxLength: 30 }), async records => {
        const result = await survey(['p,q,r', ...records.map(cells => cells.join(','))])
        const whole = new Set(records.map(cells => cells.join(',')))
        expect(figures(result).duplicates).toMatchObject({
          rows: records.length - whole.size,
          distinct_rows: whole.size,
        })
        for (const [k, name] of ['p', 'q', 'r'].entries())
          expect(column(result, name).distinct).toBe(new Set(records.map(cells => cells[k])).size)
      }),
      { numRuns: 40 },
    )
  })
})
