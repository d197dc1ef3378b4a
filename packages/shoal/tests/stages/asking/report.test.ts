// The answer in every form: the same sentences with the same proof, and what files and models say stays text.

import type { AskReport } from '@shoal/base/model/asking'
import { describe, expect, it } from 'vitest'
import { renumbered } from '../../../src/stages/asking/renumbered.ts'
import { askHtml } from '../../../src/stages/asking/report-html.ts'
import { askJson } from '../../../src/stages/asking/report-json.ts'
import { askMarkdown } from '../../../src/stages/asking/report-markdown.ts'
import { askText } from '../../../src/stages/asking/report-text.ts'
import { tellingLines } from '../../../src/stages/asking/telling-lines.ts'

const report: AskReport = {
  run: 'ask-logs',
  question: 'Why do orders fail?',
  paths: ['logs'],
  model: 'anthropic:large',
  subModel: 'anthropic:small',
  files: 2,
  bytes: 4_000_000,
  isWhole: false,
  skipped: [{ path: 'a.bin', reason: 'binary' }],
  usage: { inputTokens: 12_000, outputTokens: 900, costUsd: 0.25, calls: 7, cached: 0, wholeInputTokens: null },
  status: 'partial',
  sentences: [
    { text: '1,433 orders failed because the pool was set to 5.', cites: ['N2', 'N1'], objection: null },
    { text: 'It went on until noon.', cites: ['N2'], objection: 'no line says noon' },
  ],
  missing: ['who changed it'],
  rival: 'the network',
  notes: [
    {
      id: 'N1',
      claim: 'The pool was set to 5',
      isCause: false,
      quotes: [{ path: 'a.log', line: 7, quote: 'pool-size=5' }],
      results: [],
    },
    { id: 'N2', claim: '1,433 orders failed', isCause: false, quotes: [], results: ['R2'] },
    { id: 'N3', claim: 'Something else', isCause: false, quotes: [], results: ['R3'] },
  ],
  steps: [
    {
      number: 1,
      tool: 'sql',
      input: { query: 'SELECT count(*) FROM entries' },
      result: 'R2',
      text: 'count\n1433\n(1 row)',
    },
    { number: 2, tool: 'read', input: { path: 'no' }, result: null, text: 'no is not one of the 2 files' },
    { number: 3, tool: 'search', input: { query: 'x', mode: 'text' }, result: 'R3', text: 'No line matches.' },
  ],
  objected: 1,
  stopped: null,
}

const forms = (given: AskReport) => ({
  text: askText(given, { width: 100, color: false, full: false }),
  full: askText(given, { width: 100, color: false, full: true }),
  markdown: askMarkdown(given),
  html: askHtml(given, '1.0'),
  json: JSON.stringify(askJson(given)),
})

describe('every form', () => {
  it.each(Object.entries(forms(report)))('as %s has the answer, its doubts, its proof and its price', (_, document) => {
    for (const part of [
      'orders failed because the pool was set to 5.',
      'no line says noon',
      'who changed it',
      'the network',
    ])
      expect(document).toContain(part)
    for (const part of ['pool-size=5', 'SELECT count(*) FROM entries', '1433', 'anthropic:large', '0.25'])
      expect(document).toContain(part)
  })

  it('names what is open before what it rests on', () => {
    const { text } = forms(report)
    expect(text.indexOf('What is open')).toBeLessThan(text.indexOf('What it rests on'))
    expect(text).toContain('3 calls of tools, 2 cited as a result')
  })

  it('without an answer says why, and shows the notes', () => {
    const { text, markdown, html } = forms({
      ...report,
      sentences: [],
      missing: [],
      rival: null,
      stopped: 'the budget is spent',
    })
    for (const document of [text, markdown, html]) {
      expect(document).toContain('There is no answer: the budget is spent')
      expect(document).toContain('Something else')
    }
  })

  it('keeps what others wrote from being anything but text', () => {
    const evil = '<script>alert(1)</script>\u001b[31m\u202e</pre><img src=x onerror=1>```\n# head'
    const quote = { path: evil, line: 1, quote: evil }
    const hostile: AskReport = {
      ...report,
      question: evil,
      sentences: [{ text: evil, cites: ['N1'], objection: evil }],
      notes: [{ id: 'N1', claim: evil, isCause: false, quotes: [quote], results: ['R2'] }],
      steps: [{ number: 1, tool: evil, input: { query: evil }, result: 'R2', text: evil }],
      missing: [evil],
      rival: evil,
    }
    const { text, full, markdown, html } = forms(hostile)
    for (const document of [text, full, markdown, html]) {
      expect(document).not.toContain('\u001b')
      expect(document).not.toContain('\u202e')
    }
    expect(html).not.toMatch(/<(?:script|img)\b/)
    expect(html.match(/<\/pre>/g)).toHaveLength(html.match(/<pre>/g)!.length)
    expect(markdown).not.toMatch(/^# head/m)
  })
})

describe('notes', () => {
  it('are numbered as the answer cites them, without holes', () => {
    const { sentences, notes } = renumbered(report)
    expect(sentences.map(({ cites }) => cites)).toEqual([['N1', 'N2'], ['N1']])
    expect(notes.map(({ id, claim }) => [id, claim])).toEqual([
      ['N1', '1,433 orders failed'],
      ['N2', 'The pool was set to 5'],
      ['N3', 'Something else'],
    ])
  })
})

describe('the lines of a long result that are shown', () => {
  it('are those with the numbers of the claim, and the first', () => {
    const rows = Array.from(
      { length: 40 },
      (_, k) => `2026-05-04 ${String(k % 24).padStart(2, '0')}:00 | ${38_000 - k * 100} MB free`,
    )
    const lines = tellingLines(['time | message', ...rows].join('\n'), 'It fell from 38,000 MB to 34100 MB', 3)
    expect(lines[0]).toBe('time | message')
    expect(lines.join('\n')).toContain('| 38000 MB free')
    expect(lines.join('\n')).toContain('| 34100 MB free')
  })
})
