// The law of places: the line of every row of every table holds the row.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { lookForRelations } from '../../../src/run/relations/relation-file.ts'
import { openRelations } from '../../../src/run/relations/relations.ts'
import { identifier } from '../../../src/text/sql-text.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-places-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { signal } = new AbortController()
const settings = settingsFrom()

/** Texts of all rows with their lines, by name of the table. */
async function rowsOf(name: string, text: string) {
  const file = join(folder, name)
  writeFileSync(file, text)
  const options = { settings, signal, cache: join(folder, 'cache') }
  const { files } = await lookForRelations([{ path: name, file }], options)
  const relations = await openRelations(files, options)
  try {
    expect(relations.notes).toEqual([])
    const tables = relations.all.filter(({ kind }) => kind === 'table')
    const found: { table: string; line: number; cells: (string | null)[] }[] = []
    for (const { name: table, columns, place, rows } of tables) {
      const list = [
        ...columns.map(column => `${identifier(column.name)}::VARCHAR`),
        identifier(place.line),
        identifier(place.path),
      ]
      const all = await relations.rows(`SELECT ${list.join(', ')} FROM ${identifier(table)}`)
      expect(all).toHaveLength(rows)
      for (const row of all) {
        expect(row.at(-1)).toBe(name)
        found.push({
          table,
          line: Number(row.at(-2)),
          cells: row.slice(0, -2).map(cell => (cell === null ? null : String(cell))),
        })
      }
    }
    return found
  } finally {
    await relations.close()
  }
}

const word = fc.constantFrom('a', 'b c', 'x,y', 'say ""no""', 'two\nlines', 'three\nlines\nhere', 'crlf\r\nhere', '')

describe('CSV', () => {
  it('every row begins on its line', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(word, word, fc.boolean()), { minLength: 2, maxLength: 40 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        async (drawn, eol, blanks) => {
          let text = `id,one,two${eol}`
          const lines = new Map<string, number>()
          for (const [k, [one, two, isBlank]] of drawn.entries()) {
            if (blanks && isBlank) text += eol
            lines.set(`row-${k}`, text.split('\n').length)
            text += `row-${k},"${one}","${two}"${eol}`
          }
          const rows = await rowsOf('drawn.csv', text)
          expect(rows.map(({ cells, line }) => [cells[0], line])).toEqual([...lines])
        },
      ),
      { numRuns: 25 },
    )
  })

  it('in a large file that DuckDB reads in parts, too', async () => {
    const rows = Array.from(
      { length: 120_000 },
      (_, k) => `${k},${k % 7 === 0 ? `"two\nlines ${k}"` : `word ${k} ${'x'.repeat(300)}`}`,
    )
    const text = `id,note\n${rows.join('\n')}\n`
    const found = await rowsOf('large.csv', text)
    let line = 2
    const expected = rows.map(row => {
      const at = line
      line += row.split('\n').length
      return at
    })
    expect(found.map(row => row.line)).toEqual(expected)
    expect(found.map(row => row.cells[0])).toEqual(rows.map((_, k) => String(k)))
  })
})

describe('JSON', () => {
  const records = fc.array(
    fc.record({
      id: fc.nat(),
      note: fc.constantFrom('a', '}', '{"', '\\', 'é\u2028'),
      deep: fc.record({ list: fc.array(fc.nat(), { maxLength: 3 }) }),
    }),
    { minLength: 2, maxLength: 20 },
  )
  const laidOut = fc.constantFrom(0, 2)

  it.each(['array', 'inside', 'lines'])('every record begins on its line: %s', async how => {
    await fc.assert(
      fc.asyncProperty(records, laidOut, async (drawn, indent) => {
        const numbered = drawn.map((record, k) => ({ mark: `m${k}`, ...record }))
        const text =
          how === 'lines'
            ? numbered.map(record => `${JSON.stringify(record)}\n${indent > 0 ? '\n' : ''}`).join('')
            : JSON.stringify(
                how === 'array' ? numbered : { meta: { n: 1 }, data: { items: numbered }, more: [1, [2]] },
                null,
                indent,
              )
        const name = how === 'lines' ? 'drawn.jsonl' : 'drawn.json'
        const rows = (await rowsOf(name, text)).filter(({ cells }) => cells[0]?.startsWith('m'))
        const source = text.split('\n')
        expect(rows.map(({ cells }) => cells[0])).toEqual(numbered.map(({ mark }) => mark))
        for (const { line, cells } of rows) {
          const behind = source.slice(line - 1).join('\n')
          // The mark is the first field of the record, and nothing but its bracket stands between.
          expect(behind.slice(0, behind.indexOf(`"${cells[0]}"`)).split('{').length - 1).toBeGreaterThan(0)
          expect(source.slice(line - 1, line + 1).join('\n')).toContain(`"${cells[0]}"`)
        }
      }),
      { numRuns: 12 },
    )
  })
})

describe('fixtures', () => {
  const data = new URL('../../../../../examples/data/', import.meta.url)

  it('the line of an order holds its cells', async () => {
    const text = readFileSync(new URL('orders.csv', data), 'utf8')
    const lines = text.split('\n')
    const rows = await rowsOf('orders.csv', text)
    expect(rows.length).toBeGreaterThan(2000)
    for (const { line, cells } of rows)
      for (const cell of cells) if (cell !== null) expect(lines[line - 1]).toContain(cell.split(/[\n"]/)[0])
  })

  it('the line of an event holds its values', async () => {
    const text = readFileSync(new URL('events.jsonl', data), 'utf8')
    const lines = text.split('\n')
    const rows = (await rowsOf('events.jsonl', text)).filter(({ table }) => table === 'events')
    expect(rows.length).toBeGreaterThan(1000)
    // Times are written otherwise; all other values stand there as they are.
    for (const { line, cells } of rows)
      for (const cell of cells.slice(1)) if (cell !== null) expect(lines[line - 1]).toContain(cell)
  })
})
