// Tables, JSON, JSON lines and logs: cut between records, nothing lost, every chunk a document of its type.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentType } from '@shoal/base/model/content-type'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { json } from '../../src/content/json/index.ts'
import { jsonl } from '../../src/content/jsonl/index.ts'
import { log } from '../../src/content/log/index.ts'
import { structuredData } from '../../src/content/structured-data/index.ts'
import { type CsvRecord, readRecords } from '../../src/text/csv-dialect.ts'
import { checkFile, cutLawfully } from '../conformance/cutting.ts'

const csv = (text: string): string[][] =>
  readRecords(text.endsWith('\n') ? text : `${text}\n`, { delimiter: 44, quote: 34 }, 10, 1e9).map(
    (record: CsvRecord) => [...record.fields],
  )

describe('structured_data', () => {
  const cell = fc.oneof(
    fc.stringMatching(/^[a-z0-9 ]{0,8}$/),
    fc.constantFrom('a,b', 'say "hi"', 'two\nlines', 'ünï', ''),
  )
  const quoted = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

  it('keeps every record and heads every chunk with the header', async () => {
    const table = fc.tuple(
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 80 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.integer({ min: 1, max: 9 }),
    )
    await fc.assert(
      fc.asyncProperty(table, async ([rows, end, open, size]) => {
        const lines = [['id', 'name', 'note'], ...rows].map(row => row.map(quoted).join(','))
        const content = lines.join(end) + (open ? '' : end)
        const { texts } = await cutLawfully({ type: structuredData, content, name: 't.csv', size })
        const parsed = texts.map(text => csv(text))
        for (const records of parsed) expect(records[0]).toEqual(['id', 'name', 'note'])
        expect(parsed.flatMap(records => records.slice(1))).toEqual(csv(content).slice(1))
      }),
      { numRuns: 60 },
    )
  })

  it('cuts 45,000 rows into 9 chunks of 5,000, labelled by row', async () => {
    const content = `id,name,region\n${Array.from({ length: 45_000 }, (_, i) => `${i},n${i},EU`).join('\n')}\n`
    const { partition } = await cutLawfully({ type: structuredData, content })
    expect(partition.chunks.map(chunk => chunk.label)).toEqual(
      Array.from({ length: 9 }, (_, k) => `rows ${2 + 5000 * k}-${1 + 5000 * (k + 1)}`),
    )
    expect(partition.chunks[1]?.preamble).toEqual([{ startLine: 1, endLine: 1, startByte: 0, endByte: 15 }])
  })

  it('gives wide tables fewer rows', async () => {
    const wide = Array.from({ length: 30 }, (_, i) => `c${i}`).join(',')
    const content = `${wide}\n${`${Array(30).fill('1').join(',')}\n`.repeat(4000)}`
    const { partition } = await cutLawfully({ type: structuredData, content, mode: 'directory' })
    expect(partition.chunks.length).toBe(8)
  })

  it.each([
    ['semicolons', 'a;b;c\n1;2,5;3\n4;5,5;6\n', ';', ['a', 'b', 'c']],
    ['tabs', 'a\tb\n1\t2\n', '\t', ['a', 'b']],
    ['bars', 'a|b\n1|2\n3|4\n', '|', ['a', 'b']],
    ['a byte-order mark', '\ufeffa,b\n1,2\n', ',', ['a', 'b']],
    ['a declared separator', 'sep=;\na;b\n1;2\n', ';', ['a', 'b']],
    ['one column', 'name\nada\nbob\n', ',', ['name']],
    ['only a header', 'a,b,c\n', ',', ['a', 'b', 'c']],
    ['no header', '1,2\n3,4\n', ',', ['column 1', 'column 2']],
    ['CR line ends', 'a,b\r1,2\r3,4\r', ',', ['a', 'b']],
  ])('reads %s', async (_, content, delimiter, columns) => {
    const { partition } = await cutLawfully({ type: structuredData, content })
    expect(partition.facts).toMatchObject({ delimiter, columns })
  })

  it('keeps ragged rows and says where they are', async () => {
    const { partition } = await cutLawfully({
      type: structuredData,
      content: 'a,b\n1,2\n3\n4,5,6\n7,8\n\n',
      size: 2,
      mode: 'directory',
    })
    expect(partition.chunks.flatMap(chunk => chunk.flags)).toEqual([
      { kind: 'ragged-rows', count: 1, lines: [3] },
      { kind: 'ragged-rows', count: 1, lines: [4] },
    ])
  })

  it('says that carriage returns alone are data where lines end otherwise', async () => {
    const { partition } = await cutLawfully({ type: structuredData, content: 'a,b\n1,2\r3,4\r\n5,6\n' })
    expect(partition.notes).toEqual([expect.stringContaining('carriage return')])
  })

  it('takes lines as records when a quote never closes', async () => {
    const { partition } = await cutLawfully({ type: structuredData, content: 'a,b\n"oops,2\n3,4\n5,6\n' })
    expect(partition.facts.row_count).toBe(3)
    expect(partition.notes).toHaveLength(1)
  })

  it('takes 5,000 columns', async () => {
    const header = Array.from({ length: 5000 }, (_, i) => `a_rather_long_column_name_${i}`)
    const { partition } = await cutLawfully({
      type: structuredData,
      content: `${header.join(',')}\n${`${'1,'.repeat(4999)}1\n`.repeat(3)}`,
    })
    expect(partition.facts.column_count).toBe(5000)
    expect(partition.chunks[0]?.flags).toEqual([])
  })
})

describe('json', () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  const merged = (texts: readonly string[]) => texts.map(text => JSON.parse(text))

  it('arrays: every chunk is valid, every element in one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { minLength: 1, maxLength: 60 }),
        fc.constantFrom(0, 2),
        fc.integer({ min: 1, max: 9 }),
        async (items, indent, size) => {
          const { texts } = await cutLawfully({
            type: json,
            content: JSON.stringify(items, null, indent),
            name: 'a.json',
            size,
          })
          expect(merged(texts).flat(1)).toEqual(JSON.parse(JSON.stringify(items)).flat(0))
        },
      ),
      { numRuns: 80 },
    )
  })

  it('objects: every chunk is valid, every member in one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), value, { minKeys: 1, maxKeys: 40 }),
        fc.constantFrom(0, 2),
        async (object, indent) => {
          const content = JSON.stringify(object, null, indent)
          const { texts } = await cutLawfully({ type: json, content, size: 3 })
          expect(merged(texts).flatMap(part => Object.entries(part))).toEqual(Object.entries(JSON.parse(content)))
        },
      ),
      { numRuns: 80 },
    )
  })

  it('enters a wrapper and records the path', async () => {
    const data = Array.from({ length: 2000 }, (_, id) => ({ id, name: `item ${id}` }))
    const content = JSON.stringify({ meta: { page: 1 }, data, done: true }, null, 1)
    const { partition, texts } = await cutLawfully({ type: json, content, mode: 'directory' })
    expect(partition.facts).toMatchObject({
      path: '$.data',
      unit_count: 2000,
      schema: { id: 'number', name: 'string' },
    })
    expect(partition.chunks).toHaveLength(6)
    expect(partition.chunks[1]?.label).toBe('$.data[334-667]')
    const parts = texts.map(text => JSON.parse(text))
    expect(parts.flatMap(part => part.data)).toEqual(data)
    expect([parts[0].meta, parts.at(-1).done]).toEqual([{ page: 1 }, true])
  })

  it('enters an element that exceeds the budget', async () => {
    const row = { text: 'word '.repeat(20) }
    const content = JSON.stringify([1, { a: Array(200).fill(row), b: Array(200).fill(row) }, 2, ...Array(100).fill(3)])
    const { partition, texts } = await cutLawfully({ type: json, content, maxTokens: 2000 })
    for (const chunk of partition.chunks) expect(chunk.tokens).toBeLessThanOrEqual(2000)
    for (const text of texts) expect(() => JSON.parse(text)).not.toThrow()
    expect(partition.chunks.length).toBeGreaterThan(5)
  })

  it.each(['', '{}', '[]', '42', '"text"', ' \n[1]\n', '{"a":1}\n'])('takes %j', async content => {
    const { texts } = await cutLawfully({ type: json, content })
    expect(texts.join('')).toBe(content)
  })

  it('says that a document is cut off, and keeps all of it', async () => {
    const whole = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id })))
    const { partition, texts } = await cutLawfully({ type: json, content: whole.slice(0, -7), size: 100 })
    expect(partition.notes).toHaveLength(1)
    expect(partition.chunks.at(-1)?.flags).toMatchObject([{ kind: 'cut-off' }])
    for (const text of texts.slice(0, -1)) expect(() => JSON.parse(text)).not.toThrow()
  })
})

describe('jsonl', () => {
  it('keeps every line, and flags exactly those that do not parse', async () => {
    const good = fc.jsonValue({ maxDepth: 2 }).map(value => JSON.stringify(value))
    const bad = fc.constantFrom('{"a":', 'oops', '"b":1}', '{"a" 1', ']')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 5, arbitrary: good }, bad, fc.constant('')), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        async (lines, size) => {
          const content = `${lines.join('\n')}\n`
          const { partition, texts } = await cutLawfully({ type: jsonl, content, size })
          expect(texts.join('')).toBe(content)
          const wrong = lines.filter(line => line.trim() !== '' && !parses(line)).length
          expect(partition.chunks.flatMap(chunk => chunk.flags).reduce((sum, flag) => sum + flag.count, 0)).toBe(wrong)
        },
      ),
      { numRuns: 80 },
    )
  })

  it('tells fields, drift of the tail, and recipes for log records', async () => {
    const line = (i: number) =>
      JSON.stringify({
        ts: `2026-02-11T01:30:${String(i % 60).padStart(2, '0')}Z`,
        level: i % 9 ? 'info' : 'error',
        msg: 'x',
        service: 'api',
        ...(i > 1400 ? { region: 'eu' } : {}),
      })
    const { partition } = await cutLawfully({
      type: jsonl,
      content: Array.from({ length: 1500 }, (_, i) => `${line(i)}\n`).join(''),
    })
    expect(partition.facts).toMatchObject({
      fields: { ts: 'string', level: 'string', msg: 'string', service: 'string' },
      tail_drift: { added: ['$.region'], gone: [], changed: [] },
      log_fields: { timestamp: ['.ts'], level: ['.level'], message: ['.msg'], source: ['.service'] },
    })
    expect(partition.chunks).toHaveLength(3)
  })
})

describe('log', () => {
  it('cuts 50,000 lines into 10 chunks of 5,000 with an overlap of 50', async () => {
    const content = Array.from({ length: 50_000 }, (_, i) => `2026-02-11 01:30:00 INFO request ${i} done\n`).join('')
    const { partition } = await cutLawfully({ type: log, content })
    expect(partition.chunks.map(chunk => chunk.lines)).toEqual(Array(10).fill(5000))
    expect(partition.chunks[3]?.overlap).toMatchObject({ startLine: 14_951, endLine: 15_000 })
  })

  it('never cuts inside a multi-line entry', async () => {
    const entry = fc.tuple(
      fc.nat(86_399),
      fc.array(
        fc.constantFrom(
          '\tat com.x.Y.z(Y.java:1)',
          'Caused by: java.io.IOException: x',
          '  File "a.py", line 1',
          'ValueError: bad',
          '',
          '... 12 more',
        ),
        { maxLength: 12 },
      ),
    )
    const time = (s: number) => new Date(s * 1000).toISOString().slice(11, 19)
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 3, maxLength: 60 }),
        fc.integer({ min: 2, max: 20 }),
        async (entries, size) => {
          const content = entries
            .map(([s, trace]) => [`2026-02-11 ${time(s)},001 ERROR boom`, ...trace].join('\n'))
            .join('\n')
          const { partition } = await cutLawfully({ type: log, content, size })
          const lines = content.split('\n')
          for (const chunk of partition.chunks) expect(lines[chunk.body.startLine - 1]).toMatch(/^2026-02-11/)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('any of them', () => {
  const types: ContentType[] = [structuredData, json, jsonl, log]

  it('tiles arbitrary bytes in any encoding and budget', async () => {
    const text = fc
      .array(
        fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          '"',
          ',',
          ':',
          '\n',
          '\r\n',
          '\r',
          ' ',
          'a',
          '1',
          '\\',
          'é',
          '漢',
          '🐟',
          '\0',
        ),
        { maxLength: 200 },
      )
      .map(parts => parts.join(''))
    const bytes = fc.oneof(
      text.map(t => Buffer.from(t)),
      text.map(t => Buffer.from(`\ufeff${t}`, 'utf16le')),
      fc.uint8Array({ maxLength: 200 }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...types),
        bytes,
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(3, 20, 1000),
        async (type, content, size, maxTokens) => {
          await cutLawfully({ type, content, size, maxTokens })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('splits one huge line into continuations that fit', async () => {
    for (const type of types) {
      const { partition } = await cutLawfully({ type, content: 'word '.repeat(400_000), maxTokens: 50_000 })
      expect(partition.chunks.length).toBeGreaterThan(5)
      for (const chunk of partition.chunks) expect(chunk.tokens).toBeLessThanOrEqual(50_000)
      expect(partition.chunks.slice(1).every(chunk => chunk.continuation)).toBe(true)
    }
  })

  it('gives the same id to the same text wherever it stands', async () => {
    const row = (i: number) => `${i},same\n`
    const block = Array.from({ length: 10 }, (_, i) => row(i)).join('')
    const { partition } = await cutLawfully({
      type: structuredData,
      content: `id,name\n${block}${block}${block}`,
      size: 10,
    })
    const [, second, third] = partition.chunks
    expect(second?.id).toBe(third?.id)
    expect(second?.id).toMatch(/^[0-9a-f]{32}$/)
  })
})

const shared = join(import.meta.dirname, '../../../../../shared/data')
describe.runIf(existsSync(shared))('real files', () => {
  it.each(existsSync(shared) ? readdirSync(join(shared, 'csv-edge/csvs')) : [])('csv-edge %s', async name => {
    const truth = JSON.parse(readFileSync(join(shared, 'csv-edge/json', name.replace('.csv', '.json')), 'utf8'))
    const content = readFileSync(join(shared, 'csv-edge/csvs', name), 'utf8')
    for (const variant of [content, content.replaceAll('\n', '\r\n')]) {
      const { texts } = await cutLawfully({ type: structuredData, content: variant, name, size: 1 })
      const rows = texts.flatMap(text => {
        const [header, ...records] = csv(text)
        return records.map(record => Object.fromEntries(header!.map((key, i) => [key, record[i]])))
      })
      expect(rows.map(row => JSON.stringify(row).replaceAll('\\r\\n', '\\n'))).toEqual(
        truth.map((row: object) => JSON.stringify(row).replaceAll('\\r\\n', '\\n')),
      )
    }
  })

  it('JSON documents keep every value', async () => {
    for (const name of readdirSync(join(shared, 'json'))) {
      const file = join(shared, 'json', name)
      const { texts } = await checkFile(file, { type: json, mode: 'directory' })
      const whole = JSON.parse(readFileSync(file, 'utf8'))
      if (Array.isArray(whole)) expect(texts.flatMap(text => JSON.parse(text))).toEqual(whole)
      else for (const text of texts) expect(() => JSON.parse(text)).not.toThrow()
    }
  })

  it('logs and tables obey the laws', async () => {
    for (const name of readdirSync(join(shared, 'logs')).filter(name => name.endsWith('.log')))
      await checkFile(join(shared, 'logs', name), { type: log })
    for (const name of readdirSync(join(shared, 'tables'))) {
      const { partition } = await checkFile(join(shared, 'tables', name), { type: structuredData, mode: 'directory' })
      expect(
        partition.chunks.flatMap(chunk => chunk.flags),
        name,
      ).toEqual([])
    }
  })
})

function parses(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
