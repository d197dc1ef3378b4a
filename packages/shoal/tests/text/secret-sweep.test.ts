// The sweep of a whole file finds what a look at all its text finds, wherever it stands and however it is written.
// Keys are put together here, so that no file of the repository holds anything that looks like one.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KnownSecrets } from '@shoal/base/secrets/known'
import { findSecrets } from '@shoal/base/secrets/secrets'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineNumbers } from '../../src/text/line-numbers.ts'
import { sweepSecrets } from '../../src/text/secrets/sweep.ts'
import { openSource } from '../../src/text/source-file.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()
const { signal } = new AbortController()

const PASSWORD = ['Tr0ub4dor', 'Zebra77'].join('-')
const GITHUB = ['ghp', 'a8Fk2Lq9Zx7Vb3Nm5Rt1Yp6Ws4Dc0Eg8HjKu'].join('_')
const HEX = ['b7f3c9d1e5a84f62', 'a0c7d9e8f1b2a3c4d5'].join('')
const TWILIO = `SK${HEX.slice(0, 32)}`
const COOKIE = ['s%3A', 'q8w7e6r5t4y3u2i1o0p9a8s7d6f5g4h3'].join('')

const LINES = [
  `password=${PASSWORD}`,
  `"smtpPassword": "${PASSWORD}",`,
  `{"inner": "{\\"password\\": \\"${PASSWORD}\\"}"}`,
  `login with password ${PASSWORD}`,
  `The password is "${PASSWORD}".`,
  `config["password"] = b"${PASSWORD}"`,
  `<password>${PASSWORD}</password>`,
  `mysql --password ${PASSWORD}`,
  `set("api_key", "${HEX}")`,
  `const clientSecret = '${HEX}'`,
  `Cookie: theme=dark; connect.sid=${COOKIE}`,
  `cookie session=${COOKIE}`,
  `Authorization: ${COOKIE}`,
  `clone with ${GITHUB} now`,
  `sid ${TWILIO}`,
  `amqp://shop:${PASSWORD}@mq.internal/v`,
  `é€ Passwort: ${PASSWORD} — ü`,
]
const PLAIN = [
  '',
  'tokens: 512, token_type: bearer',
  'password_changed: true',
  'the password must be sha256 hashed, see RFC2898',
  'session_id=5f2a9c0b77de4a1f9c0b77de',
  `session: ${HEX.slice(0, 8)}-1234-4a1f-9c0b-77de4a1f9c0b`,
  `commit ${HEX}`,
  'https://api.example.org:8080/v1?x=1',
  'é password €',
]

/** How many units of a source are read in a sweep. */
async function unitsRead(text: string): Promise<number> {
  const path = join(dir.path, 'counted.txt')
  writeFileSync(path, text)
  const source = openSource(path)
  let units = 0
  const counted = {
    ...source,
    encoding: source.encoding,
    eol: source.eol,
    size: source.size,
    bytes: (start: number, end: number) => {
      units += end - start
      return source.bytes(start, end)
    },
    text: (start: number, end: number) => {
      units += end - start
      return source.text(start, end)
    },
    byteAt: (offset: number) => source.byteAt(offset),
    close: () => source.close(),
  }
  try {
    await sweepSecrets(counted, { signal, isTable: false })
    return units
  } finally {
    source.close()
  }
}

async function swept(text: string | Uint8Array, isTable = false) {
  const path = join(dir.path, 'swept.txt')
  writeFileSync(path, text)
  const source = openSource(path)
  try {
    const sweep = await sweepSecrets(source, { signal, isTable })
    const all = [...sweep.rules.values()].flatMap(({ first }) => first).sort((a, b) => a.offset - b.offset)
    return { ...sweep, lines: lineNumbers(source, all.map(({ offset }) => offset)), all } // biome-ignore format: one line
  } finally {
    source.close()
  }
}

describe('a sweep', () => {
  it.each(LINES)('finds %s', async line => {
    expect(findSecrets(line)).toHaveLength(1)
    const { all, lines } = await swept(`first\n${line}\nlast`)
    expect(all.map(({ evidence }) => evidence)).toEqual([line.trim()])
    expect(lines).toEqual([2])
  })

  it.each(PLAIN)('finds nothing in %j', async line => {
    expect((await swept(`${line}\n${line}`)).all).toEqual([])
  })

  it('finds in any text the values that are found in its lines, on their lines', async () => {
    const line = fc.oneof(fc.constantFrom(...LINES), fc.constantFrom(...PLAIN), fc.string({ maxLength: 40 }))
    const text = fc.tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom('\n', '\r\n'))
    await fc.assert(
      fc.asyncProperty(text, async ([parts, end]) => {
        const lines = parts.map(part => part.replace(/[\r\n]/g, ' '))
        const expected = lines.flatMap((one, k) => findSecrets(one).map(() => k + 1))
        const sweep = await swept(lines.join(end))
        expect(sweep.lines).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it.each(['utf16le', 'latin1'] as const)('reads %s', async encoding => {
    const text = `é 1\npassword: ${PASSWORD}\nü\ntoken ${GITHUB}\n`
    const { lines } = await swept(Buffer.from(encoding === 'utf16le' ? `\ufeff${text}` : text, encoding))
    expect(lines).toEqual([2, 4])
  })

  it('misses none at the ends of what is read at a time, nor in a line of megabytes', async () => {
    for (const shift of [-60, -20, -5, 0, 3]) {
      const { all } = await swept(`${'x'.repeat((4 << 20) + shift)} password=${PASSWORD} ${'y'.repeat(9000)} ${GITHUB}`)
      expect(all.map(({ rule }) => rule.id)).toEqual(['secret.password', 'secret.github-token'])
    }
  })

  it('hides the body of a key over many lines', async () => {
    const body = Array.from({ length: 30 }, (_, k) => `${k}${HEX}Ab${HEX}`.slice(0, 64))
    const key = ['-----BEGIN PRIVATE', ` KEY-----\n${body.join('\n')}\n-----END PRIVATE`, ' KEY-----'].join('')
    const { all, lines, values } = await swept(`a\nb\n${key}\npassword=${PASSWORD}\n`)
    expect(all.map(({ rule }) => rule.id)).toEqual(['secret.private-key', 'secret.password'])
    expect(lines).toEqual([3, 35])
    const known = new KnownSecrets(values)
    for (const line of body) expect(known.mask(`at ${line}`)).not.toContain(line.slice(8, 24))
  })

  it('judges the cells of a table by the names of its columns', async () => {
    const rows = ['id;password;api_key;tokens', `1;${PASSWORD};;512`, `2;;${HEX};12`, '3;;;7', '4;"Kx81;pQz99";;3']
    const { all, lines, values } = await swept(`${rows.join('\n')}\n`, true)
    expect(all.map(({ evidence }) => evidence)).toEqual([rows[1], rows[2], rows[4]])
    expect(lines).toEqual([2, 3, 5])
    expect([...values].sort()).toEqual(['Kx81;pQz99', PASSWORD, HEX].sort())
  })

  it('counts what it does not list, and stops at enough', async () => {
    const { rules, hasMore, values } = await swept(`password=${PASSWORD}\n`.repeat(500))
    expect([...rules.values()].map(({ count, first }) => [count, first.length])).toEqual([[500, 500]])
    expect([hasMore, values.size]).toEqual([false, 1])
    const more = await swept(Array.from({ length: 20_100 }, (_, k) => `password=${PASSWORD}${k}`).join('\n'))
    expect(more.hasMore).toBe(true)
  })
})

describe('known secrets', () => {
  const known = new KnownSecrets([PASSWORD, GITHUB, 'letmein', '12345678'])

  it('are hidden whole, in part and in either case', () => {
    expect(known.mask(`a ${GITHUB} b`)).toBe('a ghp_…[masked] b')
    for (const text of [GITHUB.slice(0, 20), GITHUB.slice(15), GITHUB.toLowerCase(), PASSWORD.toUpperCase(), 'zebra77'])
      expect(known.mask(`<${text}>`)).toMatch(/^<[\w-]{0,4}…\[masked\]>$/)
  })

  it('leave words, numbers and short parts alone', () => {
    for (const text of ['letmein', '12345678', 'zebra', GITHUB.slice(4, 12), 'ghp_', ''])
      expect(known.mask(text)).toBe(text)
  })

  it('are gone from any text, and masking again changes nothing', () => {
    const part = fc.oneof(
      fc.constantFrom(GITHUB, PASSWORD, GITHUB.slice(9)),
      fc.string({ maxLength: 12 }),
      fc.constant('İ'),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), parts => {
        const masked = known.mask(parts.join(' '))
        expect(masked).not.toContain(GITHUB.slice(9))
        expect(masked).not.toContain(PASSWORD)
        expect(known.mask(masked)).toBe(masked)
      }),
    )
  })
})

describe('the work of a sweep', () => {
  it.each(['', '\n', ' x\n'])('grows with the text where keys begin again and again before %j', async behind => {
    const header = `${['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ')}${behind}`
    const once = await unitsRead(header.repeat(1000))
    expect(await unitsRead(header.repeat(4000))).toBeLessThan(4.5 * once)
  })
})

it.each([
  ['LF', '\n'],
  ['CR', '\r'],
  ['CRLF', '\r\n'],
])('quotes the line of each secret where lines end in %s', async (_name, end) => {
  const path = join(dir.path, 'lines.txt')
  writeFileSync(path, ['first', `password=${PASSWORD}1`, 'third', `password=${PASSWORD}2`, 'last', ''].join(end))
  const source = openSource(path)
  try {
    const { rules } = await sweepSecrets(source, { signal, isTable: false })
    const first = [...rules.values()].flatMap(rule => rule.first)
    expect(first.map(({ evidence }) => evidence)).toEqual([`password=${PASSWORD}1`, `password=${PASSWORD}2`])
    expect(
      lineNumbers(
        source,
        first.map(({ offset }) => offset),
      ),
    ).toEqual([2, 4])
  } finally {
    source.close()
  }
})
