// What packed files hold comes out as it went in; what is damaged is read as far as it goes; nothing grows beyond its limits.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { type Unpacked, type UnpackLimits, unpack } from '../../src/forms/unpack.ts'
import { type PackedEntry, tarOf, zipOf } from './packs.ts'

const work = mkdtempSync(join(tmpdir(), 'shoal-forms-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const LIMITS: UnpackLimits = { bytes: 1e8, ratio: 200, members: 100, depth: 3 }
let count = 0

async function unpacked(name: string, bytes: Uint8Array, limits: Partial<UnpackLimits> = {}) {
  const directory = mkdtempSync(join(work, 'out-'))
  const file = join(work, `in-${++count}`)
  writeFileSync(file, bytes)
  const order = { file, name, sizeBytes: bytes.length, directory, limits: { ...LIMITS, ...limits } }
  const made = await unpack(order, { signal: new AbortController().signal, onRead: () => {} })
  const text = (member: Unpacked['members'][number]) => readFileSync(join(directory, member.file), 'utf8')
  const texts = Object.fromEntries(made.members.map(member => [member.name ?? '', text(member)]))
  expect(readdirSync(directory).length, 'nothing else is left there').toBe(made.members.length)
  return { ...made, texts }
}

const left = ({ leftOut }: Unpacked) => leftOut.map(({ name, reason }) => `${name}: ${reason}`)
const TEXT = 'one\ntwo\nthree\n'
const PACKED = {
  gz: gzipSync(TEXT),
  zst: Buffer.from('KLUv/SQOcQAAb25lCnR3bwp0aHJlZQqkWIk0', 'base64'),
  bz2: Buffer.from('QlpoOTFBWSZTWQh7fdcAAATBgAAQAkGUgCAAMQwIIaPUyIVHMjio8XckU4UJAIe33XA=', 'base64'),
  xz: Buffer.from(
    '/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQANb25lCnR3bwp0aHJlZQoAAACUhJIr6JdbfQABJg4IG+AEH7bzfQEAAAAABFla',
    'base64',
  ),
}

describe('compressed files', () => {
  it.each(Object.entries(PACKED))('%s gives its text, by its first bytes whatever its name', async (ending, bytes) => {
    for (const name of [`a.txt.${ending}`, 'nameless'])
      expect(await unpacked(name, bytes)).toMatchObject({ texts: { '': TEXT }, leftOut: [] })
  })

  it.each(['gz', 'bz2'] as const)('two %s streams one after the other are one text', async ending => {
    const { texts } = await unpacked('a', Buffer.concat([PACKED[ending], PACKED[ending]]))
    expect(texts['']).toBe(TEXT + TEXT)
  })

  it.each(Object.entries(PACKED))(
    '%s that is cut off is read as far as it goes, and said to be damaged',
    async (_, bytes) => {
      for (let length = 8; length < bytes.length - 1; length += 3) {
        const { texts, leftOut } = await unpacked('a.txt.x', bytes.subarray(0, length))
        expect(TEXT.startsWith(texts[''] ?? '')).toBe(true)
        if ((texts[''] ?? '') !== TEXT) expect(leftOut.map(({ cause }) => cause)).toEqual(['damaged'])
      }
    },
  )

  it('a name alone makes nothing packed', async () => {
    expect(await unpacked('a.log.gz', Buffer.from(TEXT))).toMatchObject({ members: [], leftOut: [] })
  })
})

const entry = fc.record({
  name: fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,3}\.(log|csv|txt)$/),
  content: fc.string({ maxLength: 3000, unit: 'binary' }),
})
const entries = fc.uniqueArray(entry, { maxLength: 6, selector: ({ name }) => name })
const FORMS: Readonly<Record<string, (all: readonly PackedEntry[]) => Buffer>> = {
  tar: tarOf,
  tgz: all => gzipSync(tarOf(all)),
  zip: zipOf,
}

describe.each(Object.entries(FORMS))('%s', (form, pack) => {
  it('gives back what was packed', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async all => {
        if (all.length === 0 && form !== 'zip') return
        const { texts, leftOut, members } = await unpacked(`x.${form}`, pack(all))
        expect(texts).toEqual(
          Object.fromEntries(all.map(({ name, content }) => [name, Buffer.from(content).toString('utf8')])),
        )
        expect(leftOut).toEqual([])
        expect(members.every(({ by }) => by.length === (form === 'tgz' ? 2 : 1))).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('gives what comes before the damage, and says where it is', async () => {
    const all = [
      { name: 'a.log', content: 'first\n'.repeat(300) },
      { name: 'b.log', content: Array.from({ length: 300 }, (_, k) => `line ${k * 7919}\n`).join('') },
    ]
    const whole = pack(all)
    for (const share of [0.3, 0.6, 0.75]) {
      const { texts, leftOut } = await unpacked(`x.${form}`, whole.subarray(0, Math.floor(whole.length * share)))
      for (const { name, content } of all) expect(content.startsWith(texts[name] ?? '')).toBe(true)
      expect(leftOut.some(({ cause }) => cause === 'damaged')).toBe(true)
    }
  })

  it('takes any bytes after its first without an error', async () => {
    const head = pack([{ name: 'a.log', content: TEXT }]).subarray(0, 60)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async rest => {
        await unpacked(`x.${form}`, Buffer.concat([head, rest]))
      }),
      { numRuns: 40 },
    )
  })

  it('refuses names that lead elsewhere, and names them', async () => {
    const names = ['../up.log', '/etc/passwd', 'a/../../b.log', 'C:\\x.log', 'fine.log']
    const made = await unpacked(`x.${form}`, pack(names.map(name => ({ name, content: TEXT }))))
    expect(Object.keys(made.texts)).toEqual(['fine.log'])
    expect(made.leftOut).toHaveLength(4)
    expect(left(made).join('\n')).toMatch(/\.\.\/up\.log: its name leads out of the archive/)
    expect(existsSync(join(work, 'up.log'))).toBe(false)
  })

  it('keeps names that differ in case alone, and those that come twice', async () => {
    const all = ['A.log', 'a.log', 'a.log'].map((name, k) => ({ name, content: String(k) }))
    expect((await unpacked(`x.${form}`, pack(all))).texts).toEqual({ 'A.log': '0', 'a.log': '1', 'a.log#2': '2' })
  })

  it('stops at its limits, keeps what came before, and says so', async () => {
    const all = Array.from({ length: 8 }, (_, k) => ({ name: `${k}.log`, content: 'x'.repeat(1000) }))
    const few = await unpacked(`x.${form}`, pack(all), { members: 3 })
    expect(few.members).toHaveLength(3)
    expect(left(few).join()).toMatch(/more than 3 members/)
    const small = await unpacked(`x.${form}`, pack(all), { bytes: 9000, ratio: 1 })
    expect(small.members.length).toBeLessThanOrEqual(9)
    const tiny = await unpacked(`x.${form}`, pack(all), { bytes: 2500 })
    expect(tiny.members.length).toBeLessThan(3)
    expect(left(tiny).join()).toMatch(/it holds more than 2\.5 kB/)
  })

  it('opens archives in archives as deep as it may', async () => {
    const inner = (depth: number): Buffer =>
      pack([
        { name: `at${depth}.log`, content: TEXT },
        ...(depth < 5 ? [{ name: `in.${form}`, content: inner(depth + 1) }] : []),
      ])
    const made = await unpacked(`x.${form}`, inner(0))
    const depth = Object.keys(made.texts).length
    expect(depth).toBeGreaterThan(1)
    expect(depth).toBeLessThan(6)
    expect(Object.keys(made.texts)[1]).toBe(`in.${form}!at1.log`)
    expect(left(made).join()).toMatch(/within more than 3 packed files/)
  })
})

describe('what is not text', () => {
  it('names links, devices and what is encrypted', async () => {
    const tar = await unpacked(
      'x.tar',
      tarOf([
        { name: 'l', content: 'x', type: '2' },
        { name: 'p', content: '', type: '6' },
      ]),
    )
    expect(left(tar)).toEqual(['l: a link in the archive', 'p: a named pipe in the archive'])
    const zip = await unpacked(
      'x.zip',
      zipOf([
        { name: 'secret.log', content: TEXT, encrypted: true },
        { name: 'l', content: '/etc/passwd', link: true },
      ]),
    )
    expect(left(zip)).toEqual(['secret.log: it is encrypted', 'l: a link in the archive'])
  })

  it('leaves pictures packed', async () => {
    expect(left(await unpacked('x.zip', zipOf([{ name: 'a.png', content: 'x' }])))).toEqual([
      'a.png: excluded by default: *.png (no text)',
    ])
  })

  it('gives up on a stream that swells a thousandfold', async () => {
    const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024))
    const made = await unpacked('bomb.gz', bomb, { bytes: 1e10 })
    expect(made.members).toEqual([])
    expect(left(made).join()).toMatch(/more than 200 times its size/)
  })
})
