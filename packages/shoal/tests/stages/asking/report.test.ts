// The answer in every form: the same sentences with the same proof, and what files and models say stays text.

import type { AskReport } from '@shoal/base/model/asking'
import { inputText } from '@shoal/base/report/input-text'
import fc from 'fast-check'
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
  it('count a word once and weigh it by how rare it is: what stands in every line tells nothing', () => {
    const lines = Array.from({ length: 40 }, (_, k) => `${k + 1}| task ${'task '.repeat(k % 4)}of a task`)
    lines[25] = "26| if (kind === 'lost' && row.losses >= LOSS_LIMIT) {"
    const shown = tellingLines(
      ['a.ts, lines 1 to 40:', ...lines].join('\n'),
      'A task fails with LOSS_LIMIT losses of a task',
      6,
    )
    expect(shown).toEqual(['a.ts, lines 1 to 40:', '…', lines[25], '…'])
  })

  it('are with a row the names of its columns, of each table in a result', () => {
    const rows = Array.from({ length: 20 }, (_, k) => `item${k} | ${k + 300}`)
    const text = ['40 records, judged', 'label | records', 'late | 74', '', 'product | late', ...rows].join('\n')
    expect(tellingLines(text, 'Of item7 there are 307', 4)).toEqual([
      '40 records, judged',
      '…',
      'product | late',
      '…',
      'item7 | 307',
      '…',
    ])
  })

  it('are with a quoted line the one that it stands in', () => {
    const inner = Array.from({ length: 30 }, (_, k) => `${k + 4}|     task of the task ${k}`)
    const head = ['1| function giveBack(', '2|   kind: Kind,', '3| ): void {']
    const lines = ['a.ts, lines 1 to 36:', ...head, ...inner, '34|   if (kind) {', '35|     fail()', '36|   }']
    const shown = (quote: string) => tellingLines(lines.join('\n'), 'fail', 4, [quote]).filter(line => line !== '…')
    expect(shown('fail()')).toEqual([lines[0], '34|   if (kind) {', '35|     fail()'])
    expect(shown('if (kind) {')).toEqual([lines[0], head[0], '34|   if (kind) {', '35|     fail()'])
  })

  it('are always those that are quoted, with what follows from them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 60 }), fc.nat(), (count, at) => {
        const place = at % count
        const lines = Array.from({ length: count }, (_, k) => `${k + 1}| task of the workers, number ${k}`)
        lines[place] = `${place + 1}|   if (row.over) {`
        const claim = 'task of the workers, number 3, number 7, number 8 and number 9'
        const shown = tellingLines(['a.ts, lines:', ...lines].join('\n'), claim, 5, ['if (row.over) {'])
        expect(shown).toContain(lines[place])
        for (const next of lines.slice(place + 1, place + 3)) expect(shown).toContain(next)
        expect(shown.filter(line => line !== '…').length).toBeLessThanOrEqual(5)
      }),
    )
  })
})

describe('places', () => {
  const directory = '/srv/of/somebody/logs'
  const far: AskReport = {
    ...report,
    paths: [`${directory}/`],
    notes: [
      {
        id: 'N1',
        claim: 'It is so',
        isCause: false,
        quotes: [{ path: `${directory}/a.log`, line: 7, quote: `opened ${directory}/b.log` }],
        results: ['R2', 'R3', 'R4'],
      },
    ],
    sentences: [{ text: 'It is so.', cites: ['N1'], objection: null }],
    steps: [
      {
        number: 1,
        tool: 'sql',
        input: { query: `SELECT path, line FROM entries WHERE path LIKE '${directory}/a%'` },
        result: 'R2',
        text: `path | line\n${directory}/a.log | 7\n(1 row)`,
      },
      {
        number: 2,
        tool: 'search',
        input: { query: 'opened', mode: 'words' },
        result: 'R3',
        text: `1 line in 1 file:\n${directory}/a.log:7| opened ${directory}/b.log`,
      },
      {
        number: 3,
        tool: 'diff',
        input: { before: `${directory}/1.yaml`, after: `${directory}/2.yaml` },
        result: 'R4',
        text: `changed: ${directory}/1.yaml → ${directory}/2.yaml`,
      },
    ],
  }

  it('are told from the directory that was asked about; quotes and queries stay as they are', () => {
    const { text, markdown, html } = forms(far)
    for (const document of [text, markdown, html]) {
      expect(document).toMatch(/(?<![\w/])a\.log:7/)
      expect(document).toContain('a.log | 7')
      expect(document).toContain(`opened ${directory}/b.log`)
      expect(document).toContain(`LIKE '${directory}/a%'`.replaceAll("'", document === html ? '&#39;' : "'"))
      expect(document).toMatch(/Paths are told from `?\/srv\/of\/somebody\/logs\//)
    }
    expect(text).toContain('a.log:7| opened /srv')
    expect(text).toContain('diff 1.yaml → 2.yaml')
    expect(text).toContain('changed: 1.yaml → 2.yaml')
    expect(JSON.stringify(askJson(far))).toContain(`"path":"${directory}/a.log"`)
  })

  it('are told as they are where no directory was named, and from what several have in common', () => {
    expect(forms({ ...far, paths: ['.'] }).text).toContain(`${directory}/a.log:7`)
    const { text } = forms({ ...far, paths: [`${directory}/a.log`, '/srv/of/somebody/else'] })
    expect(text).toContain('      logs/a.log:7')
    expect(forms({ ...far, paths: [`${directory}/a.log`] }).text).toContain('      a.log:7')
  })
})

describe('what a tool was asked', () => {
  it.each([
    [{ before: 'a.yaml', after: 'b.yaml', key: [] }, 'a.yaml → b.yaml'],
    [{ before: 'a.csv', after: 'b.csv', key: ['id', 'day'] }, 'a.csv → b.csv, by id, day'],
    [{ query: 'pool  "x"', mode: 'words' }, '"pool \\"x\\"" (words)'],
    [{ query: 'pool', mode: 'text', paths: ['logs', 'b'], offset: 20 }, '"pool" in logs, b, from match 21 on'],
    [{ question: 'when?', passages: [{ path: 'a.log', from: 1, to: 80 }] }, '"when?" in a.log:1-80'],
    [{ question: 'when?', paths: ['logs'] }, '"when?" in logs'],
    [{ path: 'a.log', from: 3 }, 'a.log:3'],
    [{ query: 'SELECT 1' }, 'SELECT 1'],
    [{ code: 'var a\n= 1' }, 'var a = 1'],
    [{ other: 1 }, '{"other":1}'],
  ])('is told in words: %j', (input, text) => {
    expect(inputText({ input })).toBe(text)
  })
})
