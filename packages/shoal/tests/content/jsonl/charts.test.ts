// Pictures of JSON lines: a log has a timeline with its bursts, before the pictures of its fields.

import type { Chart } from '@shoal/base/model/chart'
import type { Json } from '@shoal/base/model/json'
import { describe, expect, it } from 'vitest'
import { analyst } from '../../../src/content/jsonl/analyst.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { hostileTexts } from '../hostile-texts.ts'
import { expectValidCharts } from '../valid-chart.ts'

async function chartsOf(content: string | Uint8Array): Promise<readonly Chart[]> {
  const { figures } = await surveyLawfully({ name: 'x.jsonl', content, type: 'jsonl', size: 200 })
  const charts = analyst.charts!(JSON.parse(JSON.stringify(figures)) as Json)
  expectValidCharts(charts)
  return charts
}

const lines = (count: number, record: (k: number) => object) =>
  Array.from({ length: count }, (_, k) => `${JSON.stringify(record(k))}\n`).join('')

/** One record a minute, for ten hours; the level by its number. */
const log = (level: (k: number) => string, start = Date.UTC(2026, 1, 11)) =>
  lines(600, k => ({ ts: new Date(start + k * 60_000).toISOString(), level: level(k), msg: 'job done' }))

describe('a log', () => {
  it('has a timeline of errors, warnings and the rest, with its burst', async () => {
    const burst = (k: number) => k >= 300 && k < 360 && k % 2 === 0
    const [timeline] = await chartsOf(log(k => (burst(k) ? 'error' : k % 20 === 1 ? 'warn' : 'info')))
    expect(timeline).toEqual({
      kind: 'timeline',
      title: 'Records per 10 min',
      counted: 'records',
      from: '2026-02-11 00:00:00Z',
      stepSeconds: 600,
      series: [
        { label: 'errors', tone: 'bad', values: Array.from({ length: 60 }, (_, k) => (k >= 30 && k < 36 ? 5 : 0)) },
        { label: 'warnings', tone: 'warn', values: Array.from({ length: 60 }, (_, k) => (k % 2 === 0 ? 1 : 0)) },
        {
          label: 'other records',
          tone: 'plain',
          values: Array.from({ length: 60 }, (_, k) => 10 - (k >= 30 && k < 36 ? 5 : 0) - (k % 2 === 0 ? 1 : 0)),
        },
      ],
      spans: [],
    })
  })

  it('has spans that point to the first error of a burst', async () => {
    const [timeline] = await chartsOf(log(k => (k >= 303 && k < 320 ? 'error' : 'info')))
    expect(timeline).toMatchObject({
      kind: 'timeline',
      spans: [
        {
          label: 'burst: 10 errors, usually 0',
          from: '2026-02-11 05:10:00Z',
          to: '2026-02-11 05:20:00Z',
          line: 311,
        },
      ],
    })
  })

  it('without errors and warnings has one series', async () => {
    const [timeline] = await chartsOf(log(() => 'info'))
    expect(timeline).toMatchObject({ series: [{ label: 'records', tone: 'plain', values: new Array(60).fill(10) }] })
  })

  it('has the title of the panel that the timeline can stand for', async () => {
    const content = log(() => 'info')
    const { panels } = await surveyLawfully({ name: 'x.jsonl', content, type: 'jsonl' })
    const [timeline] = await chartsOf(content)
    expect(panels.filter(({ kind }) => kind === 'series').map(({ title }) => title)).toEqual([timeline!.title])
  })

  it('of the year 20000 has no timeline', async () => {
    const charts = await chartsOf(
      lines(100, k => ({ ts: `1 Jan 20000 10:${10 + (k % 50)}:00`, level: 'info', msg: 'x' })),
    )
    expect(charts.filter(({ kind }) => kind === 'timeline')).toEqual([])
  })
})

describe('lines', () => {
  it('show the same fields along the file, however they are cut', async () => {
    const content = lines(640, k => ({ id: 1000 + k, ...(k >= 320 ? { late: 'yes' } : { early: 'no' }) }))
    const figures = await Promise.all(
      [10, 77, 640].map(
        async size => (await surveyLawfully({ name: 'x.jsonl', content, type: 'jsonl', size })).figures,
      ),
    )
    const [first, ...others] = figures.map(each => analyst.charts!(each))
    for (const other of others) expect(other).toEqual(first)
    expect(first!.find(({ title }) => title === 'Where fields change')).toMatchObject({
      rows: [
        ['$.early', 320, 'last seen: the 320 behind lack it'],
        ['$.late', 321, 'appears: the 320 before lack it'],
      ],
    })
  })

  it.each(hostileTexts('{"ts":"2026-01-01T00:00:00Z","level":"error","n":1}\n{"ts":"x","level":"info"}\n'))(
    'give valid charts: %s',
    async (_, content) => {
      await chartsOf(content)
    },
  )
})
