// What only a real process shows: exit statuses, closed pipes, signals, permissions.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { assertBuilt, bin, runBin } from './built-bin.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const many = join(dir.path, 'many')

beforeAll(() => {
  assertBuilt()
  for (let n = 0; n < 3000; n++)
    dir.write(`many/a-file-with-a-rather-long-name-${n}.py`, `def f${n}():\n    return ${n}\n`)
  dir.write('one.py', 'import os\n\ndef f():\n    return 1\n')
})

describe('the process', () => {
  it('exits with the status of the command, and keeps stdout for the document', () => {
    expect(runBin(['--version'])).toMatchObject({ status: 0, stderr: '' })
    expect(runBin(['detect', 'one.py', '--json'], { cwd: dir.path })).toMatchObject({ status: 0, stderr: '' })
    expect(runBin(['detect', 'nope'], { cwd: dir.path })).toEqual({
      status: 2,
      stdout: '',
      stderr: 'shoal: nope: no such file or directory — check the path\n',
    })
  })

  it('writes no colours off a terminal', () => {
    const { stdout } = runBin(['types'])
    expect(stdout).not.toContain('\u001b')
    expect(runBin(['types', '--color', 'always'], { env: { NO_COLOR: '1' } }).stdout).toContain('\u001b')
  })

  it('ends quietly when nobody reads the rest', async () => {
    const child = spawn(process.execPath, [bin, 'detect', many, '--json'], { stdio: ['ignore', 'pipe', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', text => {
      stderr += text
    })
    const [first] = await once(child.stdout, 'data')
    child.stdout.destroy()
    const [status] = await once(child, 'close')
    expect(String(first)).toMatch(/^\[\n {2}\{"path":/)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('stops on Ctrl-C with status 130 and one line', async () => {
    const child = spawn(process.execPath, [bin, 'detect', many, '--json'], { stdio: ['ignore', 'pipe', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', text => {
      stderr += text
    })
    // Its pipe is full now, so it cannot have come to its end.
    await once(child.stdout, 'readable')
    child.kill('SIGINT')
    child.stdout.resume()
    const [status] = await once(child, 'close')
    expect({ status, stderr }).toEqual({ status: 130, stderr: 'shoal: interrupted — run the command again\n' })
  })

  it('says what may not be read, and goes on with the rest', () => {
    const secret = dir.write('locked/secret.csv', 'a,b\n1,2\n')
    const open = dir.write('locked/open.csv', 'a,b\n1,2\n')
    chmodSync(secret, 0)
    chmodSync(dir.path, 0o755)
    const asOther = process.getuid?.() === 0 ? { uid: 65_534 } : {}
    const { status, stdout, stderr } = runBin(['detect', secret, open, '--json'], { cwd: '/', ...asOther })
    expect(stderr).toBe(
      `shoal: ${secret}: permission denied — check the permissions of the path and of its directories\n`,
    )
    expect(JSON.parse(stdout)).toMatchObject([{ path: open, content_type: 'structured_data' }])
    expect(status).toBe(2)
  })

  it("takes content types of one's own from a TypeScript config, without a local install", () => {
    dir.write(
      'own/shoal.config.ts',
      `import { defineConfig, defineContentType } from 'shoal'
       const sql = defineContentType({ name: 'sql', extends: 'source_code', extensions: ['.sqlx'], language: 'sql' })
       export default defineConfig({ types: [sql], overrides: { '*.dump': 'sql' } })`,
    )
    dir.write('own/a.sqlx', 'SELECT 1;\n')
    dir.write('own/b.dump', 'SELECT 2;\n')
    const cwd = join(dir.path, 'own')
    const { status, stdout, stderr } = runBin(['detect', 'a.sqlx', 'b.dump', '--json'], { cwd })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const found = JSON.parse(stdout).map(({ path, content_type, via }: Record<string, string>) => [
      path,
      content_type,
      via,
    ])
    expect(found.sort()).toEqual([
      ['a.sqlx', 'sql', 'extension'],
      ['b.dump', 'sql', 'override'],
    ])
    expect(runBin(['types'], { cwd }).stdout).toMatch(/^sql +/m)
    expect(readdirSync(cwd).sort()).toEqual(['a.sqlx', 'b.dump', 'shoal.config.ts'])
  })
})
