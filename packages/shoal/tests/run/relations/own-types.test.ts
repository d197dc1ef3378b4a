// A type of the user's own that extends another is read as that one: its rows are a table, its rows of relations are told, and what a
// column promises to be a secret is hidden wherever its lines are shown.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { defineContentType } from '../../../src/content/define.ts'
import { FileSet } from '../../../src/run/ask/file-set.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-own-types-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { signal } = new AbortController()
const types = [
  defineContentType({ name: 'ledger', extends: 'structured_data', extensions: ['.ldg'] }),
  defineContentType({ name: 'knobs', extends: 'config', extensions: ['.knobs'] }),
]

it('is asked as what it extends', async () => {
  const word = ['hunting', 'Lodge', '7'].join('')
  writeFileSync(join(folder, 'books.ldg'), `user,password\nada,${word}\nbob,${word}2\n`)
  writeFileSync(join(folder, 'app.knobs'), 'server:\n  port: 8080\n')
  const options = { settings: settingsFrom({ types }), signal, cache: join(folder, 'cache'), cwd: folder }
  const files = await FileSet.open([folder], options)
  const path = files.files.find(({ contentType }) => contentType === 'ledger')!.path
  expect((await files.lines(path, 2, 3)).join()).not.toContain(word)
  const relations = await files.relations()
  try {
    expect(relations.all.map(({ kind, rows }) => [kind, rows])).toEqual(
      expect.arrayContaining([
        ['table', 2],
        ['settings', 2],
      ]),
    )
  } finally {
    await relations.close()
  }
})
