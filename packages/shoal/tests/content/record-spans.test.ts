// The records of each content type: what a model labels one by one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { json } from '../../src/content/json/index.ts'
import { jsonl } from '../../src/content/jsonl/index.ts'
import { log } from '../../src/content/log/index.ts'
import { prose } from '../../src/content/prose/index.ts'
import { builtInTypes } from '../../src/content/registry.ts'
import { structuredData } from '../../src/content/structured-data/index.ts'
import { recordsLawfully, sameRecordsLawfully } from '../conformance/records.ts'
import { hostileTexts } from './hostile-texts.ts'

const reviews = Array.from({ length: 120 }, (_, i) => ({ id: i, text: `review ${i}, "quoted"`, stars: i % 5 }))

describe('rows of a table', () => {
  const row = ({ id, text, stars }: (typeof reviews)[number]) =>
    `${id},"${text.replaceAll('"', '""')}\nover two lines",${stars}`
  const table = `id,text,stars\n${reviews.map(row).join('\n')}\n`

  it('are the same however the table is cut; the header is none', async () => {
    expect(await sameRecordsLawfully({ type: structuredData, content: table }, [1, 7, 50])).toEqual(reviews.map(row))
  })

  it.each([
    ['CRLF', table.replaceAll('\n', '\r\n')],
    ['UTF-16', Buffer.from(`\ufeff${table}`, 'utf16le')],
    ['a byte-order mark', `\ufeff${table}`],
    ['no last line end', table.trimEnd()],
    ['blank lines between rows', table.replaceAll(/\n(?=\d+,)/g, '\n\n')],
  ])('with %s', async (_, content) => {
    const rows = await sameRecordsLawfully({ type: structuredData, content }, [7, 50])
    expect(rows.map(text => text.replaceAll('\r', ''))).toEqual(reviews.map(row))
  })

  it('without a header all rows count, but for the line that declares the delimiter', async () => {
    const rows = ['1;2;3', '4;5;6', '7;8;9']
    const content = (lines: readonly string[]) => `${lines.join('\n')}\n`
    expect((await recordsLawfully({ type: structuredData, content: content(rows) })).flat()).toEqual(rows)
    expect((await recordsLawfully({ type: structuredData, content: content(['sep=;', ...rows]) })).flat()).toEqual(rows)
  })

  it('a quote that never closes swallows nothing', async () => {
    const lines = ['1,"open', '2,b', '3,c']
    const content = `id,text\n${lines.join('\n')}\n`
    expect((await recordsLawfully({ type: structuredData, content })).flat()).toEqual(lines)
  })

  it('a row that is too large for one chunk is counted once', async () => {
    const big = `2,"${'many words\n'.repeat(400)}"`
    const content = `id,text\n1,a\n${big}\n3,c\n`
    const parts = await recordsLawfully({ type: structuredData, content, maxTokens: 300 })
    expect(parts.length).toBeGreaterThan(3)
    expect(parts.flat().map(text => text[0])).toEqual(['1', '2', '3'])
  })

  it('so is one on a single line, and a header that is too large is none', async () => {
    const content = `id,text\n1,a\n2,${'many words '.repeat(400)}\n3,c\n`
    const parts = await recordsLawfully({ type: structuredData, content, maxTokens: 300 })
    expect(parts.length).toBeGreaterThan(3)
    expect(parts.flat().map(text => text[0])).toEqual(['1', '2', '3'])
    const wide = `${Array.from({ length: 900 }, (_, k) => `column_${k}`).join(',')}\n${'x,'.repeat(899)}x\n`
    const rows = (await recordsLawfully({ type: structuredData, content: wide, maxTokens: 2000 })).flat()
    expect(rows.map(text => text.slice(0, 3))).toEqual(['x,x'])
  })

  it('any cells', async () => {
    const cell = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', '1') })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 40 }), async rows => {
        const quoted = rows.map(cells => cells.map(text => `"${text.replaceAll('"', '""')}"`).join(','))
        const content = `name,text\n${quoted.join('\n')}\n`
        expect(await sameRecordsLawfully({ type: structuredData, content }, [3])).toEqual(quoted)
      }),
      { numRuns: 40 },
    )
  })

  it('cells are picked by column', () => {
    const facts = { columns: ['id', 'text', 'stars'], delimiter: ',' }
    expect(structuredData.pickFields!('7,"late, ""again""",2', ['text', 'nothing'], facts)).toBe('text: late, "again"')
    expect(structuredData.pickFields!('7', ['stars', 'id'], facts)).toBe('stars:  | id: 7')
    expect(structuredData.pickFields!('7,x,2', ['nothing'], facts)).toBeNull()
  })
})

describe('records of JSON', () => {
  // Large enough for an array inside an object to be cut.
  const elements = reviews.flatMap(review => [1, 2, 3, 4].map(copy => JSON.stringify({ ...review, copy })))
  const listed = elements.join(',\n  ')

  it.each([
    ['an array', `[\n  ${listed}\n]\n`],
    ['an array on one line', `[${elements.join(',')}]`],
    ['an array in an object', `{"total": 480, "data": [\n  ${listed}\n], "next": null}`],
    ['an array far inside', `{"meta": {"a": [1]}, "body": {"page": {"items": [${listed}]}}}`],
    ['a byte-order mark', `\ufeff[${listed}]`],
    ['UTF-16', Buffer.from(`\ufeff[${listed}]`, 'utf16le')],
  ])('elements of %s', async (_, content) => {
    expect(await sameRecordsLawfully({ type: json, content }, [7, 50])).toEqual(elements)
  })

  it('members of an object of alike things', async () => {
    const members = reviews.map(({ id, ...rest }) => `"r${id}": ${JSON.stringify(rest)}`)
    expect(await sameRecordsLawfully({ type: json, content: `{\n${members.join(',\n')}\n}` }, [7, 50])).toEqual(members)
  })

  it('elements of all arrays where an object is made of several', async () => {
    const content = `{"first": [${elements.slice(0, 200).join(',')}], "second": [${elements.slice(200).join(',')}]}`
    expect((await recordsLawfully({ type: json, content })).flat()).toEqual(elements)
  })

  it('a document that is cut off has all it has', async () => {
    const content = `[\n  ${listed}`.slice(0, -5)
    const records = (await recordsLawfully({ type: json, content })).flat()
    expect(records).toEqual([...elements.slice(0, -1), elements.at(-1)!.slice(0, -5)])
  })

  it('one value is one record, and nothing is none', async () => {
    const records = async (content: string) => (await recordsLawfully({ type: json, content })).flat()
    expect(await records(' "hello"\n')).toEqual(['"hello"'])
    expect(await records('[]')).toEqual([])
    expect(await records('{}')).toEqual([])
  })

  it('fields are picked by name and path', () => {
    const record = '{"text": "late", "user": {"name": "Ada", "first name": "A"}, "tags": ["a", "b"], "a.b": 1}'
    const pick = (...fields: string[]) => json.pickFields!(record, fields, {})
    expect(pick('text')).toBe('text: late')
    expect(pick('user.name', 'tags[]', 'nothing')).toBe('user.name: Ada | tags[]: a, b')
    expect(pick('user["first name"]')).toBe('user["first name"]: A')
    expect(pick('a.b')).toBe('a.b: 1')
    expect(pick('nothing', 'constructor', '__proto__.x')).toBeNull()
    expect(json.pickFields!('"ada": {"text": "late"}', ['ada.text'], {})).toBe('ada.text: late')
    expect(json.pickFields!('no JSON', ['text'], {})).toBeNull()
  })
})

describe('lines of JSON lines', () => {
  it('are the same however they are cut', async () => {
    const lines = reviews.map(review => JSON.stringify(review))
    expect(await sameRecordsLawfully({ type: jsonl, content: `${lines.join('\n\n')}\n` }, [7, 50])).toEqual(lines)
  })
})

describe('entries of a log', () => {
  const stamp = (i: number) => `2026-02-11 01:${String(i % 60).padStart(2, '0')}:00`
  const entries = Array.from({ length: 90 }, (_, i) =>
    i % 3 === 0
      ? `${stamp(i)} ERROR request ${i} failed\njava.lang.IllegalStateException: no\n    at A.b(A.java:1)\nCaused by: x`
      : `${stamp(i)} INFO request ${i}`,
  )

  it('have their stack traces with them, however the log is cut', async () => {
    expect(await sameRecordsLawfully({ type: log, content: `${entries.join('\n')}\n` }, [10, 60])).toEqual(entries)
  })

  it('what stands before the first entry is one', async () => {
    const content = `starting up\n${entries.join('\n')}\n`
    expect((await recordsLawfully({ type: log, content })).flat()).toEqual(['starting up', ...entries])
  })

  it('an entry that is too large for one chunk is counted once', async () => {
    const big = `${stamp(1)} ERROR dump\n${'    at service.handler (service.js:10:5)\n'.repeat(300)}`
    const content = `${entries.slice(0, 5).join('\n')}\n${big}${entries.slice(5).join('\n')}\n`
    const parts = await recordsLawfully({ type: log, content, maxTokens: 500 })
    expect(parts.flat()).toHaveLength(entries.length + 1)
  })
})

describe('paragraphs of prose', () => {
  const records = async (content: string) => (await recordsLawfully({ type: prose, content, name: 'a.md' })).flat()

  it('stand between blank lines; headings and rules are none', async () => {
    const content = '# Title\n\nOne paragraph\nover two lines.\n\n---\n\n## Next\nAnother one.\n'
    expect(await records(content)).toEqual(['One paragraph\nover two lines.', 'Another one.'])
  })

  it('items of a list stand for themselves, with what goes on from them', async () => {
    expect(await records('- late again\n  and rude\n- fine\n1. third\n')).toEqual([
      '- late again\n  and rude',
      '- fine',
      '1. third',
    ])
  })

  it('lines that each end a sentence stand for themselves', async () => {
    const lines = ['Late again.', 'Very good!', 'Would you buy it?', 'Never.']
    expect(await records(`${lines.join('\n')}\n`)).toEqual(lines)
  })

  it('a block of code is one', async () => {
    expect(await records('Text.\n\n```\na\n\n# b\n```\n\nMore.\n')).toEqual(['Text.', '```\na\n\n# b\n```', 'More.'])
  })
})

describe('records of anything', () => {
  const sample = 'id,text\n1,"a, b"\n2,c\n\n{"a": [1, 2]}\n2026-02-11 01:00:00 INFO x\n'
  const types = builtInTypes.filter(({ name, records }) => records || name === 'unknown')

  it.each(types.map(type => [type.name, type] as const))(
    '%s',
    async (_, type) => {
      for (const [, content] of hostileTexts(sample)) await recordsLawfully({ type, content, maxTokens: 50_000 })
    },
    60_000,
  )
})
