// Which findings are new, known and fixed: laws over generated reports, whatever moves around them.

import type { Finding } from '@shoal/base/model/finding'
import type { CrossFinding, RunReport } from '@shoal/base/model/report'
import type { Baseline } from '@shoal/base/model/standing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FINDING, PLACE } from '../../../../../tests/laws/some-finding.ts'
import { baselineOf } from '../../../src/stages/standing/baseline-of.ts'
import { compareReport } from '../../../src/stages/standing/compare.ts'

const NOTHING: Baseline = { findings: [], links: [] }

interface Spot {
  readonly path: string
  readonly quote: string
  readonly scope: string
  readonly line: number
}

const problem = ({ path, quote, scope, line }: Spot): Finding => ({
  ...FINDING,
  nature: 'problem',
  type: 'vulnerability',
  scope,
  path,
  line,
  evidence: quote,
  places: [{ ...PLACE, path, line, endLine: line, evidence: quote }],
})

const reportOf = (findings: readonly Finding[], crossFile: readonly CrossFinding[] = [], files?: readonly string[]) =>
  ({
    findings,
    crossFile,
    failed: [],
    partial: null,
    perType: [{ findingCount: findings.length }],
    files: (files ?? findings.flatMap(({ places }) => places.map(({ path }) => path))).map(path => ({ path })),
  }) as unknown as RunReport

const compare = (report: RunReport, baseline: Baseline, there: readonly string[] = []) =>
  compareReport(report, baseline, { name: 'base.json', isThere: path => there.includes(path) })

const written = (report: RunReport, today = '2026-01-01') =>
  baselineOf(report, { today, previous: NOTHING, kept: NOTHING })

const spot = fc.record({
  path: fc.constantFrom('src/a.py', 'src/b.py', 'lib/a.py', 'c.py'),
  quote: fc.constantFrom('eval(x)', 'run( y )', 'a\n  b', 'load(z)'),
  scope: fc.constantFrom('function:f', 'module'),
  line: fc.integer({ min: 1, max: 900 }),
})
const spots = fc.array(spot, { maxLength: 20 })

describe('a baseline', () => {
  it('knows every finding of the report it was made of, wherever its lines have moved and whatever its files are called', () => {
    fc.assert(
      fc.property(spots, fc.integer({ min: 0, max: 500 }), fc.boolean(), (all, by, renames) => {
        const baseline = written(reportOf(all.map(problem)))
        const moved = all.map(one => ({
          ...one,
          line: one.line + by,
          quote: one.quote.replaceAll(/\s+/g, '\n\t '),
          path: renames ? `new/${one.path.replaceAll('a', 'z')}` : one.path,
        }))
        const { new: fresh, fixed, unchanged } = compare(reportOf(moved.map(problem)), baseline).report.compared
        expect({ fresh, fixed: fixed.length, unchanged }).toEqual({ fresh: 0, fixed: 0, unchanged: all.length })
      }),
    )
  })

  it('counts: as many are new as were added, as many fixed as were taken away', () => {
    fc.assert(
      fc.property(spots, spots, spots, (stay, gone, added) => {
        const tag = (all: readonly Spot[], word: string) => all.map(one => ({ ...one, quote: `${word} ${one.quote}` }))
        const before = [...stay, ...tag(gone, 'gone')]
        const after = [...stay, ...tag(added, 'added')]
        const files = [...before, ...after].map(({ path }) => path)
        const { report } = compare(reportOf(after.map(problem), [], files), written(reportOf(before.map(problem))))
        expect(report.compared.new).toBe(added.length)
        expect(report.compared.unchanged).toBe(stay.length)
        expect(report.compared.fixed.reduce((sum, { count }) => sum + count, 0)).toBe(gone.length)
        // New ones first.
        expect(report.findings.slice(0, added.length).every(({ standing }) => standing?.state === 'new')).toBe(true)
      }),
    )
  })

  it('takes a quote that has changed for another finding', () => {
    const baseline = written(reportOf([problem({ path: 'a.py', quote: 'eval(x)', scope: 'module', line: 3 })]))
    const { compared } = compare(
      reportOf([problem({ path: 'a.py', quote: 'eval(y)', scope: 'module', line: 3 })]),
      baseline,
    ).report
    expect(compared).toMatchObject({ new: 1, unchanged: 0, fixed: [{ path: 'a.py', firstSeen: '2026-01-01' }] })
  })

  it('does not hide a finding of another file behind one that was fixed in a file that is still there', () => {
    const baseline = written(reportOf([problem({ path: 'a.py', quote: 'eval(x)', scope: 'module', line: 3 })]))
    const report = reportOf(
      [problem({ path: 'b.py', quote: 'eval(x)', scope: 'module', line: 3 })],
      [],
      ['a.py', 'b.py'],
    )
    expect(compare(report, baseline).report.compared).toMatchObject({ new: 1, unchanged: 0, fixed: [{ path: 'a.py' }] })
  })

  it('says nothing of files that were not read, and keeps what it knows of them', () => {
    const baseline = written(reportOf([problem({ path: 'a.py', quote: 'eval(x)', scope: 'module', line: 3 })]))
    const { report, kept } = compare(reportOf([], [], ['b.py']), baseline, ['a.py'])
    expect(report.compared).toMatchObject({ new: 0, unchanged: 0, fixed: [], unknown: 1 })
    expect(baselineOf(report, { today: '2026-02-02', previous: baseline, kept })).toEqual(baseline)
  })

  it('keeps the day on which each was first seen', () => {
    const [old, more] = ['eval(x)', 'eval(y)'].map(quote => problem({ path: 'a.py', quote, scope: 'module', line: 3 }))
    const previous = written(reportOf([old!]))
    const { report, kept } = compare(reportOf([old!, more!]), previous)
    const next = baselineOf(report, { today: '2026-02-02', previous, kept })
    expect(next.findings.map(({ firstSeen }) => firstSeen).sort()).toEqual(['2026-01-01', '2026-02-02'])
    expect(report.findings.map(({ standing }) => standing?.firstSeen)).toEqual([null, '2026-01-01'])
  })

  it('leaves facts out', () => {
    const fact = { ...problem({ path: 'a.py', quote: 'eval(x)', scope: 'module', line: 3 }), nature: 'fact' as const }
    expect(written(reportOf([fact]))).toEqual(NOTHING)
    expect(compare(reportOf([fact]), NOTHING).report.findings[0]!.standing).toBeUndefined()
  })
})

describe('links between files', () => {
  const link = (quotes: readonly string[]): CrossFinding => ({
    kind: 'undefined-setting',
    summary: 'PORT is read',
    severity: 'medium',
    nature: 'problem',
    files: ['a.py'],
    evidence: quotes.map((quote, k) => ({ path: 'a.py', line: k + 1, quote })),
    relevance: 0,
  })

  it.each([
    ['as they were', ['a', 'b'], { new: 0, unchanged: 1, fixed: 0 }],
    ['with an end less', ['b'], { new: 0, unchanged: 1, fixed: 0 }],
    ['with an end more', ['a', 'b', 'c'], { new: 1, unchanged: 0, fixed: 0 }],
    ['of other ends', ['x'], { new: 1, unchanged: 0, fixed: 1 }],
  ])('%s', (_, quotes, expected) => {
    const { compared } = compare(
      reportOf([], [link(quotes)], ['a.py']),
      written(reportOf([], [link(['a', 'b'])])),
    ).report
    expect({ new: compared.new, unchanged: compared.unchanged, fixed: compared.fixed.length }).toEqual(expected)
  })
})
