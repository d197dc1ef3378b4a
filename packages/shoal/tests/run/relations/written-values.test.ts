// Numbers and dates as people write them: read only if all values of a column are written in one way that means one thing.
import { afterAll, describe, expect, it } from 'vitest'
import { ask, DataFolder, rowsOf } from '../query-data-files.ts'

const folder = new DataFolder()
afterAll(() => folder.remove())

/** Each value of `columns` quoted in a CSV file of its own. */
async function columnsOf(columns: Readonly<Record<string, readonly string[]>>) {
  const names = Object.keys(columns)
  const rows = Array.from({ length: Math.max(...names.map(name => columns[name]!.length)) }, (_, k) =>
    names.map(name => `"${columns[name]![k] ?? ''}"`).join(','),
  )
  const file = folder.write(
    'written.csv',
    `${['n', ...names].join(',')}\n${rows.map((row, k) => `${k},${row}\n`).join('')}`,
  )
  const { tables } = await ask(null, [file])
  const values = await rowsOf('SELECT * EXCLUDE (n) FROM written ORDER BY n', file)
  return { columns: tables[0]!.columns.slice(1), values }
}

const READ = {
  grouped: [['1,234,567', '12', '-3,000'], 'DECIMAL(7, 0)', null, [1_234_567, 12, -3000]],
  point: [['1,234.50', '0.25'], 'DECIMAL(6, 2)', null, [1234.5, 0.25]],
  comma: [['1.234,50', '0,25'], 'DECIMAL(6, 2)', null, [1234.5, 0.25]],
  'comma, proved once': [['1,234', '12,5'], 'DECIMAL(5, 3)', null, [1.234, 12.5]],
  gaps: [['1 234,5', '12 000'], 'DECIMAL(6, 1)', null, [1234.5, 12_000]],
  euro: [['1.234,50 €', '2,00 €'], 'DECIMAL(6, 2)', '€', [1234.5, 2]],
  dollar: [['-$5.00', '$1,250.75'], 'DECIMAL(6, 2)', '$', [-5, 1250.75]],
  code: [['EUR 5.25', 'EUR 7'], 'DECIMAL(3, 2)', 'EUR', [5.25, 7]],
  percent: [['5%', '7.5%', 'n/a'], 'DECIMAL(2, 1)', '%', [5, 7.5, null]],
  unit: [['12 ms', '3.5 ms'], 'DECIMAL(3, 1)', 'ms', [12, 3.5]],
  slashes: [['2024/03/05', '2024/12/31'], 'DATE', null, ['2024-03-05', '2024-12-31']],
  'day first': [['25/12/2024', '01/02/2024'], 'DATE', null, ['2024-12-25', '2024-02-01']],
  'month first': [['12/25/2024', '01/02/2024'], 'DATE', null, ['2024-12-25', '2024-01-02']],
  points: [['05.03.2024', '06.03.2024'], 'DATE', null, ['2024-03-05', '2024-03-06']],
  'month by name': [['5 Mar 2024', '12 Dec 2023'], 'DATE', null, ['2024-03-05', '2023-12-12']],
  'month before day': [['Mar 5, 2024', 'Dec 12, 2023'], 'DATE', null, ['2024-03-05', '2023-12-12']],
  'with a time': [
    ['25/12/2024 10:05', '01/02/2024 23:59'],
    'TIMESTAMP',
    null,
    ['2024-12-25 10:05:00', '2024-02-01 23:59:00'],
  ],
  'in the afternoon': [
    ['12/25/2024 1:05 PM', '1/2/2024 11:59 AM'],
    'TIMESTAMP',
    null,
    ['2024-12-25 13:05:00', '2024-01-02 11:59:00'],
  ],
  'with an offset': [
    ['2024-01-01T10:00:00+02:00', '2024-01-01T10:00:00Z'],
    'TIMESTAMP',
    null,
    ['2024-01-01 08:00:00', '2024-01-01 10:00:00'],
  ],
} as const

describe('what is written in one way', () => {
  it.each(Object.entries(READ))('%s', async (_, [given, type, unit, values]) => {
    const read = await columnsOf({ value: given })
    expect(read.columns[0]).toMatchObject({ type, unit, ambiguousDate: false })
    expect(read.values.map(([value]) => value)).toEqual(values)
  })
})

const TEXTS = {
  'a comma that may be either': [['1,234', '5,678'], /commas may stand/],
  'leading zeros': [['007', '042'], /leading zeros/],
  'leading zeros, grouped': [['0,123', '1,234,567'], null],
  'two units': [['5 ms', '5 s'], null],
  'two currencies': [['$5', '€5'], null],
  'a unit on some': [['5 ms', '5'], null],
  'two signs': [['-$-5', '$5'], null],
  words: [['yes', 'no'], null],
  'seats and sizes': [['12A', '13B'], null],
  'two orders of dates': [['25/12/2024', '12/25/2024'], null],
  'no such day': [['31/02/2024', '25/12/2024'], null],
} as const

describe('what may mean something else stays text', () => {
  it.each(Object.entries(TEXTS))('%s', async (_, [given, note]) => {
    const read = await columnsOf({ value: given })
    expect(read.columns[0]).toMatchObject({ type: 'VARCHAR', unit: null, ambiguousDate: false })
    if (note) expect(read.columns[0]!.note).toMatch(note)
    expect(read.values.map(([value]) => value)).toEqual(given)
  })

  it('says of dates that day and month cannot be told apart', async () => {
    const { columns } = await columnsOf({ value: ['03/04/2024', '05/06/2024'] })
    expect(columns[0]).toMatchObject({ type: 'VARCHAR', kind: 'text', ambiguousDate: true })
    expect(columns[0]!.note).toContain('nobody can tell apart')
  })
})

describe('one late value', () => {
  const many = (value: string) => Array.from({ length: 2000 }, () => value)

  it('proves which of day and month is first', async () => {
    const { columns } = await columnsOf({ value: [...many('03/04/2024'), '13/04/2024'] })
    expect(columns[0]).toMatchObject({ type: 'DATE', note: 'dates written with the day first' })
  })

  it('contradicts what the first ones proved', async () => {
    const { columns } = await columnsOf({ value: ['13/04/2024', ...many('03/04/2024'), '04/13/2024'] })
    expect(columns[0]).toMatchObject({ type: 'VARCHAR', ambiguousDate: false })
    expect(columns[0]!.note).toContain('04/13/2024')
  })

  it('is seen where the first rows have none', async () => {
    const { columns } = await columnsOf({ value: [...many(''), '7.5%'] })
    expect(columns[0]).toMatchObject({ type: 'DECIMAL(2, 1)', unit: '%' })
  })
})

it('reads numbers and dates in the quotes of JSON', async () => {
  const file = folder.write(
    'quoted.json',
    '[{"a":"12.50","d":"5 Mar 2024","z":"007"},{"a":"3","d":"6 Mar 2024","z":"8"}]',
  )
  const { tables } = await ask(null, [file])
  expect(tables[0]!.columns.map(({ type }) => type)).toEqual(['DECIMAL(4, 2)', 'DATE', 'VARCHAR'])
})
