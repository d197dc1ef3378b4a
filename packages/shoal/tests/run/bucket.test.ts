// Objects of a bucket as input, from a real server: listed, left out by the rules of directories, fetched once, never outside of the store.

import { realpathSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listedDisk } from '../../src/run/remote/listed-disk.ts'
import { placeNames } from '../../src/run/remote/object-names.ts'
import { S3Bucket } from '../../src/run/s3/s3-client.ts'
import { signedHeaders } from '../../src/run/s3/sign-request.ts'
import { enumerate } from '../../src/stages/enumerate.ts'
import { shoal } from '../cli/fake-io.ts'
import { tempDir } from '../cli/temp-dir.ts'
import { tarOf } from '../forms/packs.ts'
import { BUCKET, onS3 } from './on-s3.ts'

const dir = tempDir()
const orders = (ulm: number) =>
  Buffer.from(`id,city\n${Array.from({ length: 40 }, (_, k) => `${k},${k < ulm ? 'Ulm' : 'Bonn'}`).join('\n')}\n`)
const ASKED = 'How many rows have the city Ulm?'
const signal = new AbortController().signal

await onS3('a bucket', s3 => {
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = s3.server.env) =>
    shoal([...args], { cwd: dir.path, env: { SHOAL_HOME: `${dir.path}/home`, PATH: process.env.PATH!, ...env } })
  const fetched = () => s3.server.asked.filter(line => !line.includes('list-type'))

  it('is read as a directory, and what has not changed is not fetched again', async () => {
    await s3.bucket.put('shop/2026/orders.csv', orders(10))
    await s3.bucket.put('shop/2026/old orders+1.csv', orders(3))
    await s3.bucket.put('shop/node_modules/x/big.csv', orders(30))
    await s3.bucket.put('shop/.gitignore', Buffer.from('*.tmp.csv\n'))
    await s3.bucket.put('shop/left.tmp.csv', orders(20))
    s3.server.asked.length = 0
    const first = await run(['analyze', `s3://${BUCKET}/shop`, ASKED])
    expect(first.stdout, first.stderr).toMatch(/^In part: 13\n/)
    expect(first.stdout).toContain(`${BUCKET}/shop/2026/old orders+1.csv:2`)
    expect(first.stderr).toMatch(/^logs\.of-tests\/shop: 5 objects, 3 to read, 2 fetched \(\S+ \w+\)\n/)
    expect(fetched().join()).not.toMatch(/node_modules|tmp/)
    const { skipped } = JSON.parse((await run(['plan', `s3://${BUCKET}/shop`, '--json'])).stdout)
    expect(skipped).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          path: `${BUCKET}/shop/left.tmp.csv`,
          reason: expect.stringContaining('.gitignore:1'),
        }),
        expect.objectContaining({ path: `${BUCKET}/shop/node_modules/` }),
      ]),
    )
    s3.server.asked.length = 0
    const again = await run(['analyze', `s3://${BUCKET}/shop/`, ASKED])
    expect(again.stderr).toContain('fetched')
    s3.server.asked.length = 0
    expect((await run(['analyze', `s3://${BUCKET}/shop`, ASKED])).stderr).toContain('none has changed')
    expect(fetched()).toEqual([])
    await s3.bucket.put('shop/2026/orders.csv', orders(11))
    await s3.bucket.delete('shop/2026/old orders+1.csv')
    s3.server.asked.length = 0
    const changed = await run(['analyze', `s3://${BUCKET}/shop`, ASKED])
    expect(changed.stdout).toMatch(/^11\b/)
    expect(fetched()).toEqual([`GET /${BUCKET}/shop/2026/orders.csv`])
  })

  it('with other rules reads what was left out before', async () => {
    const { stdout } = await run(['analyze', `s3://${BUCKET}/shop`, ASKED, '--include', 'left.tmp.csv'])
    expect(stdout).toMatch(/^20\b/)
  })

  it('one object, packed, over many pages of a list', async () => {
    const pack = gzipSync(tarOf([{ name: 'data/orders.csv', content: orders(7).toString() }]))
    await s3.bucket.put('packs/one.tar.gz', pack)
    await s3.bucket.put('packs/one.tar.gz.md5', Buffer.from('0'))
    const { stdout, stderr } = await run(['analyze', `s3://${BUCKET}/packs/one.tar.gz`, ASKED])
    expect(stdout, stderr).toMatch(/^7\b/)
    expect(stdout).toContain(`${BUCKET}/packs/one.tar.gz!data/orders.csv`)
    for (let k = 0; k < 1003; k++) await s3.bucket.put(`many/${k}.txt`, Buffer.from(`note ${k}\n`))
    const keys: string[] = []
    for await (const { key } of s3.bucket.list('many/', signal)) keys.push(key)
    expect(new Set(keys).size).toBe(1003)
  })

  it('is bounded before anything is fetched', async () => {
    s3.server.asked.length = 0
    expect((await run(['detect', `s3://${BUCKET}/many`, '--max-members', '5'])).stderr).toMatch(/--max-members/)
    expect((await run(['detect', `s3://${BUCKET}/many`, '--max-unpacked', '5'])).stderr).toMatch(/--max-unpacked/)
    expect(fetched()).toEqual([])
  })

  it('that is busy is asked again', async () => {
    await s3.bucket.put('busy/a.csv', orders(5))
    s3.server.fail('busy/a.csv', 503, 2)
    expect((await run(['analyze', `s3://${BUCKET}/busy`, ASKED])).stdout).toMatch(/^5\b/)
  })

  it.each([
    ['an unknown key', { AWS_SECRET_ACCESS_KEY: 'hunter2horse' }, 'shop', /403 SignatureDoesNotMatch/],
    ['nothing there', {}, 'none', /there is no such object/],
    ['no server', { AWS_ENDPOINT_URL: 'no url' }, 'shop', /AWS_ENDPOINT_URL is not a URL/],
    ['an archived object', {}, 'busy', /403/],
  ])('%s is refused in one line that shows no key', async (what, env, prefix, said) => {
    if (what.startsWith('an archived')) {
      await s3.bucket.put('busy/b.csv', orders(5))
      s3.server.fail('busy/b.csv', 403, 1)
    }
    const { status, stdout, stderr } = await run(['detect', `s3://${BUCKET}/${prefix}`], { ...s3.server.env, ...env })
    expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }, stderr).toEqual({
      status: 2,
      stdout: '',
      lines: 1,
    })
    expect(stderr).toMatch(said)
    expect(stderr).not.toContain('hunter2horse')
  })

  it('is asked by the credentials of a profile', async () => {
    dir.write(
      'user/.aws/credentials',
      '[default]\naws_access_key_id = nobody\n[work]\naws_access_key_id = S3RVER\naws_secret_access_key=S3RVER\n',
    )
    dir.write(
      'user/.aws/config',
      `[profile work]\nendpoint_url = ${s3.server.env.AWS_ENDPOINT_URL}\nregion = us-east-1\n`,
    )
    const own = { HOME: `${dir.path}/user`, AWS_PROFILE: 'work' }
    expect((await run(['analyze', `s3://${BUCKET}/shop`, ASKED], own)).stdout).toMatch(/^11\b/)
    dir.write('user/.aws/config', '[default]\nsso_session = x\n')
    const { status, stderr } = await run(['detect', `s3://${BUCKET}/shop`], { HOME: `${dir.path}/user` })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('credentials by sso_session are not supported'),
    })
  })

  it('gives back what was put under any key', async () => {
    const key = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map(text => `any/${text.replace(/[\\/\0]|^\.\.?$/g, '_')}`)
    // The server keeps keys as names of files, escapes them twice in its lists, and signs some of them in a way of its own.
    const isKept = (text: string) => !/[\p{Cc}\p{Cs}\ufffe\uffff&<>!'()*]/u.test(text) && Buffer.byteLength(text) < 200
    await fc.assert(
      fc.asyncProperty(key.filter(isKept), fc.uint8Array({ maxLength: 50 }), async (name, bytes) => {
        await s3.bucket.put(name, Buffer.from(bytes))
        expect(await s3.bucket.read(name, 100)).toEqual(Buffer.from(bytes))
        const found: string[] = []
        for await (const one of s3.bucket.list(name, signal)) found.push(one.key)
        expect(found).toContain(name)
        await s3.bucket.delete(name)
        expect(await s3.bucket.read(name, 100)).toBeNull()
      }),
      { numRuns: 40 },
    )
  })
})

describe('the walk over a list', () => {
  it('finds and leaves out what the walk of the same directory does', async () => {
    const part = fc.constantFrom('a', 'b', 'node_modules', '.git', 'src', 'x.log', 'y.tmp', 'z.png', '.hidden')
    const key = fc.tuple(
      fc.array(part, { maxLength: 3 }),
      fc.constantFrom('1.log', '2.tmp', '3.csv', '.gitignore', 'package-lock.json'),
    )
    const keys = fc.uniqueArray(
      key.map(([parts, name]) => [...parts, name].join('/')),
      { minLength: 1, maxLength: 12 },
    )
    const options = fc.record({
      include: fc.subarray(['*.log', 'a/**']),
      exclude: fc.subarray(['b']),
      recursive: fc.boolean(),
    })
    let count = 0
    await fc.assert(
      fc.asyncProperty(keys, options, async (names, how) => {
        const name = `walk-${count++}`
        for (const one of names)
          dir.write(`${name}/${one}`, one.endsWith('.gitignore') ? '*.tmp\n!2.tmp\n/src\n' : 'text')
        const root = realpathSync(`${dir.path}/${name}`)
        const listed = new Map(
          names.map(one => [
            `${root}/${one}`,
            { key: one, etag: '', sizeBytes: statSync(`${root}/${one}`).size, modifiedMs: 0 },
          ]),
        )
        const real = await enumerate([root], how, signal)
        const found = await enumerate([root], how, signal, listedDisk(root, listed))
        expect(found.files.map(({ path }) => path)).toEqual(real.files.map(({ path }) => path))
        expect({ ...found, files: [] }).toEqual({ ...real, files: [] })
      }),
      { numRuns: 60 },
    )
  })
})

describe('places of objects', () => {
  it('are inside, one for each key, and none is the directory of another', () => {
    const part = fc.oneof(fc.constantFrom('', '.', '..', 'a', 'A', 'a\0b', '%', 'x'.repeat(300)), fc.string())
    const key = fc.array(part, { minLength: 1, maxLength: 4 }).map(parts => parts.join('/'))
    fc.assert(
      fc.property(fc.uniqueArray(key, { maxLength: 20 }), keys => {
        const places = placeNames(keys)
        const parts = places.map(place => place.split('/'))
        for (const names of parts)
          for (const name of names)
            expect(name !== '' && name !== '.' && name !== '..' && !name.includes('\0')).toBe(true)
        const lower = places.map(place => place.toLowerCase())
        expect(new Set(lower).size).toBe(keys.length)
        for (const [k, one] of lower.entries())
          for (const [j, other] of lower.entries()) if (k !== j) expect(other.startsWith(`${one}/`)).toBe(false)
      }),
    )
  })
})

describe('a signature', () => {
  it('is the one of the documentation of Amazon S3', () => {
    const { authorization } = signedHeaders(
      {
        method: 'GET',
        url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
        headers: { range: 'bytes=0-9' },
        body: Buffer.alloc(0),
      },
      { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
      'us-east-1',
      new Date('2013-05-24T00:00:00Z'),
    )
    expect(authorization).toMatch(/Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/)
  })

  it('an address that none can name is refused', async () => {
    const bucket = new S3Bucket('b', { env: {}, timeoutMs: 1 })
    await expect(bucket.read('a/../b', 1)).rejects.toThrow('no address can name it')
  })
})
