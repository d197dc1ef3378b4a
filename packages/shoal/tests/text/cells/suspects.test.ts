// Rules over cells hold on any table: a cell is named once, stands in the table, and is not expected to be what it is.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CellTable, type CellValue, columnOf } from '../../../src/text/cells/cell-table.ts'
import { editDistance } from '../../../src/text/cells/edit-distance.ts'
import { suspectsOf } from '../../../src/text/cells/suspects.ts'
import { CellClass } from '../../../src/text/table/classes.ts'

function kindOf(text: string): number {
  if (text === '') return CellClass.empty
  if (/^-?\d+$/.test(text)) return CellClass.integer
  if (/^-?\d+\.\d+$/.test(text)) return CellClass.decimal
  return /^\d{4}-\d\d-\d\d$/.test(text) ? CellClass.date : CellClass.word
}

function tableOf(columns: readonly (readonly string[])[]): CellTable {
  const rows = columns[0]!.length
  return {
    rows,
    whole: true,
    columns: columns.map((cells, index) => {
      const values: CellValue[] = []
      const known = new Map<string, number>()
      const codes = Int32Array.from(cells, text => {
        const code = known.get(text) ?? values.length
        if (code === values.length) {
          known.set(text, code)
          values.push({ text, kind: kindOf(text), value: Number(text) || 0, count: 0 })
        }
        values[code]!.count++
        return code
      })
      return columnOf(index, `c${index}`, codes, values)
    }),
  }
}

describe('suspectsOf', () => {
  it('names a cell once, in the table, and expects something else', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'alpha',
        'alpah',
        'beta',
        'beta gamma',
        'OR',
        'WA',
        '12',
        '12.0',
        '12 oz',
        '7',
        '',
        'n/a',
        '2024-01-02',
        '1924-01-02',
      ),
      fc.string({ maxLength: 12 }),
    )
    const table = fc
      .integer({ min: 20, max: 60 })
      .chain(rows => fc.array(fc.array(word, { minLength: rows, maxLength: rows }), { minLength: 1, maxLength: 5 }))
    fc.assert(
      fc.property(table, columns => {
        const cells = tableOf(columns)
        const suspects = suspectsOf(cells)
        expect(suspectsOf(cells)).toEqual(suspects)
        expect(new Set(suspects.map(({ row, column }) => `${row}:${column}`)).size).toBe(suspects.length)
        for (const { row, column, expected } of suspects) {
          expect(columns[column]![row]).toBeDefined()
          if (expected !== undefined) expect(expected).not.toBe(columns[column]![row])
        }
      }),
      { numRuns: 200 },
    )
  })

  it('counts edits as people make them', () => {
    expect(editDistance('portland', 'portlnad', 2)).toBe(1)
    expect(editDistance('portland', 'portlan', 2)).toBe(1)
    expect(editDistance('abc', 'xyz', 1)).toBe(2)
    expect(editDistance('same', 'same', 1)).toBe(0)
  })

  it('takes errors that were made several times for errors, whatever else is short', () => {
    const errors = ['fnal', 'finl', 'fina', 'inal'].flatMap(text => Array.from({ length: 4 }, () => text))
    const states = Array.from({ length: 800 }, (_, k) => (k % 3 === 0 ? 'preliminary' : 'final'))
    const named = suspectsOf(tableOf([[...states, ...errors]]))
    expect(named.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual(errors.map((_, k) => states.length + k))
  })

  it('takes short values for codes where frequent ones are a letter apart', () => {
    const codes = Array.from({ length: 800 }, (_, k) => ['1bbl', '2bbl', '4bbl'][k % 3]!)
    expect(suspectsOf(tableOf([[...codes, '3bbl']]))).toEqual([])
  })
})
