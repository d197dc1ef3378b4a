// `shoal init`, the schema for editors and the config in YAML: three forms of one table.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { configSchema } from '../../src/config/config-schema.ts'
import { loadConfig } from '../../src/config/load.ts'
import { optionRows } from '../../src/config/options.ts'
import { resolveOptions } from '../../src/config/resolve.ts'
import { starterConfig } from '../../src/config/starter-config.ts'
import { shoal } from '../cli/fake-io.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()
const isValid = new Ajv({ strict: true, allowUnionTypes: true }).compile(configSchema())
const config = (name: string) => loadConfig({ cwd: dir.path, file: name, home: undefined })
const accepts = (value: unknown) => {
  try {
    resolveOptions({}, value, 'it')
    return true
  } catch {
    return false
  }
}

describe('a config file to begin with', () => {
  it('in YAML changes nothing as it is, and holds every setting once it is uncommented', () => {
    const text = starterConfig('yaml', './schema.json')
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./schema.json')
    expect(parse(text)).toBeNull()
    const all = parse(text.replace(/^#(?=\w)/gm, ''))
    const configurable = optionRows.filter(row => row.configurable).map(row => row.name)
    expect(Object.keys(all)).toEqual(expect.arrayContaining([...configurable, 'prices', 'suppress', 'modelClasses']))
    expect(accepts(all)).toBe(true)
    expect({ valid: isValid(all), errors: isValid.errors }).toEqual({ valid: true, errors: null })
  })

  it('in TypeScript is read, as it is and uncommented', async () => {
    const text = starterConfig('ts', '')
    const read = async (name: string, body: string) => {
      // The package itself need not be built for it.
      dir.write(name, body.replace("import { defineConfig } from 'shoal'", 'const defineConfig = (all: object) => all'))
      return (await config(name)).value
    }
    expect(await read('as-it-is.ts', text)).toEqual({})
    const all = await read('whole.ts', text.replace(/^ {2}\/\/(?=\w)/gm, '  '))
    expect(accepts(all)).toBe(true)
    expect(isValid(all)).toBe(true)
  })

  it('is written once, and never over another', async () => {
    const at = (name: string) => {
      const cwd = join(dir.path, name)
      mkdirSync(cwd, { recursive: true })
      return { cwd, env: { HOME: dir.path } }
    }
    for (const form of ['yaml', 'json', 'ts']) {
      const name = `shoal.config.${form}`
      const first = await shoal(['init', form], at(form))
      expect(first).toMatchObject({
        status: 0,
        stderr: '',
        stdout: expect.stringMatching(new RegExp(`^wrote ${name}: `)),
      })
      const text = readFileSync(join(dir.path, form, name), 'utf8')
      expect(text).toBe(starterConfig(form as 'yaml', join(process.cwd(), 'config.schema.json')))
      for (const other of ['yaml', 'json', 'ts'])
        expect(await shoal(['init', other], at(form))).toEqual({
          status: 2,
          stdout: '',
          stderr: `shoal: ${name} is there already; nothing was written — edit it, or move it away first\n`,
        })
      expect(readFileSync(join(dir.path, form, name), 'utf8')).toBe(text)
      expect((await shoal(['detect', join(dir.path, form, name)], at(form))).status).toBe(0)
    }
    expect(await shoal(['init'], at('yaml/below'))).toMatchObject({
      status: 0,
      stderr: 'here it takes the place of ../shoal.config.yaml\n',
    })
    expect((await shoal(['init', 'toml'], at('other'))).stderr).toMatch(/^shoal: shoal init takes .+ — /)
    dir.write('project/node_modules/shoal/config.schema.json', '{}')
    await shoal(['init'], at('project'))
    expect(readFileSync(join(dir.path, 'project/shoal.config.yaml'), 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\.\/node_modules\/shoal\/config\.schema\.json\n/,
    )
  })
})

describe('the schema', () => {
  it('says yes and no as the program does', () => {
    const names = optionRows.filter(row => row.configurable && row.type !== 'text').map(row => row.name as string)
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        true,
        0,
        -1,
        1.5,
        3,
        100,
        1e9,
        '',
        'high',
        'general',
        'auto',
        null,
        [],
        ['a'],
        ['general', 'data'],
        [''],
        {},
      ),
      fc.dictionary(fc.constantFrom('*.dat', 'x'), fc.constantFrom('log', '', 1)),
    )
    fc.assert(
      fc.property(fc.constantFrom(...names, 'noSuchKey', '$schema'), value, (key, given) => {
        const said = key === '$schema' ? typeof given !== 'string' : accepts({ [key]: given })
        if (key !== '$schema') expect(isValid({ [key]: given })).toBe(said)
      }),
      { numRuns: 500 },
    )
  })

  it('says so of the tables too', () => {
    for (const [value, fine] of [
      [{ suppress: [{ rule: 'a', reason: 'b' }] }, true],
      [{ suppress: [{ rule: 'a' }] }, false],
      [{ prices: { 'a:b': { input: 1, output: 2, above: { tokens: 3, input: 1, output: 1 } } } }, true],
      [{ prices: { 'a:b': { input: 1 } } }, false],
      [{ modelClasses: { openai: { haiku: 'x' } } }, true],
      [{ modelClasses: { openai: { large: 'x' } } }, false],
      [{ $schema: './x.json' }, true],
    ] as const)
      expect([accepts(value), isValid(value)], JSON.stringify(value)).toEqual([fine, fine])
  })
})

describe('a config in YAML', () => {
  it('is read, and is nothing where it has only comments', async () => {
    dir.write('a.yaml', '\ufeff# yes\nmaxFiles: 7\noverrides: { "*.dat": log }\n')
    expect((await config('a.yaml')).value).toEqual({ maxFiles: 7, overrides: { '*.dat': 'log' } })
    dir.write('b.yml', '# nothing yet\n')
    expect((await config('b.yml')).value).toEqual({})
  })

  it('that is broken, or asks for too much, is refused in one line', async () => {
    dir.write('c.yaml', 'maxFiles: [1\n')
    await expect(config('c.yaml')).rejects.toThrow(/^c\.yaml cannot be read: [^\n]+$/)
    const bomb = Array.from({ length: 9 }, (_, k) => `a${k + 1}: &a${k + 1} [${`*a${k}, `.repeat(9)}]`)
    dir.write('d.yaml', `a0: &a0 x\n${bomb.join('\n')}\n`)
    await expect(config('d.yaml')).rejects.toThrow(/^d\.yaml cannot be read: [^\n]+$/)
  })
})
