// Under a name that promises secrets, what is hidden is the cell: at its own place, over all its lines, and nothing else.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ColumnWatch } from '../../../shoal/src/text/secrets/secret-columns.ts'
import { withSource } from '../../../shoal/tests/stages/verify-sources.ts'
import type { SourceText } from '../../src/model/source.ts'
import { hideSpans } from '../../src/secrets/hide-spans.ts'
import { hiddenLike, secretTables } from './secret-tables.ts'

const signal = new AbortController().signal

/** A stretch of the source with the cells of secrets hidden. */
function hidden(source: SourceText, watch: ColumnWatch, start: number, end: number): string {
  const text = source.text(start, end)
  const cells = watch.inStretch(source, start, end)!
  return hideSpans(text, cells, { from: 0, to: text.length, eol: '\n' })
}

async function hiddenWhole(table: string): Promise<string> {
  return await withSource(table, source => hidden(source, ColumnWatch.of(source)!, 0, source.size))
}

describe('cells under the name of a secret', () => {
  it.each([
    ['a cell that its row repeats', '4,monkeyman,monkey,monkey', '4,monkeyman,m…[masked],monkey'],
    ['a word within another', '2,dragonfly,dragon,x', '2,dragonfly,d…[masked],x'],
    ['quotes around', '2,"dragon","dragon",x', '2,"dragon","d…[masked]",x'],
    ['doubled quotes', '2,u,"dra""gon1",x', '2,u,"d…[masked]",x'],
    ['a delimiter within', '2,"u,v","dragon,1",x', '2,"u,v","d…[masked]",x'],
    ['blanks around', '2, u, dragon , x', '2, u, d…[masked] , x'],
    ['blanks before quotes', '2, u, "dragon", x', '2, u, "d…[masked]", x'],
    ['blanks within quotes', '2,u," dragon ",x', '2,u,"…[masked]",x'],
    ['several lines', '2,u,"Mu1tiAbcd\nL1neSecretZ",x', '2,u,"M…[masked]\n…[masked]",x'],
    ['several lines before', '2,"u\nv","dragon",dragon', '2,"u\nv","d…[masked]",dragon'],
    ['an empty cell', '2,dragon,,x', '2,dragon,,x'],
    ['a short row', '2,dragon', '2,dragon'],
    ['a quote in the middle of a cell', '2,5" dragon,dragon,x', '2,5" dragon,d…[masked],x'],
    ['a quote that is never closed', '2,"oops,dragon,x', '2,"oops,d…[masked],x'],
    ['more behind a closing quote', '2,"u"v,dragon,x', '2,"u"v,d…[masked],x'],
  ])('%s', async (_, row, expected) => {
    const table = (own: string) => `id,user,password,note\n1,u1,,n1\n${own}\n9,u9,sesame,n9\n`
    expect(await hiddenWhole(table(row))).toBe(table(expected).replace('sesame', 's…[masked]'))
  })

  it('are found behind a stray quote, whatever line it leads to', async () => {
    const rows = Array.from({ length: 40 }, (_, k) => `${k},${k === 5 || k === 20 ? '"stray' : 'u'},dragon,x`)
    expect(await hiddenWhole(`id,user,password,note\n${rows.join('\n')}\n`)).not.toContain('dragon')
  })

  it('are not those of the header, whatever its encoding says before it', async () => {
    for (const mark of ['', '\ufeff'])
      for (const encoding of ['utf8', 'utf16le'] as const) {
        const table = 'password,id\ndragon,1\nmonkey,2\nsesame,3\n'
        const bytes = Buffer.from(mark + table, encoding)
        if (encoding === 'utf16le' && mark === '') continue
        await withSource(bytes, async source => {
          const watch = ColumnWatch.of(source)!
          expect(hidden(source, watch, 0, source.size)).toBe('password,id\nd…[masked],1\nm…[masked],2\ns…[masked],3\n')
          const found = []
          for await (const { value, offset, evidence } of watch.cells(source, signal)) {
            expect(source.text(offset, source.size).startsWith(evidence)).toBe(true)
            found.push(value)
          }
          expect(found).toEqual(['dragon', 'monkey', 'sesame'])
        })
      }
  })

  it('are found behind a cell of many lines, wherever in it a stretch begins', async () => {
    const note = Array.from({ length: 600 }, (_, k) => `line ${k} of a note that goes on and on as ""he"" said`).join(
      '\n',
    )
    const row = (k: number) => `${k},"${note}",dragon,dragonfly\n`
    const table = `id,note,password,user\n${'0,short,,u\n'.repeat(9000)}${row(1)}${'2,short,,u\n'.repeat(9000)}${row(3)}`
    await withSource(table, source => {
      for (const end of [table.indexOf(row(1)) + row(1).length, table.length])
        for (let back = 30; back < row(1).length; back += 997) {
          const shown = hidden(source, ColumnWatch.of(source)!, end - back, end)
          expect(shown).toBe(`${table.slice(end - back, end - 17)}d…[masked],dragonfly\n`)
        }
    })
  })

  it('are not known in a row far too long to find its start', async () => {
    const table = `id,note,password\n1,a,dragon\n2,${'x'.repeat(600_000)},dragon\n3,c,monkey\n`
    await withSource(table, source => {
      const watch = ColumnWatch.of(source)!
      expect(watch.inStretch(source, 400_000, 400_100)).toBeNull()
      expect(hidden(source, watch, source.size - 11, source.size)).toBe('3,c,m…[masked]\n')
    })
  })
})

describe('any table', () => {
  it('keeps all but the secrets, in every stretch of it', async () => {
    const cuts = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 8 })
    const encodings = fc.constantFrom('utf8' as const, 'utf16le' as const)
    await fc.assert(
      fc.asyncProperty(secretTables({ mostRows: 12 }), cuts, encodings, async (table, spans, encoding) => {
        const { text } = table
        await withSource(Buffer.from(`\ufeff${text}`, encoding), source => {
          const units = (index: number) =>
            index === 0
              ? 0
              : Buffer.byteLength(`\ufeff${text.slice(0, index)}`, encoding) / (encoding === 'utf8' ? 1 : 2)
          const watch = ColumnWatch.of(source)!
          for (const [a, b] of [[0, text.length] as const, ...spans]) {
            const [from, to] = [a % text.length, b % (text.length + 1)].sort((x, y) => x - y) as [number, number]
            // Not in the middle of a character.
            if (/[\udc00-\udfff]/.test((text[from] ?? '') + (text[to] ?? ''))) continue
            expect(hidden(source, watch, units(from), units(to))).toMatch(hiddenLike(table, from, to))
          }
        })
      }),
      { numRuns: 200 },
    )
  })

  it('gives its secrets with the words around them, each once', async () => {
    await fc.assert(
      fc.asyncProperty(secretTables({ mostRows: 30 }), async ({ text, parts }) => {
        await withSource(text, async source => {
          const found: string[] = []
          for await (const { value, offset, evidence } of ColumnWatch.of(source)!.cells(source, signal)) {
            expect(source.text(offset, source.size).startsWith(evidence)).toBe(true)
            found.push(value)
          }
          const secrets = parts.flatMap(({ secret }) => (secret === null ? [] : [secret.replaceAll('""', '"')]))
          expect(found).toEqual(secrets)
        })
      }),
      { numRuns: 60 },
    )
  })

  it('of any size is read from the start of its rows', async () => {
    const small = secretTables({ mostRows: 40 })
    await fc.assert(
      fc.asyncProperty(small, fc.array(fc.nat(), { minLength: 4, maxLength: 8 }), async (table, places) => {
        // The same rows over and over, so that a place is far from the top.
        const [, first = 0] = table.rows
        const times = Math.ceil(600_000 / (table.text.length - first))
        const body = table.text.slice(first)
        await withSource(table.text.slice(0, first) + body.repeat(times), source => {
          const size = Buffer.byteLength(body)
          for (const place of places) {
            const row = table.rows[1 + (place % (table.rows.length - 1))]!
            const index = row + (place % (table.text.length - row))
            if (/[\udc00-\udfff]/.test(table.text[index]!)) continue
            const at = first + size * (place % times) + Buffer.byteLength(table.text.slice(first, index))
            const stop = at + Buffer.byteLength(table.text.slice(index))
            const shown = hidden(source, ColumnWatch.of(source)!, at, stop)
            expect(shown).toMatch(hiddenLike(table, index, table.text.length))
          }
        })
      }),
      { numRuns: 40 },
    )
  })
})
