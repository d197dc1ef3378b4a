// Large values and files of runs in a bucket or a shared directory: rows alone say what is there, and what is deleted goes.
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ObjectStore } from '@shoal/base/model/object-store'
import { describe, expect, it } from 'vitest'
import { objectsIn } from '../../shoal/src/run/object-store.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { BUCKET, onS3 } from '../../shoal/tests/run/on-s3.ts'
import { onPostgres } from './on-postgres.ts'

const LARGE = 'x'.repeat(100_000)

await onS3('objects', s3 => {
  const dir = tempDir()
  const inDirectory = () =>
    readdirSync(dir.path, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const places: readonly (readonly [string, () => ObjectStore, () => Promise<number>])[] = [
    ['a directory', () => objectsIn({ SHOAL_BLOBS: dir.path })!, async () => inDirectory().length],
    [
      'a bucket',
      () => objectsIn({ ...s3.server.env, SHOAL_BLOBS: `s3://${BUCKET}/blobs/` })!,
      async () => {
        let count = 0
        for await (const _ of s3.bucket.list('blobs/', new AbortController().signal)) count++
        return count
      },
    ],
  ]

  onPostgres('of a ledger', postgres => {
    describe.each(places)('in %s', (_, objects, count) => {
      it('hold what is large, and go with their team', async () => {
        const url = postgres.freshUrl()
        const ledger = await postgres.open(url, { objects: objects() })
        const before = await count()
        await ledger.createTeam({
          name: 'team',
          definition: { small: 'y'.repeat(10_000) },
          tasks: [
            { id: 'a', subject: 'a', input: { text: LARGE } },
            { id: 'b', subject: 'b', input: { text: LARGE } },
          ],
        })
        expect((await count()) - before).toBe(1)
        expect(await ledger.input('team', 'b')).toEqual({ text: LARGE })
        const files = ledger.files!
        const content = Buffer.alloc(200_000, 7)
        await files.write('team', 'one', content)
        await files.write('team', 'two', content)
        await files.write('team', 'little', Buffer.from('little'))
        expect(await files.list('team')).toHaveLength(3)
        await files.write('team', 'one', Buffer.alloc(300_000, 8))
        expect(await files.read('team', 'two')).toEqual(content)
        expect((await files.read('team', 'one'))![0]).toBe(8)
        await files.remove('team', 'two')
        expect((await count()) - before).toBe(2)
        // Who was not told of the place says so, and does not take it for lost.
        const other = await postgres.open(url)
        await expect(other.input('team', 'a')).rejects.toThrow('lie in another place')
        expect(await other.files!.read('team', 'little')).toEqual(Buffer.from('little'))
        await other.close()
        await ledger.deleteTeam('team')
        expect(await count()).toBe(before)
        await ledger.close()
      })
    })

    it('that are gone or damaged are said to be', async () => {
      const ledger = await postgres.open(postgres.freshUrl(), { objects: objectsIn({ SHOAL_BLOBS: dir.path })! })
      await ledger.createTeam({ name: 'team', tasks: [{ id: 'a', subject: 'a', input: { text: LARGE } }] })
      const [object] = inDirectory()
      const file = join(object!.parentPath, object!.name)
      writeFileSync(file, 'other')
      await expect(ledger.input('team', 'a')).rejects.toThrow(/blob \w+ is gone/)
      rmSync(file)
      await expect(ledger.input('team', 'a')).rejects.toThrow(/blob \w+ is gone/)
      await ledger.close()
    })
  })
})

describe('the place of objects', () => {
  it.each(['blobs', 'http://x/y', 's3://'])('%s is none', place => {
    expect(() => objectsIn({ SHOAL_BLOBS: place })).toThrow('the place of blobs is no bucket and no directory')
  })
})
