// A search shows the rows of a table without the secrets of its columns, words though they be.
import { statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type SearchRequest, search } from '../../src/run/search.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()

function table(rows: readonly string[]) {
  const file = dir.write('users.csv', `id,user,password,note\n${rows.join('\n')}\n`)
  return { path: 'users.csv', file, sizeBytes: statSync(file).size, isTable: true }
}

async function lines(query: string, file: SearchRequest['files'][number], mode: SearchRequest['mode'] = 'text') {
  const signal = new AbortController().signal
  const { matches } = await search({
    query,
    mode,
    caseSensitive: false,
    files: [file],
    limit: 50,
    cursor: null,
    signal,
  })
  return matches.map(({ line, text }) => [line, text])
}

it.each(['text', 'regex', 'words'] as const)('hides the cell of a password, and no other (%s)', async mode => {
  const file = table(['1,dragonfly,dragon,first', '2,monkeyman,"monkey",second', '3,turtle,,third'])
  expect(await lines('dragonfly', file, mode)).toEqual([[2, '1,dragonfly,d…[masked],first']])
  expect(await lines('second', file, mode)).toEqual([[3, '2,monkeyman,"m…[masked]",second']])
  expect(await lines('third', file, mode)).toEqual([[4, '3,turtle,,third']])
})

it('hides a line of a cell over several', async () => {
  const file = table(['1,a,,x', '2,b,"dragon', 'monkey",the end', '3,c,,y'])
  expect(await lines('the end', file)).toEqual([[4, '…[masked]",the end']])
})

it('shows nothing of a line that was found by its password', async () => {
  const file = table(['1,a,dragon,x', '2,b,,y'])
  expect(await lines('dragon', file)).toEqual([[2, '']])
})
