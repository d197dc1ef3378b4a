// The page of a report as a file: nothing that it holds can leave its place, and nothing but its own script may run.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ReportPage } from '@shoal/base/model/report-page'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PageBundle, reportHtml } from '../../../src/stages/report/html.ts'
import { HOSTILE, sampleFinding, sampleReport } from './sample-report.ts'

const BUNDLE: PageBundle = { script: 'start("page")', style: 'body { color: red }' }

function pageWith(text: string, rest: Partial<ReportPage> = {}): ReportPage {
  const report = sampleReport({
    run: text,
    query: text,
    answer: `${text}\n- ${text}`,
    partial: text,
    recommendations: [text],
    findings: [sampleFinding({ summary: text, path: text, evidence: `${text}\nsecond line` })],
    warnings: [text],
  })
  return {
    shoal: '0.0.0',
    madeAt: 1,
    report,
    charts: { [text]: { together: [{ kind: 'facts', title: text, rows: [[text, 1]] }], files: [] } },
    problems: { [text]: { high: 1, medium: 0, low: 0 } },
    excerpts: { [text]: { windows: [{ line: 1, lines: [text] }], problem: text, isChanged: true } },
    ...rest,
  }
}

const html = (page: ReportPage, bundle = BUNDLE) => [...reportHtml(page, bundle)].join('')

const DATA = /<script type="application\/json" id="shoal-report">([\s\S]*?)<\/script>/

/** As a browser would read it. */
function dataOf(document: string): unknown {
  return JSON.parse(DATA.exec(document)![1]!)
}

const ATTACKS = [
  '</script><script>window.pwned = 1</script>',
  '</SCRIPT ><img src=x onerror=alert(1)>',
  '<!--<script>',
  '--><script>alert(1)</script>',
  ']]><svg onload=alert(1)>',
  '</noscript><script>alert(1)</script>',
  '</title></style><script>alert(1)</script>',
  `"'><img src=x onerror="alert(1)">`,
  "javascript:alert('1')",
  '\u2028\u2029\u0000\u001b[31m\ufeff',
  '\u202eevil\u2066 &lt;b&gt; &amp;',
  '\ud800 lone \udfff',
  '__proto__',
  HOSTILE,
]

describe('hostile content', () => {
  it.each(ATTACKS)('%j stays text', attack => {
    const page = pageWith(attack)
    const document = html(page)
    // What would begin an element, a comment or a section stands only where the document itself has one.
    const tags = document.match(/<[!/a-z][^>]*/gi)!
    expect(new Set(tags.map(tag => /^<\/?[!a-z]+\d?/i.exec(tag)![0].toLowerCase()))).toEqual(
      new Set(html(pageWith('plain')).match(/<\/?[!a-z]+\d?/gi)),
    )
    expect(tags.filter(tag => /^<script/i.test(tag))).toEqual([
      '<script type="application/json" id="shoal-report"',
      '<script',
    ])
    expect(tags.filter(tag => /\son[a-z]+\s*=/i.test(tag))).toEqual([])
    expect(dataOf(document)).toEqual(JSON.parse(JSON.stringify(page)))
    expect(DATA.exec(document)![1]).not.toMatch(/[<>&\u2028\u2029]/)
  })

  it('of any kind comes back as it was', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...ATTACKS))
    fc.assert(
      fc.property(texts, text => {
        const page = pageWith(text)
        const document = html(page)
        expect(dataOf(document)).toEqual(JSON.parse(JSON.stringify(page)))
        expect(document.match(/<\/?script/gi)).toHaveLength(4)
        expect(document.match(/<\/?noscript/gi)).toHaveLength(2)
      }),
      { numRuns: 200 },
    )
  })

  it('is text wherever a report that came from anywhere has it', () => {
    const attack = '<img src=x onerror=alert(1)>'
    const finding = { ...sampleFinding({}), severity: attack, nature: 'problem', line: attack, path: { [attack]: 1 } }
    const page = { ...pageWith('x'), report: sampleReport({ findings: [finding as never] }) }
    expect(html(page)).not.toContain('<img')
    expect(html(page)).toContain('<strong>&lt;img src=x onerror=alert(1)&gt;</strong>')
  })

  it('moves nothing about in the words for readers without scripts', () => {
    const [, words] = /<noscript>([\s\S]*)<\/noscript>/.exec(html(pageWith('a \u202eb\u0000')))!
    expect(words).toContain('<h1>a \\u202eb\\u0000</h1>')
    expect(words).toContain('<ul>\n<li>a \\u202eb\\u0000</li>\n</ul>')
    expect(words).toContain('<pre>a \\u202eb\\u0000\nsecond line</pre>')
  })
})

describe('the policy', () => {
  const policyOf = (document: string) =>
    /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(document)![1]!.split('; ')
  const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

  it('allows the very script and style that stand in the file, and nothing else', () => {
    const document = html(pageWith('x'))
    const [, script] = /<script>([\s\S]*?)<\/script>/.exec(document)!
    const [, style] = /<style>([\s\S]*?)<\/style>/.exec(document)!
    expect({ script, style }).toEqual(BUNDLE)
    expect(policyOf(document)).toEqual([
      "default-src 'none'",
      `script-src ${sha(script!)}`,
      `style-src ${sha(style!)}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
  })

  it('stands before anything it rules over', () => {
    const document = html(pageWith('x'))
    expect(document.indexOf('Content-Security-Policy')).toBeLessThan(document.search(/<style|<script|<title/))
    expect(document.indexOf('charset')).toBeLessThan(document.indexOf('Content-Security-Policy'))
  })

  it.each([
    ['script', 'a = "</script>"'],
    ['script', 'a = "<!-- <script>"'],
    ['script', 'a\r\nb'],
    ['style', 'a { content: "</STYLE>" }'],
  ] as const)('takes no %s that would not be read as it was hashed: %j', (part, text) => {
    expect(() => html(pageWith('x'), { ...BUNDLE, [part]: text })).toThrow('cannot stand in a file')
  })

  it('fits the page that was built', () => {
    const built = (name: string) => readFileSync(new URL(`../../../../../dist/page/${name}`, import.meta.url), 'utf8')
    const bundle = { script: built('report.js'), style: built('report.css') }
    const document = html(pageWith('x'), bundle)
    expect(policyOf(document)[1]).toBe(`script-src ${sha(bundle.script)}`)
    expect(document).not.toMatch(/(?:src|href)=["']?https?:/)
  })
})

describe('a large report', () => {
  it('is written in pieces, none of them large', () => {
    const findings = Array.from({ length: 10_000 }, (_, k) => sampleFinding({ id: `f${k}`, summary: `finding ${k}` }))
    const lines = Array.from({ length: 100 }, () => 'a line of text')
    const excerpts = Object.fromEntries(
      findings.slice(0, 500).map(({ id }) => [id, { windows: [{ line: 1, lines }], problem: null, isChanged: false }]),
    )
    const [type] = sampleReport({}).perType
    const listed = Array.from({ length: 500 }, (_, k) => ({
      ...type!.files[0]!,
      path: `${k}`,
      summary: 's'.repeat(400),
    }))
    const chart = {
      kind: 'facts' as const,
      title: 'f',
      rows: Array.from({ length: 50 }, () => ['l'.repeat(40), 1] as const),
    }
    const drawn = {
      together: [chart],
      files: listed.slice(0, 60).map(({ path }) => ({ path, charts: [chart, chart] })),
    }
    const windows = Array.from({ length: 2_000 }, (_, k) => ({ line: 200 * k + 1, lines }))
    const many = { windows, problem: null, isChanged: false }
    const page: ReportPage = {
      ...pageWith('x'),
      report: sampleReport({ findings, perType: [{ ...type!, files: listed }] }),
      charts: { [type!.contentType]: drawn },
      excerpts: { ...excerpts, many },
    }
    let longest = 0
    let size = 0
    let whole = ''
    for (const piece of reportHtml(page, BUNDLE)) {
      longest = Math.max(longest, piece.length)
      size += piece.length
      whole += piece
    }
    expect(size).toBeGreaterThan(5_000_000)
    expect(longest).toBeLessThan(100_000)
    expect(dataOf(whole)).toEqual(JSON.parse(JSON.stringify(page)))
  })

  it('tells readers without scripts of the gravest findings, and how many more there are', () => {
    const findings = Array.from({ length: 61 }, (_, k) => sampleFinding({ summary: `number ${k}.` }))
    const document = html({ ...pageWith('x'), report: sampleReport({ findings }) })
    expect(document.match(/<strong>high<\/strong>/g)).toHaveLength(50)
    expect(document).toContain('11 more findings, the charts')
  })

  it('tells them which findings are facts', () => {
    const findings = [sampleFinding({ nature: 'fact', severity: 'low' }), sampleFinding({ severity: 'medium' })]
    const document = html({ ...pageWith('x'), report: sampleReport({ findings }) })
    expect(document.match(/<strong>\w+<\/strong>/g)).toEqual(['<strong>fact</strong>', '<strong>medium</strong>'])
  })
})
