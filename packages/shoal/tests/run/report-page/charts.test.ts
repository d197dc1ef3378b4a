// Charts of a report: by the analyst of each type, bounded, and never at the cost of the page.

import type { Chart } from '@shoal/base/model/chart'
import type { RunReport } from '@shoal/base/model/report'
import { describe, expect, it } from 'vitest'
import { drawCharts, type TypeToDraw } from '../../../src/run/report-page/charts.ts'
import { sampleReport } from '../../stages/report/sample-report.ts'

const facts = (title: string): Chart => ({ kind: 'facts', title, rows: [] })

function typeOf(count: number): Pick<TypeToDraw, 'type' | 'files'> {
  const [sample] = sampleReport().perType as [RunReport['perType'][number]]
  const [file] = sample.files as [(typeof sample.files)[number]]
  const files = Array.from({ length: count }, (_, k) => ({ ...file, path: `f${k}`, figures: { k } }))
  return { type: { ...sample, files }, files }
}

const draw = (count: number, analyst: TypeToDraw['analyst']) =>
  drawCharts({ ...typeOf(count), analyst }, AbortSignal.timeout(10_000))

describe('charts', () => {
  it('are drawn from the figures of each file, in the order of the page', async () => {
    const { charts, warnings } = await draw(3, {
      charts: figures => [facts(JSON.stringify(figures))],
      chartsTogether: files => [facts(files.map(({ path }) => path).join())],
    })
    expect(charts).toEqual({
      together: [facts('f0,f1,f2')],
      files: [0, 1, 2].map(k => ({ path: `f${k}`, charts: [facts(`{"k":${k}}`)] })),
    })
    expect(warnings).toEqual([])
  })

  it('of one file are not drawn together', async () => {
    const { charts } = await draw(1, { chartsTogether: () => [facts('x')] })
    expect(charts).toEqual({ together: [], files: [] })
  })

  it('are of sixty files at most, and sixteen of each; what is left out is said; files without any do not count', async () => {
    const { charts, warnings } = await draw(200, {
      charts: figures =>
        (figures as { k: number }).k % 2 === 0 ? [] : Array.from({ length: 30 }, (_, k) => facts(`${k}`)),
    })
    expect(charts.files).toHaveLength(60)
    expect(charts.files[59]!.path).toBe('f119')
    expect(charts.files.every(file => file.charts.length === 16)).toBe(true)
    expect(charts.of).toBe(200)
    expect(warnings).toEqual([expect.stringMatching(/: 840 charts beyond 16 of a file left out\.$/)])
  })

  it('that cannot be drawn cost only themselves, and it is said', async () => {
    const broken = () => {
      throw new TypeError('figures.columns is undefined')
    }
    const { charts, warnings } = await draw(3, {
      charts: figures => ((figures as { k: number }).k === 1 ? [facts('ok')] : broken()),
      chartsTogether: broken,
    })
    expect(charts).toEqual({ together: [], files: [{ path: 'f1', charts: [facts('ok')] }] })
    expect(warnings).toEqual(['The charts of f0 and 2 more could not be drawn from its figures.'])
  })
})
