import type { Chart, Tree } from '@shoal/base/model/chart'
import { describe, expect, it } from 'vitest'
import { analyst } from '../../../src/content/markup/analyst.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'

const chartsOf = async (name: string, content: string) =>
  analyst.charts!((await surveyLawfully({ name, content, type: 'markup' })).figures)
const tree = (charts: readonly Chart[], title: string) =>
  charts.find(chart => chart.title === title) as Tree | undefined
const shown = ({ nodes }: Tree) => nodes.map(({ label, parent, size, line }) => [label, parent, size, line])
const ELEMENTS = 'Which elements stand in which'

describe('markup', () => {
  it('is a tree of the paths of its elements, each told once with its count', async () => {
    const content = `<?xml version="1.0"?>\n<orders>\n${'  <order id="1"><item/><item/><note>x</note></order>\n'.repeat(30)}  <total>3</total>\n</orders>\n`
    expect(shown(tree(await chartsOf('a.xml', content), ELEMENTS)!)).toEqual([
      ['<orders>', null, 1, 2],
      ['<total>', 0, 1, 33],
      ['<order>', 0, 30, 3],
      ['<note>', 2, 30, 3],
      ['<item>', 2, 60, 3],
    ])
  })

  it('whose elements end by themselves is not taken for a deep one', async () => {
    const content =
      '<!doctype html>\n<html>\n<body>\n<ul>\n<li>one\n<li>two\n<li>three\n</ul>\n<table>\n<tr><td>1<td>2\n<tr><td>3<td>4\n</table>\n</body>\n</html>\n'
    const nodes = shown(tree(await chartsOf('a.html', content), ELEMENTS)!)
    const paths = new Map(
      nodes.map(([label, parent, size]) => [`${parent === null ? '' : nodes[Number(parent)]![0]}${label}`, size]),
    )
    expect(Object.fromEntries(paths)).toEqual({
      '<html>': 1,
      '<html><body>': 1,
      '<body><ul>': 1,
      '<ul><li>': 3,
      '<body><table>': 1,
      '<table><tr>': 2,
      '<tr><td>': 4,
    })
  })

  it('keeps its tree bounded and loses no element, however deep or wide it is', async () => {
    const wide = `<r>${Array.from({ length: 6000 }, (_, k) => `<e${k}><f/></e${k}>`).join('\n')}</r>`
    const deep = `${'<d>\n'.repeat(300)}${'</d>\n'.repeat(300)}`
    for (const [content, count] of [
      [wide, 12_001],
      [deep, 300],
    ] as const) {
      const { nodes } = tree(await chartsOf('a.xml', content), ELEMENTS)!
      expect(nodes.length).toBeLessThanOrEqual(400)
      expect(nodes.reduce((sum, { size }) => sum + size, 0)).toBe(count)
    }
  })

  it('with headings is a map of its sections', async () => {
    const content =
      '<html>\n<head><title>T</title></head>\n<body>\n<h1>A</h1>\n<p>x</p>\n<h2>B</h2>\n<p>y</p>\n<h1>C</h1>\n</body>\n</html>\n'
    expect(shown(tree(await chartsOf('a.html', content), 'Sections')!)).toEqual([
      ['A', null, 2, 4],
      ['B', 0, 2, 6],
      ['C', null, 3, 8],
    ])
  })

  it('with many attributes says how many there are', async () => {
    const content = `<r>${Array.from({ length: 25 }, (_, k) => `<e a${k}="1"/>`).join('\n')}</r>`
    const bars = (await chartsOf('a.xml', content)).find(({ kind }) => kind === 'bars')!
    expect(bars.title).toBe('Attributes: the first 20 of 25')
    expect(bars.kind === 'bars' && bars.rows).toHaveLength(20)
  })
})
