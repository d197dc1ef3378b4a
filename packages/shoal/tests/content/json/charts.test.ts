// Pictures of JSON documents: fields along the file, where they change, sets of fields, numbers.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Chart } from '@shoal/base/model/chart'
import type { Json } from '@shoal/base/model/json'
import { describe, expect, it } from 'vitest'
import { analyst } from '../../../src/content/json/analyst.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { hostileTexts } from '../hostile-texts.ts'
import { expectValidCharts } from '../valid-chart.ts'

async function figuresOf(content: string | Uint8Array): Promise<Json> {
  const { figures } = await surveyLawfully({ name: 'x.json', content, type: 'json' })
  return JSON.parse(JSON.stringify(figures)) as Json
}

async function chartsOf(content: string | Uint8Array): Promise<readonly Chart[]> {
  const charts = analyst.charts!(await figuresOf(content))
  expectValidCharts(charts)
  return charts
}

const chart = <Kind extends Chart['kind']>(charts: readonly Chart[], kind: Kind, title: string) =>
  charts.find(each => each.kind === kind && each.title === title) as Extract<Chart, { kind: Kind }> | undefined

/** One record a line, all lines equally long. */
const lined = (count: number, record: (k: number) => object) =>
  `[\n${Array.from({ length: count }, (_, k) => JSON.stringify(record(k)).padEnd(60)).join(',\n')}\n]\n`

describe('a field that comes within the file', () => {
  const records = 320
  const content = lined(records, k => ({
    id: k,
    ...(k % 8 === 3 ? {} : { name: 'n' }),
    ...(k >= 160 ? { late: 1 } : {}),
  }))

  it('is a step in the picture of fields along the file, exact to the record', async () => {
    const matrix = chart(await chartsOf(content), 'matrix', 'Fields along the file')!
    expect(matrix).toMatchObject({ measure: 'share', value: 'hold a value' })
    expect(matrix.columns).toEqual(['$[*].id', '$[*].name', '$[*].late'])
    expect(matrix.rows.length).toBe(32)
    // Record k stands on line k + 2; a stretch holds those that start on its lines.
    const starts = [...matrix.rows.map(({ line }) => line!), records + 2]
    const expected = matrix.rows.map((_, row) => {
      const own = Array.from({ length: records }, (_, k) => k).filter(
        k => k + 2 >= starts[row]! && k + 2 < starts[row + 1]!,
      )
      const share = (holds: (k: number) => boolean) => Number((own.filter(holds).length / own.length).toPrecision(6))
      return [1, share(k => k % 8 !== 3), share(k => k >= 160)]
    })
    expect(matrix.cells).toEqual(expected)
  })

  it('is told with its line', async () => {
    expect(chart(await chartsOf(content), 'table', 'Where fields change')!.rows).toEqual([
      ['$[*].late', 162, 'appears: the 160 before lack it'],
    ])
  })
})

describe('changes of types and nulls', () => {
  it('are told where they start, in order of line', async () => {
    const charts = await chartsOf(
      lined(400, k => ({ gone: k < 300 ? 'x' : undefined, turned: k < 100 ? 5 : 'five', empty: k < 200 ? 1 : null })),
    )
    const { rows } = chart(charts, 'table', 'Where fields change')!
    expect(rows).toEqual([
      ['$[*].turned', 102, 'turns from integer to string'],
      ['$[*].empty', 202, 'null more often: 0 % before, 100 % behind'],
      ['$[*].gone', 301, 'last seen: the 100 behind lack it'],
    ])
    const { columns, cells } = chart(charts, 'matrix', 'Fields along the file')!
    expect(columns).toEqual(['$[*].gone', '$[*].turned', '$[*].empty'])
    expect(cells[0]).toEqual([1, 1, 1])
    expect(cells.at(-1)).toEqual([0, 1, 0])
  })
})

describe('records of several shapes', () => {
  it('are bars by what they lack and add', async () => {
    const charts = await chartsOf(
      lined(60, k => (k === 7 ? { a: 1, b: 2, c: 3 } : k % 3 === 0 ? { a: 1 } : { a: 1, b: 2 })),
    )
    expect(chart(charts, 'bars', 'Records by the fields they have')).toEqual({
      kind: 'bars',
      title: 'Records by the fields they have',
      rows: [
        { label: 'the usual 2 fields', value: 39, note: 'line 3' },
        { label: 'without b', value: 20, note: 'line 2' },
        { label: 'with c', value: 1, note: 'line 9' },
      ],
      total: 60,
    })
  })

  it('are summed up beyond a dozen', async () => {
    const charts = await chartsOf(
      lined(150, k => ({ a: 1, ...(k < 50 ? {} : { [`k${'abcdefghijklmnopqrst'[k % 20]}`]: 1 }) })),
    )
    const { rows, total } = chart(charts, 'bars', 'Records by the fields they have')!
    expect(rows.length).toBe(13)
    expect(rows.at(-1)).toEqual({ label: '9 more sets of fields', value: 45 })
    expect(rows.reduce((sum, { value }) => sum + value, 0)).toBe(total)
  })
})

describe('numbers', () => {
  it('become histograms, but not ids, codes and those of few values', async () => {
    const charts = await chartsOf(lined(100, k => ({ id: k, area_code: k * 7, score: k / 4, stars: k % 5 })))
    expect(charts).toEqual([
      {
        kind: 'histogram',
        title: 'Distribution of $[*].score',
        counted: 'values',
        edges: Array.from({ length: 26 }, (_, k) => k),
        counts: Array.from({ length: 25 }, () => 4),
        marks: [
          { label: 'median', value: 12.25 },
          { label: 'mean', value: 12.375 },
        ],
      },
    ])
  })

  it('are told apart finely enough beyond ten thousand values', async () => {
    const values = Array.from({ length: 12_000 }, (_, k) => k + 0.5)
    const [histogram] = await chartsOf(JSON.stringify(values.map(score => ({ score }))))
    expect(histogram).toMatchObject({
      kind: 'histogram',
      note: 'Values are rounded by at most 0.025 % before they are counted.',
    })
    const { edges, counts } = histogram as Extract<Chart, { kind: 'histogram' }>
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(12_000)
    counts.forEach((n, k) => {
      const exact = values.filter(value => value >= edges[k]! && value < edges[k + 1]!).length
      expect(Math.abs(n - exact)).toBeLessThanOrEqual(6)
    })
  })
})

describe('documents without variety', () => {
  it.each<[string, string]>([
    ['records that are all alike', lined(100, () => ({ a: 'x', b: true }))],
    ['settings', '{"a":1,"b":{"c":[1,2,3]}}'],
    ['a few records', '[{"a":1},{"b":2}]'],
    ['a number', '7'],
  ])('show no fields along the file: %s', async (_, content) => {
    expect(chart(await chartsOf(content), 'matrix', 'Fields along the file')).toBeUndefined()
  })

  it('on one line are told by shares of the file', async () => {
    const records = Array.from({ length: 80 }, (_, k) => (k < 40 ? { a: 1, b: 1 } : { a: 1, c: 1 }))
    const matrix = chart(await chartsOf(JSON.stringify(records)), 'matrix', 'Fields along the file')!
    expect(matrix.rows[0]).toEqual({ label: '0 % – 13 % of the file' })
    expect(matrix.cells[0]).toEqual([1, 1, 0])
    expect(matrix.cells.at(-1)).toEqual([1, 0, 1])
  })
})

describe('several documents', () => {
  it('are compared by the paths they share', async () => {
    const files = [
      {
        path: '/srv/data/documents/of/all/a.json',
        figures: await figuresOf(lined(4, k => ({ id: k, ...(k < 3 ? { x: 1 } : {}) }))),
      },
      { path: '/srv/data/documents/of/all/b.json', figures: await figuresOf(lined(4, k => ({ id: k, x: 1 }))) },
      { path: '/srv/data/documents/of/all/c.json', figures: await figuresOf(lined(4, k => ({ id: k, z: 1 }))) },
      { path: '/srv/data/documents/of/all/d.json', figures: await figuresOf('[1,2]') },
    ]
    const charts = analyst.chartsTogether!(files)
    expectValidCharts(charts)
    expect(charts).toMatchObject([
      {
        columns: ['$[*].id', '$[*].x'],
        rows: [{ label: 'a.json' }, { label: 'b.json' }, { label: 'c.json' }],
        cells: [
          [1, 0.75],
          [1, 1],
          [1, null],
        ],
      },
    ])
    expect(analyst.chartsTogether!(files.slice(2))).toEqual([])
  })
})

describe('any document', () => {
  // A fault ends the reading of a document, so most of what is giant and no JSON is not read.
  const texts = hostileTexts('[{"a":1,"b":"x"},\n{"a":2.5},\n{"a":null,"b":"y"}]\n')
  it.each(texts.filter(([label]) => !label.includes('giant')))('gives valid charts: %s', async (_, content) => {
    await chartsOf(content)
  })

  it.each<[string, string]>([
    [
      'keys that JavaScript knows',
      lined(60, k => JSON.parse(k % 2 ? '{"__proto__":1,"constructor":2}' : '{"toString":3}')),
    ],
    ['long keys', lined(60, k => ({ [`${'k'.repeat(5000)}${'ab'[k % 2]}`]: k, n: k % 2 ? k : null }))],
    [
      'five hundred fields',
      lined(60, k =>
        Object.fromEntries(
          Array.from({ length: 500 }, (_, i) => [`f${'abc'[i % 3]}x${i}y`, (k + i) % 3 ? k * i : null]),
        ),
      ),
    ],
    ['numbers at the ends of doubles', lined(60, k => ({ n: k % 2 ? 1.7e308 : -1.7e308 / (k + 1), m: 5e-324 * k }))],
    ['scripts', lined(60, k => ({ '</script><img onerror=1>': k % 2 ? '<!--' : undefined }))],
  ])('gives valid charts: %s', async (_, content) => {
    await chartsOf(content)
  })
})

const shared = new URL('../../../../../../shared/data/json/', import.meta.url)
describe.skipIf(!existsSync(shared))('real documents', () => {
  it.each(existsSync(shared) ? readdirSync(shared) : [])('have valid charts: %s', async name => {
    await chartsOf(readFileSync(new URL(name, shared)))
  })
})
