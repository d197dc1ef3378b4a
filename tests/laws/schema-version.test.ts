// Every JSON document of the command line begins with the version of its shape. A list has none: its elements are rows.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { documentCommands } from '@shoal/base/model/option'
import { SCHEMA_VERSION } from '@shoal/base/model/schema-version'
import { beforeAll, describe, expect, it } from 'vitest'
import { shoal } from '../../packages/shoal/tests/cli/fake-io.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'

const dir = tempDir()
const at = (name: string) => join(dir.path, name)
const env = { SHOAL_HOME: at('home') }

/** By command, what is typed behind it. */
const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  analyze: [at('data'), '--name', 'law'],
  plan: [at('data')],
  chunk: [at('data/orders.csv')],
  profile: [at('data/orders.csv')],
  sql: [at('data'), 'select count(*) from orders'],
  search: [at('data'), 'Lima'],
  diff: [at('data/orders.csv'), at('data/later.csv')],
  report: ['law'],
  resume: ['law'],
  models: [],
  cache: [],
  doctor: [],
  team: ['show', 'law'],
}
const LISTS: Readonly<Record<string, readonly string[]>> = {
  detect: [at('data')],
  runs: [],
  types: [],
  agents: [],
  calls: ['law'],
}
/** These need a model, a pattern or a client; they write through the same function, as the last law says. */
const ELSEWHERE = ['ask', 'replay', 'run', 'plugin']

beforeAll(() => {
  dir.write('data/orders.csv', 'id,city\n1,Lima\n2,Oslo\n')
  dir.write('data/later.csv', 'id,city\n1,Lima\n2,Cairo\n')
})

describe('JSON of the command line', () => {
  it('is known of every command', () => {
    const named = [...Object.keys(DOCUMENTS), ...Object.keys(LISTS), ...ELSEWHERE]
    expect(named.sort()).toEqual([...documentCommands].sort())
  })

  it.each(Object.entries(DOCUMENTS))('of %s begins with its version', async (command, args) => {
    const { stdout, stderr } = await shoal([command, ...args, '--json'], { env })
    expect(stdout, stderr).toMatch(/^\{\n {2}"schema_version": \d+,\n/)
    expect(JSON.parse(stdout).schema_version).toBe(SCHEMA_VERSION)
  })

  it.each(Object.entries(LISTS))('of %s is a list of rows', async (command, args) => {
    const { stdout, stderr } = await shoal([command, ...args, '--json'], { env })
    expect(Array.isArray(JSON.parse(stdout)), stderr).toBe(true)
  })

  it('is written by one function: the others make lines, keys or SARIF of it', () => {
    const root = fileURLToPath(new URL('../../packages/shoal/src/cli/', import.meta.url))
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
    const writing = files.filter(name => /write\(`?\$?\{?JSON\.stringify/.test(readFileSync(join(root, name), 'utf8')))
    const streams = [
      'profile.ts',
      join('team', 'messages.ts'),
      join('team', 'show.ts'),
      join('team', 'tasks.ts'),
      'watch.ts',
    ]
    expect(writing.sort()).toEqual(streams.sort())
  })
})
