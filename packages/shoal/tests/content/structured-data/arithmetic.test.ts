// Columns that are computed from others: the rule is found in the data, and every exception with its line.

import type { FindingDraft } from '@shoal/base/model/finding'
import { describe, expect, it } from 'vitest'
import { random } from '../../../../../bench/tables-input.mjs'
import { surveyLawfully } from '../../conformance/analyst.ts'

interface Row {
  qty: number
  price: number
  total: string
  tax: number
  gross: string
}

function rowsOf(count: number): Row[] {
  const next = random(12)
  return Array.from({ length: count }, () => {
    const qty = 1 + Math.floor(next() * 9)
    const price = Math.round(next() * 10_000) / 1000
    const total = (qty * price).toFixed(2)
    const tax = Math.round(next() * 500) / 100
    return { qty, price, total, tax, gross: (Number(total) + tax).toFixed(2) }
  })
}

async function rulesOf(rows: readonly object[]): Promise<FindingDraft[]> {
  const content = `${Object.keys(rows[0]!).join(',')}\n${rows.map(row => Object.values(row).join(',')).join('\n')}\n`
  const { findings } = await surveyLawfully({ name: 'items.csv', content, size: 400 })
  return findings.filter(({ key }) => key.startsWith('arithmetic:'))
}

describe('arithmetic', () => {
  it('tells rules that hold as facts', async () => {
    const rules = await rulesOf(rowsOf(3000))
    expect(rules.map(({ nature }) => nature)).toEqual(['fact', 'fact'])
    expect(rules.map(({ summary }) => summary)).toEqual([
      '`total` is `qty` × `price` in all 3,000 rows that have all three',
      '`gross` is `total` + `tax` in all 3,000 rows that have all three',
    ])
  })

  it('tells exceptions with their lines, also far behind the sample', async () => {
    const rows = rowsOf(30_000)
    for (const k of [2999, 17_000, 29_998]) rows[k]!.total = (Number(rows[k]!.total) + 0.02).toFixed(2)
    for (const k of [2999, 17_000, 29_998]) rows[k]!.gross = (Number(rows[k]!.total) + rows[k]!.tax).toFixed(2)
    rows[4]!.gross = '0.01'
    const rules = await rulesOf(rows)
    const broken = rules.filter(({ nature }) => nature === 'problem')
    expect(broken.map(({ key, line, count, severity }) => ({ key, line, count, severity }))).toEqual([
      { key: 'arithmetic:gross', line: 6, count: 1, severity: 'medium' },
      { key: 'arithmetic:total', line: 3001, count: 3, severity: 'medium' },
    ])
    expect(broken[1]!.summary).toMatch(
      /^`total` is not `qty` × `price` in 3 of 30,000 rows, at lines 3,001, 17,002 and 30,000: /,
    )
  })

  it('tells differences as such', async () => {
    const rows = rowsOf(500).map(({ gross, tax }) => ({ gross, tax, net: (Number(gross) - tax).toFixed(2) }))
    rows[99]!.net = '1000'
    const [rule] = await rulesOf(rows)
    expect(rule!.summary).toMatch(/^`net` is not `gross` − `tax` in 1 of 500 rows, at line 101: 1,000 where/)
  })

  it('leaves out rows that lack a number', async () => {
    const rows = rowsOf(500).map((row, k) => ({ ...row, price: k % 50 === 0 ? '' : row.price }))
    const rules = await rulesOf(rows)
    expect(rules[0]!.summary).toBe('`total` is `qty` × `price` in all 490 rows that have all three')
  })

  it('sees none in numbers that have nothing to do with each other, are constant, or mostly neutral', async () => {
    const next = random(3)
    const digit = () => Math.floor(next() * 4)
    const unrelated = Array.from({ length: 2000 }, () => ({ a: digit(), b: digit(), c: digit(), d: next().toFixed(1) }))
    expect(await rulesOf(unrelated)).toEqual([])
    const neutral = Array.from({ length: 2000 }, (_, k) => ({
      price: (next() * 100).toFixed(2),
      fee: k % 400 === 0 ? 5 : 0,
      factor: k % 500 === 0 ? 3 : 1,
    })).map(row => ({ ...row, paid: row.price }))
    expect(await rulesOf(neutral)).toEqual([])
    const loose = rowsOf(2000).map((row, k) => ({ ...row, total: k % 9 === 0 ? '7.77' : row.total, gross: digit() }))
    expect(await rulesOf(loose)).toEqual([])
  })
})
