// Planted faults are all found, at their lines; clean tables give no alarm.

import type { FileSurvey } from '@shoal/base/model/analyst'
import { describe, expect, it } from 'vitest'
import { csvLine, HEADER, orderRow, random } from '../../../../../bench/tables-input.mjs'
import { surveyLawfully } from '../../conformance/analyst.ts'

const ROWS = 3000
const NAMES = HEADER.split(',')

function clean(seed: number, rows = ROWS): string[][] {
  const next = random(seed)
  return Array.from({ length: rows }, (_, k) =>
    orderRow(k, next).map((cell, c) => (c === 11 ? cell.replaceAll('\n', ' ') : cell)),
  )
}

async function surveyRows(rows: readonly (readonly string[])[], query?: string): Promise<FileSurvey> {
  return await surveyLawfully({
    name: 'orders.csv',
    content: `${HEADER}\n${rows.map(csvLine).join('')}`,
    size: 500,
    ...(query ? { query } : {}),
  })
}

function problems({ findings }: FileSurvey) {
  return findings.filter(({ nature }) => nature === 'problem')
}

/** A table with one fault: what is changed, and the finding it must lead to. Row k stands on line k + 2. */
const FAULTS: Readonly<
  Record<string, { plant: (rows: string[][]) => void; key: string; line?: number; near?: number; count?: number }>
> = {
  'a ragged row': { plant: rows => void rows[1200]!.push('x'), key: 'ragged-rows', line: 1202, count: 1 },
  'a short row': { plant: rows => void (rows[77]!.length = 5), key: 'ragged-rows', line: 79, count: 1 },
  'text among numbers': {
    plant: rows => set(rows, [40, 41, 900], 'amount', 'free'),
    key: 'mixed-types:amount',
    line: 42,
    count: 3,
  },
  'an impossible date': {
    plant: rows => set(rows, [1500], 'ordered_at', '2026-02-30T10:00:00Z'),
    key: 'impossible-date:ordered_at',
    line: 1502,
    count: 1,
  },
  'an outlier': {
    plant: rows => set(rows, [2222], 'amount', '1250000.00'),
    key: 'outlier:amount',
    line: 2224,
    count: 1,
  },
  'a stand-in value': {
    plant: rows => set(rows, steps(50, 60), 'score', '9999'),
    key: 'sentinel:score',
    line: 2,
    count: 50,
  },
  'a changed sign': { plant: rows => set(rows, [5, 700], 'amount', '-31.20'), key: 'sign:amount', line: 7, count: 2 },
  'a duplicate row': {
    plant: rows => void rows.splice(2000, 0, [...rows[100]!]),
    key: 'duplicate-rows',
    line: 2002,
    count: 1,
  },
  'a duplicate key': {
    plant: rows => set(rows, [2500], 'order_id', '10000011'),
    key: 'duplicate-key:order_id',
    line: 2502,
    count: 1,
  },
  'other spellings': {
    plant: rows => {
      set(rows, [10, 20], 'region', 'eu ')
      set(rows, [30], 'region', 'Eu')
    },
    key: 'variants:region',
    line: 12,
    count: 3,
  },
  'missing values': {
    plant: rows => {
      set(rows, [300], 'region', '')
      set(rows, [500], 'region', 'N/A')
      set(rows, [900], 'region', '-')
    },
    key: 'missing:region',
    line: 302,
    count: 3,
  },
  'a growing share of missing values': {
    plant: rows =>
      set(
        rows,
        rows.flatMap((_, k) => (k % 40 < (k / ROWS) * 16 ? [k] : [])),
        'plan',
        '',
      ),
    key: 'missing:plan',
  },
  'a broken dependency': {
    plant: rows => set(rows, [rows.findIndex(row => row[3] === 'EU')], 'currency', 'USD'),
    key: 'dependency:region:currency',
    count: 1,
  },
  'a date in the far future': {
    plant: rows => set(rows, [640], 'ordered_at', '2203-05-01T00:00:00Z'),
    key: 'far-date:ordered_at',
    line: 642,
  },
  'a date out of order': {
    plant: rows => set(rows, [800], 'ordered_at', rows[700]![9]!),
    key: 'out-of-order:ordered_at',
    line: 802,
    count: 1,
  },
  'a sudden jump': {
    plant: rows => shift(rows, 2000, ROWS, score => score + 150),
    key: 'jump:score',
    line: 2002,
  },
  'a jump for a while': {
    plant: rows => shift(rows, 1000, 1500, score => score * 5),
    key: 'jump:score',
    // The first scores of the stretch may be as small as those before.
    line: 1002,
    near: 3,
  },
  'an id of another shape': {
    plant: rows => set(rows, [321], 'customer', 'CUST_000321'),
    key: 'shape:customer',
    line: 323,
    count: 1,
  },
}

function set(rows: string[][], at: readonly number[], column: string, value: string): void {
  for (const row of at) rows[row]![NAMES.indexOf(column)] = value
}

function shift(rows: string[][], from: number, to: number, change: (score: number) => number): void {
  for (const row of rows.slice(from, to)) row[8] = String(change(Number(row[8])))
}

function steps(count: number, by: number): number[] {
  return Array.from({ length: count }, (_, k) => k * by)
}

describe('planted faults', () => {
  for (const [name, { plant, key, line, near = 0, count }] of Object.entries(FAULTS))
    it(name, async () => {
      const rows = clean(11)
      plant(rows)
      const found = problems(await surveyRows(rows))
      const finding = found.find(problem => problem.key === key)
      expect(finding, `${key} among ${found.map(problem => problem.key).join(', ')}`).toBeDefined()
      if (line !== undefined) expect(Math.abs(finding!.line - line)).toBeLessThanOrEqual(near)
      if (count !== undefined) expect(finding!.count ?? 1).toBe(count)
      // One fault, one cause: few others may follow from it.
      expect(found.length, found.map(({ summary }) => summary).join('\n')).toBeLessThanOrEqual(2)
    })

  it('dates of one row in the wrong order', async () => {
    const next = random(3)
    const rows = Array.from({ length: 400 }, (_, k) => {
      const ordered = new Date(Date.UTC(2026, 0, 1) + next() * 8e9)
      const shipped = new Date(ordered.getTime() + (k === 123 ? -3 : 3) * 86_400_000)
      return `${k},${ordered.toISOString().slice(0, 19)}Z,${shipped.toISOString().slice(0, 10)}\n`
    })
    const survey = await surveyLawfully({
      name: 'x.csv',
      content: `n,ordered_at,shipped_at\n${rows.join('')}`,
      size: 100,
    })
    expect(problems(survey)).toMatchObject([{ key: 'date-before:ordered_at:shipped_at', line: 125, count: 1 }])
  })
})

describe('clean tables', () => {
  it('give no alarm, whatever the seed and the size', async () => {
    let alarms = 0
    for (let seed = 20; seed < 28; seed++) {
      const survey = await surveyRows(clean(seed, 200 + (seed - 20) * 400))
      alarms += problems(survey).length
      expect(problems(survey).map(({ summary }) => summary)).toEqual([])
    }
    expect(alarms).toBe(0)
  })

  it('of other distributions give none either', async () => {
    const next = random(77)
    const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
    const columns: Readonly<Record<string, (k: number) => string>> = {
      normal: () => (normal() * 10 + 50).toFixed(3),
      centred: () => normal().toFixed(4),
      lognormal: () => Math.exp(normal() * 1.2 + 2).toFixed(2),
      exponential: () => (-Math.log(1 - next()) * 30).toFixed(2),
      uniform: () => (next() * 100).toFixed(1),
      counts: () => String(Math.floor(-Math.log(1 - next()) * 4)),
      trend: k => (k * 0.5 + normal() * 20).toFixed(1),
      season: k => (10 + 15 * Math.sin(k / 60) + normal()).toFixed(1),
      two_humps: () => (next() < 0.5 ? 10 + normal() : 90 + normal()).toFixed(2),
      mostly_zero: () => (next() < 0.7 ? '0' : (next() * 500).toFixed(0)),
      flag: () => (next() < 0.97 ? 'yes' : 'no'),
      code: () => String(Math.floor(next() * 90_000) + 10_000),
      city: () => ['Rome', 'Oslo', 'Lima', 'Cairo'][Math.floor(next() * 4)]!,
      day: k => new Date(Date.UTC(2026, 0, 1) + Math.floor(k / 40) * 86_400_000).toISOString().slice(0, 10),
      comment: () => (next() < 0.6 ? '' : 'see above'),
    }
    const names = Object.keys(columns)
    const rows = Array.from({ length: 4000 }, (_, k) => names.map(name => columns[name]!(k)).join(','))
    const survey = await surveyLawfully({
      name: 'x.csv',
      content: `${names.join(',')}\n${rows.join('\n')}\n`,
      size: 400,
    })
    expect(problems(survey).map(({ summary }) => summary)).toEqual([])
  })
})
