import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { writeDocument } from '../../src/cli/document.ts'
import { ClosedOutput } from '../../src/cli/io.ts'
import { writeJsonList, writeJsonObject } from '../../src/cli/json-document.ts'
import { fakeIo } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const toFile = (output: string, inputs: string[] = []) => ({ output: [output], inputs })
const toStdout = { output: [], inputs: [] }

describe('a document in a directory that is read', () => {
  it('replaces nothing there unless it is told to', async () => {
    mkdirSync(join(dir.path, 'read'))
    const file = join(dir.path, 'read', 'data.log')
    writeFileSync(file, 'precious')
    const to = { output: [file], inputs: [join(dir.path, 'read')] }
    await expect(writeDocument(fakeIo(), to, write => write('x'))).rejects.toMatchObject({ code: 'already-there' })
    expect(readFileSync(file, 'utf8')).toBe('precious')
    await writeDocument(fakeIo(), { ...to, force: true }, write => write('x'))
    expect(readFileSync(file, 'utf8')).toBe('x')
  })
})

describe('a document on stdout', () => {
  it('waits for a slow reader: what is held in memory does not grow', async () => {
    let waiting = 0
    let most = 0
    let taken = 0
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk, _encoding, done) {
        setTimeout(() => {
          waiting -= chunk.length
          taken += chunk.length
          done()
        }, 1)
      },
    })
    await writeDocument({ ...fakeIo(), stdout: slow }, toStdout, async write => {
      for (let n = 0; n < 2000; n++) {
        waiting += 1024
        most = Math.max(most, waiting)
        await write('x'.repeat(1024))
      }
    })
    expect(taken).toBe(2000 * 1024)
    expect(most).toBeLessThanOrEqual(128 * 1024)
  })

  it('ends when nobody reads any more, even in the middle of waiting', async () => {
    const stop = new AbortController()
    const stuck = new Writable({ highWaterMark: 1, write: () => setTimeout(() => stop.abort(new ClosedOutput()), 5) })
    const io = { ...fakeIo({ signal: stop.signal }), stdout: stuck }
    await expect(writeDocument(io, toStdout, write => write('x'.repeat(100_000)))).rejects.toThrow()
    expect(stop.signal.aborted).toBe(true)
  })
})

describe('a document in a file', () => {
  it('appears whole, relative to the working directory, and stdout stays empty', async () => {
    const io = fakeIo({ cwd: dir.path })
    await writeDocument(io, toFile('out.txt'), async write => {
      await write('a')
      expect(existsSync(join(dir.path, 'out.txt'))).toBe(false)
      await write('b'.repeat(200_000))
    })
    expect(readFileSync(join(dir.path, 'out.txt'), 'utf8')).toBe(`a${'b'.repeat(200_000)}`)
    expect(io.stdout.text).toBe('')
  })

  it('leaves the old one and no trace when it fails', async () => {
    mkdirSync(join(dir.path, 'fails'))
    dir.write('fails/out.txt', 'old')
    const failing = writeDocument(fakeIo({ cwd: join(dir.path, 'fails') }), toFile('out.txt'), async write => {
      await write('x'.repeat(100_000))
      throw new Error('boom')
    })
    await expect(failing).rejects.toThrow('boom')
    expect(readdirSync(join(dir.path, 'fails'))).toEqual(['out.txt'])
    expect(readFileSync(join(dir.path, 'fails/out.txt'), 'utf8')).toBe('old')
  })

  it('never replaces what it is made from, by whatever name', async () => {
    dir.write('data.csv', 'a,b\n')
    symlinkSync('data.csv', join(dir.path, 'link.csv'))
    for (const output of ['data.csv', './data.csv', 'link.csv'])
      await expect(
        writeDocument(fakeIo({ cwd: dir.path }), toFile(output, ['data.csv']), write => write('x')),
      ).rejects.toMatchObject({
        code: 'beside-data',
      })
    expect(readFileSync(join(dir.path, 'data.csv'), 'utf8')).toBe('a,b\n')
  })

  it('says what is wrong with its place', async () => {
    const io = fakeIo({ cwd: dir.path })
    await expect(writeDocument(io, toFile('.'), write => write('x'))).rejects.toMatchObject({ code: 'is-directory' })
    await expect(writeDocument(io, toFile('no/such/dir'), write => write('x'))).rejects.toMatchObject({
      code: 'not-found',
      message: 'no/such/dir: no such file or directory',
    })
  })

  it('may be a device, which is not replaced', async () => {
    await writeDocument(fakeIo(), toFile('/dev/null'), write => write('x'))
    expect(existsSync('/dev/null')).toBe(true)
  })
})

describe('JSON', () => {
  const collect = async (act: (write: (text: string) => Promise<void>) => Promise<void>) => {
    let text = ''
    await act(async part => {
      text += part
    })
    return text
  }

  it('has one element of a list to a line, and parses as what it was', async () => {
    const value = { a: 1, none: undefined, list: [{ x: 'é\n' }, [2]], empty: [], nested: { deep: [1] } }
    const text = await collect(write => writeJsonObject(write, value))
    expect(text).toBe(
      '{\n  "schema_version": 1,\n  "a": 1,\n  "list": [\n    {"x":"é\\n"},\n    [2]\n  ],\n  "empty": [],\n  "nested": {"deep":[1]}\n}\n',
    )
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ schema_version: 1, ...value })))
    expect(await collect(write => writeJsonObject(write, {}))).toBe('{\n  "schema_version": 1\n}\n')
  })

  it('takes a list that is made while it is written', async () => {
    async function* elements() {
      yield 1
      yield 'two'
    }
    expect(await collect(write => writeJsonList(write, elements()))).toBe('[\n  1,\n  "two"\n]')
  })
})
