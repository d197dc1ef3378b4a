// Every form of the report says what came from models, what it cost, and when it is not the whole.

import { usageSentence } from '@shoal/base/report/model-words'
import { displayWidth } from '@shoal/base/text/printable'
import { describe, expect, it } from 'vitest'
import { reportJson } from '../../../src/stages/report/json.ts'
import { reportMarkdown } from '../../../src/stages/report/markdown.ts'
import { reportSarif } from '../../../src/stages/report/sarif.ts'
import { reportText } from '../../../src/stages/report/text.ts'
import { readReport, sampleReading } from './read-report.ts'
import { sampleReport } from './sample-report.ts'

const view = { width: 100, color: false, top: 20, full: true, verification: true }
const PARTIAL = 'Partial report: the budget of $1 is spent; 3 of 9 chunks read.'

describe('what models say, as text', () => {
  const text = reportText(readReport(), view)

  it('is marked with the model beside its place, and nothing else is', () => {
    expect(text.match(/^ +src\/app\.py:3 {2}claude-haiku-4-5$/gm)).toHaveLength(1)
    expect(text).toMatch(/fails on rows without a region\n +src\/app\.py:3 {2}claude-sonnet-4-5\n/)
    expect(reportText(sampleReport(), view)).not.toContain('claude')
  })

  it('stands in a summary with its places, once', () => {
    expect(text).toContain('Summary  claude-sonnet-4-5\n  - One query is built from text. (src/app.py:3, a b#%.csv:7)')
    expect(text.match(/One query is built/g)).toHaveLength(1)
  })

  it('stands with each type when there is none over all, and not beside an answer that is the same', () => {
    expect(reportText(readReport({ reading: null }), view).match(/One query is built/g)).toHaveLength(2)
    expect(reportText(readReport({ query: null }), view)).not.toContain('One query is built')
  })

  it('is followed by what is open, what was thrown out, and what it cost and spared', () => {
    expect(text).toContain('Not answered by what was read\n  - who calls load\n')
    const flowing = text.replace(/\s+/g, ' ')
    expect(flowing).toContain('1 sentence of models not kept')
    expect(flowing).toContain(
      '12 model calls: 31,200 tokens in, 900 out, $0.0357; 3 results paid for before. Every line would have been 1,240,000 tokens.',
    )
  })

  it('stands with its type when it says more than the whole, under the name of the model', () => {
    const more = {
      ...sampleReading,
      by: 'claude-cli:sonnet',
      summary: [{ ...sampleReading.summary[0]!, text: 'Own.' }],
    }
    const report = readReport({ perType: readReport().perType.map(type => ({ ...type, reading: more })) })
    const own = reportText(report, view)
    expect(own.match(/\n {2}claude-cli:sonnet:\n {2}- Own\. \(src\/app\.py:3, a b#%\.csv:7\)\n/g)).toHaveLength(2)
    expect(reportMarkdown(report, view).match(/^ {2}- Own\. \(.*\) · claude-cli:sonnet$/gm)).toHaveLength(2)
  })

  it('has its thrown-out sentences counted over the run and all its types, each once', () => {
    const rejecting = (text: string) => ({ ...sampleReading, rejected: [{ text, reason: 'it cites nothing' }] })
    const perType = readReport().perType.map((type, k) => ({ ...type, reading: rejecting(`of type ${k}`) }))
    const all = reportText(readReport({ perType }), view).replace(/\s+/g, ' ')
    expect(all).toContain('3 sentences of models not kept')
  })

  it('tells what types leave open where nothing was made of all of them', () => {
    const open = { ...sampleReading, missing: Array.from({ length: 9 }, (_, k) => `question ${k}`) }
    const perType = readReport().perType.map(type => ({ ...type, reading: open }))
    const own = reportText(readReport({ perType, reading: null }), view)
    expect(own.match(/^ {2}- question \d$/gm)).toHaveLength(6)
    expect(own).toContain('  3 more with `--json`\n')
  })

  it('neither moves the cursor nor leaves the width', () => {
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
    for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(100)
  })
})

describe('a partial report', () => {
  const partial = readReport({ partial: PARTIAL })

  it('says so at the top and in its coverage', () => {
    const text = reportText(partial, view)
    expect(text.split('\n')[0]).toBe(`! ${PARTIAL}`)
    expect(text.slice(text.indexOf('\nCoverage'))).toContain(PARTIAL)
    const markdown = reportMarkdown(partial, view)
    expect(markdown.indexOf(`> **${PARTIAL}**`)).toBeLessThan(markdown.indexOf('## Answer'))
    expect(markdown.slice(markdown.indexOf('## Coverage'))).toContain(`- ${PARTIAL}`)
  })

  it('is no success for programs', () => {
    expect(reportJson(partial)).toMatchObject({ partial: PARTIAL })
    expect(reportSarif(partial, '1.0.0')).toMatchObject({
      runs: [
        {
          invocations: [
            {
              executionSuccessful: false,
              toolExecutionNotifications: [{ message: { text: PARTIAL } }, { level: 'warning' }],
            },
          ],
        },
      ],
    })
    const failed = [{ what: 'a.py', reason: 'no JSON' }]
    for (const [rest, executionSuccessful] of [
      [{}, true],
      [{ failed }, false],
    ] as const)
      expect(reportSarif(readReport(rest), '1.0.0')).toMatchObject({
        runs: [{ invocations: [{ executionSuccessful }] }],
      })
  })
})

describe('what models say, as Markdown', () => {
  const markdown = reportMarkdown(readReport(), view)

  it('is marked, cited and escaped', () => {
    expect(markdown).toContain('The loop never ends — `src/app.py:3` · claude-haiku-4-5')
    expect(markdown).toContain('- One query is built from text. (`src/app.py:3`, `a b#%.csv:7`) · claude-sonnet-4-5\n')
    expect(markdown).toContain('- Not kept: It happens 99 times. — 99: no such figure in what it cites')
    expect(markdown).toContain('## Not answered by what was read\n\n- who calls load\n')
    const overview = markdown.slice(markdown.indexOf('## Overview'), markdown.indexOf('## Per-File'))
    expect(overview).toContain('&lt;script&gt;')
    expect(overview).not.toContain('<script>')
  })

  it('keeps sentences of the answer out of its lists', () => {
    const answer = '- one (a:1)\n- two (b:2)\n14 problems in 2 files. x:y says:\n- three'
    expect(reportMarkdown(readReport({ answer }), view)).toContain(
      '## Answer\n\n- one (a:1)\n- two (b:2)\n\n14 problems in 2 files. x:y says:\n\n- three\n\nEvidence:\n\n- `src/app.py:3`: ',
    )
  })

  it('gives the reason for which a finding was rejected', () => {
    const reason = 'it states 7, which stands neither in its quote nor in the facts'
    const rejected = [{ path: 'a.py', line: 4, summary: 'seven calls', quote: 'call()', reason }]
    expect(reportMarkdown(readReport({ rejected }), view)).toContain(
      `- Rejected: seven calls — \`call()\`, \`a.py:4\`: ${reason}\n`,
    )
  })

  it('hides what was thrown out only when asked to', () => {
    expect(reportMarkdown(readReport(), { ...view, verification: false })).not.toContain('Not kept')
  })
})

describe('what models say, for programs', () => {
  it('is all in the JSON, in snake_case', () => {
    const json = JSON.parse(JSON.stringify(reportJson(readReport())))
    expect(json).toMatchObject({
      reading: sampleReading,
      partial: null,
      usage: { input_tokens: 31_200, cost_usd: 0.0357, cached: 3, whole_input_tokens: 1_240_000 },
      per_type: { source_code: { reading: sampleReading } },
    })
    const by = (json.findings as { by?: string }[]).map(finding => finding.by)
    expect(by).toEqual([undefined, undefined, undefined, 'anthropic:claude-haiku-4-5'])
    expect(JSON.stringify(json).match(/"[a-z]+[A-Z]\w*":/g) ?? []).toEqual([])
  })

  it('is told in SARIF by the properties of a result', () => {
    const { runs } = reportSarif(readReport(), '1.0.0') as {
      runs: [{ results: { ruleId: string; properties: { by?: string } }[] }]
    }
    const marked = runs[0].results.filter(({ properties }) => properties.by !== undefined)
    expect(marked.map(({ properties }) => properties.by)).toEqual([
      'anthropic:claude-haiku-4-5',
      'anthropic:claude-sonnet-4-5',
    ])
  })
})

describe('what was spent, in a sentence', () => {
  const usage = sampleReport().usage

  it.each([
    [{}, 'Built-in analysts; no model was called.'],
    [{ cached: 5 }, 'No model was called: 5 results paid for before.'],
    [
      { calls: 1, inputTokens: 1200, outputTokens: 3, costUsd: null },
      '1 model call: 1,200 tokens in, 3 out, price not known.',
    ],
    [{ calls: 2, inputTokens: 9, outputTokens: 3, costUsd: 12.5 }, '2 model calls: 9 tokens in, 3 out, $12.50.'],
  ])('%j: %s', (rest, sentence) => {
    expect(usageSentence({ usage: { ...usage, ...rest }, engine: 'built-in' })).toBe(sentence)
  })
})

describe('what a sceptic objects to', () => {
  const WHYS = ['it says more than line 3', 'no line tells a cause', 'only one end is shown']
  const plain = readReport()
  const doubted = readReport({
    findings: plain.findings.map(one => (one.by === undefined ? one : { ...one, objection: WHYS[0]! })),
    reading: {
      ...sampleReading,
      summary: sampleReading.summary.map((one, k) => (k === 0 ? { ...one, objection: WHYS[1]! } : one)),
    },
    crossFile: plain.crossFile.map(one => (one.by === undefined ? one : { ...one, objection: WHYS[2]! })),
  })

  it.each([
    ['text', (report: typeof doubted) => reportText(report, view)],
    ['Markdown', (report: typeof doubted) => reportMarkdown(report, view)],
    ['JSON', (report: typeof doubted) => JSON.stringify(reportJson(report))],
  ])('stands beside it as %s: finding, sentence and link', (_, form) => {
    const flowing = form(doubted).replace(/\s+/g, ' ')
    for (const why of WHYS) expect(flowing).toContain(why)
    for (const why of WHYS) expect(form(plain)).not.toContain(why)
  })

  it('stands in SARIF beside findings and links', () => {
    const sarif = JSON.stringify(reportSarif(doubted, '1.0.0'))
    for (const why of [WHYS[0]!, WHYS[2]!]) expect(sarif).toContain(why)
  })
})
