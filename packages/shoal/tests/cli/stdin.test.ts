// Standard input as a file, through the real process: piped whole, in pieces, without end, twice, or not at all.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../../tests/patience.ts'
import { untilStopped } from '../../src/run/unpacking/until-stopped.ts'
import { assertBuilt, bin } from './built-bin.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const env = { PATH: process.env.PATH, SHOAL_HOME: join(dir.path, 'home') }
const rows = Array.from({ length: 500 }, (_, k) => `${k},${k % 5 === 0 ? 'Ulm' : 'Bonn'}`)
const csv = `id,city\n${rows.join('\n')}\n`

beforeAll(assertBuilt)

async function piped(argv: readonly string[], write: (stdin: NodeJS.WritableStream) => void) {
  const child = spawn(process.execPath, [bin, ...argv], { cwd: dir.path, env, stdio: 'pipe' })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', text => (said.stdout += text))
  child.stderr.on('data', text => (said.stderr += text))
  // The command may end before it has read all.
  child.stdin.on('error', () => {})
  write(child.stdin)
  const [status] = await once(child, 'close')
  return { status, ...said }
}

describe('standard input', () => {
  it('is a file that is asked, quoted and told as stdin', async () => {
    const { status, stdout } = await piped(['analyze', '-', 'How many rows have the city Ulm?'], stdin =>
      stdin.end(csv),
    )
    expect(status).toBe(0)
    expect(stdout).toMatch(/^100\b/)
    expect(stdout).toContain('stdin:2')
  })

  it('comes in pieces that cut lines and characters, and may be packed', async () => {
    const text = Buffer.from(csv.replaceAll('Ulm', 'Zürich'))
    const inPieces = (bytes: Buffer) => (stdin: NodeJS.WritableStream) => {
      for (let at = 0; at < bytes.length; at += 7) stdin.write(bytes.subarray(at, at + 7))
      stdin.end()
    }
    for (const bytes of [text, gzipSync(text)]) {
      const { stdout } = await piped(
        ['sql', '-', "SELECT count(*) AS n FROM stdin WHERE city = 'Zürich'", '--json'],
        inPieces(bytes),
      )
      expect(JSON.parse(stdout).rows).toEqual([[100]])
    }
  })

  it('stands beside other files, and lists of files come through it too', async () => {
    dir.write('more.csv', 'id,city\n900,Ulm\n')
    const both = await piped(['search', '-', 'more.csv', 'Ulm', '--json'], stdin => stdin.end(csv))
    expect(both.stdout).toContain('more.csv')
    expect(both.stdout).toContain('stdin')
    const listed = await piped(['detect', '--files-from', '-', '--json'], stdin => stdin.end('more.csv\n'))
    expect(JSON.parse(listed.stdout)).toMatchObject([{ path: 'more.csv' }])
  })

  it.each([
    ['nothing', ['analyze', '-'], '', 2, /nothing to read|empty/],
    ['no text', ['analyze', '-'], Buffer.from([0, 1, 2, 0, 255]), 2, /binary/],
    ['more than is allowed', ['detect', '-', '--max-unpacked', '1k'], csv, 2, /more than 1(?:\.0)? kB/],
    ['a list and a file', ['detect', '-', '--files-from', '-'], csv, 2, /cannot be both/],
  ])('with %s is one line', async (_, argv, input, expected, said) => {
    const { status, stdout, stderr } = await piped(argv, stdin => stdin.end(input))
    expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({
      status: expected,
      stdout: '',
      lines: 1,
    })
    expect(stderr).toMatch(said)
  })

  it.each([
    ['one Ctrl-C', 1],
    ['an impatient Ctrl-C', 2],
  ])('that goes on is ended by %s, and leaves nothing half written', async (_, signals) => {
    const child = spawn(process.execPath, [bin, 'detect', '-'], { cwd: dir.path, env, stdio: 'pipe' })
    const closed = once(child, 'close')
    child.stdin.on('error', () => {})
    child.stdin.write(csv)
    await eventually(() => expect(partial()).toHaveLength(1))
    for (let k = 0; k < signals; k++) child.kill('SIGINT')
    expect(await closed).toEqual([130, null])
    expect(partial()).toEqual([])
  })

  it('removes what a process that was killed has left', async () => {
    const child = spawn(process.execPath, [bin, 'detect', '-'], { cwd: dir.path, env, stdio: 'pipe' })
    const closed = once(child, 'close')
    child.stdin.on('error', () => {})
    child.stdin.write(csv)
    await eventually(() => expect(partial()).toHaveLength(1))
    child.kill('SIGKILL')
    await closed
    expect(partial()).toHaveLength(1)
    await piped(['detect', '-'], stdin => stdin.end('a,b\n1,2\n'))
    expect(partial()).toEqual([])
  })
})

function partial(): string[] {
  const store = join(dir.path, 'home/cache/unpacked')
  return existsSync(store) ? readdirSync(store).filter(name => name.startsWith('partial-')) : []
}

describe('a stream that others leave open', () => {
  it('is left as soon as it is to stop, and stays open', async () => {
    const stream = new Readable({ read() {} })
    stream.push('some')
    const stop = new AbortController()
    const seen: string[] = []
    const reading = (async () => {
      for await (const chunk of untilStopped(stream, stop.signal)) {
        seen.push(String(chunk))
        // It waits for what never comes then.
        setImmediate(() => stop.abort(new Error('enough')))
      }
    })()
    await expect(reading).rejects.toThrow('enough')
    expect(seen).toEqual(['some'])
    expect(stream.destroyed).toBe(false)
  })
})
