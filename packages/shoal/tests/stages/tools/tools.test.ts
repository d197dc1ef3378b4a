// What each tool says: Read, Grep and Glob over files of every kind.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analystTools } from '@shoal/base/model/agent'
import type { Json } from '@shoal/base/model/json'
import { maskSecrets } from '@shoal/base/secrets/secrets'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TaskFile } from '../../../src/stages/tools/task-files.ts'
import { openToolBox } from '../../../src/stages/tools/tool-box.ts'
import { hiding, taskFile } from './task-file.ts'

let directory: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'shoal-tools-'))
})

afterAll(() => rmSync(directory, { recursive: true }))

async function say(
  files: readonly TaskFile[],
  name: string,
  input: Json,
  hide: (text: string, path: string) => string = text => text,
) {
  return await openToolBox(analystTools, files, { hide: hiding(hide) }).run(
    { id: '', name, input },
    new AbortController().signal,
  )
}

/** The same file, with a count of the code units that are read of it. */
function metered(file: TaskFile): { readonly file: TaskFile; readonly read: () => number } {
  let units = 0
  const openSource = () => {
    const source = file.openSource()
    const bytes = source.bytes.bind(source)
    const text = source.text.bind(source)
    const counting =
      <T>(read: (start: number, end: number) => T) =>
      (start: number, end: number): T => {
        units += end - start
        return read(start, end)
      }
    return Object.assign(source, { bytes: counting(bytes), text: counting(text) })
  }
  return { file: { about: file.about, openSource }, read: () => units }
}

const numbered = (count: number) => Array.from({ length: count }, (_, k) => `line ${k + 1}\n`).join('')

describe('Read', () => {
  it('from any line on, whatever the chunks', async () => {
    const text = numbered(500)
    const whole = taskFile(directory, 'whole.txt', text)
    const cut = taskFile(directory, 'cut.txt', text, { chunkLines: 7, path: 'whole.txt' })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 30 }), async (offset, limit) => {
        const last = Math.min(500, offset + limit - 1)
        const expected = Array.from({ length: last - offset + 1 }, (_, k) => `${offset + k}|line ${offset + k}`)
        for (const file of [whole, cut]) {
          const { text: said } = await say([file], 'Read', { path: 'whole.txt', offset, limit })
          expect(said.split('\n')).toEqual([
            `whole.txt, lines ${offset} to ${last} of 500`,
            ...expected,
            ...(last < 500 ? [`(more from line ${last + 1} on)`] : []),
          ])
        }
      }),
      { numRuns: 60 },
    )
  })

  it('enters a large file at the nearest chunk', async () => {
    const { file, read } = metered(taskFile(directory, 'large.txt', numbered(200_000), { chunkLines: 1_000 }))
    const { text } = await say([file], 'Read', { path: 'large.txt', offset: 199_990, limit: 2 })
    expect(text).toContain('\n199990|line 199990\n199991|line 199991\n')
    expect(read()).toBeLessThan(file.about.sizeBytes / 10)
  })

  it('says how long the file is to who asks for what lies behind its end', async () => {
    const file = taskFile(directory, 'short.txt', numbered(3))
    expect(await say([file], 'Read', { path: 'short.txt', offset: 4 })).toMatchObject({
      text: 'short.txt has 3 lines; there is no 4',
      isError: true,
    })
  })

  it('stops before a result grows too long and says where to go on', async () => {
    const file = taskFile(directory, 'wide.txt', `${'x'.repeat(300)}\n`.repeat(100))
    const { text } = await say([file], 'Read', { path: 'wide.txt', limit: 100 })
    expect(text.length).toBeLessThanOrEqual(12_000)
    const last = Number(/\(more from line (\d+) on\)$/.exec(text)![1]) - 1
    expect(text).toContain(`lines 1 to ${last} of 100`)
    expect(text.split('\n')).toHaveLength(last + 2)
    expect(last).toBeGreaterThan(30)
  })

  it('cuts long lines and says so, never through a character', async () => {
    const file = taskFile(directory, 'long.txt', `${'😀'.repeat(3_000)}\na${'😀'.repeat(3_000)}\nshort\n`)
    const { text } = await say([file], 'Read', { path: 'long.txt' })
    const lines = text.split('\n')
    expect(lines[1]).toBe(`1|${'😀'.repeat(500)} … (the line goes on)`)
    expect(lines[2]).toBe(`2|a${'😀'.repeat(499)} … (the line goes on)`)
    expect(lines[3]).toBe('3|short')
  })

  it('reads CRLF, CR, UTF-16, Latin-1, NUL and a file without a last line end', async () => {
    const cases: readonly (readonly [content: string | Buffer, lines: readonly string[]])[] = [
      ['a\r\nb\r\n', ['1|a', '2|b']],
      ['a\rb', ['1|a', '2|b']],
      [Buffer.from('\ufeffä\nb\n', 'utf16le'), ['1|ä', '2|b']],
      [Buffer.from('caf\xe9\nb', 'latin1'), ['1|café', '2|b']],
      ['a\0b\n\n\nc', ['1|a\0b', '2|', '3|', '4|c']],
      ['a\u2028b\rc\n', ['1|a b c']],
    ]
    for (const [k, [content, lines]] of cases.entries()) {
      const file = taskFile(directory, `odd-${k}.txt`, content)
      const { text } = await say([file], 'Read', { path: `odd-${k}.txt` })
      expect(text.split('\n').slice(1)).toEqual(lines)
    }
  })

  it('shows lines with their secrets hidden, a key over several lines as well', async () => {
    const key = [
      '-----BEGIN PRIVATE KEY-----',
      'MIIEvQIBADANBgkqhkiG9w0B',
      'AQEFAASCBKcwggSjAgEAAoIB',
      '-----END PRIVATE KEY-----',
    ]
    const file = taskFile(directory, 'key.txt', `before\n${key.join('\n')}\nafter\n`)
    const seen: string[] = []
    const hide = (text: string, path: string) => {
      seen.push(path)
      return text.replace(/-----BEGIN[\s\S]*END PRIVATE KEY-----/, whole => whole.replace(/[^\n]+/g, '[secret 1]'))
    }
    const { text } = await say([file], 'Read', { path: './key.txt' }, hide)
    expect(text.split('\n').slice(1)).toEqual(['1|before', ...[2, 3, 4, 5].map(n => `${n}|[secret 1]`), '6|after'])
    expect(seen).toEqual(['key.txt'])
  })

  it('a secret near the cut of a long line is hidden whole', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
    const file = taskFile(directory, 'cut-secret.txt', `${'x '.repeat(490)}token=${secret} ${'y'.repeat(9_000)}\n`)
    const { text } = await say([file], 'Read', { path: 'cut-secret.txt' }, text =>
      text.replaceAll(secret, '[secret 1]'),
    )
    expect(text).not.toContain('ghp_')
  })
})

describe('Grep', () => {
  it('finds exactly the lines that match, in order, whatever the chunks', async () => {
    const words = fc.array(fc.constantFrom('error', 'ERROR', 'ok', 'a error b', ''), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(words, fc.integer({ min: 1, max: 9 }), fc.boolean(), async (lines, chunkLines, ignoreCase) => {
        const file = taskFile(directory, 'some.txt', `${lines.join('\n')}\n`, { chunkLines })
        const { text } = await say([file], 'Grep', { pattern: 'error', limit: 200, ignore_case: ignoreCase })
        const wanted = ignoreCase ? /error/i : /error/
        const expected = lines.flatMap((line, k) => (wanted.test(line) ? [`some.txt:${k + 1}|${line}`] : []))
        expect(text.split('\n').slice(1)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('searches one file or all', async () => {
    const files = ['b.txt', 'a.txt'].map(name => taskFile(directory, name, 'x\ny\n'))
    expect((await say(files, 'Grep', { pattern: 'y' })).text).toBe('Found in 2 files:\nb.txt:2|y\na.txt:2|y')
    expect((await say(files, 'Grep', { pattern: 'y', path: 'a.txt' })).text).toBe('Found in 1 file:\na.txt:2|y')
    expect(await say(files, 'Grep', { pattern: 'z' })).toMatchObject({
      text: 'No line found in 2 files',
      isError: false,
    })
  })

  it('stops at the limit and says that there is more', async () => {
    const file = taskFile(directory, 'many.txt', numbered(1_000), { chunkLines: 100 })
    const { text } = await say([file], 'Grep', { pattern: 'line', limit: 2 })
    expect(text.split('\n').slice(1)).toEqual([
      'many.txt:1|line 1',
      'many.txt:2|line 2',
      '(more lines match, from line 3 of many.txt on)',
    ])
    const exact = await say([file], 'Grep', { pattern: 'line 99[89]$', limit: 2 })
    expect(exact.text).toBe('Found in 1 file:\nmany.txt:998|line 998\nmany.txt:999|line 999')
    expect((await say([file], 'Grep', { pattern: '', limit: 2 })).isError).toBe(true)
  })

  it('does not read on when it has found enough', async () => {
    const { file, read } = metered(taskFile(directory, 'large.txt', numbered(200_000), { chunkLines: 1_000 }))
    expect((await say([file], 'Grep', { pattern: '7', limit: 3 })).text).toContain('large.txt:27|line 27\n(more lines')
    expect(read()).toBeLessThan(file.about.sizeBytes / 10)
  })

  it('shows what is around a match in a long line', async () => {
    const line = `${'a'.repeat(30_000)}needle${'b'.repeat(30_000)}`
    const { text } = await say([taskFile(directory, 'one.json', line)], 'Grep', { pattern: 'needle' })
    const [, shown] = text.split('\n')
    expect(shown).toMatch(/^one\.json:1, inside the line\|a+needleb+ … \(the line goes on\)$/)
    expect(shown!.length).toBeLessThan(1_100)
  })

  it.each(['(a+)+$', '(a|a)*$', '(.*)*x', '^(([a-z])+.)+[A-Z]([a-z])+$', '(?:a?){40}a{40}b'])(
    'is not held up by %s',
    async pattern => {
      const file = taskFile(directory, 'evil.txt', `${'a'.repeat(60)}!\n`.repeat(50))
      const result = await say([file], 'Grep', { pattern })
      if (result.isError) expect(result.text).toMatch(/^The pattern takes too long to match/)
    },
  )

  it('goes on after a pattern that was stopped', async () => {
    const file = taskFile(directory, 'evil.txt', `${'a'.repeat(60)}!\n`)
    expect((await say([file], 'Grep', { pattern: '(a+)+$' })).isError).toBe(true)
    expect((await say([file], 'Grep', { pattern: 'a!$' })).isError).toBe(false)
  })

  it('explains patterns that are none', async () => {
    const file = taskFile(directory, 'x.txt', 'f(x) {\n')
    expect((await say([file], 'Grep', { pattern: 'f(' })).text).toMatch(
      /^This is not a regular expression: .*Unterminated group\. To find/,
    )
    expect(await say([file], 'Grep', { pattern: '((((a{999}){999}){999}){999}){999}' })).toHaveProperty('isError')
  })

  it('takes patterns as other engines do', async () => {
    const file = taskFile(directory, 'x.txt', 'F(x) {\nÄ-b\n')
    expect((await say([file], 'Grep', { pattern: '(?i)f\\(x\\) {' })).text).toContain('x.txt:1|')
    expect((await say([file], 'Grep', { pattern: '\\p{Lu}\\-b' })).text).toContain('No line')
    expect((await say([file], 'Grep', { pattern: '\\p{Lu}-b' })).text).toContain('x.txt:2|')
  })

  it('no pattern can ask for a secret', async () => {
    const secret = 'ghp_9aF3kLmN0pQrStUvWxYz1234567890AbCdEf'
    const file = taskFile(directory, 'env.txt', `GITHUB_TOKEN=${secret}\nUSER=me\n`)
    for (let length = 5; length <= secret.length; length += 5) {
      const { text } = await say([file], 'Grep', { pattern: secret.slice(0, length) }, text => maskSecrets(text))
      expect(text).not.toContain(secret.slice(0, 8))
      if (length > 15) expect(text).toBe('No line found in 1 file')
    }
    expect((await say([file], 'Grep', { pattern: 'TOKEN' }, text => maskSecrets(text))).text).toMatch(
      /env\.txt:1\|GITHUB_TOKEN=/,
    )
  })
})

describe('Glob', () => {
  it('by name at any depth, or by path', async () => {
    const paths = ['top.csv', 'data/a.csv', 'data/deep/b.json', '../beside/c.csv', 'data/.env']
    const files = paths.map((path, k) => taskFile(directory, `g${k}`, 'x\n', { path }))
    const found = async (pattern: string) =>
      (await say(files, 'Glob', { pattern })).text.split('\n').map(line => line.replace(/ \(.*$/, ''))
    expect(await found('*.csv')).toEqual(['top.csv', 'data/a.csv', '../beside/c.csv'])
    expect(await found('*.{json,env}')).toEqual(['data/deep/b.json', 'data/.env'])
    expect(await found('data/*')).toEqual(['data/a.csv', 'data/.env'])
    expect(await found('./data/**/*.json')).toEqual(['data/deep/b.json'])
    expect(await found('../beside/c.csv')).toEqual(['../beside/c.csv'])
    expect(await found('nothing')).toEqual(['None of the 5 files of this task matches'])
  })

  it('is bounded, and not held up by a pattern', async () => {
    const files = Array.from({ length: 400 }, (_, k) =>
      taskFile(directory, 'g', 'x\n', { path: `${'d'.repeat(100)}/${k}` }),
    )
    const { text } = await say(files, 'Glob', { pattern: '**' })
    expect(text.length).toBeLessThanOrEqual(12_000)
    expect(text).toMatch(/\n\(and \d+ more files\)$/)
    await say(files, 'Glob', { pattern: `+(+(+(d)+(d)))+(${'+(d)'.repeat(50)})x` })
  })
})
