// Which findings are listed, and how that is kept in the address.

import type { Finding } from '@shoal/base/model/finding'
import type { CrossFinding } from '@shoal/base/model/report'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ACROSS,
  type Filter,
  filterParams,
  NO_FILTER,
  ORDERS,
  RowIndex,
  readFilter,
  wordsOf,
} from '../src/report/findings/filter.ts'
import { rowsOf } from '../src/report/findings/row.ts'
import { rowsInSight } from '../src/report/findings/virtual-rows.ts'

function finding(id: string, more: Partial<Finding>): Finding {
  const place = { path: more.path ?? 'a.log', line: more.line ?? 1, endLine: 1, evidence: 'x', chunkId: null }
  return {
    ...{ id, type: 'burst', key: id, summary: `finding ${id}`, severity: 'high', confidence: 'high' },
    ...{ nature: 'problem', line: 1, endLine: 1, evidence: 'x', contentType: 'log', path: 'a.log', verified: true },
    ...{ chunkIds: [], count: 1, weight: 0.5, places: [place], placeCount: 1, relevance: 0.5, ...more },
  } as Finding
}

const cross: CrossFinding = {
  ...{ kind: 'value-differs', summary: 'TIMEOUT is 5 here, 30 there', severity: 'medium', nature: 'problem' },
  files: ['a.log', 'c.yaml'],
  evidence: [
    { path: 'a.log', line: 3, quote: 'TIMEOUT = 5' },
    { path: 'c.yaml', line: 4, quote: 'timeout: 30' },
  ],
  relevance: 0.5,
}

const findings = [
  finding('h1', { summary: 'Burst of errors', evidence: 'GatewayTimeout: /charge', count: 48 }),
  finding('m1', { severity: 'medium', path: 'b.csv', contentType: 'structured_data', type: 'missing_data', line: 7 }),
  finding('l1', { severity: 'low', by: 'anthropic:claude', path: 'b.csv', contentType: 'structured_data', line: 2 }),
  finding('f1', {
    nature: 'fact',
    type: 'distribution',
    rule: { id: 'r.x', title: 'T', explanation: '', cwe: 'CWE-89', concern: 'security' },
  }),
]
const rejected = [
  { path: 'a.log', line: 9, summary: 'made up', quote: 'no such line', reason: 'it is not in the file' },
]
const index = new RowIndex(rowsOf({ findings, crossFile: [cross], rejected }))
const ids = (change: Partial<Filter>) => index.select({ ...NO_FILTER, ...change }).map(({ id }) => id)

describe('the list', () => {
  it('holds links between files behind their equals, and no rejected quote', () => {
    expect(ids({})).toEqual(['h1', 'm1', 'across-1', 'l1', 'f1'])
  })

  it('is searched by place, on a long line by the character too', () => {
    const long = new RowIndex(
      rowsOf({
        findings: [finding('a', { line: 1, character: 48_213 }), finding('b', { line: 1, character: 7 })],
        crossFile: [{ ...cross, evidence: [{ path: 'd.json', line: 1, character: 90, quote: 'x' }] }],
        rejected: [],
      }),
    )
    const found = (search: string) => long.select({ ...NO_FILTER, search }).map(({ id }) => id)
    expect(found('a.log:1')).toEqual(['a', 'b'])
    expect(found('a.log:1:48213')).toEqual(['a'])
    expect(found('d.json:1:90')).toEqual(['across-1'])
  })

  it('is narrowed by every filter', () => {
    expect(ids({ severity: 'high' })).toEqual(['h1'])
    expect(ids({ nature: 'fact' })).toEqual(['f1'])
    expect(ids({ contentType: 'structured_data' })).toEqual(['m1', 'l1'])
    expect(ids({ contentType: ACROSS })).toEqual(['across-1'])
    expect(ids({ kind: 'distribution' })).toEqual(['f1'])
    expect(ids({ file: 'c.yaml' })).toEqual(['across-1'])
    expect(ids({ by: 'model' })).toEqual(['l1'])
    expect(ids({ verified: 'no' })).toEqual(['rejected-1'])
    expect(ids({ verified: 'yes', severity: 'medium' })).toEqual(['m1', 'across-1'])
  })

  it('is searched in all that is said of a finding, all words at once', () => {
    expect(ids({ search: 'gatewaytimeout burst' })).toEqual(['h1'])
    expect(ids({ search: '"b.csv:7"' })).toEqual(['m1'])
    expect(ids({ search: 'cwe-89' })).toEqual(['f1'])
    expect(ids({ search: 'timeout: 30' })).toEqual(['across-1'])
    expect(ids({ search: '.*' })).toEqual([])
  })

  it('is put in another order without losing any', () => {
    expect(ids({ order: 'place' })).toEqual(['h1', 'f1', 'across-1', 'l1', 'm1'])
    expect(ids({ order: 'count' })[0]).toBe('h1')
  })

  it('keeps words in quotation marks together', () => {
    expect(wordsOf(' "Gateway Timeout"  order ')).toEqual(['gateway timeout', 'order'])
    expect(wordsOf('"unclosed phrase')).toEqual(['unclosed', 'phrase'])
  })
})

describe('the address of a list', () => {
  it('is read as it was written', () => {
    const word = fc.option(fc.string({ minLength: 1 }), { nil: null })
    const filter = fc.record<Filter>({
      search: fc.string(),
      severity: fc.constantFrom('high', 'medium', 'low', null),
      nature: fc.constantFrom('problem', 'fact', null),
      contentType: word,
      kind: word,
      file: word,
      verified: fc.constantFrom('yes', 'no', null),
      by: fc.constantFrom('program', 'model', null),
      order: fc.constantFrom(...ORDERS),
    })
    fc.assert(
      fc.property(filter, given => {
        const kept = Object.entries(filterParams(given)).filter((entry): entry is [string, string] => !!entry[1])
        expect(readFilter(new URLSearchParams(kept))).toEqual(given)
      }),
    )
  })

  it('gives way to nonsense', () => {
    expect(readFilter(new URLSearchParams('severity=huge&order=size&verified=maybe'))).toEqual(NO_FILTER)
  })
})

describe('rows in sight', () => {
  it('are drawn, the others are room above and below', () => {
    const view = fc.record({ top: fc.nat({ max: 1_000_000 }), height: fc.integer({ min: 1, max: 3000 }) })
    fc.assert(
      fc.property(view, fc.nat({ max: 10_000 }), fc.integer({ min: 20, max: 100 }), (view, count, rowHeight) => {
        const { from, to, above, below } = rowsInSight(view, count, rowHeight)
        expect(above + (to - from) * rowHeight + below).toBe(count * rowHeight)
        const first = Math.floor(view.top / rowHeight)
        if (first < count) {
          expect(from).toBeLessThanOrEqual(first)
          expect(to * rowHeight).toBeGreaterThanOrEqual(Math.min(count * rowHeight, view.top + view.height))
        }
        expect(to - from).toBeLessThanOrEqual(view.height / rowHeight + 22)
      }),
    )
  })
})
