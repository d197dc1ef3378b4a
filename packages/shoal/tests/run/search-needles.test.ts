// A pattern is tried only where the texts stand that it needs: what matches is the same as line by line, in either case, with letters that
// have a third form, with several texts, and where lines match all over or hardly ever.
import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { search } from '../../src/run/search.ts'

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-needles-')))
afterAll(() => rmSync(scratch, { recursive: true }))
let files = 0

const QUERIES = [
  'task.*end',
  'timeout|refused|task',
  'mask[0-9]+',
  'work(?:er)? \\d',
  'Err.r|ßtop|end.',
  '(?i)TASK',
  'ask|sk|end of|timeout|task\\b',
  'kitchen\\s+sink',
]
const word = fc.constantFrom(
  ...[
    'task',
    'TASK',
    'tas\u212a',
    'ta\u017fk',
    'mask7',
    'MAS\u212a7',
    'timeout',
    'Timeout',
    'refused',
    'end',
    'END of',
  ],
  ...['worker 3', 'wor\u212a 4', 'kitchen sink', '\u212aitchen \u017fink', 'Error', 'é', 'ßtop', 'other', 'plain', '-'],
)
const line = fc.array(word, { maxLength: 5 }).map(words => words.join(' '))

describe('what a pattern needs', () => {
  it('stands wherever it matches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 40 }),
        fc.constantFrom(...QUERIES),
        fc.boolean(),
        fc.constantFrom(0, 3, 2_000),
        async (some, query, caseSensitive, apart) => {
          const lines = some.flatMap(one => [one, ...Array.from({ length: apart }, () => 'nothing here')])
          const file = join(scratch, `${++files}.txt`)
          writeFileSync(file, `${lines.join('\n')}\n`)
          const { signal } = new AbortController()
          const all = [{ path: file, file, sizeBytes: statSync(file).size, isTable: false }]
          const asked = { query, mode: 'regex', caseSensitive, files: all, limit: 1_000, cursor: null, signal } as const
          const { matches, total } = await search({ ...asked, milliseconds: 600_000 })
          const source = query.replace('(?i)', '')
          const plain = new RegExp(source, caseSensitive && source === query ? 'u' : 'iu')
          const wanted = lines.flatMap((text, k) => (plain.test(text) ? [k + 1] : []))
          expect(matches.map(match => match.line)).toEqual(wanted)
          expect(total).toBe(wanted.length)
        },
      ),
      { numRuns: 120 },
    )
  }, 120_000)
})
