// Whatever a file holds, a command gives a right result or one clear line and exit status 2, and the others go through.
import { closeSync, mkdirSync, openSync, statSync, symlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()

const rows = (count: number, columns: number, eol = '\n') =>
  Array.from({ length: count }, (_, r) => Array.from({ length: columns }, (_, c) => `r${r}c${c}`).join(',')).join(eol)
const csv = `id,name,amount\n${Array.from({ length: 500 }, (_, n) => `${n},item ${n},${n * 3}`).join('\n')}\n`
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

interface Case {
  readonly name: string
  readonly content: string | Uint8Array
  /** null: refused, as not being text. */
  readonly type: string | null
}

const cases: readonly Case[] = [
  { name: 'empty.csv', content: '', type: 'structured_data' },
  { name: 'empty.log', content: '', type: 'log' },
  { name: 'empty', content: '', type: 'unknown' },
  { name: 'only-newlines.txt', content: '\n'.repeat(400), type: 'prose' },
  { name: 'nul-early.log', content: `2024-01-01 INFO a\n\u0000\n${'2024-01-01 INFO b\n'.repeat(9)}`, type: null },
  { name: 'nul-late.csv', content: `${csv}${csv}${csv}1,\u0000,2\n`, type: 'structured_data' },
  { name: 'program.csv', content: Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(2000)]), type: null },
  { name: 'cut-off.json', content: '{"data": [{"id": 1}, {"id": 2}, {"id": ', type: 'json' },
  { name: 'one-column.csv', content: `value\n${'7\n'.repeat(3000)}`, type: 'structured_data' },
  { name: 'only-header.csv', content: 'id,name,amount\n', type: 'structured_data' },
  { name: 'no-final-newline.csv', content: 'id,name\n1,a', type: 'structured_data' },
  { name: 'wide.csv', content: rows(60, 5000), type: 'structured_data' },
  {
    name: 'mixed-ends.csv',
    content: `${rows(300, 3)}\r\n${rows(300, 3, '\r\n')}\r${rows(300, 3, '\r')}`,
    type: 'structured_data',
  },
  { name: 'utf-16.csv', content: utf16(csv), type: 'structured_data' },
  {
    name: 'latin-1.log',
    content: Buffer.from('2024-01-01 10:00:00 ERROR caf\u00e9 ferm\u00e9\n'.repeat(500), 'latin1'),
    type: 'log',
  },
  {
    name: 'invalid-utf-8.py',
    content: Buffer.concat([
      Buffer.from('def f():\n    return "'),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from('"\n'),
    ]),
    type: 'source_code',
  },
  { name: 'unclosed-quote.csv', content: `a,b\n1,"never closed\n${'2,3\n'.repeat(3000)}`, type: 'structured_data' },
  { name: 'deep.json', content: '['.repeat(10_000), type: 'json' },
  { name: 'bad-lines.jsonl', content: `{"a":1}\n{"a":\n{"a":3}\n`.repeat(600), type: 'jsonl' },
  { name: 'name with\nnewline.py', content: 'def f():\n    return 1\n', type: 'source_code' },
  { name: 'emoji 🐟 文件.md', content: '# Fish\n\nText.\n', type: 'prose' },
  { name: '--looks-like-a-flag.md', content: '# Dash\n\nText.\n', type: 'prose' },
]

for (const { name, content } of cases) dir.write(`in/${name}`, content)
const inDir = (name: string) => join(dir.path, 'in', name)

describe.each(cases)('$name', ({ name, type }) => {
  const path = inDir(name)

  it('detect', async () => {
    const { status, stdout, stderr } = await shoal(['detect', path, '--json'])
    if (type === null) return expectRefusal({ status, stderr })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject([{ path, content_type: type, reason: expect.stringMatching(/./) }])
  })

  it('chunk', async () => {
    const { status, stdout, stderr } = await shoal(['chunk', path, '--json', '--text'])
    if (type === null) return expectRefusal({ status, stderr })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expectTiles(JSON.parse(stdout), statSync(path).size)
  })

  it('in a human form on lines of their own', async () => {
    const { status, stdout } = await shoal(['detect', path])
    expect(status).toBe(type === null ? 2 : 0)
    expect(stdout).not.toContain('name with\n')
    if (type !== null) expect(stdout.split('\n')[0]).toMatch(/^Detected content type: \w+ \(via \w+\)$/)
  })
})

describe('all of them at once', () => {
  it('detect goes through, and says what it skips', async () => {
    const { status, stdout, stderr } = await shoal(['detect', join(dir.path, 'in'), '--json'])
    const found = new Map(
      JSON.parse(stdout).map((item: { path: string; content_type: string }) => [item.path, item.content_type]),
    )
    expect(found).toEqual(
      new Map(cases.filter(({ type }) => type !== null).map(({ name, type }) => [inDir(name), type])),
    )
    expect(stderr.trimEnd().split('\n').sort()).toEqual(
      cases
        .filter(({ type }) => type === null)
        .map(({ name }) => expect.stringMatching(`^skipped .*${name}: .*binary`))
        .sort(),
    )
    expect(status).toBe(0)
  })

  it('plan goes through, and lists what it skips: what is no text, and what is empty', async () => {
    const { status, stdout } = await shoal(['plan', join(dir.path, 'in'), '--json'])
    const { files, skipped } = JSON.parse(stdout)
    const paths = (list: readonly { path: string }[]) => list.map(({ path }) => path).sort()
    const read = cases.filter(({ type, content }) => type !== null && content.length > 0)
    const unread = cases.filter(one => !read.includes(one))
    expect(paths(files)).toEqual(read.map(({ name }) => inDir(name)).sort())
    expect(paths(skipped)).toEqual(unread.map(({ name }) => inDir(name)).sort())
    expect(status).toBe(0)
  })

  it('plan of a single file', async () => {
    for (const { name, type } of cases)
      expect((await shoal(['plan', inDir(name), '--json'])).status, name).toBe(type === null ? 2 : 0)
  })

  it('a missing path is one line, the others go through, and the status is 2', async () => {
    for (const command of ['detect', 'plan']) {
      const { status, stdout, stderr } = await shoal([
        command,
        inDir('wide.csv'),
        join(dir.path, 'gone'),
        inDir('only-header.csv'),
        '--json',
      ])
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: `shoal: ${join(dir.path, 'gone')}: no such file or directory — check the path\n`,
      })
      const document = JSON.parse(stdout)
      expect(document.files ?? document).toHaveLength(2)
    }
  })
})

describe('what is no file', () => {
  it('a directory where a file is wanted', async () => {
    expect(await shoal(['chunk', dir.path])).toEqual({
      status: 2,
      stdout: '',
      stderr: `shoal: ${dir.path}: is a directory — name a file inside it, or run \`shoal plan\` for the whole of it\n`,
    })
  })

  it('a device', async () => {
    for (const command of ['detect', 'chunk', 'plan'])
      expect(await shoal([command, '/dev/null'])).toEqual({
        status: 2,
        stdout: '',
        stderr: 'shoal: /dev/null: not a regular file — name a regular file\n',
      })
  })

  it('a link to nowhere, and one to itself', async () => {
    symlinkSync('nowhere', join(dir.path, 'dangling'))
    symlinkSync('loop', join(dir.path, 'loop'))
    expect((await shoal(['detect', join(dir.path, 'dangling')])).stderr).toContain('no such file or directory')
    expect((await shoal(['chunk', join(dir.path, 'loop')])).stderr).toContain('a symbolic link leads back to itself')
  })

  it('an empty directory', async () => {
    const empty = join(dir.path, 'hollow')
    mkdirSync(empty)
    expect(await shoal(['detect', empty, '--json'])).toEqual({ status: 0, stdout: '[]\n', stderr: '' })
    const { status, stdout } = await shoal(['plan', empty, '--json'])
    expect({ status, files: JSON.parse(stdout).files }).toEqual({ status: 0, files: [] })
  })
})

describe('one enormous line', () => {
  const megabytes = process.env.SHOAL_TEST_LARGE ? 1024 : 96

  it(`of ${megabytes} MB is cut within the budget and nothing is lost`, async () => {
    const path = join(dir.path, 'line.txt')
    const fd = openSync(path, 'w')
    const block = Buffer.from('lorem ipsum dolor sit amet '.repeat(38_837).slice(0, 1 << 20))
    for (let n = 0; n < megabytes; n++) writeSync(fd, block)
    closeSync(fd)
    const { status, stdout } = await shoal(['chunk', path, '--json', '--chunk-tokens', '2M'])
    expect(status).toBe(0)
    const partition = JSON.parse(stdout)
    expectTiles(partition, megabytes << 20)
    for (const chunk of partition.chunks) expect(chunk.tokens).toBeLessThanOrEqual(2_000_000)
  })
})

function expectRefusal({ status, stderr }: { status: number; stderr: string }): void {
  expect(stderr).toMatch(/^shoal: [^\n]*binary[^\n]* — [^\n]+\n$/)
  expect(status).toBe(2)
}

interface PartitionJson {
  readonly size_bytes: number
  readonly chunks: readonly {
    start_byte: number
    end_byte: number
    bytes: number
    index: number
    of: number
    text?: string
  }[]
}

/** The owned ranges cover the file, each byte once. */
function expectTiles(partition: PartitionJson, size: number): void {
  expect(partition.size_bytes).toBe(size)
  let at = 0
  for (const [k, chunk] of partition.chunks.entries()) {
    expect(chunk).toMatchObject({ index: k + 1, of: partition.chunks.length, start_byte: at })
    expect(chunk.end_byte - chunk.start_byte).toBe(chunk.bytes)
    at = chunk.end_byte
  }
  expect(at).toBe(size)
}
