// Readers of the config file: other forms become text, bounded in time, memory and output, and what goes wrong is one line.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAliveProcess } from '@shoal/base/model/alive-process'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../../tests/patience.ts'
import { zipOf } from '../forms/packs.ts'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const at = (name: string) => join(dir.path, name)
const env = { SHOAL_HOME: at('home') }
const run = (...argv: string[]) => shoal(argv, { cwd: dir.path, env })

/** A reader that is a program of Node; `FILE` in it is what it is given. */
const reads = (body: string, more: object = {}) => ({ command: [process.execPath, '-e', body, '{file}'], ...more })
const config = (readers: object) => dir.write('shoal.config.json', JSON.stringify({ readers }))

/** Records of two bytes, as no text is written. */
const TO_LINES = `const bytes = require('fs').readFileSync(process.argv[1])
for (let k = 0; k < bytes.length; k += 2) console.log(JSON.stringify({ city: bytes[k] === 1 ? 'Ulm' : 'Bonn', sold: bytes[k + 1] }))`
const records = Buffer.from(Array.from({ length: 120 }, (_, k) => [k % 3 === 0 ? 1 : 0, k]).flat())

describe('a reader', () => {
  it('makes text of a file, whose place and origin are told', async () => {
    dir.write('sales/first.rec', records)
    config({ '*.rec': reads(TO_LINES, { as: 'jsonl' }) })
    expect((await run('analyze', 'sales', 'How many records are there with the city Ulm?')).stdout).toMatch(/^40\b/)
    const { files, coverage } = JSON.parse((await run('analyze', 'sales', '--json')).stdout)
    expect(files).toMatchObject([
      {
        path: 'sales/first.rec!text.jsonl',
        line_count: 120,
        unpacked_from: 'sales/first.rec',
        unpacked_by: ['a reader of the config file', expect.stringMatching(/^node/)],
      },
    ])
    expect(coverage.tasks_failed).toBe(0)
    expect((await run('search', 'sales/first.rec', '"sold":7}')).stdout).toMatch(/first\.rec!text\.jsonl:8/)
    expect((await run('profile', at('sales/first.rec'))).stdout).toContain('120')
  })

  it('is given the file on standard input where its command does not name it', async () => {
    dir.write('in/a.rec', 'abc')
    config({
      '*.rec': { command: [process.execPath, '-e', "process.stdin.on('data', text => console.log('got ' + text))"] },
    })
    expect((await run('search', 'in', 'got')).stdout).toMatch(/in\/a\.rec!text\.txt:1.*got abc/)
  })

  it('reads what is left out by default, and what lies in archives', async () => {
    dir.write('old/plan.doc', Buffer.from([0xd0, 0xcf, 0, 1]))
    dir.write('old/more.zip', zipOf([{ name: 'deep/letter.doc', content: Buffer.from([0xd0, 0xcf, 0, 2]) }]))
    config({ '*.doc': reads("console.log('Dear reader of ' + require('fs').readFileSync(process.argv[1]).length)") })
    const found = (await run('search', 'old', 'Dear')).stdout
    expect(found).toContain('old/plan.doc!text.txt:1')
    expect(found).toContain('old/more.zip!deep/letter.doc!text.txt:1')
    expect((await run('detect', 'old', '--no-unpack')).stderr).toMatch(/plan\.doc: excluded by default/)
  })

  it('sees no keys of the environment', async () => {
    dir.write('env/a.rec', 'x')
    config({ '*.rec': reads("console.log('names: ' + Object.keys(process.env).sort().join(' '))") })
    process.env.SOME_API_KEY = 'k'
    try {
      expect((await run('search', 'env', 'names')).stdout).not.toContain('SOME_API_KEY')
    } finally {
      delete process.env.SOME_API_KEY
    }
  })
})

describe('a reader that fails', () => {
  it('is named with its last words, what it wrote is read, and the next time it is tried again', async () => {
    dir.write('half/a.rec', 'x')
    const body = `console.log('first line')
if (!require('fs').existsSync(${JSON.stringify(at('mended'))})) { console.error('no table 7'); process.exitCode = 3 } else console.log('second line')`
    config({ '*.rec': reads(body) })
    const first = await run('search', 'half', 'line')
    expect(first.status).toBe(6)
    expect(first.stdout).toContain('first line')
    expect(first.stderr).toMatch(
      /a\.rec!text\.txt: node\S* failed with status 3: no table 7; its first 11 bytes are read/,
    )
    dir.write('mended', '')
    const second = await run('search', 'half', 'line')
    expect(second).toMatchObject({ status: 0, stderr: '2 lines in 1 of 1 file\n' })
    expect(second.stdout).toContain('second line')
  })

  it('because there is no such program is one line', async () => {
    dir.write('none/a.rec', 'x')
    config({ '*.rec': { command: ['no-such-program-here', '{file}'] } })
    const { status, stderr } = await run('analyze', 'none')
    expect(status).toBe(2)
    expect(stderr).toMatch(/a\.rec is left out \(cannot start no-such-program-here: no such command\) — /)
  })

  it.each([
    ['time', { seconds: 1 }, 'setInterval(() => {}, 1000)', /took longer than 1 s/],
    [
      'memory',
      { megabytes: 150 },
      'const all = []; setInterval(() => all.push(Buffer.alloc(20e6, 1)), 20)',
      /took more than 150 MB of memory/,
    ],
    [
      'output',
      {},
      "const tell = () => { while (process.stdout.write('x'.repeat(1e5) + '\\n')); process.stdout.once('drain', tell) }; tell()",
      /holds more than 2(?:\.0)? MB/,
    ],
  ])('is stopped when it takes too much %s, and nothing of it is left', async (what, more, body, said) => {
    dir.write(`${what}/a.rec`, 'x')
    const told = at(`${what}.pid`)
    rmSync(told, { force: true })
    config({
      '*.rec': reads(`require('fs').writeFileSync(${JSON.stringify(told)}, String(process.pid)); ${body}`, more),
    })
    const { status, stderr } = await run('detect', what, '--max-unpacked', '2M')
    // A limit that was set is no failure: what it leaves out is listed.
    expect(status === 0).toBe(what === 'output')
    expect(stderr).toMatch(said)
    expect(existsSync(told)).toBe(true)
    const pid = Number(readFileSync(told, 'utf8'))
    await eventually(() => expect(isAliveProcess(pid)).toBe(false))
  })
})

describe('a reader that is written wrongly', () => {
  it.each([
    [{ '*.x': {} }, /"readers" for "\*\.x" must be \{ command: \[PROGRAM, …\] \}/],
    [{ '*.x': { command: [] } }, /must be \{ command/],
    [{ '*.x': { command: 'cat' } }, /must be \{ command/],
    [{ '*.x': { command: ['cat'], as: '../../x' } }, /"as" must be the ending of a file name/],
    [{ '*.x': { command: ['cat'], seconds: 0 } }, /"seconds" must be a whole number of at least 1/],
    [{ '*.x': { command: ['cat'], shell: true } }, /must be \{ command/],
    [['cat'], /"readers" must be an object by glob/],
  ])('is refused: %j', async (readers, said) => {
    config(readers)
    const { status, stderr } = await run('detect', 'sales')
    expect(status).toBe(2)
    expect(stderr).toMatch(said)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})
