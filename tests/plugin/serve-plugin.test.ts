// What the manifest starts in a clone: packages are there and nothing is built. The compilers are fakes that take a moment.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../cli/temp-dir.ts'
import { read, root } from './plugin-text.ts'

const dir = tempDir()

/** Writes what it was asked for, and a line for each time it ran. */
const COMPILER = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
appendFileSync('ran', 'x')
setTimeout(() => {
  if (args.includes('-o')) return writeFileSync(args[args.indexOf('-o') + 1], args[0])
  const out = args[args.indexOf('--outDir') + 1]
  mkdirSync(out, { recursive: true })
  writeFileSync(out + '/bin.js', 'console.log("served " + process.argv.slice(2))')
}, 300)
`

class Clone {
  readonly root: string
  constructor(name: string) {
    this.root = join(dir.path, name)
    mkdirSync(join(this.root, 'scripts'), { recursive: true })
    cpSync(join(root, 'scripts/serve-plugin.mjs'), join(this.root, 'scripts/serve-plugin.mjs'))
    const { type, scripts } = JSON.parse(read('package.json'))
    this.write('package.json', JSON.stringify({ type, scripts }))
  }

  withPackages(compiler = COMPILER): this {
    this.write('node_modules/typescript/bin/tsc', compiler)
    this.write('node_modules/typescript/package.json', '{}')
    this.write('node_modules/assemblyscript/bin/asc.js', COMPILER)
    this.write('node_modules/assemblyscript/package.json', '{}')
    this.write('node_modules/.package-lock.json', '{}')
    return this
  }

  write(path: string, content: string): void {
    const file = join(this.root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }

  start(): ChildProcessByStdio<null, Readable, Readable> {
    const args = [join(this.root, 'scripts/serve-plugin.mjs'), 'mcp']
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

  /** Two kernels and the rest are three compilers for each build. */
  builds(): number {
    return readFileSync(join(this.root, 'ran'), 'utf8').length / 3
  }

  /** What a build leaves beside its result. */
  leftovers(): string[] {
    return readdirSync(join(this.root, 'node_modules/.cache/shoal-build'))
  }
}

const BUILDING = 'shoal: building, once\n'

describe('the server of a clone', () => {
  it('is built the first time, and then only started', async () => {
    const clone = new Clone('first').withPackages()
    expect(await clone.serve()).toEqual({ status: 0, stdout: 'served mcp\n', stderr: BUILDING })
    expect(await clone.serve()).toEqual({ status: 0, stdout: 'served mcp\n', stderr: '' })
    expect(readdirSync(join(clone.root, 'dist')).sort()).toEqual(['bin.js', 'scan.wasm', 'table.wasm'])
    expect(readFileSync(join(clone.root, 'dist/scan.wasm'), 'utf8')).toBe('assembly/scan.ts')
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
    while (!existsSync(join(clone.root, 'dist'))) await sleep(20)
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
    const line = `shoal: the packages are missing: run \`npm ci\` in ${clone.root}/, then start the client anew\n`
    expect(await clone.serve()).toEqual({ status: 1, stdout: '', stderr: line })
  })

  it('says in one line why a build failed, leaves nothing of it, and tries again', async () => {
    const clone = new Clone('broken').withPackages('console.log("one\\ntwo"); process.exitCode = 2')
    const stderr = `${BUILDING}shoal: the build failed: typescript: two\n`
    expect(await clone.serve()).toEqual({ status: 1, stdout: '', stderr })
    expect(existsSync(join(clone.root, 'dist'))).toBe(false)
    expect(await clone.withPackages().serve()).toMatchObject({ status: 0, stdout: 'served mcp\n' })
  })

  it('replaces nothing that somebody else put there', async () => {
    const clone = new Clone('taken').withPackages()
    clone.write('dist/mine', '')
    const { status, stderr } = await clone.serve()
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `${BUILDING}shoal: ${join(clone.root, 'dist')} is there and holds no server: remove it\n`,
    })
    expect(readdirSync(join(clone.root, 'dist'))).toEqual(['mine'])
  })
})
