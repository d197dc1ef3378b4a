// The evidence gate: what stands in a file passes at its true line, what does not is rejected.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyAnchors, verifyAnswers, verifyFindings } from '../../src/stages/verify.ts'
import { normaliseQuote } from '../../src/text/quotes/normalise.ts'
import { draft, gate, lineOf, span, withSource } from './verify-sources.ts'

const LOG = `2026-02-11 01:00:01 INFO  worker started
2026-02-11 01:00:02 ERROR charge failed for order 17
2026-02-11 01:00:03 INFO  retry
  GatewayTimeout: no answer
  after 30 s

2026-02-11 01:00:04 ERROR charge failed for order 18
`

describe('findings', () => {
  it('pass as they are when the quote begins on their line', async () => {
    await withSource(LOG, async source => {
      const { findings, verification, rejected } = await verifyFindings(
        [draft(2, 'charge failed for order 17'), draft(4, 'GatewayTimeout: no answer\n  after 30 s')],
        source,
        gate(),
      )
      expect(findings.map(({ line, endLine, evidence, verified }) => [line, endLine, evidence, verified])).toEqual([
        [2, 2, 'charge failed for order 17', true],
        [4, 5, 'GatewayTimeout: no answer\n  after 30 s', true],
      ])
      expect(verification).toEqual({ quotes: 2, verified: 2, relocated: 0, rejected: 0 })
      expect(rejected).toEqual([])
    })
  })

  it('are moved to the nearest place where the quote really stands', async () => {
    await withSource(LOG, async source => {
      const { findings, verification } = await verifyFindings(
        [
          draft(1, 'ERROR charge failed for order'),
          draft(6, 'ERROR charge failed for order'),
          draft(999, 'worker started'),
          draft(-3, 'retry'),
        ],
        source,
        gate(),
      )
      expect(findings.map(({ line }) => line)).toEqual([2, 7, 1, 3])
      expect(verification).toEqual({ quotes: 4, verified: 4, relocated: 4, rejected: 0 })
    })
  })

  it('keep the distance to their last line when they are moved', async () => {
    await withSource(LOG, async source => {
      const { findings } = await verifyFindings(
        [draft(1, 'charge failed for order 18', { endLine: 3 })],
        source,
        gate(),
      )
      expect([findings[0]!.line, findings[0]!.endLine]).toEqual([7, 9])
    })
  })

  it('take the words of the file when the quote differs in white space and Unicode form', async () => {
    const text =
      'He said: \u201cit\u2019s  done\u201d \u2014 caf\u0065\u0301,\u00a0na\u00efve\u200b e\ufb03cient.\r\nNext\tline\r\n'
    await withSource(text, async source => {
      const quotes = [
        `He said: "it's done" - caf\u00e9, naïve efficient.`,
        'efficient. Next line',
        '\u201cit\u2019s done\u201d',
      ]
      const { findings, verification } = await verifyFindings(
        quotes.map(quote => draft(1, quote)),
        source,
        gate(),
      )
      expect(findings.map(({ evidence }) => evidence)).toEqual([
        text.slice(0, text.indexOf('\r')),
        'e\ufb03cient.\r\nNext\tline',
        '\u201cit\u2019s  done\u201d',
      ])
      for (const { evidence } of findings) expect(text).toContain(evidence)
      expect(findings[1]!.endLine).toBe(2)
      expect(verification).toEqual({ quotes: 3, verified: 3, relocated: 0, rejected: 0 })
    })
  })

  it('are rejected with a reason when the quote is not there', async () => {
    await withSource(LOG, async source => {
      const { findings, verification, rejected } = await verifyFindings(
        [draft(2, 'charge failed for order 19'), draft(3, ' \n'), draft(3, 'CHARGE FAILED'), draft(1, '17')],
        source,
        gate(),
      )
      expect(findings).toEqual([])
      expect(verification).toEqual({ quotes: 4, verified: 0, relocated: 0, rejected: 4 })
      expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
        [2, 'the quote does not stand in the file'],
        [3, 'it quotes nothing'],
        [3, 'the quote does not stand in the file'],
        [1, 'the quote is too short to be looked for anywhere but on its line, and does not stand there'],
      ])
    })
  })

  it('with a quote of one or two letters count on their own line only', async () => {
    await withSource('a,0\nb,1\n}\n', async source => {
      const { findings, rejected } = await verifyFindings(
        [draft(1, '0'), draft(3, '}'), draft(2, '0'), draft(1, '}')],
        source,
        gate(),
      )
      expect(findings.map(({ line, evidence }) => [line, evidence])).toEqual([
        [1, '0'],
        [3, '}'],
      ])
      expect(rejected).toHaveLength(2)
    })
  })

  it('that stand in borrowed context belong to the chunk that owns the place', async () => {
    const third = LOG.indexOf('2026-02-11 01:00:03')
    const chunks = [span(1, [1, 2], [0, third]), span(2, [3, 7], [third, LOG.length])]
    await withSource(LOG, async source => {
      const drafts = [draft(2, 'charge failed for order 17'), draft(7, 'charge failed for order 18')]
      const [first, second] = await Promise.all(
        chunks.map(chunk => verifyFindings(drafts, source, gate(chunks, chunk))),
      )
      expect(first!.findings.map(({ line, chunkIds }) => [line, chunkIds])).toEqual([[2, ['chunk-1']]])
      expect(second!.findings.map(({ line, chunkIds }) => [line, chunkIds])).toEqual([[7, ['chunk-2']]])
      expect(first!.borrowed.map(({ line }) => line)).toEqual([7])
      expect(first!.verification.quotes + second!.verification.quotes).toBe(2)
    })
  })

  it('are looked for in their chunk before the rest of the file, also when chunks share a line', async () => {
    const part = '{"name":"alpha"},'
    const text = part.repeat(3)
    const chunks = [0, 1, 2].map(k => span(k + 1, [1, 1], [k * part.length, (k + 1) * part.length], k > 0))
    await withSource(text, async source => {
      for (const chunk of chunks) {
        const { findings } = await verifyFindings([draft(1, '"alpha"')], source, gate(chunks, chunk))
        expect(findings.map(({ chunkIds }) => chunkIds)).toEqual([[chunk.id]])
      }
    })
  })

  it('leave with their secrets masked, wherever these are repeated', async () => {
    const secret = 'q8Zr2LmX7vTn4KpW'
    await withSource(`db:\n  password: ${secret}\n`, async source => {
      const { findings } = await verifyFindings(
        [
          draft(2, `password: ${secret}`, {
            summary: `The password ${secret} stands in clear text`,
            stats: { value: secret },
          }),
        ],
        source,
        gate(),
      )
      expect(findings).toHaveLength(1)
      expect(JSON.stringify(findings)).not.toContain(secret)
    })
  })
})

describe('ids', () => {
  it('do not change when a line is inserted above, and differ for each occurrence', async () => {
    const idsIn = (text: string, lines: readonly number[]) =>
      withSource(text, async source => {
        const { findings } = await verifyFindings(
          lines.map(line => draft(line, 'charge failed', { key: 'same' })),
          source,
          gate(),
        )
        return findings.map(({ id }) => id)
      })
    const before = await idsIn(LOG, [2, 7])
    expect(new Set(before).size).toBe(2)
    expect(await idsIn(`# a new first line\n${LOG}`, [3, 8])).toEqual(before)
  })
})

describe('anchors and answers', () => {
  it('anchors that do not stand in the file are dropped, the others corrected and masked', async () => {
    await withSource(`timeout: 30\npassword: q8Zr2LmX7vTn4KpW\n`, async source => {
      const anchors = await verifyAnchors(
        [
          { role: 'config-key', name: 'timeout', value: '30', line: 2, quote: 'timeout: 30' },
          {
            role: 'config-key',
            name: 'password',
            value: 'q8Zr2LmX7vTn4KpW',
            line: 2,
            quote: 'password: q8Zr2LmX7vTn4KpW',
          },
          { role: 'config-key', name: 'retries', value: '3', line: 1, quote: 'retries: 3' },
        ],
        source,
        gate(),
      )
      expect(anchors.map(({ name, line }) => [name, line])).toEqual([
        ['timeout', 1],
        ['password', 2],
      ])
      expect(JSON.stringify(anchors)).not.toContain('q8Zr2LmX7vTn4KpW')
    })
  })

  it('an answer that loses all its quotes is dropped, one that loses some is doubted', async () => {
    await withSource(LOG, async source => {
      const answers = await verifyAnswers(
        [
          { text: 'Two charges failed.', relevance: 0.9, evidence: [{ line: 2, quote: 'charge failed for order 17' }] },
          { text: 'None.', relevance: 0.9, evidence: [{ line: 2, quote: 'all is well' }] },
          { text: 'Counted.', relevance: 0.8, evidence: [] },
          {
            text: 'Half.',
            relevance: 0.8,
            evidence: [
              { line: 1, quote: 'worker started' },
              { line: 1, quote: 'worker stopped' },
            ],
          },
        ],
        source,
        gate(),
      )
      expect(answers.map(({ text, relevance }) => [text, relevance])).toEqual([
        ['Two charges failed.', 0.9],
        ['Counted.', 0.8],
        ['Half.', 0.8 * 0.75],
      ])
      expect(answers[0]!.evidence).toEqual([{ path: 'source.txt', line: 2, quote: 'charge failed for order 17' }])
    })
  })
})

/** Words and gaps such as files have: letters of many scripts, marks, quotes, dashes, odd spaces. */
const gap = fc.constantFrom(' ', '  ', '\n', '\n\n', '\t', '\u00a0', ' \n ', '\r\n')
const word = fc.oneof(
  fc.stringMatching(/^[a-z0-9_]{1,9}$/),
  fc.constantFrom(
    'caf\u00e9',
    '\u0645\u0631\u062d\u0628\u0627',
    '日本語',
    '\u201cyes\u201d',
    'x\u2014y',
    '\ud83d\ude00',
    'e\ufb03x',
    '100%',
    '()',
    '}',
  ),
)
const prose = fc
  .array(fc.tuple(word, gap), { minLength: 1, maxLength: 120 })
  .map(pairs => pairs.map(([text, space]) => text + space).join(''))

/** The start and end of some word, so that no cluster is parted. */
function sliceOf(text: string, from: number, words: number): string {
  const starts = [...text.matchAll(/\S+/g)].map(({ index, 0: { length } }) => [index, index + length] as const)
  const first = from % starts.length
  return text.slice(starts[first]![0], starts[Math.min(starts.length - 1, first + words)]![1])
}

const mangle = (quote: string): string =>
  quote
    .replace(/\s+/g, ' ')
    .replaceAll('\u201c', '"')
    .replaceAll('\u201d', '"')
    .replaceAll('\u2014', '-')
    .replaceAll('\ufb03', 'ffi')
    .normalize('NFD')
    .replace(/(?<=[a-z]{3})(?=[a-z])/, '\u200b')

const encodings = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-8 with a mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
}

describe('laws', () => {
  for (const [name, encode] of Object.entries(encodings))
    it(`any slice of any text stands at its line (${name})`, async () => {
      await fc.assert(
        fc.asyncProperty(prose, fc.nat(), fc.nat(1000), async (text, at, length) => {
          const from = at % text.length
          const quote = text.slice(from, from + 1 + length)
          fc.pre(quote.trim() !== '' && !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(quote))
          const line = lineOf(text, from)
          await withSource(encode(text), async source => {
            const { findings, verification } = await verifyFindings([draft(line, quote)], source, gate())
            expect(verification).toEqual({ quotes: 1, verified: 1, relocated: 0, rejected: 0 })
            expect([findings[0]!.line, findings[0]!.evidence]).toEqual([line, quote])
          })
        }),
        { numRuns: 60 },
      )
    })

  it('a telling slice with a wrong line is found at the place nearest to it', async () => {
    await fc.assert(
      fc.asyncProperty(prose, fc.nat(), fc.nat(6), fc.integer({ min: -5, max: 300 }), async (text, at, words, line) => {
        const quote = sliceOf(text, at, words)
        fc.pre((quote.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 3)
        await withSource(text, async source => {
          const { findings } = await verifyFindings([draft(line, quote)], source, gate())
          const made = findings[0]!
          expect(normaliseQuote(made.evidence)).toBe(normaliseQuote(quote))
          const index =
            text
              .split('\n')
              .slice(0, made.line - 1)
              .join('\n').length + (made.line > 1 ? 1 : 0)
          const stands = text.indexOf(made.evidence, index)
          expect(lineOf(text, stands)).toBe(made.line)
          for (let k = text.indexOf(quote); k >= 0; k = text.indexOf(quote, k + 1))
            expect(Math.abs(made.line - line)).toBeLessThanOrEqual(Math.abs(lineOf(text, k) - line))
        })
      }),
      { numRuns: 150 },
    )
  })

  it('copies with other white space and other Unicode forms pass, with the words of the file', async () => {
    await fc.assert(
      fc.asyncProperty(prose, fc.nat(), fc.nat(8), fc.boolean(), async (text, at, words, lost) => {
        const quote = sliceOf(text, at, words)
        fc.pre((quote.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 3)
        const line = lost ? 1 : lineOf(text, text.indexOf(quote))
        await withSource(text, async source => {
          const { findings } = await verifyFindings([draft(line, mangle(quote))], source, gate())
          expect(findings).toHaveLength(1)
          expect(text).toContain(findings[0]!.evidence)
          expect(normaliseQuote(findings[0]!.evidence)).toBe(normaliseQuote(quote))
        })
      }),
      { numRuns: 150 },
    )
  })

  it('of M true and N invented quotes exactly the N are rejected', async () => {
    await fc.assert(
      fc.asyncProperty(
        prose,
        fc.array(fc.tuple(fc.nat(), fc.nat(9), fc.integer({ min: 1, max: 200 })), { maxLength: 30 }),
        fc.array(fc.stringMatching(/^[a-z]{3,12}( [a-z]{1,9}){0,5}$/), { maxLength: 30 }),
        async (text, slices, invented) => {
          const all = normaliseQuote(text)
          const quotes = slices.map(([at, words]) => sliceOf(text, at, words))
          const truths = quotes
            .map((quote, k) => draft(slices[k]![2], quote))
            .filter(({ evidence }) => (evidence.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 3)
          const lies = invented.filter(quote => !all.includes(quote)).map((quote, k) => draft(k + 1, quote))
          await withSource(text, async source => {
            const { verification, rejected } = await verifyFindings([...truths, ...lies], source, gate())
            expect(verification.verified).toBe(truths.length)
            expect(rejected.map(({ quote }) => quote)).toEqual(lies.map(({ evidence }) => evidence))
          })
        },
      ),
      { numRuns: 100 },
    )
  })

  it('any bytes and any quotes: no throw, and what passes stands in the text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.array(fc.tuple(fc.string({ unit: 'binary', maxLength: 20 }), fc.integer()), { maxLength: 8 }),
        async (bytes, quotes) => {
          await withSource(bytes, async source => {
            const text = source.text(0, source.size)
            const drafts = quotes.map(([quote, line]) => draft(line, quote))
            const { findings, rejected } = await verifyFindings(drafts, source, gate())
            expect(findings.length + rejected.length).toBe(drafts.length)
            for (const { evidence } of findings) expect(text).toContain(evidence)
          })
        },
      ),
      { numRuns: 100 },
    )
  })
})
