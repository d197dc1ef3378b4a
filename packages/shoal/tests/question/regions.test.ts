// Countries and states by all they are called: a column that says TX is asked for Texas, one that says USA for American cars.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import { regionsOf } from '../../src/question/regions.ts'
import { askedOf } from './asked.ts'

const CARS = {
  name: 'cars',
  sql: "SELECT * FROM (VALUES ('Nova', 'USA', 30), ('Beetle', 'DEU', 25), ('Corolla', 'JPN', 40), ('Pinto', 'USA', 20), ('Mini', 'GBR', 35)) AS t(model, origin, mpg)",
}
const SHOPS = {
  name: 'shops',
  sql: "SELECT * FROM (VALUES ('a', 'TX', 'rain', 1), ('b', 'TX', 'sun', 2), ('c', 'CA', 'fog', 4), ('d', 'OR', 'sun', 8), ('e', 'IN', 'drizzle', 16)) AS t(shop, state, weather, sales)",
}
const ORDERS = {
  name: 'orders',
  sql: "SELECT * FROM (VALUES (1, 'Germany', 1), (2, 'United States', 2), (3, 'United Kingdom', 4), (4, 'Netherlands', 8), (5, 'Türkiye', 16)) AS t(id, country, amount)",
}

const first = async (question: string, table: typeof CARS) => {
  const { status, rows } = await answerQuestion(question, await askedOf(table))
  return { status, first: Object.values(rows[0] ?? {})[0] }
}

describe('a region by another name', () => {
  it.each([
    ['How many American cars are there?', CARS, 2],
    ['how many cars are from Germany', CARS, 1],
    ['What is the average mpg of British cars?', CARS, 35],
    ['how many cars come from the US', CARS, 2],
    ['how many shops are there in Texas?', SHOPS, 2],
    ['total sales in Oregon', SHOPS, 8],
    ['how many TX sun shops are there', SHOPS, 1],
    ['total sales of TX rain shops', SHOPS, 1],
    ['total sales in Indiana and California', SHOPS, 20],
    ['what are the total sales of sunny shops', SHOPS, 10],
    ['total amount of dutch orders', ORDERS, 8],
    ['total amount in the UK', ORDERS, 4],
    ['total amount of orders from the USA', ORDERS, 2],
    ['total amount of orders from Turkey', ORDERS, 16],
  ])('%s', async (question, table, expected) => {
    const told = await first(question, table)
    expect({ ...told, first: Number(told.first) }).toEqual({ status: 'answered', first: expected })
  })

  it('that stands nowhere is not answered by others', async () => {
    expect((await first('How many Italian cars are there?', CARS)).status).not.toBe('answered')
    expect((await first('how many shops are there in Ohio?', SHOPS)).status).not.toBe('answered')
  })
})

describe('a code that is a word of asking in small letters', () => {
  it('is a name in capitals', async () => {
    const ships = {
      name: 'ships',
      sql: "SELECT * FROM (VALUES ('Alma', 'NOR', 'B1'), ('Bora', 'DNK', 'B2'), ('Cora', 'NOR', 'B1'), ('Dora', 'SWE', 'B1')) AS t(ship, flag, berth)",
    }
    const told = await first('how many NOR B1 ships', ships)
    expect({ ...told, first: Number(told.first) }).toEqual({ status: 'answered', first: 2 })
  })
})

describe('a column', () => {
  const column = (name: string) =>
    ({ name, type: 'VARCHAR', kind: 'text', unit: null, ambiguousDate: false, note: null }) as const
  const wordsOf = (name: string, ...texts: readonly string[]) =>
    regionsOf(
      column(name),
      texts.map(text => ({ text })),
    ).regions

  it('of codes that are states or countries is known by its name or by the other codes, else not', () => {
    expect(wordsOf('state', 'CA', 'DE', 'IN')?.get('california')).toEqual(['CA'])
    expect(wordsOf('country', 'CA', 'DE', 'IN')?.get('canada')).toEqual(['CA'])
    expect(wordsOf('place', 'CA', 'DE', 'IN', 'FR')?.get('canada')).toEqual(['CA'])
    expect(wordsOf('place', 'CA', 'DE', 'IN')).toBeUndefined()
  })
  it('of other short codes is none of regions', () => {
    expect(wordsOf('code', 'OK', 'KO', 'NA', 'XX', 'ZZ')).toBeUndefined()
    expect(wordsOf('size', 'S', 'M', 'L', 'XL')).toBeUndefined()
    expect(wordsOf('level', 'INFO', 'ERROR', 'WARN')).toBeUndefined()
  })
  it('has every spelling of a region under its words, and no word that is a value of its own', () => {
    expect(wordsOf('country', 'US', 'USA', 'FR')?.get('american')).toEqual(['US', 'USA'])
    expect(wordsOf('country', 'US', 'america', 'FR')?.has('america')).toBe(false)
  })
  it('names only values that stand in it, whatever they are', () => {
    const value = fc.oneof(fc.constantFrom('US', 'DE', 'France', 'Georgia', 'TX', 'Ohio', '__proto__'), fc.string())
    fc.assert(
      fc.property(fc.constantFrom('country', 'state', 'x'), fc.uniqueArray(value), (name, texts) => {
        for (const values of wordsOf(name, ...texts)?.values() ?? [])
          for (const one of values) expect(texts).toContain(one)
      }),
    )
  })
})
