// `shoal cache` and `shoal cache clear` over a cache of the test's own.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openResultCache } from '../../src/models/result-cache.ts'
import { RelationCache } from '../../src/run/relations/relation-cache.ts'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const home = tempDir()
const run = (...argv: string[]) => shoal(argv, { env: { SHOAL_HOME: home.path } })
const directory = join(home.path, 'cache')

async function fill(): Promise<void> {
  const cache = openResultCache(directory, { now: () => Date.now() - 3 * 86_400_000 })
  for (const depends of ['a', 'b', 'c'])
    await cache.once({ kind: 'report', model: 'stub:small', depends }, async () => 'x'.repeat(10_000))
  await cache.once({ kind: 'synthesis', model: 'stub:\u001b[31mred', depends: 'a' }, async () => 'y')
}

describe('shoal cache', () => {
  it('of an empty cache says so and makes nothing', async () => {
    expect(await run('cache')).toEqual({
      status: 0,
      stdout: `where       ${directory}\nholds       nothing\n`,
      stderr: '',
    })
    expect(JSON.parse((await run('cache', '--json')).stdout)).toEqual({
      schema_version: 1,
      directory,
      entries: 0,
      bytes: 0,
      oldest_at: null,
      groups: [],
    })
    expect((await run('cache', 'clear')).stdout).toBe('removed 0 results, 0 B\n')
    expect(existsSync(directory)).toBe(false)
  })

  it('says how many there are, how large, how old and of which model', async () => {
    await fill()
    const { stdout } = await run('cache')
    const lines = stdout.trimEnd().split('\n')
    expect(lines.slice(0, 4)).toEqual([
      `where       ${directory}`,
      expect.stringMatching(/^holds {7}4 results, 30\.\d kB$/),
      'oldest      3 d ago',
      '',
    ])
    expect(lines.slice(4).map(line => line.split(/ {2,}/))).toEqual([
      ['kind', 'model', 'results', 'size'],
      ['report', 'stub:small', '3', expect.stringMatching(/^30\.\d kB$/)],
      ['synthesis', 'stub:\\e[31mred', '1', expect.stringMatching(/^\d+ B$/)],
    ])
    const { groups, entries } = JSON.parse((await run('cache', '--json')).stdout)
    expect(entries).toBe(4)
    expect(groups).toMatchObject([
      { kind: 'report', model: 'stub:small', entries: 3 },
      { kind: 'synthesis', model: 'stub:\u001b[31mred', entries: 1 },
    ])
  })

  it('clear removes the results and nothing else', async () => {
    await fill()
    writeFileSync(join(directory, 'notes.txt'), 'mine')
    const { stdout } = await run('cache', 'clear', '--json')
    expect(JSON.parse(stdout)).toEqual({ schema_version: 1, directory, removed: 4, bytes: expect.any(Number) })
    expect((await run('cache')).stdout).toContain('holds       nothing\n')
    expect(existsSync(join(directory, 'notes.txt'))).toBe(true)
  })

  it('clear --older-than leaves what is younger', async () => {
    await fill()
    expect((await run('cache', 'clear', '--older-than', '4')).stdout).toBe('removed 0 results, 0 B\n')
    await openResultCache(directory).once({ kind: 'report', model: 'stub:small', depends: 'today' }, async () => 1)
    expect((await run('cache', 'clear', '--older-than', '2')).stdout).toMatch(/^removed 4 results, /)
    expect(JSON.parse((await run('cache', '--json')).stdout)).toMatchObject({ entries: 1 })
    const { status, stderr } = await run('cache', '--older-than', '2')
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'shoal: --older-than says what to clear — write `shoal cache prune --older-than DAYS`\n',
    })
  })

  it('prune leaves what was made in the last thirty days', async () => {
    await run('cache', 'clear')
    await fill()
    expect((await run('cache', 'prune')).stdout).toBe('removed 0 results, 0 B\n')
    expect((await run('cache', 'prune', 'relations', '--older-than', '2')).stdout).toBe('removed 0 results, 0 B\n')
    expect((await run('cache', 'prune', '--older-than', '2')).stdout).toMatch(/^removed 4 results, /)
  })

  it.each([[['cache', 'clean']], [['cache', 'clear', 'now']]])('%j is wrong usage', async argv => {
    const { status, stderr } = await run(...argv)
    expect(status).toBe(2)
    expect(stderr).toMatch(
      /^shoal: shoal cache takes nothing, or "clear" or "prune", alone or with "results", "relations" or "unpacked" — /,
    )
  })

  it('lists and clears what files were read into, and leaves results where these alone are meant', async () => {
    await run('cache', 'clear')
    await fill()
    const cache = new RelationCache(join(directory, 'relations'))
    for (const key of ['aa1', 'bb2']) await cache.write(key, async () => ({ relations: [], notes: [] }))
    const kinds = async () =>
      JSON.parse((await run('cache', '--json')).stdout).groups.map((group: { kind: string }) => group.kind)
    expect(await kinds()).toEqual(expect.arrayContaining(['report', 'relations', 'synthesis']))
    expect((await run('cache', 'clear', 'relations', '--older-than', '1')).stdout).toBe('removed 0 results, 0 B\n')
    expect((await run('cache', 'clear', 'relations')).stdout).toMatch(/^removed 2 results, /)
    expect(existsSync(join(directory, 'relations'))).toBe(false)
    expect(await kinds()).toEqual(['report', 'synthesis'])
    expect((await run('cache', 'clear', 'others')).status).toBe(2)
  })
})
