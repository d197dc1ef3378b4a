import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { xxhash128 } from 'hash-wasm'
import { afterAll, describe, expect, it } from 'vitest'
import { hashBytes } from '../../../src/text/hash.ts'
import { indexBlocks } from '../../../src/text/scan/block-index.ts'
import { Kernel, kernelModule, type Walk } from '../../../src/text/scan/kernel.ts'
import { openSource } from '../../../src/text/source-file.ts'

const kernel = new Kernel(kernelModule())
const signal = new AbortController().signal
const directory = mkdtempSync(join(tmpdir(), 'shoal-kernel-'))
afterAll(() => rmSync(directory, { recursive: true }))

describe('content hash', () => {
  it('is XXH3-128, at every length class and across reads', async () => {
    const lengths = [
      0, 1, 3, 4, 8, 9, 16, 17, 32, 33, 64, 65, 96, 97, 128, 129, 240, 241, 1023, 1024, 1025, 2048, 262144, 262145,
      600001,
    ]
    for (const length of lengths) {
      const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * 7 + (i >> 3) * 13 + length) & 255))
      expect(hashBytes(bytes), `length ${length}`).toBe(await xxhash128(bytes))
    }
  })

  it('agrees with the reference on arbitrary bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async bytes => {
        expect(hashBytes(bytes)).toBe(await xxhash128(bytes))
      }),
    )
  })
})

/** Text full of what the walks look at, long enough to cross 64-byte steps. */
const awkward = (alphabet: string) =>
  fc
    .array(
      fc.constantFrom(
        ...alphabet.split(''),
        'word',
        'a longer stretch of text that fills most of a step of sixty-four',
      ),
      { maxLength: 300 },
    )
    .map(parts => parts.join(''))

function walkAll(text: string, walk: Walk, state = { a: 0, b: 0 }) {
  const bytes = Buffer.from(text)
  kernel.buffer.fill(10, 0, 4)
  kernel.buffer.set(bytes, 64)
  kernel.buffer[63] = 10
  kernel.buffer[62] = 10
  return { ...kernel.walk(walk, 64, bytes.length, state), noted: kernel.noted(4000) }
}

describe('walks agree with a plain reading', () => {
  it('lines', () => {
    fc.assert(
      fc.property(awkward('\n\r ,"'), text => {
        expect(walkAll(text, { kind: 'lines', eol: 10 }).lines).toBe(text.split('\n').length - 1)
      }),
    )
  })

  it('CSV: records, ragged rows, end state', () => {
    const walk: Walk = { kind: 'csv', eol: 10, delimiter: 44, quote: 34, expected: 2 }
    fc.assert(
      fc.property(awkward('\n\r,,""'), text => {
        const plain = readCsv(text, 2)
        const walked = walkAll(text, walk)
        expect({
          records: walked.events,
          ragged: walked.flags,
          state: walked.a,
          columns: walked.b,
          lines: walked.lines,
        }).toEqual(plain)
      }),
      { numRuns: 1000 },
    )
  })

  it('JSON: separators by depth, end state', () => {
    const walk: Walk = { kind: 'json', eol: 10, base: 1 }
    fc.assert(
      fc.property(awkward('\n,,[]{}"\\:'), text => {
        const walked = walkAll(text, walk)
        expect({ separators: walked.events, string: walked.a & 1, escaped: walked.a >> 1, depth: walked.b }).toEqual(
          readJson(text, 1),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('a limit ends the walk just behind that event', () => {
    fc.assert(
      fc.property(awkward('\n,"'), fc.nat(40), (text, nth) => {
        const walk: Walk = { kind: 'csv', eol: 10, delimiter: 44, quote: 34, expected: 1 }
        const all = walkAll(text, walk).events
        if (nth === 0 || nth > all) return
        const { far } = kernel.walk(walk, 64, Buffer.byteLength(text), { a: 0, b: 0 }, nth)
        expect(walkAll(text.slice(0, far), walk).events).toBe(nth)
        expect(text[far - 1]).toBe('\n')
      }),
    )
  })
})

describe('block index', () => {
  it('finds every record of a file of many segments, whatever state they start in', async () => {
    const file = join(directory, 'quoted.csv')
    const rows = Array.from({ length: 120_000 }, (_, i) => `${i},"${i % 3 ? 'x' : 'a\nb, ""c""\n'.repeat(i % 50)}",z`)
    writeFileSync(file, `${rows.join('\n')}\n`)
    const source = openSource(file)
    const index = await indexBlocks(source, { kind: 'csv', eol: 10, delimiter: 44, quote: 34, expected: 2 }, { signal })
    expect(source.size).toBeGreaterThan(8 * 1024 * 1024)
    expect(index.events).toBe(rows.length)
    expect(index.hasFlags).toBe(false)
    const wanted = [1, 2, 777, 60_000, 119_999]
    for (const [k, place] of index.behindEvents(wanted).entries()) {
      const before = `${rows.slice(0, wanted[k]).join('\n')}\n`
      expect(place).toEqual({ offset: Buffer.byteLength(before), line: before.split('\n').length })
    }
    source.close()
  })

  it('finds every element of minified JSON whose segments start inside strings', async () => {
    const file = join(directory, 'mini.json')
    const items = Array.from({ length: 60_000 }, (_, i) =>
      JSON.stringify({ i, text: `[{"${'\\"'.repeat(i % 5)},${'long, text '.repeat(i % 20)}`, deep: [[i]] }),
    )
    writeFileSync(file, `[${items.join(',')}]`)
    const source = openSource(file)
    const index = await indexBlocks(source, { kind: 'json', eol: 10, base: 1 }, { signal })
    expect(source.size).toBeGreaterThan(8 * 1024 * 1024)
    expect(index.events).toBe(items.length - 1)
    expect(index.end).toEqual({ a: 0, b: 0 })
    const [place] = index.behindEvents([31_234])
    expect(place?.offset).toBe(1 + Buffer.byteLength(items.slice(0, 31_234).join(',')) + 1)
    source.close()
  })

  it('reads UTF-16 by code units', async () => {
    const file = join(directory, 'wide.csv')
    writeFileSync(file, Buffer.from('\ufeffid,name\n1,"ä\nö"\n2,漢字\n', 'utf16le'))
    const source = openSource(file)
    const index = await indexBlocks(source, { kind: 'csv', eol: 10, delimiter: 44, quote: 34, expected: 1 }, { signal })
    expect({ events: index.events, lines: index.lines, flags: index.hasFlags }).toEqual({
      events: 3,
      lines: 4,
      flags: false,
    })
    expect(source.byteAt(index.behindEvents([1])[0]!.offset)).toBe(2 + 2 * 'id,name\n'.length)
    source.close()
  })
})

/** The state machine of RFC 4180 as it would be written without hurry. */
function readCsv(text: string, expected: number) {
  let state = 0
  let columns = 0
  let records = 0
  let ragged = 0
  let lines = 0
  for (const [i, char] of [...text].entries()) {
    if (char === '\n') lines++
    if (state === 2) state = char === '"' ? 3 : 2
    else if (char === '\n') {
      const line = text.slice(text.lastIndexOf('\n', i - 1) + 1, i)
      const blank = line === '' || (line === '\r' && i > 0)
      if (columns !== expected && !blank) ragged++
      records++
      columns = 0
      state = 0
    } else if (char === ',') {
      columns++
      state = 0
    } else if (char === '"' && (state === 0 || state === 3)) state = 2
    else state = 1
  }
  return { records, ragged, state, columns, lines }
}

function readJson(text: string, base: number) {
  let string = 0
  let escaped = 0
  let depth = 0
  let separators = 0
  for (const char of text) {
    // A backslash takes the meaning of a quote or a backslash behind it; nothing else has one to lose in a string.
    const hidden = escaped === 1 && (char === '"' || char === '\\')
    escaped = 0
    if (hidden) continue
    if (char === '\\') escaped = 1
    else if (char === '"') string = 1 - string
    else if (!string && (char === '[' || char === '{')) depth++
    else if (!string && (char === ']' || char === '}')) depth--
    else if (!string && char === ',' && depth === base) separators++
  }
  return { separators, string, escaped, depth }
}
