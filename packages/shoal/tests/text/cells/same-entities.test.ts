// One thing in two rows is found however it is written; two things never are.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnOf } from '../../../src/text/cells/cell-table.ts'
import { sameEntities } from '../../../src/text/cells/same-entities.ts'
import { CellClass } from '../../../src/text/table/classes.ts'

const FIRST = ['Ann', 'Anna', 'Bela', 'Carl', 'Dora', 'Emil', 'Fritz', 'Greta', 'Hans', 'Ida']
const LAST = ['Adler', 'Berg', 'Conrad', 'Dietz', 'Ernst', 'Falk', 'Graf']
const TOWNS = ['Ulm', 'Bonn', 'Kiel']

function person(k: number): string[] {
  const name = `${FIRST[k % FIRST.length]} ${LAST[k % LAST.length]}`
  return [`c-${k}`, name, `${LAST[(k * 3) % LAST.length]} Street ${k}`, TOWNS[k % TOWNS.length]!, `0${k}555${k * 7}`]
}

function tableOf(rows: readonly (readonly string[])[]) {
  const columns = rows[0]!.map((_, index) => {
    const numbers = new Map<string, number>()
    for (const row of rows) if (!numbers.has(row[index]!)) numbers.set(row[index]!, numbers.size)
    const codes = Int32Array.from(rows, row => numbers.get(row[index]!)!)
    const kind = index === 0 ? CellClass.code : index === 4 ? CellClass.integer : CellClass.text
    const values = [...numbers.keys()].map(text => ({
      text,
      kind: text === '' ? CellClass.empty : kind,
      value: 0,
      count: 0,
    }))
    for (const code of codes) values[code]!.count++
    return columnOf(index, `column ${index}`, codes, values)
  })
  return { rows: rows.length, whole: true, columns }
}

const people = Array.from({ length: 70 }, (_, k) => person(k))

describe('the same entity', () => {
  it.each([
    ['in capitals', (name: string) => name.toUpperCase()],
    ['with the last name first', (name: string) => name.split(' ').reverse().join(', ')],
    ['with an initial', (name: string) => name.replace(/^(\p{L})\p{L}*/u, '$1.')],
    ['with points and blanks', (name: string) => ` ${name.replace(' ', '  ')}.`],
  ])('%s', (_, write) => {
    fc.assert(
      fc.property(fc.nat(69), at => {
        const [, name, ...rest] = people[at]!
        const found = sameEntities(tableOf([...people, ['c-900', write(name!), ...rest]]))
        expect(found).toEqual([{ first: at, second: 70, column: 1 }])
      }),
      { numRuns: 20 },
    )
  })

  it('is none where anything that both say differs', () => {
    const other = (at: number, change: (row: string[]) => void) => {
      const row = [...people[at]!]
      row[0] = 'c-901'
      row[1] = row[1]!.toUpperCase()
      change(row)
      return sameEntities(tableOf([...people, row]))
    }
    expect(other(3, row => void (row[3] = 'Berlin'))).toEqual([])
    expect(other(3, row => void (row[4] = '0999'))).toEqual([])
    expect(other(0, row => void (row[1] = 'Anna Adler'))).toEqual([])
    // A way is another in the other direction.
    expect(other(3, row => void (row[1] = row[1]!.split(' ').reverse().join(' ')))).toEqual([])
    expect(sameEntities(tableOf(people))).toEqual([])
  })

  it('is none where amounts differ: two payments of one person', () => {
    const paid = people.map(([, name, street, town], k) => [name!, street!, town!, 'card', String(1000 + k * 7)])
    const again = [paid[3]![0]!.toUpperCase(), ...paid[3]!.slice(1, 4), '77']
    expect(sameEntities(tableOf([...paid, again]))).toEqual([])
  })
})
