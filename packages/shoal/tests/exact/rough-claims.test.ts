// What rests on ranges instead of values is said to be rough, wherever it is told: texts, panels and shares. (Seeds: 000, 4b and 4c, "counts,
// min/max, unique values"; the issue on exact claims.)

import { sharePercent } from '@shoal/base/text/printable'
import { describe, expect, it } from 'vitest'
import { latencies } from '../../src/content/log/analyst/http-figures.ts'
import { coarserNumber, differing, LadderCounts } from '../../src/content/log/analyst/ladder-counts.ts'
import { surveyLawfully } from '../conformance/analyst.ts'

const lines = (count: number) =>
  `${Array.from({ length: count }, (_, k) => JSON.stringify({ id: k, q: k * 1.5 })).join('\n')}\n`

describe('quantiles of more numbers than are kept', () => {
  it('are said to be rough in panels and answers; of few numbers they are exact', async () => {
    const told = async (count: number) => {
      const { panels, answers } = await surveyLawfully({
        name: 'x.jsonl',
        content: lines(count),
        size: 20_000,
        query: 'What is the median of q?',
      })
      const table = panels.find(({ title }) => title === 'Numbers') as unknown as { rows: string[][] }
      const facts = answers.flatMap(({ panel }) => (panel?.kind === 'facts' ? panel.rows : []))
      const quantiles = facts.filter(([name]) => /^p\d\d$|median/.test(String(name))).map(([, value]) => String(value))
      return { cells: table.rows.flatMap(row => row.slice(2, 5)), quantiles }
    }
    const many = await told(12_000)
    for (const value of [...many.cells, ...many.quantiles]) expect(value).toMatch(/^about /)
    const few = await told(500)
    for (const value of [...few.cells, ...few.quantiles]) expect(value).not.toMatch(/about/)
    expect(few.cells.length + many.quantiles.length).toBeGreaterThan(6)
  })
})

describe('counts of values that were made coarser', () => {
  const ladder = (count: number) => {
    const counts = new LadderCounts(100, coarserNumber)
    for (let k = 0; k < count; k++) counts.add(String(1000 + k), k, k, 0)
    return counts.data()
  }

  it('durations say whether they are exact', () => {
    expect(latencies(ladder(90))).toMatchObject({ exact: true, max: 1089 })
    expect(latencies(ladder(500))).toMatchObject({ exact: false })
  })

  it('how many differ is not counted from groups', () => {
    expect(differing(ladder(90), 'address', 'addresses')).toBe('90 addresses')
    expect(differing(ladder(500), 'address', 'addresses')).not.toMatch(/\d/)
  })
})

it('a share is never all while something is left, nor nothing where there is something', () => {
  expect(sharePercent(299_999 / 300_000)).toBe('>99.9%')
  expect(sharePercent(1 / 300_000, ' ')).toBe('< 0.1 %')
  expect(['0.0%', '100.0%', '33.3%']).toEqual([0, 1, 1 / 3].map(share => sharePercent(share)))
})
