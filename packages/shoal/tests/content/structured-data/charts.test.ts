// Pictures of tables: exact on small inputs, bounded and lawful on wide and hostile ones.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Chart } from '@shoal/base/model/chart'
import type { Json } from '@shoal/base/model/json'
import { describe, expect, it } from 'vitest'
import { analyst } from '../../../src/content/structured-data/analyst.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { hostileTexts } from '../hostile-texts.ts'
import { expectValidCharts } from '../valid-chart.ts'

async function figuresOf(content: string | Uint8Array, name = 'x.csv'): Promise<Json> {
  const { figures } = await surveyLawfully({ name, content, type: 'structured_data' })
  return JSON.parse(JSON.stringify(figures)) as Json
}

async function chartsOf(content: string | Uint8Array): Promise<readonly Chart[]> {
  const charts = analyst.charts!(await figuresOf(content))
  expectValidCharts(charts)
  return charts
}

const csv = (header: string, rows: number, row: (k: number) => readonly (string | number)[]) =>
  `${header}\n${Array.from({ length: rows }, (_, k) => `${row(k).join(',')}\n`).join('')}`

const chart = <Kind extends Chart['kind']>(charts: readonly Chart[], kind: Kind, title: string) =>
  charts.find(each => each.kind === kind && each.title === title) as Extract<Chart, { kind: Kind }> | undefined

describe('numbers', () => {
  const table = csv('value,steps', 300, k => [(k % 60) / 2, k % 30])

  it('become histograms with their median and mean', async () => {
    const charts = await chartsOf(table)
    expect(chart(charts, 'histogram', 'Distribution of value')).toEqual({
      kind: 'histogram',
      title: 'Distribution of value',
      counted: 'rows',
      edges: Array.from({ length: 31 }, (_, k) => k),
      counts: Array.from({ length: 30 }, () => 10),
      marks: [
        { label: 'median', value: 14.75 },
        { label: 'mean', value: 14.75 },
      ],
    })
  })

  it('have the same histogram in the figures, of all rows', async () => {
    const { columns } = (await figuresOf(table)) as unknown as { columns: { histogram: { counts: number[] } }[] }
    for (const { histogram } of columns) expect(histogram.counts.reduce((sum, n) => sum + n, 0)).toBe(300)
  })

  it('are told as left out beyond the first five', async () => {
    const charts = await chartsOf(
      csv('a,b,c,d,e,f,g', 200, k => Array.from({ length: 7 }, (_, i) => (k * (i + 7)) % 101)),
    )
    const drawn = charts.filter(({ kind }) => kind === 'histogram')
    expect(drawn.map(({ title }) => title)).toEqual(['a', 'b', 'c', 'd', 'e'].map(name => `Distribution of ${name}`))
    expect(drawn.at(-1)).toMatchObject({ note: '2 more columns of numbers not drawn.' })
  })
})

describe('missing values', () => {
  it('are a matrix of stretches and columns, in the order of the table', async () => {
    const rows = 400
    const charts = await chartsOf(
      csv('id,late,full,often', rows, k => [`k${k}`, k < 200 ? 'x' : '', 'y', k % 2 ? 'z' : '']),
    )
    const matrix = chart(charts, 'matrix', 'Missing values along the file')!
    expect(matrix.columns).toEqual(['late', 'often'])
    expect(matrix.measure).toBe('share')
    const { parts } = (await figuresOf(
      csv('id,late,full,often', rows, k => [`k${k}`, k < 200 ? 'x' : '', 'y', k % 2 ? 'z' : '']),
    )) as unknown as { parts: { first_line: number; last_line: number; rows: number }[] }
    expect(matrix.rows.map(({ line }) => line)).toEqual(parts.map(({ first_line }) => first_line))
    // Row k stands on line k + 2.
    expect(matrix.cells).toEqual(
      parts.map(({ first_line, last_line, rows: all }) => {
        const own = Array.from({ length: last_line - first_line + 1 }, (_, k) => first_line + k - 2)
        return [own.filter(k => k >= 200).length / all, own.filter(k => k % 2 === 0).length / all]
      }),
    )
  })

  it('are bars where the table is too short for stretches', async () => {
    const charts = await chartsOf(csv('a,b,c', 10, k => [k % 5 ? 'x' : '', k % 2 ? 'y' : '', `z${k}`]))
    expect(chart(charts, 'bars', 'Missing values by column')).toEqual({
      kind: 'bars',
      title: 'Missing values by column',
      rows: [
        { label: 'a', value: 2, note: '20 %' },
        { label: 'b', value: 5, note: '50 %' },
      ],
      total: 10,
    })
  })

  it('show the forty columns that lack the most, wherever they stand, and say so', async () => {
    const names = Array.from({ length: 90 }, (_, k) => `c${k}`)
    const charts = await chartsOf(csv(names.join(','), 300, k => names.map((_, i) => (k % 100 < i ? '' : `v${k % 9}`))))
    const matrix = chart(charts, 'matrix', 'Missing values along the file')!
    expect(matrix.columns).toEqual(names.slice(50))
    expect(matrix.note).toBe('40 of 89 columns that lack values, those that lack the most.')
  })

  it('have names that JavaScript takes for others', async () => {
    const charts = await chartsOf(
      csv('__proto__,constructor,7,toString', 400, k => [k % 4 ? 'a' : '', k % 2 ? 'b' : '', k % 5 ? 'c' : '', 'd']),
    )
    const { columns, cells } = chart(charts, 'matrix', 'Missing values along the file')!
    expect(columns).toEqual(['__proto__', 'constructor', '7'])
    expect(cells.flat().every(cell => typeof cell === 'number')).toBe(true)
    expect(cells[0]![0]).toBeCloseTo(0.25, 1)
  })
})

describe('relations', () => {
  const table = csv('up,down,other,kind,group', 200, k => [
    k,
    1000 - 2 * k,
    (k * 37) % 101,
    'abc'[k % 3]!,
    'xyz'[k % 3]!,
  ])

  it('of numbers are a symmetric matrix', async () => {
    const matrix = chart(await chartsOf(table), 'matrix', 'How numbers rise and fall together')!
    expect(matrix.measure).toBe('correlation')
    expect(matrix.columns).toEqual(['up', 'down', 'other'])
    expect(matrix.rows.map(({ label }) => label)).toEqual(matrix.columns)
    expect(matrix.cells[0]![1]).toBeCloseTo(-1, 9)
    matrix.cells.forEach((row, a) => {
      expect(row[a]).toBe(1)
      row.forEach((cell, b) => {
        expect(cell).toBe(matrix.cells[b]![a])
        expect(cell).not.toBeNull()
      })
    })
    expect(matrix.note).toContain("1 pair of categories is measured otherwise (Cramér's V).")
  })

  it('of sixteen numbers leave no cell empty', async () => {
    const names = Array.from({ length: 16 }, (_, k) => `n${k}`)
    const charts = await chartsOf(csv(names.join(','), 150, k => names.map((_, i) => ((k + 3) * (i + 11)) % 97)))
    const { cells, columns } = chart(charts, 'matrix', 'How numbers rise and fall together')!
    expect(columns).toEqual(names)
    expect(cells.flat().filter(cell => cell === null)).toEqual([])
  })

  it('of categories are a matrix of their own', async () => {
    const charts = await chartsOf(csv('a,b,c', 300, k => ['uvw'[k % 3]!, 'xyz'[k % 3]!, 'st'[k % 2]!]))
    const { cells, measure } = chart(charts, 'matrix', 'How categories go together')!
    expect(measure).toBe('strength')
    expect(cells[0]![1]).toBeCloseTo(1, 9)
    expect(cells[0]![2]).toBeLessThan(0.1)
  })

  it('of more categories than are compared say so', async () => {
    const names = Array.from({ length: 27 }, (_, k) => `k${k}`)
    const charts = await chartsOf(
      csv(names.join(','), 120, k => names.map((_, i) => 'uvwx'[(k + (k >> (i % 5))) % 4]!)),
    )
    const { note } = chart(charts, 'matrix', 'How categories go together')!
    expect(note).toContain(' 24 of 27 columns of categories were compared.')
  })
})

describe('times', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString().slice(0, 19)

  it('become a timeline in steps of the calendar', async () => {
    const charts = await chartsOf(csv('at,v', 480, k => [`${at(k * 1800 + (k % 7 ? 0 : 60))}Z`, `v${k}`]))
    // The same number of rows all the time makes no picture.
    expect(chart(charts, 'timeline', 'Rows by at')).toBeUndefined()
    const uneven = await chartsOf(
      csv('at,v', 480, k => [`${at(k < 240 ? k * 1800 : 432_000 + (k - 240) * 900)}Z`, `v${k}`]),
    )
    expect(chart(uneven, 'timeline', 'Rows by at')).toEqual({
      kind: 'timeline',
      title: 'Rows by at',
      counted: 'rows',
      from: '2026-01-01T00:00:00Z',
      stepSeconds: 21_600,
      series: [{ label: 'rows', tone: 'plain', values: [...new Array(20).fill(12), ...new Array(10).fill(24)] }],
      spans: [],
    })
  })

  it('leave out dates that stand alone, and say so', async () => {
    const day = (k: number) => at(k * 86_400).slice(0, 10)
    const charts = await chartsOf(csv('day,v', 300, k => [k === 7 ? '1900-01-01' : day((k * k) % 90), `v${k}`]))
    const timeline = chart(charts, 'timeline', 'Rows by day')!
    expect(timeline.from).toBe('2026-01-01')
    expect(timeline.stepSeconds).toBe(172_800)
    expect(timeline.series[0]!.values.reduce((sum, n) => sum + n, 0)).toBe(299)
    expect(timeline.note).toBe('1 row far before or behind left out.')
  })
})

describe('categories', () => {
  it('that have no panel of the survey become bars', async () => {
    const content = csv('a,b,c,d,e,f', 3000, k => [
      ...Array.from({ length: 5 }, (_, i) => `v${k % (i + 2)}`),
      `${'abcdefgh'[k % 8]}${'klmnopqr'[(k >> 3) % 8]}`,
    ])
    const { panels } = await surveyLawfully({ name: 'x.csv', content, type: 'structured_data' })
    const charts = await chartsOf(content)
    const told = panels.filter(({ kind }) => kind === 'bars').map(({ title }) => title)
    const drawn = charts.filter(({ kind }) => kind === 'bars')
    expect(told).toEqual(['a', 'b', 'c', 'd'].map(name => `Rows by ${name}`))
    expect(drawn.map(({ title }) => title)).toEqual(['Rows by e', 'Rows by f'])
    for (const { rows, total } of drawn as Extract<Chart, { kind: 'bars' }>[])
      expect(rows.reduce((sum, { value }) => sum + value, 0)).toBe(total)
  })
})

describe('several tables', () => {
  it('are compared by the columns they share', async () => {
    const files = [
      {
        path: '/srv/data/tables/of/all/a.csv',
        figures: await figuresOf(csv('id,region,x', 4, k => [k, k < 1 ? '' : 'EU', 'x'])),
      },
      { path: '/srv/data/tables/of/all/b.csv', figures: await figuresOf(csv('region,id', 4, k => ['US', k])) },
      { path: '/srv/data/tables/of/all/c.csv', figures: await figuresOf(csv('id,z', 4, k => [k, 'z'])) },
      { path: '/srv/data/tables/of/all/d.csv', figures: await figuresOf(csv('q,r', 4, k => [k, 'z'])) },
      { path: 'empty.csv', figures: await figuresOf('id,region\n') },
    ]
    const charts = analyst.chartsTogether!(files)
    expectValidCharts(charts)
    expect(charts).toEqual([
      {
        kind: 'matrix',
        title: 'Columns that several tables have',
        measure: 'share',
        value: 'missing',
        rows: [{ label: 'a.csv' }, { label: 'b.csv' }, { label: 'c.csv' }],
        columns: ['id', 'region'],
        cells: [
          [0, 0.25],
          [0, 0],
          [0, null],
        ],
        note: 'Empty where a table does not have the column.',
      },
    ])
    expect(analyst.chartsTogether!(files.slice(2, 4))).toEqual([])
  })

  it('are bounded, however many and wide they are', async () => {
    const names = Array.from({ length: 300 }, (_, k) => `column ${k} ${'x'.repeat(200)}`)
    const figures = await figuresOf(csv(names.join(','), 5, k => names.map(() => k)))
    const charts = analyst.chartsTogether!(
      Array.from({ length: 400 }, (_, k) => ({ path: `${'d/'.repeat(500)}${k}.csv`, figures })),
    )
    expectValidCharts(charts)
    expect(charts[0]).toMatchObject({
      note: 'Empty where a table does not have the column. 40 of 300 shared columns. 60 of 400 tables.',
    })
  })
})

describe('any table', () => {
  it.each(hostileTexts('id,amount,at\n1,2.5,2026-01-01\n2,,2026-01-02\n3,1e300,2026-02-01\n'))(
    'gives valid charts: %s',
    async (_, content) => {
      await chartsOf(content)
    },
  )

  it.each<[string, string]>([
    ['numbers at the ends of doubles', csv('n', 200, k => [k % 2 ? '1.7e308' : `-1.7e30${k % 9}`])],
    ['numbers too close to each other', csv('n', 200, k => [`1.0000000000000${k % 10}`])],
    ['large whole numbers', csv('n,m', 200, k => [`9007199254740${990 + (k % 9)}`, `${10n ** 30n + BigInt(k)}`])],
    ['years far away', csv('at', 200, k => [`${9990 + (k % 9)}-01-01`])],
    ['wild dates', csv('at,b', 200, k => [k % 3 ? `0001-01-0${1 + (k % 9)}` : '9999-12-31', 'b'])],
    ['times of day', csv('at,b', 200, k => [`${10 + (k % 9)}:0${k % 7}:00`, 'b'])],
    [
      'four hundred columns',
      csv(Array.from({ length: 400 }, (_, k) => `c${k}`).join(','), 30, k => new Array(400).fill(k % 3 ? k : '')),
    ],
    ['cells of scripts', csv('<script>,"a""b"', 60, k => ['</script><!--', k % 2 ? '"]]>"' : ''])],
  ])('gives valid charts: %s', async (_, content) => {
    await chartsOf(content)
  })
})

const shared = new URL('../../../../../../shared/data/tables/', import.meta.url)
describe.skipIf(!existsSync(shared))('real tables', () => {
  it.each(existsSync(shared) ? readdirSync(shared) : [])('have valid charts: %s', async name => {
    const charts = analyst.charts!(await figuresOf(readFileSync(new URL(name, shared)), name))
    expectValidCharts(charts)
    expect(charts.length).toBeGreaterThan(0)
  })
})
