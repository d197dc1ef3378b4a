// What a model is told of a table: the cell of a password is hidden at its own place, and all others are told.

import type { SourceText } from '@shoal/base/model/source'
import { KnownSecrets } from '@shoal/base/secrets/known'
import { expect, it } from 'vitest'
import { readRecords } from '../../src/stages/labels/part-records.ts'
import { SecretHider, type SweptSecrets } from '../../src/text/gate/secret-hider.ts'
import { sweepSecrets } from '../../src/text/secrets/sweep.ts'
import { withSource } from './verify-sources.ts'

const HEADER = 'id,user,password,note'
const ROWS = ['1,dragonfly,dragon,dragon', '2,monkeyman,"mon""key",monkey', '3,turtle,,x']
const signal = new AbortController().signal

async function withTable<T>(
  rows: readonly string[],
  use: (secrets: SweptSecrets, source: SourceText) => T,
): Promise<T> {
  return await withSource(`${[HEADER, ...rows].join('\n')}\n`, async source => {
    const sweep = await sweepSecrets(source, { signal, isTable: true })
    return use({ sweep, known: new KnownSecrets(sweep.values), header: HEADER }, source)
  })
}

it('hides cells from readers, and puts them back', async () => {
  const rows = [...ROWS, '4,sesames,"sesame\nlantern",sesame']
  const text = `${[HEADER, ...rows].join('\n')}\n`
  await withTable(rows, secrets => {
    const hider = new SecretHider(secrets, text)
    const hidden = hider.hide(text)
    expect(hidden).toBe(
      [
        HEADER,
        '1,dragonfly,[secret 1],dragon',
        '2,monkeyman,"[secret 2]",monkey',
        '3,turtle,,x',
        '4,sesames,"[secret 3]\n[secret 4]",sesame\n',
      ].join('\n'),
    )
    expect(hider.restore(hidden)).toBe(text)
  })
})

it('hides cells from those who label records', async () => {
  await withTable(ROWS, (secrets, source) => {
    const body = { startLine: 1, endLine: 4, startByte: 0, endByte: source.sizeBytes }
    const chunk = { body, continuation: false } as Parameters<typeof readRecords>[1]
    const reader = readRecords(source, chunk, { type: {} as never, facts: {}, fields: [], secrets })
    expect([...reader.spans()].map(span => reader.judged(span)!.text)).toEqual([
      HEADER,
      '1,dragonfly,d…[masked],dragon',
      '2,monkeyman,"m…[masked]",monkey',
      '3,turtle,,x',
    ])
  })
})
