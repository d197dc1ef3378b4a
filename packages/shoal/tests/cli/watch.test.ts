// `shoal watch`: again when files change, only the difference, and an end when it is asked for.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../../tests/patience.ts'
import { main } from '../../src/cli/main.ts'
import { wordsOf } from '../../src/cli/told-command.ts'
import { fakeIo, shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const CODE = (name: string) => `import os\n\ndef ${name}(cmd):\n    os.system("${name} " + cmd)\n`

interface Line {
  readonly event: string
  readonly new: readonly { readonly path: string; readonly rule: string }[]
  readonly gone: readonly { readonly path: string }[]
  readonly answer?: string
  readonly files: number
}

/** Watches until `act` is done with it. */
async function watching(args: readonly string[], act: (lines: () => Line[]) => Promise<void>) {
  const stop = new AbortController()
  const env = { SHOAL_HOME: join(dir.path, 'home'), PATH: process.env.PATH! }
  const io = fakeIo({ cwd: dir.path, env, signal: stop.signal })
  const ended = main(['watch', ...args, '--json'], io)
  const lines = () =>
    io.stdout.text
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as Line)
  try {
    await act(lines)
  } finally {
    stop.abort()
  }
  return { status: await ended, lines: lines(), stderr: io.stderr.text }
}

const places = (list: readonly { readonly path: string }[]) => list.map(({ path }) => path)

describe('shoal watch', () => {
  it('tells what is new and what is gone when files are changed, replaced, renamed and deleted', async () => {
    dir.write('app/one.py', CODE('one'))
    dir.write('app/two.py', 'x = 1\n')
    const at = (name: string) => join(dir.path, 'app', name)
    const { status, lines, stderr } = await watching(['app'], async seen => {
      await eventually(() => expect(seen()).toHaveLength(1))
      writeFileSync(at('two.py'), CODE('two'))
      await eventually(() => expect(seen()).toHaveLength(2))
      // Put in place of it, as editors do.
      writeFileSync(at('.two.swp'), CODE('other'))
      renameSync(at('.two.swp'), at('two.py'))
      await eventually(() => expect(seen()).toHaveLength(3))
      // The same under another name is no difference.
      renameSync(at('two.py'), at('three.py'))
      rmSync(at('one.py'))
      await eventually(() => expect(seen()).toHaveLength(4))
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(lines.map(({ event }) => event)).toEqual(['first', 'changed', 'changed', 'changed'])
    expect(lines.map(one => [places(one.new), places(one.gone)])).toEqual([
      [['app/one.py'], []],
      [['app/two.py'], []],
      [['app/two.py'], ['app/two.py']],
      [[], ['app/one.py']],
    ])
  }, 120_000)

  it('waits for what is not there yet, and tells another answer', async () => {
    const { lines } = await watching(['later', 'how many errors are there?'], async seen => {
      await eventually(() => expect(seen()).toHaveLength(1))
      mkdirSync(join(dir.path, 'later'))
      dir.write('later/app.log', '2026-01-01 10:00:00 ERROR failed\n'.repeat(3))
      await eventually(() => expect(seen()).toHaveLength(2))
      dir.write('later/app.log', '2026-01-01 10:00:00 ERROR failed\n'.repeat(5))
      await eventually(() => expect(seen()).toHaveLength(3))
    })
    expect(lines.map(({ event }) => event)).toEqual(['failed', 'first', 'changed'])
    expect(lines[1]!.answer).toContain('3')
    expect(lines[2]!.answer).toContain('5')
  }, 120_000)

  it('runs a command for what is grave enough, without a shell, and does not look at what it writes itself', async () => {
    dir.write('safe/a.py', 'x = 1\n')
    const script =
      "require('fs').writeFileSync(process.argv[1], process.env.SHOAL_NEW + require('fs').readFileSync(0, 'utf8'))"
    const told = join(dir.path, 'told $HOME.json')
    const command = `${process.execPath} -e "${script}" '${told}'`
    const { stderr } = await watching(['safe', 'home', '--on', 'medium', '--run', command], async seen => {
      await eventually(() => expect(seen()).toHaveLength(1))
      dir.write('safe/a.py', CODE('a'))
      await eventually(() => expect(readFileSync(told, 'utf8')).toMatch(/\n$/))
    })
    expect(stderr).toBe('')
    const text = readFileSync(told, 'utf8')
    expect(text[0]).toBe('1')
    expect(JSON.parse(text.slice(1))).toMatchObject([{ rule: 'python.command-injection', path: 'safe/a.py', line: 4 }])
  }, 120_000)

  it.each([
    [['app', '--on', 'high'], /--on needs --run/],
    [['app', '--run', '"open'], /a " is not closed/],
    [['app', '--run', '  '], /--run must be a COMMAND/],
    [[], /needs a PATH/],
    [['app', '--output', 'x'], /--output is not an option of `shoal watch`/],
  ])('refuses %j in one line', async (args, line) => {
    const { status, stderr } = await shoal(['watch', ...args], { cwd: dir.path })
    expect(status).toBe(2)
    expect(stderr).toMatch(line)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('the words of a command', () => {
  it.each([
    ['a b  c', ['a', 'b', 'c']],
    [`a "b c" 'd "e'`, ['a', 'b c', 'd "e']],
    ['a\\ b "c\\"d" $HOME *', ['a b', 'c"d', '$HOME', '*']],
    [`a '' ""`, ['a', '', '']],
    [`pre'mid'"end"`, ['premidend']],
  ])('%s', (command, words) => {
    expect(wordsOf(command)).toEqual(words)
  })
})
