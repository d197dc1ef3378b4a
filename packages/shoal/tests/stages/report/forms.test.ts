import { displayWidth } from '@shoal/base/text/printable'
import { describe, expect, it } from 'vitest'
import { reportJson } from '../../../src/stages/report/json.ts'
import { reportMarkdown } from '../../../src/stages/report/markdown.ts'
import { reportText } from '../../../src/stages/report/text.ts'
import { sampleFinding, sampleReport } from './sample-report.ts'

const view = { width: 100, color: false, top: 20, full: true, verification: true }

describe('the report as text', () => {
  it('opens with the answer, then findings with their places and quotes', () => {
    const text = reportText(sampleReport(), view)
    const order = [
      'Two problems',
      'Findings',
      'high',
      'src/app.py:3',
      '│ query =',
      'Across files',
      'Recommendations',
      'Coverage',
      'Question: What is wrong?',
    ]
    expect(text).toMatch(/^Two problems/)
    let at = -1
    for (const part of order) {
      const next = text.indexOf(part, at + 1)
      expect(next, `${part} comes after what stands before it`).toBeGreaterThan(at)
      at = next
    }
    expect(text).toContain('2 problems: 1 high, 1 medium; 1 fact')
    expect(text).toContain('Read all of 2 files: 18 lines, 200 B; 1 left out. 5 of 5 tasks completed.')
    expect(text).toContain('3 quotes checked against the files: 2 verified (1 with the line corrected), 1 rejected.')
  })

  it('lets nothing of a file move the cursor, colour or reorder the text', () => {
    const text = reportText(sampleReport(), view)
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  })

  it('stays within the width of the terminal', () => {
    for (const width of [40, 60, 100])
      for (const line of reportText(sampleReport(), { ...view, width }).split('\n'))
        expect(displayWidth(line), JSON.stringify(line)).toBeLessThanOrEqual(width)
  })

  it('says how many findings it does not show, and how to see them', () => {
    const findings = Array.from({ length: 50 }, (_, k) => sampleFinding({ id: `f${k}`, key: `k${k}` }))
    const text = reportText(sampleReport({ findings }), { ...view, top: 10 })
    expect(text.match(/SQL built from untrusted/g)).toHaveLength(10)
    expect(text).toContain('40 more: `shoal report analyze-x --full`')
  })

  it('never states a total without what was read of how much', () => {
    const coverage = {
      ...sampleReport().coverage,
      filesRead: 1,
      bytesRead: 100,
      linesRead: 9,
      tasksCompleted: 4,
      tasksFailed: 1,
    }
    const failed = [{ what: 'Analyze b.csv', reason: 'b.csv has changed since it was analysed' }]
    const text = reportText(sampleReport({ coverage, failed }), view)
    expect(text).toContain(
      'Read 1 of 2 files, 9 of 18 lines, 100 B of 200 B; 1 left out. 4 of 5 tasks completed, 1 failed.',
    )
    expect(text).toContain('b.csv has changed since it was analysed')
  })

  it('draws bars in proportion and sparklines with their highest value', () => {
    const text = reportText(sampleReport(), view)
    const bars = text.split('\n').filter(line => line.includes('%') && line.includes('█'))
    const lengths = bars.slice(0, 2).map(line => line.match(/█/g)!.length)
    expect(lengths[0]! / lengths[1]!).toBeGreaterThan(3)
    expect(text).toContain('▁█')
    expect(text).toContain('max 9')
  })

  it('hides quote verification only when asked to', () => {
    expect(reportText(sampleReport(), { ...view, verification: false })).not.toContain('quotes checked')
  })
})

describe('the report as Markdown', () => {
  it('has the sections of the synthesis in their order', () => {
    const markdown = reportMarkdown(sampleReport(), view)
    const headings = markdown.match(/^## .*$/gm)
    expect(headings).toEqual([
      '## Answer',
      '## Overview',
      '## Per-File Findings',
      '## Cross-File Analysis',
      '## Recommendations',
      '## Figures',
      '## Coverage',
    ])
    expect(markdown).toContain('`src/app.py:3`')
  })

  it('lets no content become markup: no raw HTML, no links, no headings, no broken tables', () => {
    const markdown = reportMarkdown(sampleReport(), view)
    const outsideCode = markdown
      .replace(/^ *(`{3,})text\n[\s\S]*?\n *\1$/gm, '')
      .replace(/\\[\s\S]/g, '')
      .replace(/(`+)[^`][\s\S]*?\1(?!`)/g, '')
    expect(markdown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/)
    expect(outsideCode).not.toMatch(/<script/i)
    expect(outsideCode).not.toMatch(/(?<!\\)\[a(?<!\\)\]\(/)
    for (const line of outsideCode.split('\n').filter(row => row.startsWith('| ')))
      expect(line.replaceAll('\\|', '').match(/\|/g)!.length, line).toBeLessThanOrEqual(4)
  })

  it('fences quotes so that they cannot end their fence', () => {
    const markdown = reportMarkdown(
      sampleReport({ findings: [sampleFinding({ evidence: 'a\n```\n# not a heading\n````' })] }),
      view,
    )
    const fence = /^ {2}(`{5,})text$/m.exec(markdown)
    expect(fence).not.toBeNull()
  })
})

describe('the report as JSON', () => {
  it('has the keys that scripts rely on, in snake_case', () => {
    const json = reportJson(sampleReport())
    for (const key of [
      'run',
      'query',
      'goal',
      'engine',
      'files',
      'skipped',
      'findings',
      'per_type',
      'cross_file',
      'recommendations',
      'answer',
      'coverage',
      'verification',
      'usage',
      'warnings',
    ])
      expect(json).toHaveProperty(key)
    const camel = JSON.stringify(json).match(/"[a-z]+[A-Z]\w*":/g) ?? []
    expect(camel).toEqual([])
  })

  it('gives findings as the contract has them', () => {
    const [first, , third] = reportJson(sampleReport()).findings as Record<string, unknown>[]
    expect(first).toMatchObject({
      id: 'f0',
      type: 'vulnerability',
      content_type: 'source_code',
      line: 3,
      end_line: 3,
      verified: true,
      chunk_ids: ['c1'],
      count: 1,
    })
    expect(third!.distribution).toEqual(
      Object.fromEntries([
        ['EU', 7],
        ['__proto__', 2],
      ]),
    )
  })
})
