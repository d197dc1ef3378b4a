// Lines to be quoted are those of the file, whatever its size, encoding and line ends, and hold no secret.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quotedLines } from '../../src/run/quoted-lines.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()
const signal = new AbortController().signal

async function quoted(bytes: Buffer, lines: readonly number[], isTable = false): Promise<(string | null)[]> {
  const file = join(dir.path, 'a.txt')
  writeFileSync(file, bytes)
  return await quotedLines({ file, path: 'a.txt', sizeBytes: bytes.length, isTable, lines }, signal)
}

describe('quoted lines', () => {
  it('are those of the file', async () => {
    const line = fc.stringMatching(/^[a-z ü]{0,12}$/)
    const all = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 12 }),
      eol: fc.constantFrom('\n', '\r\n'),
      encoding: fc.constantFrom<BufferEncoding>('utf8', 'utf16le'),
      isEnded: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(all, async ({ lines, eol, encoding, isEnded }) => {
        const text = `${encoding === 'utf16le' ? '\ufeff' : ''}head${eol}${lines.join(eol)}${isEnded ? eol : ''}`
        const wanted = Array.from({ length: lines.length + 3 }, (_, k) => k + 1)
        const expected = ['head', ...lines, '', ''].map(one => one.trim() || null)
        expect(await quoted(Buffer.from(text, encoding), wanted)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('are found in a large file too, with the secrets around them hidden', async () => {
    const rows = Array.from({ length: 240_000 }, (_, k) => `${k},user ${k},Zq${k}x!9vK2mmPl`)
    const bytes = Buffer.from(`id,name,password\n${rows.join('\n')}\n`)
    expect(bytes.length).toBeGreaterThan(8 << 20)
    const [first, late, none] = await quoted(bytes, [2, 239_001, 500_000], true)
    expect(first).toMatch(/^0,user 0,/)
    expect(late).toMatch(/^238999,user 238999,/)
    expect(none).toBeNull()
    expect(`${first}${late}`).not.toContain('mmPl')
  })
})
