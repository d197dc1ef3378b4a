// Keys that are not in the table they refer to are told; versions, parts and tables that only share a name are not.

import type { Anchor } from '@shoal/base/model/anchor'
import { describe, expect, it } from 'vitest'
import { AnchorIndex } from '../../src/stages/cross/check.ts'
import { checkOrphans } from '../../src/stages/cross/orphans.ts'
import { heldOf } from '../../src/text/held-values.ts'

type Table = Readonly<Record<string, readonly (string | number)[]>>

function anchorsOf(columns: Table): Anchor[] {
  return Object.entries(columns).map(([name, cells]) => {
    const counts = new Map<string, { count: number; row: number }>()
    for (const [row, cell] of cells.entries()) {
      const known = counts.get(String(cell))
      if (known) known.count++
      else counts.set(String(cell), { count: 1, row })
    }
    const values = [...counts].map(([text, { count, row }]) => ({ text, count, line: () => row + 2 }))
    const holds = heldOf(name, values, true)
    return { role: 'column', name, line: 1, quote: name, ...(holds && { holds }) } as Anchor
  })
}

function orphans(tables: Readonly<Record<string, Table>>) {
  const files = Object.entries(tables).map(([path, columns]) => ({
    path,
    contentType: 'structured_data',
    language: null,
    anchors: anchorsOf(columns),
  }))
  return checkOrphans(new AnchorIndex(files, Object.keys(tables), []))
}

const numbers = (count: number, of: (k: number) => number | string) => Array.from({ length: count }, (_, k) => of(k))
const customers = {
  id: numbers(40, k => 700 + k * 3),
  name: numbers(40, k => `n${k}`),
  city: numbers(40, k => `c${k % 4}`),
}
const orders = (customer: (k: number) => number | string) => ({
  order_no: numbers(120, k => 9000 + k),
  customer_id: numbers(120, customer),
  amount: numbers(120, k => (k * 37) % 500),
})

describe('orphans', () => {
  it('are told with the values, and where the first stands', () => {
    const found = orphans({
      'customers.csv': customers,
      'orders.csv': orders(k => (k === 50 ? 1 : k === 77 ? 2 : 700 + (k % 40) * 3)),
    })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ kind: 'orphan-key', severity: 'medium', nature: 'problem' })
    expect(found[0]!.summary).toBe(
      'customer_id in orders.csv refers to id in customers.csv, which lacks 2 of its 42 different values: 1 and 2',
    )
    expect(found[0]!.ends[0]).toMatchObject({ file: 'orders.csv', line: 52, quote: '1' })
  })

  it('of large tables are told by a sample that both have, and the summary says so', () => {
    const found = orphans({
      'customers.csv': { id: numbers(5000, k => 10_000 + k), name: numbers(5000, k => `n${k % 90}`) },
      'orders.csv': orders(k => (k % 10 === 0 ? 500 + k : 10_000 + k * 7)),
    })
    expect(found.map(({ summary }) => summary).join()).toMatch(
      /lacks \d+ of \d+ compared of its 120 different values|^$/,
    )
    for (const { summary } of found)
      for (const value of summary.split(': ')[1]!.match(/\d+/g)!) expect(Number(value)).toBeLessThan(10_000)
  })

  it.each<[string, Readonly<Record<string, Table>>]>([
    ['all are there', { 'customers.csv': customers, 'orders.csv': orders(k => 700 + (k % 40) * 3) }],
    ['most are not there', { 'customers.csv': customers, 'orders.csv': orders(k => 5000 + (k % 40)) }],
    [
      'they are written otherwise',
      { 'customers.csv': customers, 'orders.csv': orders(k => (k < 4 ? `C-${k}` : 700 + (k % 40) * 3)) },
    ],
    [
      'two files are versions of one table',
      { 'old/customers.csv': customers, 'new/customers.csv': { ...customers, id: numbers(40, k => 703 + k * 3) } },
    ],
    [
      'two files are parts of one table',
      {
        'north.csv': { ...customers, customer_id: customers.id },
        'south.csv': { ...customers, customer_id: numbers(40, k => 706 + k * 3) },
      },
    ],
    [
      'two tables could be meant',
      {
        'customers.csv': customers,
        'archive/customers.csv': customers,
        'orders.csv': orders(k => (k === 5 ? 1 : 700 + (k % 40) * 3)),
      },
    ],
  ])('are not told where %s', (_, tables) => {
    expect(orphans(tables)).toEqual([])
  })
})
