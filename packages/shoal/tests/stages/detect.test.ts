import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defineContentType } from '../../src/content/define.ts'
import { createRegistry } from '../../src/content/registry.ts'
import { checkOverrides, detect, detectionLine } from '../../src/stages/detect.ts'
import { probeBytes } from '../../src/text/probe.ts'

const registry = createRegistry()
const probe = (path: string, text: string) => probeBytes(path, Buffer.from(text))

describe('a name that says enough', () => {
  test('is believed without a look inside', () => {
    expect(detect(probe('src/a.py', 'not python at all'), registry)).toEqual({
      contentType: 'source_code',
      language: 'python',
      confidence: 'high',
      via: 'extension',
      reason: 'the extension .py',
    })
  })

  test('counts as found by name when the whole name tells', () => {
    expect(detect(probe('Makefile', 'all:\n\techo'), registry)).toMatchObject({ contentType: 'config', via: 'name' })
    expect(detect(probe('requirements.txt', 'flask==2.0'), registry)).toMatchObject({
      contentType: 'config',
      via: 'name',
    })
  })

  test('gives the confidence of the table', () => {
    expect(detect(probe('a.md', '# Title\n\nSome words that follow.\n'), registry).confidence).toBe('medium')
    expect(detect(probe('a.csv', 'a,b\n1,2\n'), registry).confidence).toBe('high')
  })
})

describe('a document under the extension of one', () => {
  const docs = new URL('../../../../docs/', import.meta.url)

  test('stays one, whatever the statistics make of its tables, names and numbers', () => {
    const files = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.md'))
    expect(files.length).toBeGreaterThan(30)
    const others = files.filter(name => {
      const { contentType, via } = detect(probe(name, readFileSync(new URL(name, docs), 'utf8')), registry)
      return contentType !== 'prose' || via !== 'extension'
    })
    expect(others).toEqual([])
  })

  test('stays one when it is mostly code or settings', () => {
    const code = `# Use\n\n${'```ts\nexport interface Schema<T> { readonly value: T }\n```\n'.repeat(30)}`
    const settings = `---\nname: reader\ntools: Read, Grep\nmodel: haiku\n---\n${'key: value\n'.repeat(20)}`
    for (const [name, text] of [
      ['README.md', code],
      ['agents/reader.md', settings],
    ] as const)
      expect(detect(probe(name, text), registry)).toMatchObject({ contentType: 'prose', via: 'extension' })
  })

  test('is none when its lines prove to be entries of a log', () => {
    const lines = Array.from({ length: 60 }, (_, k) => `2026-02-11 01:30:${10 + (k % 50)} INFO order ${k} accepted\n`)
    expect(detect(probe('a.md', lines.join('')), registry)).toMatchObject({ contentType: 'log', via: 'sniffing' })
    expect(detect(probe('a.md', `# Night\n\n${lines.join('')}`), registry).contentType).toBe('log')
  })
})

describe('overrides', () => {
  const text = 'a,b\n1,2\n'
  const find = (path: string, glob: string) => detect(probe(path, text), registry, [{ glob, type: 'log' }]).via

  test('match a base name, a path and a glob', () => {
    expect(find('data/x.csv', '*.csv')).toBe('override')
    expect(find('./data/x.csv', 'data/*.csv')).toBe('override')
    expect(find('/abs/data/x.csv', 'data/*.csv')).toBe('override')
    expect(find('data/x.csv', 'data/x.csv')).toBe('override')
    expect(find('data/x.csv', '*.tsv')).toBe('extension')
  })

  test('win over everything, the last one first', () => {
    const overrides = [
      { glob: '*.csv', type: 'log' },
      { glob: 'x.*', type: 'prose' },
    ]
    expect(detect(probe('x.csv', text), registry, overrides)).toMatchObject({
      contentType: 'prose',
      confidence: 'high',
    })
  })

  test('that name no type are refused', () => {
    expect(checkOverrides([{ glob: '*', type: 'tables' }], registry)).toMatch(
      /no content type is called tables; .*json/,
    )
    expect(checkOverrides([{ glob: '*', type: 'json' }], registry)).toBeNull()
  })
})

test('the line for people', () => {
  const found = detect(probe('notes', '2026-02-11 01:30:00 ERROR gone\n'), registry)
  expect(detectionLine(found)).toBe('Detected content type: log (via sniffing)')
})

test('a type of the user comes first, by name and by content', () => {
  const own = defineContentType({ name: 'ticket', extends: 'prose', extensions: ['.tkt'], sniff: /^TICKET #\d+/ })
  const mine = createRegistry([own])
  expect(detect(probe('a.tkt', 'anything'), mine).contentType).toBe('ticket')
  expect(detect(probe('a', 'TICKET #17\nThe lamp is out.\n'), mine)).toMatchObject({
    contentType: 'ticket',
    via: 'sniffing',
  })
  expect(detect(probe('a', 'The lamp is out, and nobody has any oil.\n'), mine).contentType).toBe('prose')
})

test('any bytes under any name give a known type and a reason', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), fc.string({ maxLength: 12 }), fc.boolean(), (bytes, name, cut) => {
      const found = detect(probeBytes(name || 'x', bytes, cut ? bytes.length + 100 : bytes.length), registry)
      expect(registry.get(found.contentType)).toBeDefined()
      expect(found.reason).not.toBe('')
    }),
    { numRuns: 300 },
  )
})

test('any text is judged the same way twice', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 20 }), lines => {
      const text = lines.join('\n')
      expect(detect(probe('x', text), registry)).toEqual(detect(probe('x', text), registry))
    }),
    { numRuns: 200 },
  )
})
