import type { Chart, Tree } from '@shoal/base/model/chart'
import { describe, expect, it } from 'vitest'
import { analyst } from '../../../src/content/prose/analyst.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'

const treeOf = (charts: readonly Chart[]) => charts.find(({ kind }) => kind === 'tree') as Tree | undefined
const shown = ({ nodes }: Tree) => nodes.map(({ label, parent, size, line }) => [label, parent, size, line])

describe('a document', () => {
  it('is a map of its sections, with every word once', async () => {
    const content = 'Zero words before.\n\n# A\n\none two\n\n## B\n\nthree four five\n\n# C\n\nsix\n'
    const { figures } = await surveyLawfully({ name: 'a.md', content })
    const charts = analyst.charts!(figures)
    expect(shown(treeOf(charts)!)).toEqual([
      ['A', null, 2, 3],
      ['B', 0, 3, 7],
      ['C', null, 1, 11],
      ['before the first heading', null, 3, undefined],
    ])
    expect(charts[1]).toEqual({
      kind: 'bars',
      title: 'Longest sections, in words',
      rows: [
        { label: 'B', value: 3, note: 'line 7' },
        { label: 'A', value: 2, note: 'line 3' },
        { label: 'C', value: 1, note: 'line 11' },
      ],
    })
  })

  it('of a thousand and more sections joins the deepest, and says so', async () => {
    const section = (k: number) => `# Part ${k}\n\nword\n\n${'## Inner\n\nword word\n\n'.repeat(9)}`
    const { figures } = await surveyLawfully({
      name: 'a.md',
      content: Array.from({ length: 120 }, (_, k) => section(k)).join(''),
      type: 'prose',
    })
    const tree = treeOf(analyst.charts!(figures))!
    expect(tree.nodes).toHaveLength(101)
    expect(tree.nodes.reduce((sum, { size }) => sum + size, 0)).toBe(120 * 19)
    expect(tree.nodes.at(-1)!.label).toBe('before and after these sections')
    expect(tree.note).toBe(
      'The first 1,000 of 1,200 sections. 900 smaller sections are counted with the ones they stand in.',
    )
  })

  it('of a thousand sections at the top shows the last of them as one', async () => {
    const content = Array.from({ length: 1000 }, (_, k) => `# Release ${k + 1}\n\nword\n\n`).join('')
    const { figures } = await surveyLawfully({ name: 'a.md', content, type: 'prose' })
    const tree = treeOf(analyst.charts!(figures))!
    const own = tree.nodes[0]!.size
    expect(tree.nodes.slice(0, 399).every(({ size }) => size === own)).toBe(true)
    expect(shown(tree).slice(398)).toEqual([
      ['Release 399', null, own, 4 * 398 + 1],
      ['601 more sections', null, 601 * own, 4 * 399 + 1],
    ])
    expect(tree.note).toBe('The last 601 of these sections are drawn as one.')
  })

  it('without headings is no map', async () => {
    const { figures } = await surveyLawfully({ name: 'a.txt', content: 'Some words.\n\nMore words.\n', type: 'prose' })
    expect(treeOf(analyst.charts!(figures))).toBeUndefined()
  })

  it('stands among others by folder', async () => {
    const { figures } = await surveyLawfully({ name: 'a.md', content: '# A\n\none two\n' })
    const [tree] = analyst.chartsTogether!(['/srv/a.md', '/srv/docs/b.md'].map(path => ({ path, figures })))
    expect(shown(tree as Tree)).toEqual([
      ['docs', null, 0, undefined],
      ['b.md', 0, 2, undefined],
      ['a.md', null, 2, undefined],
    ])
    expect(analyst.chartsTogether!([{ path: 'a.md', figures }])).toEqual([])
  })
})
