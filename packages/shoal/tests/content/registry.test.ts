import { describe, expect, test } from 'vitest'
import { defineContentType } from '../../src/content/define.ts'
import { builtInTypes, createRegistry } from '../../src/content/registry.ts'
import { probeBytes } from '../../src/text/probe.ts'

const registry = createRegistry()

test('the nine types, in order of precedence', () => {
  expect(builtInTypes.map(type => type.name)).toEqual([
    'structured_data',
    'log',
    'json',
    'jsonl',
    'source_code',
    'markup',
    'config',
    'prose',
    'unknown',
  ])
})

test('every extension of the requirement book', () => {
  const book: Record<string, string> = {
    source_code:
      '.py .ts .js .tsx .jsx .rb .go .rs .java .kt .c .cpp .h .hpp .cs .swift .scala .php .lua .zig .ex .exs .hs .ml .sh .bash .zsh',
    structured_data: '.csv .tsv',
    json: '.json',
    jsonl: '.jsonl .ndjson',
    log: '.log',
  }
  for (const [type, extensions] of Object.entries(book)) {
    for (const extension of extensions.split(' ')) {
      expect(registry.claim(`x${extension}`), extension).toMatchObject({ type: { name: type }, confidence: 'high' })
    }
  }
  const medium: Record<string, string> = {
    prose: '.md .rst .txt .adoc',
    markup: '.xml .html .htm .svg',
    config: '.yaml .yml .toml .ini .conf',
  }
  for (const [type, extensions] of Object.entries(medium)) {
    for (const extension of extensions.split(' ')) {
      expect(registry.claim(`x${extension}`), extension).toMatchObject({ type: { name: type }, confidence: 'medium' })
    }
  }
})

describe('names', () => {
  test('are found whole, by extension in any case, and below an unknown ending', () => {
    expect(registry.claim('CMakeLists.txt')).toMatchObject({ type: { name: 'config' }, via: 'name' })
    expect(registry.claim('A.PY')).toMatchObject({ language: 'python', via: 'extension' })
    expect(registry.claim('settings.yml.example')).toMatchObject({ language: 'yaml', confidence: 'low' })
    expect(registry.claim('Dockerfile.dev')).toMatchObject({ language: 'dockerfile', confidence: 'medium' })
    expect(registry.claim('.env.local')).toMatchObject({ language: 'env' })
    expect(registry.claim('nothing')).toBeUndefined()
    expect(registry.claim('a.constructor')).toBeUndefined()
  })
})

describe('mistakes are refused with both names', () => {
  const tf = defineContentType({ name: 'terraform', extends: 'config', extensions: ['.tf'] })

  test('two types of one name', () => {
    expect(() => createRegistry([defineContentType({ name: 'json' })])).toThrow('two content types called json')
  })

  test('two types of one extension', () => {
    const other = defineContentType({ name: 'tofu', extends: 'config', extensions: ['tf'] })
    expect(() => createRegistry([tf, other])).toThrow('.tf is claimed by two content types, terraform and tofu')
  })

  test('two types of one file name', () => {
    const a = defineContentType({ name: 'a', fileNames: ['Thing'] })
    const b = defineContentType({ name: 'b', fileNames: ['Thing'] })
    expect(() => createRegistry([a, b])).toThrow('Thing is claimed by two content types, a and b')
  })

  test('a user may take a name over from a built-in type', () => {
    expect(createRegistry([tf]).claim('main.tf')?.type.name).toBe('terraform')
  })

  test('an unknown base and a bad name', () => {
    expect(() => defineContentType({ name: 'x', extends: 'table' })).toThrow(/extends table, which is none of .*prose/)
    expect(() => defineContentType({ name: 'My Type' })).toThrow(/lower case with underscores/)
  })
})

test('a defined type takes what it does not say from its base', () => {
  const base = builtInTypes.find(type => type.name === 'config')!
  const type = defineContentType({
    name: 'terraform',
    extends: 'config',
    extensions: ['.tf'],
    language: 'hcl',
    sizing: { target: 150 },
  })
  expect(type).toMatchObject({ cut: base.cut, agent: base.agent, delivery: base.delivery, title: 'terraform' })
  expect(type.sizing).toEqual({ ...base.sizing, min: 75, target: 150, max: 300, ladder: [150] })
  expect(type.extensions).toEqual({ '.tf': { language: 'hcl', confidence: 'high' } })
})

test('a definition from a JSON file is checked, key by key', () => {
  const define = (given: object) => () =>
    defineContentType({ name: 'x', ...given } as Parameters<typeof defineContentType>[0])
  expect(define({ frob: 1 })).toThrow('content type x has an unknown key "frob"')
  expect(define({ extensions: 5 })).toThrow('content type x: "extensions" must be a list of strings')
  expect(define({ sizing: { target: 'a' } })).toThrow('content type x: "sizing" must be an object of sizes')
  const made = defineContentType({ name: 'x', sniff: '^CREATE', sizing: { overlap: 7 } })
  expect(made.sizing.overlap(100)).toBe(7)
  expect(made.sniff(probeBytes('file', Buffer.from('-- c\nCREATE TABLE t')))).toMatchObject({ score: 0.9 })
})
