// search finds exactly the lines that match, page by page, in files of any encoding and with lines of any length.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { settingsFrom } from '../../src/config/resolve.ts'
import { searchedFiles } from '../../src/run/search/files.ts'
import { type SearchRequest, search } from '../../src/run/search.ts'

const folder = mkdtempSync(join(tmpdir(), 'shoal-search-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
function write(content: string | Uint8Array, name = `f${made++}.txt`) {
  const file = join(folder, name)
  writeFileSync(file, content)
  return { path: name, file, sizeBytes: statSync(file).size, isTable: false }
}

type Files = SearchRequest['files']
const signal = new AbortController().signal
const find = (query: string, files: Files, more: Partial<SearchRequest> = {}) =>
  search({ query, mode: 'text', caseSensitive: false, files, limit: 50, cursor: null, signal, ...more })

/** All pages, one after the other. */
async function all(query: string, files: Files, more: Partial<SearchRequest> = {}) {
  const matches: { path: string; line: number; text: string }[] = []
  let cursor: string | null = null
  let pages = 0
  let total = -1
  do {
    const page = await find(query, files, { ...more, cursor })
    if (total >= 0) expect(page.total).toBe(total)
    total = page.total
    matches.push(...page.matches)
    cursor = page.cursor
    pages++
  } while (cursor !== null)
  return { matches, total, pages }
}

describe('a text', () => {
  it('is found by the line, in either case, unless told otherwise', async () => {
    const file = write('Error one\nnothing\nan ERROR and an error\r\n\nlast error')
    const { matches, total, files, isExact } = await find('error', [file])
    expect(matches.map(({ line, text }) => [line, text])).toEqual([
      [1, 'Error one'],
      [3, 'an ERROR and an error'],
      [5, 'last error'],
    ])
    expect({ total, files, isExact }).toEqual({ total: 3, files: 1, isExact: true })
    expect((await find('ERROR', [file], { caseSensitive: true })).total).toBe(1)
    expect((await find('é.*', [write('É.* x\né x\n')])).total).toBe(1)
  })

  it('is the same on any pages as in a plain reading', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom('ab', 'Ab', 'x', '', 'aab', ' ', 'ü'), { maxLength: 6 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('\n', '\r\n'),
        async (lines, limit, end) => {
          const texts = lines.map(parts => parts.join(''))
          const one = write(texts.join(end), 'one.txt')
          const two = write(`${texts.join(end)}${end}`, 'two.txt')
          for (const mode of ['text', 'regex'] as const) {
            const { matches, total } = await all('ab', [one, two], { limit, mode })
            const own = texts.flatMap((text, k) => (/ab/i.test(text) ? [[k + 1, text.trimEnd()]] : []))
            expect(total).toBe(own.length * 2)
            for (const path of ['one.txt', 'two.txt'])
              expect(matches.filter(match => match.path === path).map(({ line, text }) => [line, text])).toEqual(own)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each(['utf16le', 'latin1'] as const)('is found in %s', async encoding => {
    const text = `${encoding === 'utf16le' ? '\ufeff' : ''}eins\ncafé zwei\ndrei\n`
    const { matches } = await find('CAFÉ', [write(Buffer.from(text, encoding))])
    expect(matches).toMatchObject([{ line: 2, text: 'café zwei' }])
  })

  it('is found once in a giant line, also across the borders of blocks, and shown clipped', async () => {
    const filler = 'x'.repeat((1 << 20) - 3)
    const file = write(`first\n${filler}needle${filler}needle${filler}\nneedle last\n`)
    const { matches, total } = await find('needle', [file])
    expect(total).toBe(2)
    expect(matches.map(({ line }) => line)).toEqual([2, 3])
    expect(matches[0]!.text).toMatch(/^…x+needlex+…$/)
    expect(matches[0]!.text.length).toBeLessThan(420)
  })

  it('keeps line numbers over blocks', async () => {
    const lines = Array.from(
      { length: 60_000 },
      (_, k) => `line number ${k + 1} ${'y'.repeat(40)}${k % 20_000 === 19_999 ? ' hit' : ''}`,
    )
    const { matches } = await find('hit', [write(lines.join('\n'))])
    expect(matches.map(({ line }) => line)).toEqual([20_000, 40_000, 60_000])
  })

  it('may not hold a line end, nor be empty', async () => {
    await expect(find('a\nb', [])).rejects.toMatchObject({ code: 'bad-value' })
    await expect(find('  ', [])).rejects.toMatchObject({ code: 'bad-value' })
    await expect(find('a', [], { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'bad-value' })
  })
})

describe('a regular expression', () => {
  it('matches line by line', async () => {
    const file = write('alpha 12\nbeta\n12 gamma\n')
    expect((await find('^\\d+', [file], { mode: 'regex' })).matches).toMatchObject([{ line: 3 }])
    expect((await find('\\d+$', [file], { mode: 'regex' })).matches).toMatchObject([{ line: 1 }])
    expect((await find('alpha[^x]*beta', [file], { mode: 'regex' })).total).toBe(0)
  })

  it('is stopped when it would never end, and refused when it is none', async () => {
    const file = write(`${'a'.repeat(40)}!\n`)
    await expect(find('(a+)+$', [file], { mode: 'regex' })).rejects.toMatchObject({
      code: 'bad-value',
      message: expect.stringMatching(/too long/),
    })
    await expect(find('(', [file], { mode: 'regex' })).rejects.toMatchObject({ code: 'bad-value' })
  })
})

describe('words', () => {
  const prose = () =>
    write(
      'The pump was installed in spring.\nMaintenance of pumps costs money.\nThe maintenance schedule of the cooling pump is yearly.\nNothing here.\nCooling.\n',
    )

  it('ranks a line with many of the words before short ones with a pair of them', async () => {
    const short = Array.from({ length: 30 }, (_, k) => `  storeTasks(given.tasks, ${k})`)
    const answer = '/** A task whose workers die over and over is what kills them: after so many losses it fails. */'
    const file = write([...short, '  givenUp()', "  | 'given-up'", answer, ...short].join('\n'))
    const query = 'task whose worker dies again and again, poison, given up'
    const { matches } = await find(query, [file], { mode: 'words' })
    expect(matches.slice(0, 2).map(({ text }) => text)).toContain(answer)
  })

  it('rank lines by how well they answer, stems included', async () => {
    const { matches, total } = await find('cooling pump maintenance', [prose()], { mode: 'words' })
    expect(matches[0]).toMatchObject({ line: 3 })
    expect(total).toBe(4)
    const scores = matches.map(({ score }) => score!)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })

  it('page in a stable order', async () => {
    const file = write(Array.from({ length: 90 }, (_, k) => `${k % 3 === 0 ? 'disk failure' : 'disk'} ${k}`).join('\n'))
    const whole = await find('disk failure', [file], { mode: 'words', limit: 200 })
    const paged = await all('disk failure', [file], { mode: 'words', limit: 7 })
    expect(paged.matches).toEqual(whole.matches)
    expect(whole.total).toBe(90)
    expect(whole.matches.slice(0, 30).every(({ line }) => (line - 1) % 3 === 0)).toBe(true)
  })

  it('need something to look for', async () => {
    await expect(find('!!!', [prose()], { mode: 'words' })).rejects.toMatchObject({ code: 'bad-value' })
  })
})

describe('what is shown', () => {
  const secret = `AKIA${'Q3EGRK7ZP2LM5XWT'}`

  it('has its secrets masked, and cannot be asked for them', async () => {
    const file = write(`key = "${secret}" # cloud\ncloud password: tr0ub4dor&3x\n`)
    for (const mode of ['words', 'text', 'regex'] as const) {
      const { matches } = await find('cloud', [file], { mode })
      expect(matches).toHaveLength(2)
      expect(JSON.stringify(matches)).not.toMatch(/Q3EGRK7|ub4dor/)
    }
    expect((await find('Q3EGRK7', [file])).total).toBe(0)
    expect((await find('Q3EGRK[0-9]', [file], { mode: 'regex' })).total).toBe(0)
  })

  it('fits into one answer', async () => {
    const file = write(`${'hit '.repeat(200)}\n`.repeat(500))
    const { matches, total, cursor } = await find('hit', [file], { limit: 200 })
    const said = matches.map(({ spans: _, ...match }) => match)
    expect(JSON.stringify(said).length).toBeLessThan(42_000)
    expect(total).toBe(500)
    expect(cursor!.length).toBeLessThanOrEqual(200)
    expect((await all('hit', [file], { limit: 200 })).matches).toHaveLength(500)
  })
})

describe('the search', () => {
  it('leaves out binary files and counts them', async () => {
    const place = mkdtempSync(join(tmpdir(), 'shoal-search-'))
    try {
      writeFileSync(join(place, 'a.txt'), 'hit\n')
      writeFileSync(join(place, 'b.bin'), Buffer.from([0, 1, 2, 0, 104, 105, 116]))
      const { files, skipped } = await searchedFiles([place], settingsFrom(), signal)
      expect(skipped).toEqual([])
      const found = await find('hit', files)
      expect(found).toMatchObject({ total: 1, unread: 1 })
      expect(found.skipped).toEqual([
        { path: expect.stringMatching(/b\.bin$/), reason: 'binary: NUL bytes', cause: 'binary' },
      ])
    } finally {
      rmSync(place, { recursive: true })
    }
  })

  it('goes on without a file that has gone, and says so', async () => {
    const { total, unread } = await find('hit', [
      { path: 'gone', file: join(folder, 'gone'), sizeBytes: 1, isTable: false },
      write('hit\n'),
    ])
    expect({ total, unread }).toEqual({ total: 1, unread: 1 })
  })

  it('says when it was stopped, and stops when it is cancelled', async () => {
    const file = write('hit and more\n'.repeat(400_000))
    const stopped = await find('hit', [file], { milliseconds: 0 })
    expect(stopped.isExact).toBe(false)
    expect(stopped.total).toBeLessThan(400_000)
    const control = new AbortController()
    const running = find('hit', [file], { signal: control.signal, onRead: () => control.abort() })
    await expect(running).rejects.toThrow(/abort/)
  })
})

const logs = fileURLToPath(new URL('../../../../../shared/data/logs', import.meta.url))

describe.skipIf(!existsSync(logs))('real logs', () => {
  it('are searched as grep does', async () => {
    for (const name of ['Apache.log', 'HDFS.log', 'Linux.log']) {
      const file = join(logs, name)
      const files = [{ path: name, file, sizeBytes: statSync(file).size, isTable: false }]
      for (const [mode, query, flags] of [
        ['text', 'error', '-iF'],
        ['regex', '[0-9]{3}\\.[0-9]+', '-iE'],
      ] as const) {
        let expected = 0
        try {
          expected = Number(execFileSync('grep', ['-c', flags, query, file], { env: { ...process.env, LC_ALL: 'C' } }))
        } catch {}
        expect((await find(query, files, { mode })).total, `${name} ${query}`).toBe(expected)
      }
    }
    expect(readFileSync(join(logs, 'Apache.log')).length).toBeGreaterThan(0)
  })
})
