// The analyst of markup: elements are counted, planted faults found, clean pages left alone, text searched.
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { hostileTexts } from '../hostile-texts.ts'

const CLEAN = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Opening hours</title>
  <link rel="stylesheet" href="https://shop.example.com/a.css">
  <script src="app.js"></script>
</head>
<body>
  <h1 id="top-of-page">Opening <em>hours</em></h1>
  <p>The shop opens at <b>nine</b> in the morning
     and closes at six.
  <p>On Sundays it stays closed. See <a href="#parking">parking</a>.
  <ul>
    <li>Cash
    <li>Cards
  </ul>
  <img src="shop.png" alt="The shop">
  <h2 id="parking">Parking</h2>
  <p>There are twelve places behind the house.</p>
  <!-- a comment with <b>tags</b> over
       two lines -->
  <style>p > b { color: red }</style>
</body>
</html>
`

const FAULTY = `<!doctype html>
<html>
<body>
  <div id="a">
    <p id="a">One</p>
    <img src="x.png">
    <script src="http://cdn.shop-assets.com/a.js"></script>
    <form action="http://shop-login.com/login"><input name="user"></form>
    <a href="#nowhere">lost</a>
    <button onclick="go()">Go</button>
    <span>open
    <script>alert(1)</script>
  </div>
</section>
</body>
</html>
`

const XML = `<?xml version="1.0"?>
<orders>
  <order id="1"><total>10</total></order>
  <order id="2"><total>20</totl></order>
  <note>5 < 6</note>
`

const problems = (findings: readonly { nature: string; key: string; line: number }[]) =>
  findings.filter(({ nature }) => nature === 'problem').map(({ line, key }) => `${line} ${key}`)

describe('a page', () => {
  it('that is clean has no faults', async () => {
    const { findings, summary } = await surveyLawfully({ name: 'a.html', content: CLEAN })
    expect(problems(findings)).toEqual([])
    expect(summary).toContain('“Opening hours”')
  })

  it('shows its elements, attributes and headings', async () => {
    const { figures, anchors } = await surveyLawfully({ name: 'a.html', content: CLEAN })
    expect(figures).toMatchObject({
      dialect: 'html',
      root: 'html',
      elements: 20,
      by_element: { p: 3, li: 2, img: 1, h1: 1, h2: 1 },
      by_attribute: { id: 2, href: 2, src: 2 },
      headings: [
        { title: 'Opening hours', level: 0, line: 5 },
        { title: 'Opening hours', level: 1, line: 10 },
        { title: 'Parking', level: 2, line: 19 },
      ],
    })
    expect(anchors.map(({ role, name }) => `${role} ${name}`)).toEqual([
      'url https://shop.example.com/a.css',
      'path app.js',
      'path shop.png',
    ])
  })

  it('with planted faults shows them all', async () => {
    const { findings } = await surveyLawfully({ name: 'a.html', content: FAULTY })
    expect(problems(findings)).toEqual([
      '5 markup.duplicate-id',
      '6 markup.no-alt',
      '7 markup.http-resource',
      '8 markup.http-form',
      '9 markup.broken-link',
      '13 markup.mismatched',
    ])
    expect(findings.filter(({ nature }) => nature === 'fact').map(({ key }) => key)).toEqual([
      'markup.event-handler',
      'markup.inline-script',
    ])
  })

  it('answers with its text', async () => {
    const { answers } = await surveyLawfully({ name: 'a.html', content: CLEAN, query: 'When does the shop close?' })
    expect(answers[0]?.evidence[0]?.quote).toContain('closes at six')
    expect(answers[0]?.relevance).toBeGreaterThanOrEqual(0.8)
  })

  it('that is a template may leave tags open', async () => {
    const content = '<div>\n{% if user %}\n<b>{{ user }}\n{% endif %}\n<i>\n'
    const { findings } = await surveyLawfully({ name: 'a.html', content, type: 'markup' })
    expect(problems(findings)).toEqual([])
  })
})

describe('XML', () => {
  it('that is not well-formed says where', async () => {
    const { findings, figures } = await surveyLawfully({ name: 'a.xml', content: XML })
    expect(problems(findings)).toEqual(['2 markup.unclosed', '4 markup.mismatched', '5 markup.malformed'])
    expect(figures).toMatchObject({ root: 'orders', by_element: { order: 2, total: 2 }, max_depth: 3 })
  })

  it('is read through comments, CDATA and attributes over several lines', async () => {
    const content = '<a>\n<!-- <b> -->\n<![CDATA[ <c> text ]]>\n<d\n  x="1"\n  y=">"/>\n</a>\n'
    const { findings, figures } = await surveyLawfully({ name: 'a.xml', content, type: 'markup' })
    expect(problems(findings)).toEqual([])
    expect(figures).toMatchObject({ by_element: { a: 1, d: 1 }, by_attribute: { x: 1, y: 1 } })
  })
})

describe('the laws', () => {
  for (const [name, sample] of [
    ['a.html', FAULTY],
    ['a.xml', XML],
    ['a.tex', '\\section{One}\n\nText of one.\n'],
  ] as const)
    it.each(hostileTexts(sample))(`hold for ${name} as %s`, async (_, content) => {
      await surveyLawfully({ name, content, type: 'markup', query: 'Which words are open?' })
    })
})
