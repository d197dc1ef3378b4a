// Several files together: cycles, copies, unused definitions, and one answer over all.

import type { SurveyedFile } from '@shoal/base/model/analyst'
import { describe, expect, it } from 'vitest'
import { analyst } from '../../../src/content/source-code/analyst.ts'
import { briefOf } from '../../../src/text/question.ts'
import { memorySource } from '../../text/code/memory-source.ts'

const LANGUAGES: Readonly<Record<string, string>> = { py: 'python', ts: 'typescript', java: 'java', h: 'c', c: 'c' }

async function together(files: Readonly<Record<string, string>>, query: string | null = null) {
  const brief = briefOf(query)
  const surveyed: SurveyedFile[] = []
  for (const [path, content] of Object.entries(files)) {
    const source = memorySource(content, path)
    const language = LANGUAGES[path.split('.').at(-1)!]!
    const lineCount = content.split('\n').length - 1
    const about = { path, contentType: 'source_code', language, sizeBytes: source.sizeBytes, lineCount, chunks: [] }
    const task = { about, brief, signal: new AbortController().signal, onRead: () => {} }
    const stretch = { start: 0, end: source.size, line: 1, chunks: [] }
    const survey = await analyst.survey([await analyst.read(source, stretch, task)], source, task)
    const { findings: _findings, anchors: _anchors, answers: _answers, ...rest } = survey
    surveyed.push({ ...rest, path, language, sizeBytes: source.sizeBytes, lineCount, findings: [], answers: [] })
  }
  const synthesis = analyst.synthesise(surveyed, brief)
  for (const { path, line, evidence } of synthesis.findings)
    expect(files[path]!.split('\n')[line - 1]).toContain(evidence)
  for (const { evidence } of synthesis.answers)
    for (const { path, line, quote } of evidence) expect(files[path]!.split('\n')[line - 1]).toContain(quote)
  return synthesis
}

const told = ({ findings }: Awaited<ReturnType<typeof together>>, rule: string) =>
  findings.filter(one => one.rule!.id === rule).map(({ path, line, summary }) => `${path}:${line} ${summary}`)

describe('imports between files', () => {
  it('names every cycle, and the line of every import on it', async () => {
    const synthesis = await together({
      'src/a.ts': "import { b } from './b.ts'\nexport const a = b\n",
      'src/b.ts': "import { c } from './sub/c.js'\nexport const b = c\n",
      'src/sub/c.ts': "\nimport { a } from '../a'\nexport const c = () => a\n",
      'src/d.ts': "import { e } from './e.ts'\nexport const d = e\n",
      'src/e.ts': "import { d } from './d.ts'\nexport const e = () => d\n",
    })
    expect(told(synthesis, 'code.import-cycle')).toEqual([
      'src/a.ts:1 Import cycle of 3 files: src/a.ts → src/b.ts → src/sub/c.ts → src/a.ts (lines 1, 1, 2).',
      'src/d.ts:1 Import cycle of 2 files: src/d.ts → src/e.ts → src/d.ts (lines 1, 1).',
    ])
    expect(synthesis.metadata).toMatchObject({
      imports_between_files: 5,
      import_cycles: [
        ['src/a.ts', 'src/b.ts', 'src/sub/c.ts'],
        ['src/d.ts', 'src/e.ts'],
      ],
    })
  })

  it('follows packages of Python', async () => {
    const synthesis = await together({
      'app/__init__.py': '',
      'app/a.py': 'from .b import x\n\n\ndef y():\n    return x\n',
      'app/b.py': 'from app import a\n\n\ndef x():\n    return a.y\n',
    })
    expect(told(synthesis, 'code.import-cycle')).toEqual([
      'app/a.py:1 Import cycle of 2 files: app/a.py → app/b.py → app/a.py (lines 1, 1).',
    ])
  })

  it('takes types and imports inside of functions for what they are', async () => {
    const synthesis = await together({
      'a.ts': "import type { B } from './b.ts'\nexport const a = (b: B) => b\n",
      'b.ts': "import { a } from './a.ts'\nexport type B = typeof a\n",
      'c.py': 'import d\n\n\ndef c():\n    return d.d()\n',
      'd.py': 'def d():\n    import c\n    return c.c()\n',
    })
    expect(told(synthesis, 'code.import-cycle')).toEqual([])
  })
})

describe('definitions', () => {
  it('names what no file uses', async () => {
    const synthesis = await together({
      'main.py':
        'from lib import used, other, third\n\n\ndef main():\n    used()\n    other()\n    third()\n\n\nmain()\n',
      'lib.py':
        'def used():\n    return helper()\n\n\ndef helper():\n    return 1\n\n\ndef gone():\n    return gone\n\n\ndef other():\n    return 2\n\n\n@route("/")\ndef hook():\n    return 3\n\n\ndef third():\n    return TABLE["by_name"]()\n\n\ndef by_name():\n    return 4\n',
    })
    expect(told(synthesis, 'code.unused-definition')).toEqual([
      'lib.py:9 The function `gone` is used nowhere in the 2 source files that were read.',
    ])
  })

  it('takes a library for what it is', async () => {
    const synthesis = await together({
      'lib.py': Array.from({ length: 10 }, (_, i) => `def f${i}():\n    return ${i}\n`).join('\n\n'),
    })
    expect(synthesis.findings.map(({ nature, count }) => ({ nature, count }))).toEqual([{ nature: 'fact', count: 10 }])
  })
})

const BLOCK = (name: string, item: string) => `def ${name}(${item}s, limit):
    total = 0
    for ${item} in ${item}s:
        if ${item}.amount is None:
            continue
        if ${item}.amount > limit and not ${item}.closed:
            total += ${item}.amount * ${item}.rate
        else:
            total += min(${item}.amount, limit)
    if total < 0:
        raise ValueError("negative total")
    return round(total, 2)
`

describe('copies', () => {
  it('tells a block of three files once', async () => {
    const synthesis = await together({
      'a.py': BLOCK('sum_orders', 'order'),
      'b.py': BLOCK('sum_bills', 'bill'),
      'c.py': BLOCK('sum_rows', 'row'),
    })
    const copies = synthesis.findings.filter(({ rule }) => rule!.id === 'code.duplicate')
    expect(copies.map(({ summary }) => summary.replace(/\d+–\d+/g, 'n–m').replace(/^About \d+/, 'About n'))).toEqual([
      'About n lines stand in 3 files: a.py:n–m and b.py:n–m, and in c.py, names apart.',
    ])
  })

  it('tells both places', async () => {
    const synthesis = await together({
      'a.py': `import x\n\n\n${BLOCK('sum_orders', 'order')}`,
      'b.py': `${BLOCK('sum_bills', 'bill')}\n\nprint(sum_bills([], 1))\n`,
    })
    const [first, ...more] = synthesis.findings.filter(({ rule }) => rule!.id === 'code.duplicate')
    expect(more).toEqual([])
    expect(first).toMatchObject({ path: 'a.py', line: 4, evidence: 'def sum_orders(orders, limit):' })
    expect(first!.stats).toMatchObject({ second: { path: 'b.py', quote: 'def sum_bills(bills, limit):' } })
    expect(first!.summary).toMatch(
      /^About \d+ lines stand in two files: a\.py:\d+–1[3-5] and b\.py:\d+–1[0-2], names apart\.$/,
    )
  })
})

describe('answers', () => {
  const FILES = {
    'shop/cart.py':
      'LIMIT = 3\n\n\nclass Cart:\n    def add(self, item):\n        # TODO: check stock\n        self.items.append(item)\n',
    'shop/till.py':
      'from shop.cart import Cart\n\n\ndef pay(items):\n    cart = Cart()\n    for item in items:\n        if item and item.price > 0 or item.free:\n            cart.add(item)\n    return cart\n',
  }

  it.each<[string, number, RegExp]>([
    ['where is Cart defined?', 0.9, /^`Cart` \(class\) is defined at shop\/cart\.py:4\. It reads `class Cart`\.$/],
    ['where is LIMIT defined', 0.9, /^`LIMIT` \(constant\) is defined at shop\/cart\.py:1\./],
    ['who calls pay?', 0, /^$/],
    ['where is Cart used?', 0.9, /^`Cart` is used on 2 lines of 1 file, 1 of them calls: shop\/till\.py:5\.$/],
    ['what depends on shop.cart?', 0.8, /^1 file imports it: shop\/till\.py:1 \(`shop\.cart`\)\.$/],
    [
      'which functions are the most complex?',
      0.9,
      /^Of 2 functions, 0 have a cyclomatic complexity over 10\. The most complex: `pay` \(5, shop\/till\.py:4\)/,
    ],
    ['list the TODOs', 0.9, /^1 comment in 1 file marks unfinished work: TODO check stock \(shop\/cart\.py:6\)\.$/],
    ['what is the public API?', 0.8, /can be used from outside: `Cart`, `add`, `pay`/],
    [
      'how is the code structured?',
      0.8,
      /^2 source files with 11 lines of code in python \(11 lines\): 1 type, 2 functions\./,
    ],
  ])('%s', async (query, least, text) => {
    const { answers } = await together(FILES, query)
    const [best] = answers
    if (least === 0) return expect(answers.filter(({ relevance }) => relevance >= 0.9)).toEqual([])
    expect(best!.text).toMatch(text)
    expect(best!.relevance).toBeGreaterThanOrEqual(least)
  })

  it('takes no plain word for a name where the question asks for something else', async () => {
    const files = {
      ...FILES,
      'shop/most.py': 'def most(values):\n    return max(values)\n\n\ndef which():\n    return 1\n',
    }
    for (const query of [
      'Where is the code most complex?',
      'Where are most functions used, and which?',
      'when is it most nested',
    ]) {
      const { answers } = await together(files, query)
      expect(
        answers.filter(({ text }) => /`(?:most|which)` \(function\) is defined|`(?:most|which)` is used/.test(text)),
        query,
      ).toEqual([])
    }
    for (const query of ['where is most() defined?', 'where is `most` defined?'])
      expect((await together(files, query)).answers[0]!.text, query).toMatch(
        /^`most` \(function\) is defined at shop\/most\.py:1/,
      )
    expect((await together(files, 'Where is the code most complex?')).answers[0]!.text).toMatch(
      /^Of 4 functions, .* The most complex: `pay` \(5,/,
    )
  })

  it.each([
    [
      'Which function is the longest?',
      /^Longest functions, of 2 functions: `pay` \(6 lines, shop\/till\.py:4\), `Cart\.add` \(3 lines,/,
    ],
    [
      'which functions have the most parameters',
      /^Functions with most parameters, of 2 functions: `Cart\.add` \(2 parameters,|^Functions with most parameters, of 2 functions: `pay` \(1 parameter,/,
    ],
    [
      'Which files are the largest?',
      /^Largest files, of 2 source files: shop\/till\.py \(7 lines of code\), shop\/cart\.py \(4 lines of code\)/,
    ],
    [
      'Which file has the most imports?',
      /^Files with most imports, of 2 source files: shop\/till\.py \(1 import\), shop\/cart\.py \(0 imports\)/,
    ],
    ['Where is the deepest nesting?', /^Most deeply nested functions, of 2 functions: `pay` \(2 levels,/],
  ])('ranks by the figure asked for: %s', async (query, text) => {
    const [best] = (await together(FILES, query)).answers
    expect(best!.text).toMatch(text)
    expect(best!.relevance).toBeGreaterThanOrEqual(0.9)
  })

  it('finds the longest of more functions than are listed', async () => {
    const short = Array.from({ length: 450 }, (_, k) => `def f${k}():\n    return ${k}\n`).join('\n')
    const long = `def last():\n${'    x = 1\n'.repeat(60)}`
    const [best] = (await together({ 'many.py': `${short}\n${long}` }, 'Which function is the longest?')).answers
    expect(best!.text).toMatch(/^Longest functions, of 451 functions: `last` \(61 lines, many\.py:1351\)/)
  })

  it('keeps silent on questions about data', async () => {
    for (const query of [
      'distribution by region',
      'average amount per region',
      'what errors occurred?',
      'how many rows are missing',
    ])
      expect(
        (await together(FILES, query)).answers.filter(({ relevance }) => relevance >= 0.5),
        query,
      ).toEqual([])
  })
})
