// search in lines of any length, stopped at any time, and resumed: nothing is missed unsaid.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type SearchRequest, search } from '../../src/run/search.ts'

const folder = mkdtempSync(join(tmpdir(), 'shoal-search-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
function write(content: string) {
  const path = `f${made++}.txt`
  const file = join(folder, path)
  writeFileSync(file, content)
  return { path, file, sizeBytes: statSync(file).size, isTable: false }
}

const signal = new AbortController().signal
const find = (query: string, files: SearchRequest['files'], more: Partial<SearchRequest> = {}) =>
  search({ query, mode: 'regex', caseSensitive: false, files, limit: 50, cursor: null, signal, ...more })

/** A line of 8,192 characters and one more: what was once the border of a part stands before `mark`. */
const upTo = (length: number, end: string) => `${'z'.repeat(length - end.length)}${end}`

describe('a pattern on a long line', () => {
  it('knows where the line begins and ends', async () => {
    const file = write(`${upTo(8_192, 'foo')}bar and so on\n`)
    for (const [query, total] of [
      ['^bar', 0],
      ['foo$', 0],
      ['^z+foobar', 1],
      ['so on$', 1],
      ['foobar', 1],
      ['\\bbar', 0],
    ] as const)
      expect(await find(query, [file]), query).toMatchObject({ total, isExact: true })
  })

  it('matches from one end to the other', async () => {
    const file = write(`start${'z'.repeat(300_000)}end\nstart\nend\n`)
    const { matches, total, isExact } = await find('^start.*end$', [file])
    expect({ total, isExact, line: matches[0]?.line }).toEqual({ total: 1, isExact: true, line: 1 })
  })

  it('is shown where it matches', async () => {
    const file = write(`${'z'.repeat(50_000)}${'foo'.repeat(3_000)}${'y'.repeat(50_000)}\n`)
    const { matches } = await find('^z+(foo)+y+$', [file])
    expect(matches[0]!.text).toMatch(/^z+…$/)
  })

  it('that takes too long for all of it is tried in parts that overlap, and the total is then not exact', async () => {
    // Each of the many starts looks for the end of the line in vain.
    const line = `${'ab '.repeat(20_000)}needle one two${' ab'.repeat(20_000)}`
    const answer = await find('a.*?(?:needle|nadel) one two.*?c', [write(`${line}\nneedle one two\n`)])
    expect(answer).toMatchObject({ total: 0, isExact: false })
    const other = await find('\\bneedle (?=one).*?(?:two|zwei)(?: ab)+ abc|a.*q|needle one\\b', [write(`${line}\n`)])
    expect(other).toMatchObject({ total: 1, isExact: false })
    expect(await find('^needle|^b a|\\be one|a.*q', [write(`${line}\n`)])).toMatchObject({ total: 0, isExact: false })
  })

  it('of more than a block knows no ends but its own', async () => {
    const half = 'z'.repeat(2 << 20)
    const file = write(`${half}foo bar${half}\nbar\n`)
    for (const [query, lines] of [
      ['^bar', [2]],
      ['^z', [1]],
      ['z$', [1]],
      ['foo bar', [1]],
      ['\\bfoo', []],
      ['^zz?bar', []],
    ] as const)
      expect(
        (await find(query, [file])).matches.map(({ line }) => line),
        query,
      ).toEqual(lines)
    expect((await find('nothing', [file])).isExact).toBe(true)
    expect((await find('f.*x', [file])).isExact).toBe(false)
  })
})

describe('a search that is stopped', () => {
  const files = [
    write(`${'a hit and more\n'.repeat(6_000)}`),
    write('no\n'),
    write(`${'filler\n'.repeat(200_000)}one hit\n${'filler\n'.repeat(200_000)}`),
    write(`${'x'.repeat(3 << 20)}hit${'x'.repeat(3 << 20)}\nhit\n`),
  ]

  it.each([
    ['text', true],
    ['text', false],
    ['regex', false],
  ] as const)('goes on from where it was: mode %s, case %s', async (mode, caseSensitive) => {
    const seen: string[] = []
    let cursor: string | null = null
    let total = 0
    for (let pages = 0; ; pages++) {
      expect(pages).toBeLessThan(1_000)
      const page = await find('hit', files, { mode, caseSensitive, cursor, milliseconds: 0, limit: 1_000 })
      seen.push(...page.matches.map(({ path, line }) => `${path}:${line}`))
      expect(page.total).toBeGreaterThanOrEqual(seen.length)
      cursor = page.cursor
      total = page.total
      if (cursor === null) {
        expect(page).toMatchObject({ total: 6_003, files: 3, unread: 0 })
        break
      }
    }
    expect(seen).toHaveLength(total)
    expect(new Set(seen).size).toBe(total)
  })

  it('does not end a later page as if all was shown', async () => {
    const first = await find('hit', files, { mode: 'text', limit: 1 })
    expect(first).toMatchObject({ total: 6_003, isExact: true })
    const second = await find('hit', files, { mode: 'text', limit: 1_000, cursor: first.cursor, milliseconds: 0 })
    expect(second).toMatchObject({ total: 6_003, isExact: true, files: 3 })
    expect(second.cursor).not.toBeNull()
  })
})

it('a cursor is of its query, its mode and its files only', async () => {
  const files = [write('hit a\nhit b\nhit c\n'), write('hit d\n')]
  for (const mode of ['text', 'words'] as const) {
    const { cursor } = await find('hit', files, { mode, limit: 1 })
    expect((await find('hit', files, { mode, limit: 2, cursor })).matches).toHaveLength(2)
    const others: [string, Partial<SearchRequest>][] = [
      ['hits', { mode }],
      ['hit', { mode: 'regex' }],
      ['hit', { mode, caseSensitive: true }],
      ['hit', { mode, files: files.slice(1) }],
    ]
    for (const [query, more] of others)
      await expect(find(query, files, { cursor, ...more })).rejects.toMatchObject({
        code: 'bad-value',
        message: 'this cursor is not one of this search',
      })
  }
})
