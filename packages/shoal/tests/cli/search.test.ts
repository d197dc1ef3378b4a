// `shoal search`: lines with their places as text, JSON and CSV; in pages; what was not searched; what goes wrong in one line.
// The same search over MCP and in the library gives the same.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SEARCH_DEFAULTS, SEARCH_MODES } from '@shoal/base/model/search'
import { describe, expect, it } from 'vitest'
import { searchFiles as tool } from '../../src/mcp/tools/search-files.ts'
import { search as library } from '../../src/run/library-data.ts'
import { makeLab } from '../mcp/lab.ts'
import { shoal } from './fake-io.ts'

const lab = makeLab()
const server = lab.server()
const around = { cwd: lab.root, env: { SHOAL_HOME: lab.home } }
const put = (name: string, text: string | Uint8Array) => writeFileSync(join(lab.root, name), text)
mkdirSync(join(lab.root, 'data'))
put('data/app.log', Array.from({ length: 250 }, (_, k) => `${k} pump ${k % 2 ? 'Failed' : 'ok'}\n`).join(''))
put('data/notes.md', '# Pumps\n\n\tThe pump failed, "twice", and failed again.\n')
put('data/users.csv', 'name,password\nann,hunter2horse\nbob,correct-staple\n')
put('data/picture.bin', Buffer.from([0, 1, 2, 0]))
put('data/empty.txt', '')

const search = (...args: string[]) => shoal(['search', ...args], around)

describe('shoal search', () => {
  it('names the place of every line, and what was not searched', async () => {
    const { status, stdout, stderr } = await search('data', 'FAILED', '--limit', '2')
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'data/app.log:2: 1 pump Failed\ndata/app.log:4: 3 pump Failed\n',
    })
    expect(stderr.split('\n').sort()).toEqual([
      '',
      'lines 1–2 of 126 in 2 of 3 files; --offset 2 shows the next',
      'skipped data/empty.txt: empty file',
      'skipped data/picture.bin: binary: NUL bytes',
    ])
    expect(await search('data', 'nowhere', '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('marks every match on a terminal, and nowhere else', async () => {
    const { stdout } = await shoal(['search', 'data', 'fail', '--include', '*.md'], { ...around, isTTY: true })
    expect(stdout).toBe(
      '\u001b[1mdata/notes.md\u001b[22m:3:     The pump \u001b[31mfail\u001b[39med, "twice", and \u001b[31mfail\u001b[39med again.\n',
    )
  })

  it.each([
    [['FAILED', '--case-sensitive'], 0],
    [['pump (Failed|ok)$', '--regex'], 250],
    [['pump ok', '--regex', '--max-files', '1'], 125],
    [['failing', '--words'], 126],
  ])('%j finds %d lines', async (args, total) => {
    const { stdout } = await search('data', ...args, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ total, total_is_exact: true, query: args[0] })
  })

  it('takes the last argument for the text, whatever exists', async () => {
    expect((await search('data/notes.md', 'data', '--quiet')).stdout).toBe('')
    expect((await search('data/notes.md', '-q', 'twice', '--quiet')).stdout).toContain('data/notes.md:3:')
  })

  it('pages without a gap, by offset as by cursor', async () => {
    const all = (await library('pump', join(lab.root, 'data'), { limit: 1000 })).matches
    const paged: unknown[] = []
    for (let offset = 0; offset < all.length; offset += 100)
      paged.push(...(await library('pump', join(lab.root, 'data'), { offset })).matches)
    expect(paged).toEqual(all)
    const { matches, cursor } = await library('pump', join(lab.root, 'data'), { offset: 120, limit: 10 })
    expect(matches).toEqual(all.slice(120, 130))
    const next = await library('pump', join(lab.root, 'data'), { cursor: cursor!, limit: 10 })
    expect(next.matches).toEqual(all.slice(130, 140))
    expect(next.total).toBe(all.length)
    expect((await search('data', 'pump', '--offset', '900')).stderr).toContain(
      'no more lines: --offset 900 is behind the last of 252',
    )
  })

  it('says by its own flags what may find more', async () => {
    expect((await search('data', 'pump.*absent')).stderr).toMatch(/looks like a regular expression: --regex$/m)
    expect((await search('data', 'absent pump')).stderr).toMatch(/--words finds lines by single words$/m)
    expect((await search('data', 'absent|pump', '--words')).stderr).toMatch(/regular expression: --regex$/m)
    const { stdout } = await search('data', 'pump.*absent', '--json')
    expect(JSON.parse(stdout).note).toMatch(/mode regex$/)
  })

  it('masks secrets as everywhere, the cells of a table included', async () => {
    const { stdout } = await search('data', 'ann,', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ total: 1, matches: [{ path: 'data/users.csv', line: 2 }] })
    expect(stdout).not.toContain('hunter2horse')
  })

  it('writes CSV that quotes what needs it', async () => {
    const { stdout } = await search('data/notes.md', 'twice', '--csv')
    expect(stdout).toBe('path,line,text\ndata/notes.md,3,"\tThe pump failed, ""twice"", and failed again."\n')
    expect((await search('data', 'pump', '--words', '--csv', '--limit', '1')).stdout).toMatch(/^path,line,text,score\n/)
  })

  it.each([
    [['data'], 2, 'shoal search needs a PATH and a TEXT'],
    [[], 2, 'shoal search needs a PATH and a TEXT'],
    [['data', ' '], 2, 'there is nothing to search for'],
    [['data', '(', '--regex'], 2, 'This is not a regular expression'],
    [['data', 'x', '--regex', '--words'], 2, '--regex and --words contradict each other'],
    [['data', 'x', '--csv', '--json'], 2, '--csv and --json contradict each other'],
    [['nothere', 'x'], 2, 'nothere'],
    [['data/picture.bin', 'x'], 2, 'binary: NUL bytes'],
    [['data', 'x', '--limit', '0'], 2, '--limit'],
  ])('%j ends with %d and one line', async (args, status, said) => {
    const outcome = await search(...args, '--quiet')
    expect(outcome.status).toBe(status)
    expect(outcome.stdout).toBe('')
    expect(outcome.stderr).toContain(said)
    expect(outcome.stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe.each(SEARCH_MODES)('a search by %s', mode => {
  it('is the same on the command line, in the library and over MCP', async () => {
    const query = 'pump failed'
    const flag = mode === SEARCH_DEFAULTS.mode ? [] : [`--${mode}`]
    const line = JSON.parse((await search('data', query, ...flag, '--json')).stdout)
    const agent = await server.call(tool, { query, mode, paths: ['data'] })
    const program = await library(query, join(lab.root, 'data'), { mode })
    expect(line.matches.map(({ spans: _, ...match }: { spans: unknown }) => match)).toEqual(agent.matches)
    const { schema_version: v, matches: _, query: __, case_sensitive: ___, mode: ____, offset: _____, ...said } = line
    expect(v).toBe(1)
    expect({ ...agent, matches: undefined, next_cursor: null }).toEqual({ ...said, next_cursor: null })
    expect(program.matches.map(({ line, text, spans }) => ({ line, text, spans }))).toEqual(
      line.matches.map(({ line, text, spans }: (typeof program.matches)[number]) => ({ line, text, spans })),
    )
    expect([program.total, program.files, program.searched, program.unread]).toEqual([
      line.total,
      line.files,
      line.searched_files,
      line.skipped_count,
    ])
  })
})
