// What tables of others taught: years as names of columns, comments before a table, codes that look like words for "missing",
// many columns with gaps, tables that are sorted.
import type { FindingDraft } from '@shoal/base/model/finding'
import { describe, expect, it } from 'vitest'
import { hasHeader } from '../../../src/text/csv-dialect.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'

const problems = ({ findings }: { readonly findings: readonly FindingDraft[] }) =>
  findings.filter(({ nature }) => nature === 'problem')
const survey = async (lines: readonly string[]) =>
  await surveyLawfully({ name: 'table.csv', content: `${lines.join('\n')}\n`, stretches: [] })
const records = (...lines: string[]) => lines.map(line => ({ fields: line.split(','), end: 0 }))
const codes = Array.from({ length: 200 }, (_, k) => String.fromCharCode(65 + (k % 26), 65 + Math.floor(k / 26)))

describe('a header', () => {
  it.each([
    ['years behind names', ['land,code,1990,1991,1992,1993', 'Aruba,AW,4.8,4.6,4.4,4.1'], true],
    ['years that fall', ['land,1993,1992,1991', 'Aruba,4.8,4.6,4.4'], false],
    ['a row of numbers and names', ['1,Goroka,Papua,-6.08,145.39,5282,x,y', '2,Madang,Papua,-5.2,145.7,20,x,y'], false],
    ['rows that count on themselves', ['1,2,3,4', '2,3,4,5'], false],
    ['names alone', ['a,b,c', '1,2,3'], true],
  ])('%s', (_, lines, expected) => {
    expect(hasHeader(records(...lines))).toBe(expected)
  })
})

describe('a table', () => {
  it('begins behind its comments, and says so', async () => {
    const rows = Array.from({ length: 40 }, (_, k) => `${codes[k]},land ${k},${k * 3}`)
    const told = await survey(['# Lands of the world', '# from a list, kept by hand', '#', '#code,name,size', ...rows])
    expect(problems(told)).toEqual([])
    expect(told.summary).toMatch(/40 rows × 3 columns/)
    expect(told.topics).toContain('#code')
    expect(told.notes.join()).toMatch(/3 lines before the table/)
  })

  it('does not lose rows that begin with a number sign', async () => {
    const told = await survey(Array.from({ length: 30 }, (_, k) => `#ff${k + 10},color ${k},${k}`))
    expect(told.summary).toMatch(/(?:29|30) rows × 3 columns/)
  })

  it('takes NA among codes for one', async () => {
    const rows = codes.filter(code => code !== 'NA').map((code, k) => `${code},land ${k},${k % 7 === 0 ? '' : k}`)
    expect(problems(await survey(['code,name,size', ...rows, 'NA,Namibia,9'])).map(({ column }) => column)).toEqual([
      'size',
    ])
  })

  it('with gaps in many columns is one thing to know, with every cell', async () => {
    const rows = Array.from({ length: 60 }, (_, k) =>
      [k, ...Array.from({ length: 8 }, (_, c) => (k === c + 3 ? '' : k * c + 1))].join(),
    )
    const [only, ...others] = problems(await survey(['id,a,b,c,d,e,f,g,h', ...rows]))
    expect(others).toEqual([])
    expect(only).toMatchObject({ count: 8, key: 'missing:several' })
    expect([only!.cell, ...only!.more!.map(({ cell }) => cell)].map(cell => cell!.column).sort()).toEqual([
      ...'abcdefgh',
    ])
  })

  it('that is stacked by groups does not jump', async () => {
    const noise = (k: number) => (k * 7919) % 13
    const stacked = (order: (k: number) => unknown) =>
      Array.from({ length: 2000 }, (_, k) => `${order(k)},${(k < 900 ? 60 : 90) + noise(k)},${noise(k + 5)}`)
    const jumps = async (order: (k: number) => unknown) =>
      problems(await survey(['n,age,visits', ...stacked(order)])).filter(({ key }) => key === 'jump:age').length
    expect(await jumps(k => noise(k * 3))).toBe(0)
    expect(await jumps(k => k)).toBe(1)
  })

  it('of short codes has no typing errors in them', async () => {
    const system = (k: number) =>
      k === 50 ? 'mfi' : k === 90 ? 'spfi' : ['mpfi', '1bbl', '2bbl', 'idi', 'spdi'][k % 9 > 4 ? 0 : k % 5]
    const rows = Array.from({ length: 300 }, (_, k) => `${k},${system(k)},${k % 17}`)
    expect(problems(await survey(['id,system,doors', ...rows]))).toEqual([])
  })
})
