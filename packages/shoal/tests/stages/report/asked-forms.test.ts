// An answer out of relations in every form: the same figure everywhere, the figure first, nothing cut that is not counted.

import type { RunReport } from '@shoal/base/model/report'
import type { ReportPage } from '@shoal/base/model/report-page'
import { askedView } from '@shoal/base/report/asked-view'
import { figureText } from '@shoal/base/text/figure-text'
import { displayWidth } from '@shoal/base/text/printable'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reportHtml } from '../../../src/stages/report/html.ts'
import { reportJson } from '../../../src/stages/report/json.ts'
import { reportMarkdown } from '../../../src/stages/report/markdown.ts'
import { reportText } from '../../../src/stages/report/text.ts'
import { askedReport, grouped, listed } from './asked-report.ts'
import { HOSTILE, sampleFinding, sampleReport } from './sample-report.ts'

const view = { width: 80, color: false, verification: true }
const text = (report: RunReport, more = {}) => reportText(report, { ...view, ...more })
const markdown = (report: RunReport, more = {}) => reportMarkdown(report, { verification: true, ...more })
const html = (report: RunReport) => {
  const page = { shoal: '0', madeAt: null, report, charts: {}, problems: {}, excerpts: {} } as unknown as ReportPage
  return [...reportHtml(page, { script: '0', style: 'a{}' })].join('')
}
/** What a reader without scripts sees. */
const told = (page: string) => page.slice(page.indexOf('<noscript>'), page.indexOf('</noscript>'))

const FIGURES = [
  380365.07,
  192508.3,
  0,
  -12.5,
  0.00004,
  7,
  1e15,
  1234567.891,
  -0.1234,
  99.999,
  100.005,
  5040.83,
  1 / 3,
  886132.6400001,
]

describe('a figure', () => {
  it('is the same in text, Markdown, HTML and the answer of the JSON', () => {
    for (const value of FIGURES) {
      const figure = figureText(value)
      const report = askedReport({ text: `${figure}. Read as: x.`, readAs: 'x' })
      expect(reportJson(report).answer).toMatch(figure)
      expect(text(report).split('\n')[0]).toBe(figure)
      expect(markdown(report)).toContain(`**${figure}**`)
      expect(told(html(report))).toContain(`<strong>${figure}</strong>`)
    }
  })

  it('of a group is the same in the rows of every form, to the last digit that is told', () => {
    const report = askedReport(grouped(FIGURES.map((value, k) => [`group ${k}`, value])))
    const forms = [text(report, { full: true }), markdown(report, { full: true }), told(html(report))]
    for (const form of forms) for (const value of FIGURES) expect(form).toContain(figureText(value))
    expect((reportJson(report).question as { rows: { total: number }[] }).rows.map(row => row.total)).toEqual(FIGURES)
  })

  it('is never told as nothing, and never gains digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
        const told = Number(figureText(value).replaceAll(',', ''))
        expect(told === 0).toBe(value === 0)
        expect(Math.sign(told)).toBe(Math.sign(value) + 0)
        expect(Math.abs(told - value)).toBeLessThanOrEqual(Math.max(Math.abs(value) * 0.01, 1e-15))
      }),
    )
  })

  it('keeps what a file has as it is: codes, years and long decimals are no figures', () => {
    const report = askedReport(
      listed(
        ['code', 'year', 'exact'],
        [
          ['007', 2024, '12345678901234567890.5'],
          ['08', 2023, '1'],
        ],
      ),
    )
    for (const form of [text(report), markdown(report), told(html(report))]) {
      expect(form).toMatch(/007\b/)
      expect(form).toContain('2024')
      expect(form).toContain('12345678901234567890.5')
    }
  })
})

describe('the report of a question', () => {
  const groups = grouped(Array.from({ length: 30 }, (_, k) => [`land ${k}`, 100 - k]))

  it('says the figure first, then how it was read, the rows and their places, and lists no findings', () => {
    const report = askedReport(
      { ...groups, places: [{ path: 'a.csv', line: 2 }] },
      { answerEvidence: [{ path: 'a.csv', line: 2, quote: 'x,1' }] },
    )
    const shown = text(report)
    const order = ['land 0 (100) and 29 more', 'Read as: the total', 'country', 'land 9', '20 more rows', 'a.csv:2']
    const at = order.map(part => shown.indexOf(part))
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    expect(at[0]).toBe(0)
    expect(shown).not.toContain('Findings')
    expect(shown).not.toContain('Recommendations')
    expect(shown.replace(/\s+/g, ' ')).toContain(
      'Also found: 2 problems, 1 fact, 1 link between files. `shoal report analyze-x --full`',
    )
    expect(text(report, { full: true })).toContain('land 29')
    expect(text(report, { full: true })).toContain('SQL built from untrusted')
  })

  it('lists at most five findings that bear on one for problems, counts the others and tells none twice', () => {
    const findings = Array.from({ length: 12 }, (_, k) =>
      sampleFinding({ id: `f${k}`, key: `k${k}`, summary: `problem number ${k}.`, line: k + 1 }),
    )
    const answer = '12 problems.\n- problem number 0 (src/app.py:1)'
    const report = sampleReport({ findings, crossFile: [], answer, answerEvidence: [] })
    for (const form of [text(report), markdown(report)]) {
      expect(form.match(/problem number/g)).toHaveLength(5)
      expect(form).toContain('More: 7 problems')
      expect(form).toContain('Recommendations')
    }
    expect(text(report, { top: 7 }).match(/problem number/g)).toHaveLength(7)
    expect(text(report, { full: true }).match(/problem number \d+\./g)).toHaveLength(12)
  })

  it('lists nothing of what does not bear on it, and says how much that is', () => {
    const report = sampleReport({ query: 'who wrote the invoices?', answer: 'Nobody says.', answerEvidence: [] })
    expect(text(report)).toContain('Also found: 2 problems, 1 fact, 1 link between files.')
    expect(text(report)).not.toContain('SQL built from')
  })

  it('names what was not used before anything else that could mislead', () => {
    const report = askedReport({ status: 'partial', unused: ['Atlantis'], alternatives: ['the other one'] })
    for (const form of [text(report), markdown(report), told(html(report))]) {
      expect(form).toContain('In part: 32')
      expect(form).toContain('Atlantis')
      expect(form).toContain('the other one')
    }
  })

  it('keeps what a model says beyond the figure', () => {
    const report = askedReport({})
    const more = { ...report, answer: `${report.answer} claude says:\n- It is so (a.csv:2)` }
    expect(text(more)).toMatch(/^32\n[\s\S]*claude says:[\s\S]*It is so/)
    expect(markdown(more)).toContain('It is so')
  })

  it('shows the sentence of the analysts where that is the answer', () => {
    const report = { ...askedReport({ status: 'partial' }), answer: 'An analyst knows it.' }
    expect(askedView(report)).toBeNull()
    expect(text(report)).toMatch(/^An analyst knows it\./)
  })
})

const character = fc.constantFrom(...'aZ9 ,|漢字🙂é👩‍💻`<*_'.match(/./gu)!, '\t', '\n', '\u001b', '\u202e')
const word = fc.string({ unit: character, maxLength: 60 })
const value = fc.oneof(word, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null))

describe('rows on a terminal', () => {
  const tables = fc
    .tuple(
      fc.uniqueArray(fc.string({ unit: character, minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 9 }),
      fc.integer({ min: 1, max: 14 }),
    )
    .chain(([names, count]) =>
      fc.record({
        names: fc.constant(names.map((name, k) => `${k}${name}`)),
        rows: fc.array(fc.array(value, { minLength: names.length, maxLength: names.length }), {
          minLength: count,
          maxLength: count,
        }),
      }),
    )

  it('take no line wider than the terminal, whatever they hold', () => {
    fc.assert(
      fc.property(tables, fc.constantFrom(40, 80, 200), ({ names, rows }, width) => {
        for (const line of text(askedReport(listed(names, rows)), { width }).split('\n'))
          expect(displayWidth(line), JSON.stringify(line)).toBeLessThanOrEqual(width)
      }),
    )
  })

  it('show every value, or say which columns, how many rows and how many values are missing', () => {
    const words = (row: number, column: number, count: number) =>
      Array.from({ length: count }, (_, k) => `r${row}c${column}w${k}漢`).join(' ')
    const counts = fc.array(fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 7, maxLength: 7 }), {
      minLength: 2,
      maxLength: 14,
    })
    fc.assert(
      fc.property(counts, fc.constantFrom(40, 80, 200), (rows, width) => {
        const names = rows[0]!.map((_, column) => `column${column}`)
        const cells = rows.map((row, at) => row.map((count, column) => (count === 0 ? null : words(at, column, count))))
        const shown = text(askedReport(listed(names, cells)), { width }).replace(/\s+/g, ' ')
        const note = shown.slice(shown.indexOf('… '), shown.indexOf('Also found'))
        if (rows.length > 10) expect(note).toContain(`${rows.length - 10} more row`)
        const isMissing = (cell: string | null) => cell?.split(' ').some(word => !shown.includes(word)) ?? false
        const missing = cells
          .slice(0, 10)
          .flatMap(row =>
            row.flatMap((cell, column) => (isMissing(cell) && !note.includes(names[column]!) ? [cell] : [])),
          )
        const cut = Number(/(\d+) values? cut short/.exec(note)?.[1] ?? 0)
        expect(missing.length, shown).toBeLessThanOrEqual(cut)
      }),
    )
  })

  it('keep the words of a log line in sight, however long its head is', () => {
    const quote = `${'2024-06-10T06:13:05.420Z host-17 ERROR [worker-1] com.acme.Http: '.repeat(1)}connection refused by peer`
    const report = askedReport({}, { answerEvidence: [{ path: 'a.log', line: 1, quote }] })
    for (const width of [40, 80, 200])
      expect(text(report, { width }).replace(/\s*│\s*|\s+/g, ' ')).toContain('connection refused by peer')
  })

  it('have no colour unless it is asked for', () => {
    const report = askedReport(
      grouped([
        ['a', 1],
        ['b', 2],
        ['c', 3],
        ['d', 4],
      ]),
    )
    expect(text(report)).not.toContain('\u001b')
    expect(text(report, { color: true })).toContain('\u001b[1m')
  })
})

describe('content of files', () => {
  const hostile = [
    `${HOSTILE}</pre></table><img src=x onerror=alert(1)>`,
    '__proto__',
    'constructor',
    '```\n# evil',
    '',
  ]
  const report = askedReport({
    ...listed(
      hostile.map((name, k) => `${name}${k}`),
      [hostile, hostile],
    ),
    sql: [`SELECT '\`\`\`\n# evil ${hostile[0]}'`],
    readAs: `rows where \`a\` is "${hostile[0]}"`,
    text: `${hostile[0]}. Read as: rows where \`a\` is "${hostile[0]}".`,
  })

  it('stays text in every form', () => {
    expect(told(html(report))).not.toMatch(/<(?:script|img)/)
    const noCode = markdown(report)
      .replace(/^ *(`{3,})\w+\n[\s\S]*?\n *\1$/gm, '')
      .replace(/\\[\s\S]/g, '')
      .replace(/(`+)[^`][\s\S]*?\1(?!`)/g, '')
    expect(noCode).not.toMatch(/<(?:script|img)/)
    expect(noCode).not.toMatch(/^# evil/m)
    for (const full of [false, true]) expect(text(report, { full })).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  })

  it('named as properties of objects has no value of theirs', () => {
    const bare = askedReport({
      columns: [
        { name: 'constructor', holds: 'key' },
        { name: 'n', holds: 'measure' },
      ],
      rows: [{ n: 1 }, { n: 2 }],
    })
    expect(text(bare, { full: true })).not.toContain('function')
  })
})
