import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Chart, Matrix, Timeline } from '@shoal/base/model/chart'
import type { Json } from '@shoal/base/model/json'
import { describe, expect, it } from 'vitest'
import { analyst } from '../../../src/content/log/analyst.ts'
import { surveyFileLawfully, surveyLawfully } from '../../conformance/analyst.ts'
import { expectValidCharts } from '../valid-chart.ts'
import { FORMATS, plannedEvents, written } from './planted-log.ts'

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url))
const SHARED = join(ROOT, '../shared/data/logs')

async function figuresOf(content: string, name = 'a.log'): Promise<Json> {
  return (await surveyLawfully({ name, content, type: 'log' })).figures
}

const named = <Kind extends Chart>(charts: readonly Chart[], title: string) =>
  charts.find(chart => chart.title === title) as Kind | undefined
const totals = ({ series }: Timeline) =>
  series.map(({ label, tone, values }) => [label, tone, values.reduce((a, b) => a + b, 0)])

describe('the example log', async () => {
  const { figures } = await surveyFileLawfully(join(ROOT, 'examples/data/api.log'))
  const charts = analyst.charts!(figures)

  it('shows errors with their burst, apart from the many calm entries', () => {
    const errors = named<Timeline>(charts, 'Errors and warnings over time')!
    expect(totals(errors)).toEqual([
      ['error', 'bad', 59],
      ['warn', 'warn', 79],
    ])
    expect(errors).toMatchObject({ from: '2026-02-11 01:00:00', stepSeconds: 15, counted: 'entries' })
    expect(errors.spans).toEqual([
      { label: 'burst of 48 errors', from: '2026-02-11 01:52:46', to: '2026-02-11 01:55:28', line: 1957 },
    ])
    const all = named<Timeline>(charts, 'All entries over time')!
    expect(totals(all)).toEqual([
      ['error', 'bad', 59],
      ['warn', 'warn', 79],
      ['info', 'plain', 2462],
    ])
    expect(all.note).toBeUndefined()
  })

  it('shows server errors, which may be logged at any level', () => {
    const server = named<Timeline>(charts, 'Server errors over time')!
    expect(totals(server)).toEqual([['answered with 5xx', 'bad', 28]])
    expect(server.spans.map(({ line }) => line)).toEqual([1956])
  })

  it('shows when each template was written, the gravest first', () => {
    const { rows, columns, cells } = named<Matrix>(charts, 'When each template was written')!
    expect(rows).toEqual([
      { label: '59 × error: charge failed for order <*>', line: 252 },
      { label: '79 × warn: connection pool at <*> % of <*>', line: 14 },
      { label: '1,633 × GET <*>', line: 1 },
      { label: '829 × POST <*>', line: 5 },
    ])
    expect(columns.slice(0, 2)).toEqual(['01:00:00', '01:01:15'])
    expect(new Set(columns).size).toBe(columns.length)
    for (const row of cells) expect(Math.max(...row.map(Number))).toBe(1)
    // The burst: the errors are where it is, and hardly elsewhere.
    const step = columns.indexOf('01:52:30')
    expect(cells[0]!.slice(step, step + 3).map(Number)).toEqual([expect.any(Number), 1, expect.any(Number)])
    expect(cells[0]!.filter(cell => cell! > 0.3).length).toBeLessThanOrEqual(3)
  })

  it('shows requests by duration in growing steps, and none is lost', () => {
    const bars = named<Extract<Chart, { kind: 'bars' }>>(charts, 'Requests by duration')!
    expect(bars.rows.slice(0, 3)).toEqual([
      { label: '5 ms to 10 ms', value: 26 },
      { label: '10 ms to 20 ms', value: 157 },
      { label: '20 ms to 50 ms', value: 412 },
    ])
    expect(bars.rows.reduce((sum, { value }) => sum + value, 0)).toBe(2462)
  })
})

describe('a log', () => {
  it('without a year keeps its days past the turn of it', async () => {
    const hours = [...Array(240).keys()]
    const line = (month: string, k: number) =>
      `${month} ${String(1 + Math.floor(k / 24)).padStart(2)} ${String(k % 24).padStart(2, '0')}:00:00 web1 shop[1]: order ${k} paid`
    const content = [...hours.map(k => line('Oct', k)), ...hours.map(k => line('Jul', k)), ''].join('\n')
    const charts = analyst.charts!(await figuresOf(content))
    const all = named<Timeline>(charts, 'All entries over time')!
    expect(all.from).toBe('10-01 00:00:00')
    const silent = all.spans.find(({ label }) => label.startsWith('silent for'))!
    expect(silent).toMatchObject({ from: '10-10 23:00:00', to: '07-01 00:00:00', line: 241 })
  })

  it('whose warnings would hide its errors shows them apart', async () => {
    const lines = [...Array(600).keys()].map(k => {
      const time = new Date(Date.UTC(2026, 1, 11, 1) + k * 10_000).toISOString()
      return `${time} ${k % 100 === 0 ? 'ERROR disk lost' : 'WARN disk slow'} ${k}`
    })
    const charts = analyst.charts!(await figuresOf(`${lines.join('\n')}\n`))
    expect(totals(named<Timeline>(charts, 'Errors over time')!)).toEqual([['error', 'bad', 6]])
    expect(totals(named<Timeline>(charts, 'Warnings over time')!)).toEqual([['warn', 'warn', 594]])
  })

  it('without times has no line of time', async () => {
    const charts = analyst.charts!(await figuresOf('ERROR one\nINFO two\nERROR one\n'.repeat(20)))
    expect(charts.filter(({ kind }) => kind === 'timeline' || kind === 'matrix')).toEqual([])
  })

  it('names the level of a template only where most of its entries have it, and its count first', async () => {
    const lines = [...Array(400).keys()].map(k => {
      const time = new Date(Date.UTC(2026, 1, 11, 1) + k * 10_000).toISOString()
      const said = k % 2 === 0 ? `${k % 20 === 0 ? 'WARN' : 'INFO'} session ${k} opened` : `WARN disk ${k} is slow`
      return `${time} ${said}`
    })
    const charts = analyst.charts!(await figuresOf(`${lines.join('\n')}\n`))
    const { rows } = named<Matrix>(charts, 'When each template was written')!
    expect(rows.map(({ label }) => label).sort()).toEqual(['200 × session <*> opened', '200 × warn: disk <*> is slow'])
  })

  it('of many kinds shows them in one table, in place of the shorter one', async () => {
    const names = [...Array(20).keys()].map(k => String.fromCharCode(97 + k).repeat(6))
    const lines = [...Array(200).keys()].map(k => {
      const time = new Date(Date.UTC(2026, 1, 11, 1) + k * 10_000).toISOString()
      return `${time} ERROR ${names[k % 20]} lost its ${names[(k + 1) % 20]}`
    })
    const { figures, panels } = await surveyLawfully({ name: 'a.log', content: `${lines.join('\n')}\n`, type: 'log' })
    type Table = Extract<Chart, { kind: 'table' }>
    const drawn = analyst.charts!(figures).filter((chart): chart is Table => chart.kind === 'table')
    for (const title of ['Errors', 'Templates']) {
      expect(panels.some(panel => panel.title === title)).toBe(true)
      expect(named<Table>(drawn, title)!.rows).toHaveLength(20)
    }
    // No line of code is known for any of them.
    expect(named<Table>(drawn, 'Errors')!.columns.map(({ label }) => label)).toEqual([
      'error',
      'level',
      'count',
      'first line',
      'last line',
    ])
  })

  it('of another analyst has no pictures', () => {
    for (const figures of [null, 3, 'x', [], {}, { timeline: 1 }] satisfies Json[])
      expect(analyst.charts!(figures)).toEqual([])
  })
})

describe('logs together', () => {
  it('lie on one axis, with no count split or lost', async () => {
    const events = plannedEvents({ minutes: 30, burstAt: 20 })
    const first = await figuresOf(written(events, FORMATS.log4j!.write).text)
    const later = events.map(event => ({ ...event, time: event.time + 20 * 60_000 }))
    const second = await figuresOf(written(later, FORMATS.iso!.write).text)
    const undated = await figuresOf(written(events, FORMATS.syslog!.write).text)
    const old = await figuresOf(
      written(
        events.map(event => ({ ...event, time: event.time - 9e11 })),
        FORMATS.iso!.write,
      ).text,
    )
    const files = [first, second, undated, old].map((figures, k) => ({
      path: `/srv/data/logs/of/many/hosts/${k}.log`,
      figures,
    }))
    const charts = analyst.chartsTogether!(files)
    expectValidCharts(charts)
    const entries = named<Matrix>(charts, 'Entries by log over time')!
    expect(entries.rows.map(({ label }) => label).sort()).toEqual(['0.log', '1.log'])
    for (const row of entries.cells) expect(row.reduce<number>((sum, cell) => sum + cell!, 0)).toBe(events.length)
    expect(entries.note).toBe(
      'Steps of 5 min from 2026-02-11 01:00:00 on. 1 log without times or without a year not shown. 1 log of other times not shown.',
    )
    expect(analyst.chartsTogether!(files.slice(0, 1))).toEqual([])
  })
})

describe.skipIf(!existsSync(SHARED))('real logs', () => {
  it.each(['Android', 'Apache', 'BGL', 'HDFS', 'Linux', 'OpenSSH', 'Proxifier', 'Spark'])(
    '%s: every entry with a time is on the line of time',
    async name => {
      const { figures } = await surveyFileLawfully(join(SHARED, `${name}.log`), { type: 'log' })
      const all = named<Timeline>(analyst.charts!(figures), 'All entries over time')!
      expect(totals(all).reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(2000)
    },
  )
})
