// search over the files of a run: inside the roots still, the same files still, and with the secrets of tables hidden.
import { mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { plan } from '../../src/mcp/tools/plan.ts'
import { searchFiles as search } from '../../src/mcp/tools/search-files.ts'
import { makeLab } from './lab.ts'

const lab = makeLab()
const server = lab.server()
const put = (name: string, text: string) => writeFileSync(join(lab.root, name), text)
const outside = mkdtempSync(join(tmpdir(), 'shoal-outside-'))
afterAll(() => rmSync(outside, { recursive: true }))

it('leaves out what became a link to elsewhere, what changed and what is gone, and says so', async () => {
  for (const name of ['kept', 'linked', 'changed', 'gone']) put(`${name}.txt`, `the needle of ${name}\n`)
  const names = ['kept.txt', 'linked.txt', 'changed.txt', 'gone.txt']
  const { run } = await server.call(plan, { paths: names, query: 'What is it?' })
  expect(await server.call(search, { query: 'needle', run })).toMatchObject({ total: 4, skipped: [], skipped_count: 0 })
  writeFileSync(join(outside, 'far.txt'), 'the needle of others\n')
  rmSync(join(lab.root, 'linked.txt'))
  symlinkSync(join(outside, 'far.txt'), join(lab.root, 'linked.txt'))
  rmSync(join(lab.root, 'gone.txt'))
  put('changed.txt', 'the needle of Changed\n')
  utimesSync(join(lab.root, 'changed.txt'), new Date(0), new Date(0))
  const answer = await server.call(search, { query: 'needle', mode: 'text', run })
  expect(answer.matches.map(({ path }: { path: string }) => path)).toEqual(['kept.txt'])
  expect(answer).toMatchObject({ total: 1, searched_files: 1, skipped_count: 3 })
  expect(answer.skipped).toEqual([
    { path: 'changed.txt', reason: 'it has changed since the run was planned' },
    { path: 'gone.txt', reason: 'no such file or directory' },
    { path: 'linked.txt', reason: 'it lies outside of what this server may read' },
  ])
})

it('hides the secrets under a column of a table, as it does for paths', async () => {
  const rows = Array.from({ length: 40 }, (_, k) => `${k},user${k},Zq${k}x!9vK2mmPl,some words of a note`)
  put('users.csv', `id,name,password,note\n${rows.join('\n')}\n`)
  const { run } = await server.call(plan, { paths: ['users.csv'], query: 'Who?' })
  for (const where of [{ run }, { paths: ['users.csv'] }]) {
    const { matches } = await lab.server().call(search, { query: 'user17', mode: 'text', ...where })
    expect(matches).toHaveLength(1)
    expect(matches[0].text).toContain('user17')
    expect(matches[0].text).not.toContain('9vK2mmPl')
  }
})
