// Questions over several files: tables of one shape, two versions of one, tables that lead to each other, settings of two files.
import { beforeAll, describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { askedOf } from './asked.ts'

const values = (row: object | undefined) => Object.values(row ?? {})
const table = (columns: string, ...rows: string[]) => `SELECT * FROM (VALUES ${rows.join(', ')}) AS t(${columns})`

describe('tables of one shape', () => {
  let asked: Asked
  beforeAll(async () => {
    const columns = 'ticket, kiosk, visitors, fare'
    asked = await askedOf(
      { name: 'gate_may', sql: table(columns, `(1, 'A', 3, 9.0)`, `(2, 'B', 5, 20.0)`) },
      { name: 'gate_june', sql: table(columns, `(1, 'A', 10, 30.0)`, `(2, 'B', 1, 4.0)`, `(3, 'B', 2, 8.0)`) },
    )
  })

  it.each<[string, number]>([
    ['total visitors over all files', 21],
    ['total visitors in June', 13],
    ['total visitors in gate_may.csv', 8],
    ['how many tickets are in gate_june.csv', 3],
    ['total visitors of kiosk B in May', 5],
  ])('%s', async (question, figure) => {
    const { status, rows } = await answerQuestion(question, asked)
    expect([status, Number(values(rows[0])[0])]).toEqual(['answered', figure])
  })

  it('has the file as a key, and a statement that can be run', async () => {
    const { rows, sql } = await answerQuestion('total visitors per file', asked)
    expect(rows.map(values)).toEqual([
      ['gate_june.csv', 13],
      ['gate_may.csv', 8],
    ])
    expect(await asked.rows(sql[0]!)).toHaveLength(2)
  })

  it('compares files by what tells them apart', async () => {
    const { status, rows } = await answerQuestion('total visitors in May versus June', asked)
    expect(status).toBe('answered')
    expect(rows.map(row => values(row).map(String))).toEqual(
      expect.arrayContaining([
        ['may', '8'],
        ['june', '13'],
      ]),
    )
  })

  it('tells which file has the most rows', async () => {
    const { rows } = await answerQuestion('which file has the most rows?', asked)
    expect(values(rows[0])).toContain('gate_june.csv')
  })
})

describe('two versions of a table', () => {
  let asked: Asked
  beforeAll(async () => {
    const columns = 'part_no, colour, price'
    asked = await askedOf(
      { name: 'parts_old', sql: table(columns, `('01', 'red', 5.0)`, `('02', 'blue', 7.0)`, `('03', 'red', 9.0)`) },
      {
        name: 'parts_new',
        sql: table(columns, `('01', 'red', 6.5)`, `('02', 'blue', 7.0)`, `('04', 'green', 1.0)`, `('05', 'red', 2.0)`),
      },
    )
  })

  it.each<[string, unknown]>([
    ['how many parts were added?', 2],
    ['how many parts were removed', 1],
    ['how many prices changed between the two files?', 1],
    ['how many parts became more expensive?', 1],
    ['how many parts got cheaper', 0],
  ])('%s', async (question, figure) => {
    const { status, rows } = await answerQuestion(question, asked)
    expect([status, values(rows[0])[0]]).toEqual(['answered', figure])
  })

  it('ranks by how far a figure moved', async () => {
    const { rows } = await answerQuestion('which part had the largest price increase?', asked)
    expect(rows[0]).toMatchObject({ part_no: '01', price_increase: 1.5 })
  })
})

describe('tables that lead to each other', () => {
  let asked: Asked
  beforeAll(async () => {
    asked = await askedOf(
      {
        name: 'harbours',
        sql: table('harbour_id, harbour_name, sea', `('H1', 'Gdynia', 'Baltic')`, `('H2', 'Brest', 'Atlantic')`),
      },
      {
        name: 'boats',
        sql: table(
          'boat_id, boat_name, harbour_id',
          `('B1', 'Wren', 'H1')`,
          `('B2', 'Tern', 'H2')`,
          `('B3', 'Gull', 'H1')`,
        ),
      },
      {
        name: 'catches',
        sql: table('catch_no, boat_id, kilos', `(1, 'B1', 10)`, `(2, 'B1', 30)`, `(3, 'B2', 7)`, `(4, 'B9', 100)`),
      },
    )
  })

  it('follows keys over a file between', async () => {
    const { status, rows } = await answerQuestion('total kilos per sea', asked)
    expect([status, rows.map(values)]).toEqual([
      'answered',
      [
        ['Baltic', 40],
        ['Atlantic', 7],
      ],
    ])
  })

  it.each<[string, unknown]>([
    ['how many catches have an unknown boat?', 1],
    ['how many boats have no catches', 1],
    ['how many catches belong to a boat that we do not know', 1],
  ])('%s', async (question, figure) => {
    const { status, rows } = await answerQuestion(question, asked)
    expect([status, values(rows[0])[0]]).toEqual(['answered', figure])
  })
})

it('tells the settings in which two files differ', async () => {
  const asked = await askedOf({
    name: 'settings',
    kind: 'settings',
    paths: ['red.toml', 'blue.toml'],
    sql: table(
      'key, name, value, path',
      `('web.port', 'port', '80', 'red.toml')`,
      `('web.host', 'host', 'a', 'red.toml')`,
      `('web.port', 'port', '81', 'blue.toml')`,
      `('web.host', 'host', 'a', 'blue.toml')`,
      `('web.tls', 'tls', 'on', 'blue.toml')`,
    ),
  })
  const { status, rows } = await answerQuestion('which settings differ between red.toml and blue.toml?', asked)
  expect([status, rows.map(({ key }) => key).sort()]).toEqual(['answered', ['web.port', 'web.tls']])
})

describe('versions that hold the same things', () => {
  const columns = 'sku, shelf, pieces'
  const older = table(columns, `('A1', 'n', 5)`, `('A2', 'n', 7)`, `('A3', 's', 1)`)
  const newer = table(columns, `('A1', 'n', 6)`, `('A3', 's', 1)`, `('A4', 's', 8)`)

  it('are not counted together without a word', async () => {
    const asked = await askedOf({ name: 'stock_may', sql: older }, { name: 'stock_june', sql: newer })
    for (const question of ['total pieces', 'total pieces per shelf']) {
      const { status, notes } = await answerQuestion(question, asked)
      expect(status).toBe('partial')
      expect(notes.join(' ')).toContain('hold the same `sku`')
    }
    for (const question of [
      'total pieces over all files',
      'total pieces in June',
      'total pieces per file',
      'how many skus',
    ])
      expect((await answerQuestion(question, asked)).status, question).toBe('answered')
  })

  it('have an order only where their names say one', async () => {
    const asked = await askedOf({ name: 'left', sql: older }, { name: 'right', sql: newer })
    const { status, notes } = await answerQuestion('which skus are new?', asked)
    expect(status).toBe('partial')
    expect(notes.join(' ')).toContain('left.csv is taken for the older one')
    expect((await answerQuestion('how many pieces changed?', asked)).status).not.toBe('unanswered')
  })

  it('say nothing of what came before the older one', async () => {
    const asked = await askedOf({ name: 'stock_may', sql: older }, { name: 'stock_june', sql: newer })
    expect((await answerQuestion('how many skus are new in June?', asked)).rows.map(values)).toEqual([[1]])
    expect((await answerQuestion('how many skus are new in May?', asked)).status).not.toBe('answered')
  })
})

it('names the rows that are in no group', async () => {
  const asked = await askedOf({
    name: 'orders',
    sql: table('nr, region, amount', `(1, 'N', 5)`, `(2, NULL, 7)`, `(3, 'S', 1)`),
  })
  const { notes } = await answerQuestion('total amount per region', asked)
  expect(notes).toContain('1 of 3 rows have no `region` and are in no group')
})

describe('the first few that spent the most', () => {
  let asked: Asked
  beforeAll(async () => {
    const bought = Array.from({ length: 40 }, (_, k) => `(${k}, 'K${k % 5}', ${10 + (k % 5)})`)
    asked = await askedOf({ name: 'sales', sql: table('sale, buyer_id, amount', ...bought) })
  })

  it.each(['which 2 buyer ids spent the most', 'the 2 buyer ids that spent the most'])('%s', async question => {
    const { status, rows } = await answerQuestion(question, asked)
    expect(status).toBe('answered')
    expect(rows.map(row => values(row).slice(0, 2).map(String))).toEqual([
      ['K4', '112'],
      ['K3', '104'],
    ])
  })
})
