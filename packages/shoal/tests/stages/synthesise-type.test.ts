// Phase 1: reports of chunks and files become one report per type, with nothing counted twice and nothing lost.

import type { Answer, TypeSynthesis } from '@shoal/base/model/analyst'
import type { Finding } from '@shoal/base/model/finding'
import type { AnalystReport, AnalystResult } from '@shoal/base/model/report'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_FINDINGS, synthesiseType, type TypeContext } from '../../src/stages/synthesise-type.ts'
import { MOST_PLACES, uniteByKey } from '../../src/stages/unite.ts'
import { briefOf } from '../../src/text/question.ts'
import { openSource } from '../../src/text/source-file.ts'
import { withSource } from './verify-sources.ts'

function finding(key: string, path: string, line: number, more: Partial<Finding> = {}): Finding {
  const evidence = more.evidence ?? `${key} ${line}`
  return {
    id: `${key}-${path}-${line}`,
    type: 'missing_data',
    key,
    summary: `${key} is missing`,
    severity: 'medium',
    confidence: 'high',
    nature: 'problem',
    contentType: 'structured_data',
    path,
    line,
    endLine: line,
    verified: true,
    chunkIds: [`${path}#${Math.ceil(line / 100)}`],
    count: 1,
    weight: 0.5,
    placeCount: 1,
    relevance: 0.5,
    places: [{ path, line, endLine: line, evidence, chunkId: null }],
    ...more,
    evidence,
  }
}

function report(path: string, index: number, findings: readonly Finding[], first = index === 1): AnalystReport {
  return {
    filePath: path,
    chunkId: `${path}#${index}`,
    index,
    of: 2,
    relevant: true,
    findings,
    anchors: [{ role: 'column', name: `c${index}`, line: index, quote: 'x' }],
    missing: [],
    suggestedQueries: [],
    completeAnswer: null,
    metadata: {},
    verification: { quotes: findings.length, verified: findings.length, relocated: 0, rejected: 0 },
    rejected: [],
    lines: 100,
    bytes: 1000,
    survey: first ? { summary: path, figures: {}, panels: [], answers: [], topics: [], notes: [] } : null,
  }
}

const NOTHING: TypeSynthesis = { summary: 'together', metadata: { rows: 1 }, panels: [], findings: [], answers: [] }

function context(paths: readonly string[], together: Partial<TypeSynthesis> = {}): TypeContext {
  return {
    type: { name: 'structured_data', title: 'Tables' },
    analyst: { synthesise: () => ({ ...NOTHING, ...together }) },
    brief: briefOf(null),
    files: paths.map(path => ({ path, language: null, sizeBytes: 2000, lineCount: 200 })),
    openSource: path => openSource(path),
    signal: new AbortController().signal,
  }
}

const results = (...reports: AnalystReport[]): AnalystResult[] => reports.map(one => ({ reports: [one], unread: [] }))

describe('uniting', () => {
  it('sums counts and rows, takes the gravest severity and keeps all places', () => {
    const [united, ...others] = uniteByKey([
      finding('region', 'a.csv', 7, {
        count: 12,
        totalRows: 2400,
        summary: '12 of 2,400 rows have no region',
        stats: { missing: 12, percent: 0.5, mean: 3 },
      }),
      finding('region', 'b.csv', 3, {
        count: 30,
        totalRows: 600,
        severity: 'high',
        summary: '30 of 600 rows have no region',
        stats: { missing: 30, percent: 5, mean: 4 },
      }),
    ])
    expect(others).toEqual([])
    expect(united).toMatchObject({
      summary: '30 of 600 rows have no region (b.csv); in a.csv: 12 of 2,400 rows have no region',
      severity: 'high',
      count: 42,
      totalRows: 3000,
      placeCount: 2,
      path: 'b.csv',
      stats: { missing: 42, percent: 1.4, by_file: { 'a.csv': { mean: 3 }, 'b.csv': { mean: 4 } } },
    })
    expect(united!.stats).not.toHaveProperty('mean')
    expect(united!.places.map(({ path, line }) => `${path}:${line}`)).toEqual(['b.csv:3', 'a.csv:7'])
  })

  it('sums distributions value by value, the largest first', () => {
    const of = (path: string, ...pairs: [string, number][]) =>
      finding('plan', path, 1, { distribution: pairs.map(([value, count]) => ({ value, count })) })
    expect(
      uniteByKey([of('a.csv', ['team', 5], ['basic', 4]), of('b.csv', ['basic', 3], ['pro', 1])])[0]!.distribution,
    ).toEqual([
      { value: 'basic', count: 7 },
      { value: 'team', count: 5 },
      { value: 'pro', count: 1 },
    ])
  })

  it('counts what two chunks saw at the same place once', () => {
    const [united] = uniteByKey([
      finding('sql', 'a.py', 7, { evidence: 'query', chunkIds: ['c1'] }),
      finding('sql', 'a.py', 7, { evidence: 'query', chunkIds: ['c2'] }),
    ])
    expect(united).toMatchObject({ count: 1, placeCount: 1, chunkIds: ['c1', 'c2'] })
  })

  it('does not depend on the order: counts, rows, places and severity are the same', () => {
    const some = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', 'c'),
        path: fc.constantFrom('x.csv', 'y.csv'),
        line: fc.integer({ min: 1, max: 40 }),
        count: fc.integer({ min: 1, max: 9 }),
        severity: fc.constantFrom('high' as const, 'medium' as const, 'low' as const),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(some, drafts => {
        // The same place with the same quote is the same finding: then its count is the same too.
        const distinct = [...new Map(drafts.map(one => [`${one.key} ${one.path} ${one.line}`, one])).values()]
        const all = distinct.map(({ key, path, line, ...more }) => finding(key, path, line, more))
        const short = (findings: readonly Finding[]) =>
          findings
            .map(({ key, count, placeCount, severity, path, line }) => [key, count, placeCount, severity, path, line])
            .sort()
        expect(short(uniteByKey([...all].reverse()))).toEqual(short(uniteByKey(all)))
        const total = distinct.reduce((sum, { count }) => sum + count, 0)
        expect(uniteByKey(all).reduce((sum, { count }) => sum + count, 0)).toBe(total)
      }),
    )
  })

  it('lists every place up to a bound for the memory, and says how many there are', () => {
    const more = MOST_PLACES + 7
    const [bounded] = uniteByKey(Array.from({ length: more }, (_, n) => finding('x', `f${n}.csv`, 1)))
    expect(bounded!.places).toHaveLength(MOST_PLACES)
    expect(bounded!.placeCount).toBe(more)
    const many = Array.from({ length: 500 }, (_, n) => finding('x', `f${n}.csv`, 1))
    const [united] = uniteByKey(many)
    expect(united!.places).toHaveLength(500)
    expect(united).toMatchObject({ placeCount: 500, count: 500 })
    expect(united!.summary).toBe('x is missing (f0.csv); also in 499 other files')
  })
})

describe('one type', () => {
  it('joins chunks and files, sums what was read, and ranks', async () => {
    const made = await synthesiseType(
      results(
        report('a.csv', 1, [finding('low', 'a.csv', 1, { severity: 'low' })]),
        report('a.csv', 2, [finding('high', 'a.csv', 150, { severity: 'high' })]),
        report('b.csv', 1, [finding('fact', 'b.csv', 2, { nature: 'fact', severity: 'high' })]),
      ),
      context(['a.csv', 'b.csv', 'never-read.csv']),
    )
    expect(made.findings.map(({ key }) => key)).toEqual(['high', 'fact', 'low'])
    expect(made.read).toEqual({ files: 2, bytes: 3000, lines: 300 })
    expect(made.verification).toEqual({ quotes: 3, verified: 3, relocated: 0, rejected: 0 })
    expect(made.files.map(({ path, findings }) => [path, findings])).toEqual([
      ['a.csv', 2],
      ['b.csv', 1],
    ])
    expect(made.anchors.map(({ path, anchors }) => [path, anchors.length])).toEqual([
      ['a.csv', 2],
      ['b.csv', 1],
    ])
    expect(made).toMatchObject({
      contentType: 'structured_data',
      summary: 'together',
      findingCount: 3,
      metadata: { rows: 1 },
    })
  })

  it('checks what the analyst says about all files together like everything else', async () => {
    await withSource('id,region\n1,EU\n', async source => {
      const draft = {
        type: 'pattern',
        key: 'k',
        summary: 's',
        severity: 'low',
        confidence: 'high',
        nature: 'fact',
        path: source.file,
      } as const
      const made = await synthesiseType(
        results(report(source.file, 1, [])),
        context([source.file], {
          findings: [
            { ...draft, line: 1, evidence: 'id,region' },
            { ...draft, key: 'invented', line: 1, evidence: 'id,country' },
            { ...draft, key: 'gone', path: '/no/such/file', line: 1, evidence: 'id' },
          ],
        }),
      )
      expect(made.findings.map(({ key, verified }) => [key, verified])).toEqual([['k', true]])
      expect(made.verification).toEqual({ quotes: 3, verified: 1, relocated: 0, rejected: 2 })
      expect(made.rejected.map(({ quote }) => quote)).toEqual(['id,country', 'id'])
    })
  })

  it('puts findings that know their time in order', async () => {
    const at = (key: string, first_seen: string) => finding(key, 'a.log', 1, { stats: { first_seen } })
    const made = await synthesiseType(
      results(
        report('a.log', 1, [
          at('late', '2026-02-11T09:00:00Z'),
          at('early', '2026-02-11T08:00:00Z'),
          finding('x', 'a.log', 2),
        ]),
      ),
      context(['a.log']),
    )
    expect((made.metadata as { timeline: { time: string }[] }).timeline.map(({ time }) => time)).toEqual([
      '2026-02-11T08:00:00Z',
      '2026-02-11T09:00:00Z',
    ])
  })

  it('takes 50,000 files, keeps the most important findings and says how many there are', async () => {
    const paths = Array.from({ length: 50_000 }, (_, n) => `f${n}.csv`)
    const reports = paths.map((path, n) =>
      report(path, 1, [
        finding('shared', path, 1),
        finding(`own-${n}`, path, 2, { severity: n === 49_999 ? 'high' : 'low' }),
      ]),
    )
    const made = await synthesiseType([{ reports, unread: [] }], context(paths))
    expect(made.findingCount).toBe(50_001)
    expect(made.findings).toHaveLength(MOST_FINDINGS)
    expect(made.findings[0]!.key).toBe('own-49999')
    expect(made.findings.find(({ key }) => key === 'shared')).toMatchObject({ count: 50_000, placeCount: 50_000 })
    // Neither what is not kept nor what lists few of its places is missing in the counts of a file.
    const counted = new Set(made.files.slice(0, -1).map(file => JSON.stringify([file.findings, file.problems])))
    expect([...counted]).toEqual([JSON.stringify([2, { high: 0, medium: 1, low: 1 }])])
    expect(made.files.at(-1)).toMatchObject({ findings: 2, problems: { high: 1, medium: 1, low: 0 } })
  })

  it('counts facts of a file apart from its problems, and what unites chunks once', async () => {
    const made = await synthesiseType(
      [
        {
          reports: [
            report('a.csv', 1, [finding('k', 'a.csv', 1), finding('f', 'a.csv', 2, { nature: 'fact' })]),
            report('a.csv', 2, [finding('k', 'a.csv', 101)]),
          ],
          unread: [],
        },
      ],
      context(['a.csv']),
    )
    expect(made.files).toMatchObject([{ findings: 2, problems: { high: 0, medium: 1, low: 0 } }])
  })
})

describe('answers', () => {
  const answered = (path: string, count: number): AnalystReport => {
    const made = report(path, 1, [])
    const answer: Answer = {
      text: `${count} errors`,
      relevance: 0.9,
      evidence: [{ path, line: 1, quote: 'x' }],
      panel: { kind: 'facts', title: 'Errors', rows: [] },
      amount: { count, one: 'error', many: 'errors' },
    }
    return { ...made, survey: { ...made.survey!, answers: [answer, { ...answer, text: 'more', relevance: 0.6 }] } }
  }
  const paths = Array.from({ length: 120 }, (_, k) => `f${k}.log`)
  const reports = paths.map((path, k) => answered(path, k + 1))

  it('are heard of every file that the analyst lets speak, the first in full', async () => {
    const synthesise: TypeContext['analyst']['synthesise'] = files => ({
      ...NOTHING,
      answers: files.flatMap(({ answers }) => answers).slice(0, 3),
    })
    const { answers } = await synthesiseType(results(...reports), { ...context(paths), analyst: { synthesise } })
    expect(new Set(answers.map(({ path }) => path)).size).toBe(120)
    expect(answers.map(({ amount }) => amount!.count)).toEqual(Array.from({ length: 120 }, (_, k) => 120 - k))
    expect(answers.filter(({ panel, evidence }) => panel && evidence.length > 0)).toHaveLength(50)
  })

  it('of all files together stand for those of each', async () => {
    const joint: Answer = { text: '7,260 errors', relevance: 0.5, evidence: [] }
    const { answers } = await synthesiseType(results(...reports), context(paths, { answers: [joint] }))
    expect(answers).toEqual([joint])
  })
})
