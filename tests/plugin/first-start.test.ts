// What a clone does at its first start: packages are there and nothing is built. The builder is a fake that takes a moment.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { root } from './plugin-text.ts'

const dir = tempDir()

/** Puts a build in place, and writes a letter each time it runs. */
const BUILDER = `
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
appendFileSync('ran', 'x')
if (existsSync('dist')) throw new Error('dist is there and is no build: remove it')
setTimeout(() => {
  mkdirSync('dist')
  writeFileSync('dist/bin.js', 'console.log("served " + process.argv.slice(2))')
}, 300)
`

class Clone {
  readonly root: string
  constructor(name: string) {
    this.root = join(dir.path, name)
    this.write('package.json', '{"type":"module"}')
    for (const file of ['bin/shoal.mjs', 'scripts/build/once.mjs'])
      this.write(file, readFileSync(join(root, file), 'utf8'))
  }

  withPackages(builder = BUILDER): this {
    this.write('scripts/build.mjs', builder)
    this.write('node_modules/.package-lock.json', '{}')
    return this
  }

  write(path: string, content: string): void {
    const file = join(this.root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }

  start(): ChildProcessByStdio<null, Readable, Readable> {
    const args = [join(this.root, 'bin/shoal.mjs'), 'mcp']
    return spawn(process.execPath, args, { cwd: dir.path, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  async serve() {
    const child = this.start()
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', part => (stdout += part))
    child.stderr.on('data', part => (stderr += part))
    const status = await new Promise<number | null>(resolve => child.on('close', resolve))
    return { status, stdout, stderr }
  }

  builds(): number {
    return readFileSync(join(this.root, 'ran'), 'utf8').length
  }

  /** What a build leaves beside its result. */
  leftovers(): string[] {
    return readdirSync(join(this.root, 'node_modules/.cache/shoal-build'))
  }
}

const BUILDING = 'shoal: building, once\n'

describe('a clone that is started', () => {
  it('is built the first time, and then only started', async () => {
    const clone = new Clone('first').withPackages()
    expect(await clone.serve()).toEqual({ status: 0, stdout: 'served mcp\n', stderr: BUILDING })
    expect(await clone.serve()).toEqual({ status: 0, stdout: 'served mcp\n', stderr: '' })
    expect([clone.builds(), clone.leftovers()]).toEqual([1, []])
  })

  it('is built once for clients that start together', async () => {
    const clone = new Clone('together').withPackages()
    const served = await Promise.all([clone.serve(), clone.serve(), clone.serve()])
    expect(served.map(({ status, stdout }) => [status, stdout])).toEqual(Array(3).fill([0, 'served mcp\n']))
    expect([clone.builds(), clone.leftovers()]).toEqual([1, []])
  })

  it('is built to the end when the client has no patience', async () => {
    const clone = new Clone('impatient').withPackages()
    const child = clone.start()
    while (!existsSync(join(clone.root, 'ran'))) await sleep(20)
    child.kill('SIGKILL')
    while (!existsSync(join(clone.root, 'dist/bin.js'))) await sleep(20)
    expect(await clone.serve()).toEqual({ status: 0, stdout: 'served mcp\n', stderr: '' })
    expect(clone.builds()).toBe(1)
  })

  it('is built in spite of a build that was killed', async () => {
    const clone = new Clone('killed').withPackages()
    // No process has a number as high as this.
    clone.write('node_modules/.cache/shoal-build/lock', '2147483646')
    expect(await clone.serve()).toMatchObject({ status: 0, stdout: 'served mcp\n' })
  })

  it('says in one line that packages are missing, and prints nothing', async () => {
    const clone = new Clone('bare')
    const line = `shoal: the packages are missing: run \`npm ci\` in ${clone.root}/, then start it again\n`
    expect(await clone.serve()).toEqual({ status: 5, stdout: '', stderr: line })
  })

  it('says in one line why a build failed, leaves nothing of it, and tries again', async () => {
    const clone = new Clone('broken').withPackages('console.log("one"); throw new TypeError("two")')
    const stderr = `${BUILDING}shoal: the build failed: two\n`
    expect(await clone.serve()).toEqual({ status: 5, stdout: '', stderr })
    expect(existsSync(join(clone.root, 'dist'))).toBe(false)
    expect(await clone.withPackages().serve()).toMatchObject({ status: 0, stdout: 'served mcp\n' })
  })

  it('replaces nothing that somebody else put there', async () => {
    const clone = new Clone('taken').withPackages()
    clone.write('dist/mine', '')
    const { status, stderr } = await clone.serve()
    expect({ status, stderr }).toEqual({
      status: 5,
      stderr: `${BUILDING}shoal: the build failed: dist is there and is no build: remove it\n`,
    })
    expect(readdirSync(join(clone.root, 'dist'))).toEqual(['mine'])
  })
})

describe('an installed package', () => {
  it('says in one line that it is not whole', async () => {
    const installed = new Clone('installed')
    rmSync(join(installed.root, 'scripts'), { recursive: true })
    const stderr = 'shoal: it is not whole: install shoal again\n'
    expect(await installed.serve()).toEqual({ status: 5, stdout: '', stderr })
  })
})
