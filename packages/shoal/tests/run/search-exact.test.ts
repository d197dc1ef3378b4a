// search against plain readings of the same files: every mode, encoding and length of lines; and what it hides.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { requiredTexts } from '../../src/run/search/required-texts.ts'
import { SecretMemory } from '../../src/run/search/secret-memory.ts'
import { type SearchRequest, search } from '../../src/run/search.ts'
import { TermMatcher } from '../../src/text/term-matcher.ts'
import { termsOf } from '../../src/text/terms.ts'

const folder = mkdtempSync(join(tmpdir(), 'shoal-search-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
function write(content: string | Uint8Array, isTable = false) {
  const file = join(folder, `f${made++}.txt`)
  writeFileSync(file, content)
  return { path: file, file, sizeBytes: statSync(file).size, isTable }
}

const signal = new AbortController().signal
const find = (query: string, files: SearchRequest['files'], more: Partial<SearchRequest> = {}) =>
  search({ query, mode: 'text', caseSensitive: false, files, limit: 200, cursor: null, signal, ...more })

const word = fc.constantFrom(
  'Kette',
  'kette',
  '\u212aette',
  'Straße',
  'STRASSE',
  'é',
  'É',
  'disk',
  'Disks',
  'x',
  '·',
  'ſ',
)
const texts = fc.array(
  fc.array(word, { maxLength: 5 }).map(words => words.join(' ')),
  { minLength: 1, maxLength: 30 },
)
const encoders = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-8 with a mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
}

describe.each(Object.entries(encoders))('in %s', (_, encode) => {
  it('a text is found where a plain reading finds it', async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.constantFrom('kette', 'é', 'É', 's', 'ſ', 'K', '·'),
        fc.boolean(),
        async (lines, query, caseSensitive) => {
          const own = (line: string) =>
            caseSensitive
              ? line.includes(query)
              : new RegExp(query, /^[\x00-\x7f]*$/.test(query) ? 'i' : 'iu').test(line)
          const expected = lines.flatMap((line, k) => (own(line) ? [k + 1] : []))
          const { matches, total } = await find(query, [write(encode(lines.join('\n')))], { caseSensitive })
          expect(matches.map(({ line }) => line)).toEqual(expected)
          expect(total).toBe(expected.length)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('a pattern matches what it matches line by line', async () => {
    const patterns = [
      'kette|disk',
      'ke+tte',
      'disks?',
      'di[sS]k',
      '(?=K)kette',
      '^x',
      'disk.*x',
      'stra(ss|ß)e',
      'k',
      'é ?x',
      '[^x]$',
      '\\s',
      '[ds]\\w+\\b',
      '\\W|\\D$',
      'x.?$',
      '(?:e|s).{1,3}[^k ]\\S',
    ]
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom(...patterns), fc.boolean(), async (lines, query, caseSensitive) => {
        const regex = new RegExp(query, caseSensitive ? 'u' : 'iu')
        const expected = lines.flatMap((line, k) => (regex.test(line) ? [k + 1] : []))
        const { matches } = await find(query, [write(encode(lines.join('\n')))], { caseSensitive, mode: 'regex' })
        expect(matches.map(({ line }) => line)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('words are found in the lines that hold one of their terms', async () => {
    const terms = termsOf('disk kette')
    const holds = new TermMatcher(terms)
    await fc.assert(
      fc.asyncProperty(texts, async lines => {
        const file = write(encode(['disk kette', ...lines].join('\n')))
        const { matches, total } = await find('disk kette', [file], { mode: 'words' })
        const expected = ['disk kette', ...lines].flatMap((line, k) =>
          holds.count(line).counts.some(count => count > 0) ? [k + 1] : [],
        )
        expect(matches.map(({ line }) => line).sort((a, b) => a - b)).toEqual(expected)
        expect(total).toBe(expected.length)
      }),
      { numRuns: 60 },
    )
  })
})

it('borders of blocks change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 4, maxLength: 40 }),
      fc.constantFrom('x', 'ü'),
      async (lengths, filler) => {
        const lines = lengths.map((length, k) => `${filler.repeat(length)}${k % 3 === 0 ? 'needle' : ''}${filler}`)
        const file = write(lines.join('\n'))
        const expected = lines.flatMap((line, k) => (line.includes('needle') ? [k + 1] : []))
        for (const more of [{ caseSensitive: true }, {}, { mode: 'regex' as const }]) {
          const { matches, total } = await find('needle', [file], more)
          expect(matches.map(({ line }) => line)).toEqual(expected)
          expect(total).toBe(expected.length)
        }
      },
    ),
    { numRuns: 15 },
  )
})

describe('the texts that a pattern requires', () => {
  it.each([
    ['ERROR.*timeout', ['timeout']],
    ['abc|defg?', ['abc', 'def']],
    ['a\\.b{2}c', ['a.b']],
    ['colou?r', ['colo']],
    ['x+yz', ['yz']],
    ['(?!abc)de', ['de']],
    ['(abc)?', null],
    ['abc|', null],
    ['\\d+', null],
    ['\\x41bc', null],
    ['a{0}bc', ['bc']],
    ['[abc]def', ['def']],
    ['ab{cd', null],
  ])('%s', (pattern, texts) => expect(requiredTexts(pattern)).toEqual(texts))

  it('are in whatever it matches', () => {
    const atom = fc.constantFrom(
      'ab',
      'c',
      'c?',
      'd*',
      'e+',
      '[fg]',
      '(ab|cd)',
      '(?:ef)',
      '\\.',
      '.',
      'g{2}',
      '\\w',
      '|',
      '(?!x)',
    )
    fc.assert(
      fc.property(
        fc.array(atom, { maxLength: 8 }),
        fc.string({ unit: fc.constantFrom(...'abcdefg.') }),
        (atoms, text) => {
          const pattern = atoms.join('')
          const required = requiredTexts(pattern)
          if (required && new RegExp(pattern).test(text)) expect(required.some(part => text.includes(part))).toBe(true)
        },
      ),
      { numRuns: 3000 },
    )
  })
})

describe('secrets', () => {
  const filler = `${'all is well here '.repeat(6)}\n`
  const large = filler.repeat(Math.ceil((5 << 20) / filler.length))
  const body = Array.from({ length: 12 }, (_, k) =>
    Buffer.from(`secret part ${k} of the key, long enough`).toString('base64'),
  )
  const key = ['-----BEGIN RSA PRIVATE KEY-----', ...body, '-----END RSA PRIVATE KEY-----'].join('\n')
  const password = 'tr0ub4dor&3x'

  it.each([
    ['small', ''],
    ['large', large],
  ])('of a private key over many lines are hidden in a %s file', async (_, around) => {
    const file = write(`${around}${key}\n${around}`)
    for (const mode of ['text', 'regex'] as const) {
      const { matches } = await find(body[7]!.slice(4, 12), [file], { mode, caseSensitive: true })
      expect(JSON.stringify(matches)).not.toContain(body[7]!.slice(0, 16))
    }
  })

  it.each([
    ['small', ''],
    ['large', large],
  ])('that a line near gives away are hidden in a %s file', async (_, around) => {
    const file = write(`${around}password = "${password}"\nlogin with ${password} as cloud\n${around}`)
    for (const mode of ['words', 'text', 'regex'] as const) {
      const { matches } = await find('cloud', [file], { mode })
      expect(matches).toHaveLength(1)
      expect(matches[0]!.text).toMatch(/^login with .*\[masked\] as cloud$/)
    }
  })

  it('on the line itself are not found, and not counted', async () => {
    const file = write(`${large}password = "${password}"\n`)
    expect((await find('ub4dor', [file])).total).toBe(0)
    expect((await find('ub4d.r', [file], { mode: 'regex' })).total).toBe(0)
    expect((await find('password', [file])).total).toBe(1)
  })

  it('under a column that promises them are hidden in a large table', async () => {
    const rows = Array.from({ length: 120_000 }, (_, k) => `${k},user${k},Zq${k}x!9vK2mmPl,some words of a longer note`)
    const { matches } = await find('user119999', [write(`id,name,password,note\n${rows.join('\n')}\n`, true)])
    expect(matches).toHaveLength(1)
    expect(matches[0]!.text).not.toContain('Zq119999x!9vK2mmPl')
  })

  it('are known again until the file changes', async () => {
    const memory = new SecretMemory()
    const file = write(`password = "${password}"\ncloud ${password}\n`)
    expect(JSON.stringify((await find('cloud', [file], { memory })).matches)).not.toContain(password)
    writeFileSync(
      file.file,
      'token: ghp_0123456789abcdefghijABCDEFGHIJ012345\ncloud ghp_0123456789abcdefghijABCDEFGHIJ012345\n',
    )
    expect(JSON.stringify((await find('cloud', [file], { memory })).matches)).not.toContain('0123456789abcdef')
  })
})
