// What is told of several files together is true of each: a sentence with figures is that of its file, a sum is a sum.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyze } from '../../packages/shoal/src/run/library-analysis.ts'
import { uniteByKey } from '../../packages/shoal/src/stages/unite.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { surveyLawfully } from '../../packages/shoal/tests/conformance/analyst.ts'
import { FINDING, PLACE } from './some-finding.ts'

const lines = (line: (k: number) => string) => `${Array.from({ length: 300 }, (_, k) => line(k)).join('\n')}\n`
const stamp = (k: number) => new Date(1.7e12 + k * 60_000).toISOString()

/** Two files of a type with the same fields and other shares of their values; `active` in tenths. */
const TYPES: readonly (readonly [type: string, ending: string, make: (active: number) => string])[] = [
  ['structured_data', 'csv', n => `id,status\n${lines(k => `${n * 1000 + k},${k % 10 < n ? 'active' : 'closed'}`)}`],
  ['json', 'json', n => JSON.stringify(records(n))],
  ['jsonl', 'jsonl', n => lines(k => JSON.stringify(records(n)[k]))],
  [
    'log',
    'log',
    n => lines(k => `${stamp(n * 500 + k)} ${k % 10 < n ? 'INFO done job' : 'ERROR failed: time-out'} ${k}`),
  ],
]

function records(active: number) {
  return Array.from({ length: 300 }, (_, k) => ({
    id: active * 1000 + k,
    status: k % 10 < active ? 'active' : 'closed',
  }))
}

const space = tempDir()

describe.each(TYPES)('two unlike files of %s', (type, ending, make) => {
  it('are each told with their own figures', async () => {
    const folder = join(space.path, type)
    mkdirSync(folder)
    const files = [9, 2].map((active, k) => ({ path: join(folder, `${'ab'[k]}.${ending}`), content: make(active) }))
    for (const { path, content } of files) writeFileSync(path, content)
    const alone = await Promise.all(
      files.map(({ content }) => surveyLawfully({ name: `x.${ending}`, content, size: 4000, type })),
    )
    const { findings } = await analyze(folder)
    const sentences = (key: string) =>
      alone.map(({ findings }) => findings.find(finding => finding.key === key)?.summary ?? null)
    const shared = findings.filter(({ key }) => !sentences(key).includes(null))
    expect(shared.length).toBeGreaterThan(0)
    for (const { key, summary } of shared) for (const own of sentences(key)) expect(summary).toContain(own)
    expectSums(shared)
  })
})

/** A number that stands for all files is their count, their rows, or the one in the other. */
function expectSums(findings: readonly Finding[]): void {
  for (const { stats, count, totalRows = Number.NaN } of findings) {
    if (stats === undefined) continue
    const told = Object.values(stats as { readonly [key: string]: Json }).filter(value => typeof value === 'number')
    for (const value of told)
      expect(
        [count, totalRows, count / totalRows, (100 * count) / totalRows].some(one => Math.abs(one - value) < 1e-6),
      ).toBe(true)
  }
}

describe('united findings', () => {
  const part = fc.record({
    path: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    line: fc.integer({ min: 1, max: 9 }),
    shares: fc.dictionary(fc.constantFrom('x', 'y', 'z', '__proto__'), fc.integer({ min: 1, max: 9 }), { minKeys: 1 }),
    cut: fc.boolean(),
    more: fc.integer({ min: 0, max: 3 }),
  })

  it('say of a file only what its own finding said, and add up only what is whole', () => {
    fc.assert(
      fc.property(fc.uniqueArray(part, { minLength: 2, selector: ({ path, line }) => path + line }), parts => {
        const all = parts.map(({ path, line, shares, cut, more }): Finding => {
          const distribution = Object.entries(shares).map(([value, count]) => ({ value, count }))
          const count = distribution.reduce((sum, one) => sum + one.count, 0)
          const totalRows = count + more
          const summary = `${count} of ${totalRows}`
          const stats = {
            share_of_entries: count / totalRows,
            found: count,
            rows: totalRows,
            distinct_rows: more,
            pct: more,
          }
          const places = [{ ...PLACE, path, line }]
          const total = cut ? { distributionTotal: distribution.length + 1 } : {}
          return { ...FINDING, path, line, summary, count, totalRows, stats, distribution, ...total, places }
        })
        const [one] = uniteByKey(all)
        const [, lead, rest = ''] = /^(.*?)(?: \(\w\); (.*)| \(\d+ places\))$/.exec(one!.summary)!
        expect(all.find(({ path, line }) => path === one!.path && line === one!.line)!.summary).toBe(lead)
        if (rest.startsWith('also in ') && !rest.endsWith('with other details'))
          for (const { summary } of all) expect(summary).toBe(lead)
        if (rest.startsWith('in '))
          expect(rest).toBe(
            `in ${all.find(({ path }) => path !== one!.path)!.path}: ${all.find(each => each.path !== one!.path)!.summary}`,
          )
        expectSums([one!])
        expect(one!.stats).not.toHaveProperty('distinct_rows')
        if (parts.some(({ cut }) => cut)) expect(one!.distribution).toBeUndefined()
        else
          for (const { value, count } of one!.distribution!)
            expect(count).toBe(
              all
                .flatMap(({ distribution }) => distribution!)
                .reduce((sum, each) => sum + (each.value === value ? each.count : 0), 0),
            )
      }),
    )
  })
})
