import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { findConfig, loadConfig } from '../../src/config/load.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()
const load = (cwd: string, file: string | null = null) =>
  loadConfig({ cwd: join(dir.path, cwd), file, home: undefined })

beforeAll(() => {
  mkdirSync(join(dir.path, 'repo/.git'), { recursive: true })
  mkdirSync(join(dir.path, 'repo/deep/er'), { recursive: true })
  mkdirSync(join(dir.path, 'plain/deep'), { recursive: true })
  dir.write('shoal.config.json', '{"maxFiles": 1}')
  dir.write('repo/shoal.config.json', '{"maxFiles": 2}')
  dir.write('repo/shoal.config.mjs', 'export default { maxFiles: 3 }')
})

describe('where the config file is', () => {
  it('the nearest one up to the root of the repository', () => {
    expect(findConfig(join(dir.path, 'repo/deep/er'), undefined)).toBe(join(dir.path, 'repo/shoal.config.mjs'))
  })

  it('none from above the repository', () => {
    mkdirSync(join(dir.path, 'bare/.git'), { recursive: true })
    expect(findConfig(join(dir.path, 'bare'), undefined)).toBeNull()
  })

  it('outside of a repository only up to the home directory', () => {
    expect(findConfig(join(dir.path, 'plain/deep'), dir.path)).toBe(join(dir.path, 'shoal.config.json'))
    expect(findConfig(join(dir.path, 'plain/deep'), join(dir.path, 'plain'))).toBeNull()
  })

  it('elsewhere only in the directory itself', () => {
    expect(findConfig(join(dir.path, 'plain/deep'), '/nowhere')).toBeNull()
    expect(findConfig(dir.path, '/nowhere')).toBe(join(dir.path, 'shoal.config.json'))
  })
})

describe('what the config file says', () => {
  it('is named relative to the working directory', async () => {
    expect(await load('repo/deep')).toEqual({
      file: '../shoal.config.mjs',
      path: join(dir.path, 'repo/shoal.config.mjs'),
      value: { maxFiles: 3 },
    })
  })

  it('is nothing where there is none', async () => {
    expect(await load('plain')).toEqual({ file: null, path: null, value: {} })
  })

  it('may be TypeScript, and leaves nothing behind', async () => {
    dir.write(
      'ts/shoal.config.ts',
      'const n: number = 4\nexport default { maxFiles: n } satisfies { maxFiles: number }\n',
    )
    expect(await load('ts')).toEqual({
      file: 'shoal.config.ts',
      path: join(dir.path, 'ts/shoal.config.ts'),
      value: { maxFiles: 4 },
    })
    expect(readdirSync(join(dir.path, 'ts'))).toEqual(['shoal.config.ts'])
  })

  it('may be CommonJS, and JSON with a byte-order mark', async () => {
    dir.write('cjs/package.json', '{}')
    dir.write('cjs/shoal.config.js', 'module.exports = { maxFiles: 5 }')
    expect((await load('cjs')).value).toEqual({ maxFiles: 5 })
    dir.write('bom/shoal.config.json', '\ufeff{"maxFiles": 6}')
    expect((await load('bom')).value).toEqual({ maxFiles: 6 })
  })

  it('comes from the file that was asked for', async () => {
    expect((await load('plain', '../repo/shoal.config.json')).value).toEqual({ maxFiles: 2 })
    await expect(load('plain', 'none.json')).rejects.toMatchObject({
      code: 'config-not-found',
      message: 'config file none.json does not exist',
    })
  })

  it.each([
    ['shoal.config.json', '{"maxFiles": ', /^shoal\.config\.json cannot be read: .*JSON/],
    ['shoal.config.mjs', 'export const a = 1', /^shoal\.config\.mjs cannot be read: it has no default export$/],
    ['shoal.config.mjs', 'throw new Error("two\\nlines")', /^shoal\.config\.mjs cannot be read: two$/],
    ['shoal.config.ts', 'export default {', /^shoal\.config\.ts cannot be read: /],
  ])('a broken %s is one line: %j', async (name, content, message) => {
    const folder = `broken-${Math.random()}`
    dir.write(`${folder}/${name}`, content)
    await expect(load(folder)).rejects.toMatchObject({
      code: 'config-invalid',
      message: expect.stringMatching(message),
    })
  })
})
