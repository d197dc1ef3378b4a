// What to do: said once for all findings that ask for the same, and never by saying again what was found.

import type { Finding, Rule } from '@shoal/base/model/finding'
import type { CrossFinding } from '@shoal/base/model/report'
import { describe, expect, it } from 'vitest'
import { analyze } from '../../src/index.ts'
import { recommend } from '../../src/stages/recommend.ts'
import { memoryLedger } from '../../src/team.ts'

const MISSING = 'Fill in the missing values, or write down why they may be missing'

function problem(more: Partial<Finding> = {}): Finding {
  const { path = 'a.csv', line = 1, severity = 'medium' } = more
  return {
    id: `${path}:${line}`,
    type: 'missing_data',
    key: `${path}:${line}`,
    summary: `Something is wrong in line ${line} of ${path}`,
    severity,
    confidence: 'high',
    nature: 'problem',
    contentType: 'structured_data',
    path,
    line,
    endLine: line,
    evidence: 'x',
    verified: true,
    chunkIds: [],
    count: 1,
    weight: 0.5,
    places: [{ path, line, endLine: line, evidence: 'x', chunkId: null }],
    placeCount: 1,
    relevance: 0.5,
    advice: `Do this about ${path}`,
    ...more,
  }
}

function broken(id: string, more: Partial<Finding>): Finding {
  const rule: Rule = {
    id,
    concern: 'security',
    title: 'SQL built from untrusted text',
    explanation: 'It lets strangers in. Pass values as parameters; take names from a fixed list.',
  }
  const { advice: _, ...finding } = problem({ severity: 'high', type: 'vulnerability', rule, ...more })
  return finding
}

const link: CrossFinding = {
  kind: 'value-differs',
  summary: 'TIMEOUT is 5 in a.py but timeout is 30 in b.yaml',
  severity: 'medium',
  nature: 'problem',
  files: ['a.py', 'b.yaml'],
  evidence: [
    { path: 'a.py', line: 3, quote: 'TIMEOUT = 5' },
    { path: 'b.yaml', line: 4, quote: 'timeout: 30' },
  ],
  relevance: 0.5,
}

describe('a recommendation', () => {
  it('says where to begin, what it is about and what to do: the end of the explanation of a rule', () => {
    expect(recommend([broken('python.sql', { path: 'a.py', line: 26 })], [])).toEqual([
      'a.py:26 — SQL built from untrusted text: pass values as parameters; take names from a fixed list',
    ])
    expect(recommend([], [link])).toEqual([
      'a.py:3, b.yaml:4 — Value differs: read the value from the config, or make both the same',
    ])
    expect(recommend([problem({ advice: 'Remove the repeated rows' })], [])).toEqual([
      'a.csv:1 — Remove the repeated rows',
    ])
  })

  it('stands for all findings of a rule, in any language, with their number and that of their files', () => {
    const forty = Array.from({ length: 40 }, (_, n) =>
      broken(n % 2 ? 'python.sql' : 'ruby.sql', { path: `f${n % 7}.py`, line: 1 + n, relevance: n === 12 ? 0.6 : 0.5 }),
    )
    expect(recommend(forty, [])).toEqual([
      'f5.py:13, the first of 40 findings in 7 files — SQL built from untrusted text: pass values as parameters; take names from a fixed list',
    ])
  })

  it('leaves the number of files out where not all of them are known', () => {
    const many = [broken('a.sql', { placeCount: 90 }), broken('a.sql', { path: 'b.csv' })]
    expect(recommend(many, [])[0]).toMatch(/^a\.csv:1, the first of 2 findings — /)
  })

  it('names columns and paths, the first three of them, and no line break of theirs', () => {
    const named = ['city', 'state', 'zip\ncode', 'name', 'iata'].map((column, k) =>
      problem({ column, advice: MISSING, line: 9 + k }),
    )
    expect(recommend(named, [])).toEqual([
      'a.csv:9, the first of 5 findings — `city`, `state`, `zip\\ncode` and 2 more: fill in the missing values, or write down why they may be missing',
    ])
    const inJson = problem({ jsonPath: '$.a', advice: MISSING, path: 'a.json', character: 48213 })
    expect(recommend([inJson], [])[0]).toMatch(/^a\.json:1:48213 — `\$\.a`: fill in/)
  })

  it('gives the id of a rule whose title is all that the finding says', () => {
    const bare = broken('secret.password', { summary: 'SQL built from untrusted text.' })
    expect(recommend([bare], [])[0]).toMatch(/^a\.csv:1 — secret\.password: pass values/)
  })

  it('of what only a model says is to check it', () => {
    const { advice: _, ...said } = problem({ by: 'test:model', type: 'dead_code' })
    expect(recommend([said, { ...said, line: 7 }], [])).toEqual([
      'a.csv:1, the first of 2 findings — Check what test:model reports as dead code',
    ])
    expect(recommend([], [{ ...link, kind: 'model-link', by: 'test:model' }])).toEqual([
      'a.py:3, b.yaml:4 — Check the connection that test:model reports',
    ])
  })
})

describe('recommendations', () => {
  it('come by severity, then by what was asked, then by how many findings ask for them', () => {
    const findings = [
      problem({ path: 'one', relevance: 0.4 }),
      ...[1, 2, 3].map(line => problem({ path: 'three', line, relevance: 0.4 })),
      problem({ path: 'asked', relevance: 0.9 }),
      problem({ path: 'grave', severity: 'high', relevance: 0 }),
    ]
    expect(recommend(findings, []).map(text => /^\w+/.exec(text)![0])).toEqual(['grave', 'asked', 'three', 'one'])
  })

  it('leave trifles out where there is enough, and facts always', () => {
    const trifle = problem({ path: 'trifle', severity: 'low' })
    const others = ['a', 'b', 'c'].map(path => problem({ path }))
    expect(recommend([trifle, ...others], [])).toHaveLength(3)
    expect(recommend([trifle, ...others.slice(1)], [])).toHaveLength(3)
    expect(recommend([problem({ nature: 'fact' })], [{ ...link, nature: 'fact' }])).toEqual([])
  })

  it('are at most ten', () => {
    const many = Array.from({ length: 500 }, (_, n) => problem({ path: `p${n}` }))
    expect(recommend(many, [])).toHaveLength(10)
    expect(recommend([], [])).toEqual([])
  })

  it('of real files repeat no finding and no other recommendation', async () => {
    const paths = ['fixtures/logs', 'fixtures/code-analyst', 'fixtures/config-keys', 'examples/data']
    const report = await analyze(paths, { query: 'What looks wrong?', ledger: memoryLedger() })
    const advice = report.recommendations.map(text => text.slice(text.indexOf(' — ') + 3))
    expect(advice.length).toBeGreaterThan(3)
    expect(new Set(advice).size).toBe(advice.length)
    const said = [...report.findings, ...report.crossFile].map(({ summary }) => summary.replace(/\.$/, ''))
    for (const text of report.recommendations) {
      expect(text).not.toMatch(/Check what the analyst|Check the connection that the analyst/)
      expect(said.filter(summary => text.includes(summary))).toEqual([])
    }
  })
})
