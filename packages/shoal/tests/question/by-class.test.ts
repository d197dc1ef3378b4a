// Classes of questions that were answered wrongly or refused: money of a row, figures of two columns, what is done, what a log says now,
// things that messages number, times of day, all changes between two folders.
import { beforeAll, describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { askedOf, type MadeTable } from './asked.ts'

const rows = (name: string, columns: string, values: string, more: Partial<MadeTable> = {}): MadeTable => ({
  name,
  sql: `SELECT * FROM (VALUES ${values}) AS t(${columns})`,
  ...more,
})

async function told(question: string, asked: Asked) {
  const { status, rows: all, readAs, alternatives } = await answerQuestion(question, asked)
  return { status, first: Object.values(all[0] ?? {}), count: all.length, readAs, alternatives }
}

describe('money of a whole row', () => {
  const orders = (last: string, values: string) =>
    askedOf(rows('orders', `order_id, customer, quantity, unit_price${last}`, values))
  const TOTAL = `(1, 'Ann', 5, 30.0, 150.0), (2, 'Bo', 1, 120.0, 120.0), (3, 'Ann', 2, 9.0, 18.0), (4, 'Cy', 8, 50.0, 400.0)`
  const PLAIN = `(1, 'Ann', 5, 30.0), (2, 'Bo', 1, 120.0), (3, 'Ann', 2, 9.0), (4, 'Cy', 8, 50.0)`

  it.each([
    ['how many orders over $100', 3],
    ['how many orders brought in more than 130 dollars', 2],
    ['which customer brought in the most?', 'Cy'],
    ['who spent the most?', 'Cy'],
    ['the most expensive order', 4],
  ])('is its total, and where there is none what was bought times its price: %s', async (question, value) => {
    for (const asked of [await orders(', total', TOTAL), await orders('', PLAIN)]) {
      const { status, first } = await told(question, asked)
      expect({ status, first }).toMatchObject({ status: 'answered', first: expect.arrayContaining([value]) })
    }
  })

  it('offers the other reading', async () => {
    const { alternatives } = await told('how many orders over $100', await orders(', total', TOTAL))
    expect(alternatives.join()).toContain('unit_price')
  })

  it.each([
    ['what is the highest unit price', 120],
    ['average unit price', 52.25],
  ])('is not meant where the price is named: %s', async (question, value) => {
    expect((await told(question, await orders(', total', TOTAL))).first).toContain(value)
  })
})

describe('a figure of two columns', () => {
  const VALUES = `(DATE '2024-02-01', 9, 2, 100, 80), (DATE '2024-02-02', 12, 1, 150, 160), (DATE '2024-02-03', 8, 5, 90, 50)`
  let asked: Asked
  beforeAll(async () => {
    asked = await askedOf(rows('weather', 'day, max_temp, min_temp, revenue, cost', VALUES))
  })

  it.each([
    ['what was the largest difference between max and min temperature?', 11],
    ['average difference between max_temp and min_temp', 7],
    ['total profit', 50],
    ['what is revenue minus cost on 2024-02-03?', 40],
    ['which day had the highest profit?', '2024-02-03'],
    ['how many days had a profit over 15?', 2],
  ])('is reckoned for each row: %s', async (question, value) => {
    const { status, first } = await told(question, asked)
    expect({ status, first: first.map(cell => (typeof cell === 'string' ? cell.slice(0, 10) : cell)) }).toEqual({
      status: 'answered',
      first: expect.arrayContaining([value]),
    })
  })

  it('is not sure of a margin, nor of one figure of many rows', async () => {
    expect((await told('what is the profit margin?', asked)).status).not.toBe('answered')
    expect((await told('difference between max and min temperature', asked)).status).toBe('partial')
  })
})

describe('more of what is done', () => {
  it('adds up what was carried, and counts no rows', async () => {
    const VALUES = `('A', 'Dutch', 100), ('B', 'Dutch', 50), ('C', 'Swedish', 400), ('D', 'Dutch', 20)`
    const asked = await askedOf(rows('ships', 'ship, flag, tonnes', VALUES))
    const { status, first } = await told('did Dutch ships carry more than Swedish ships?', asked)
    expect({ status, first }).toEqual({ status: 'answered', first: ['Swedish', 400] })
  })

  it('is refused where nothing says how much', async () => {
    const VALUES = `('A', 'Dutch', 1, 3), ('B', 'Dutch', 2, 4), ('C', 'Swedish', 3, 5)`
    const asked = await askedOf(rows('ships', 'ship, flag, masts, decks', VALUES))
    expect((await told('did Dutch ships carry more than Swedish ships?', asked)).status).toBe('unanswered')
  })
})

describe('what a log says now', () => {
  const LOG = `SELECT TIMESTAMP '2024-05-03 01:00:00' + to_seconds(s) AS time, level, replace(lower(level), 'warn', 'warning') AS severity, message, message AS template, message AS template_id,
    NULL::VARCHAR AS host FROM (VALUES (0, 'INFO', 'starting bakery 2.3.1'), (600, 'ERROR', 'oven-2 is down'), (900, 'INFO', 'oven-2 is up'), (4000, 'ERROR', 'oven-3 is down'),
    (4100, 'INFO', 'upgraded bakery from 2.3.1 to 2.4.0'), (4200, 'ERROR', 'oven-3 door open'), (14700, 'WARN', 'oven-1 door open'), (14750, 'INFO', 'oven-1 door closed'), (14800, 'INFO', 'rolled back to 2.3.1')) AS t(s, level, message)`
  let asked: Asked
  beforeAll(async () => {
    asked = await askedOf({ name: 'entries', kind: 'entries', sql: LOG, path: 'bakery.log' })
  })

  it.each([
    ['which version is running now?', '2.3.1'],
    ['what is the current version?', '2.3.1'],
    ['is oven-2 still down?', false],
    ['is oven-3 still down?', true],
    ['is oven-2 back up?', true],
    ['what was rolled back?', 'rolled back to 2.3.1'],
    ['which oven has the most errors?', 'oven-3'],
    ['how many different ovens are there?', 3],
  ])('is what the last entry says: %s', async (question, value) => {
    const { status, first } = await told(question, asked)
    expect({ status, first }).toEqual({ status: 'answered', first: expect.arrayContaining([value]) })
  })

  it.each(['is oven-9 still down?', 'is the heating still broken?', 'is the door still open?'])(
    'is never a count of entries: %s',
    async question => {
      const { readAs } = await told(question, asked)
      expect(readAs ?? '').not.toMatch(/number of rows/)
    },
  )

  it.each([
    ['did anything go wrong at 5am?', 1],
    ['errors between 1am and 3am', 3],
    ['were there problems at 2am?', 2],
    ['any errors at 4am?', 0],
  ])('of a time of day is what stands there: %s', async (question, count) => {
    const { status, rows: all, text } = await answerQuestion(question, asked)
    expect({ status, count: all.length }).toEqual({ status: 'answered', count })
    expect(/^(?:No|None)\b/.test(text)).toBe(count === 0)
  })
})

describe('who failed, in a log where no entry says the word', () => {
  const LOG = `SELECT TIMESTAMP '2024-05-03 01:00:00' + to_seconds(s) AS time, level, lower(level) AS severity, message, message AS template, message AS template_id,
    service FROM (VALUES (0, 'INFO', 'web', 'job 1 done'), (60, 'ERROR', 'billing', 'job 2 done'), (120, 'INFO', 'web', 'job 3 done'), (180, 'ERROR', 'mailer', 'job 4 done'),
    (240, 'ERROR', 'mailer', 'job 5 done')) AS t(s, level, service, message)`
  let asked: Asked
  beforeAll(async () => {
    asked = await askedOf({ name: 'entries', kind: 'entries', sql: LOG, path: 'jobs.log' })
  })

  it.each([
    ['which service failed first?', 'billing'],
    ['which service failed last?', 'mailer'],
    ['which service failed most often?', 'mailer'],
  ])('is told by errors: %s', async (question, value) => {
    const { status, first } = await told(question, asked)
    expect({ status, first }).toEqual({ status: 'answered', first: expect.arrayContaining([value]) })
  })
})

describe('what changed between two folders', () => {
  const FILES = `SELECT * FROM (VALUES ('v1/items.csv'), ('v2/items.csv'), ('v1/app.yaml'), ('v2/app.yaml'), ('v1/guide.md'), ('v2/guide.md'), ('v2/more.md')) AS t(path)`
  const paths = (names: string) => names.split(' ')

  it('is all of it: rows, settings, sentences, files', async () => {
    const asked = await askedOf(
      rows('items', 'id, price', '(1, 4), (2, 9), (3, 20)', { path: 'v1/items.csv' }),
      rows('items_2', 'id, price', '(1, 5), (2, 9), (4, 3)', { path: 'v2/items.csv' }),
      rows(
        'settings',
        'key, name, value, path',
        `('port', 'port', '80', 'v1/app.yaml'), ('port', 'port', '81', 'v2/app.yaml'), ('log', 'log', 'info', 'v1/app.yaml'), ('log', 'log', 'info', 'v2/app.yaml')`,
        { kind: 'settings', paths: paths('v1/app.yaml v2/app.yaml') },
      ),
      rows(
        'sentences',
        'text, heading_path, path',
        `('Call us at 9.', 'Guide', 'v1/guide.md'), ('Call us at 10.', 'Guide', 'v2/guide.md'), ('More.', 'More', 'v2/more.md')`,
        { kind: 'sentences', paths: paths('v1/guide.md v2/guide.md v2/more.md') },
      ),
      {
        name: 'files',
        kind: 'files',
        sql: FILES,
        paths: paths('v1/items.csv v2/items.csv v1/app.yaml v2/app.yaml v1/guide.md v2/guide.md v2/more.md'),
      },
    )
    for (const question of [
      'What changed between the versions?',
      'what is different between v1 and v2?',
      'list all changes',
    ]) {
      const { status, rows: all } = await answerQuestion(question, asked)
      expect(status).toBe('answered')
      expect(all.map(({ file, what, change, before, after }) => [file, what, change, before, after])).toEqual([
        ['items.csv', '1 price', 'changed', '4', '5'],
        ['items.csv', '3', 'removed', null, null],
        ['items.csv', '4', 'new', null, null],
        ['app.yaml', 'port', 'changed', '80', '81'],
        ['guide.md', 'Guide', 'removed', 'Call us at 9.', null],
        ['guide.md', 'Guide', 'new', null, 'Call us at 10.'],
        ['more.md', 'the file', 'new', null, null],
      ])
    }
  })
})

describe('two tables with a stretch of days each', () => {
  it('can be asked together', async () => {
    const asked = await askedOf(
      rows(
        'orders',
        'id, placed, shipped',
        `(1, DATE '2024-01-02', DATE '2024-01-09'), (2, DATE '2024-01-04', DATE '2024-01-19')`,
      ),
      rows(
        'refunds',
        'id, ordered, refunded',
        `(1, DATE '2024-01-02', DATE '2024-01-05'), (2, DATE '2024-01-03', DATE '2024-01-20')`,
      ),
    )
    expect(await told('how many refunds are there?', asked)).toMatchObject({ status: 'answered', first: [2] })
  })
})

describe('lengths of rows', () => {
  const minutes = [30, 60, 120, 300, 300, 301, 420]
  const trips = () =>
    askedOf(
      rows(
        'trips',
        'trip_id, start_time, end_time, distance_km',
        minutes
          .map(
            (some, k) =>
              `(${k}, TIMESTAMP '2025-05-0${k + 1} 06:07:00', TIMESTAMP '2025-05-0${k + 1} 06:07:00' + INTERVAL ${some} MINUTE, ${some * 1.5})`,
          )
          .join(', '),
      ),
    )

  it.each([
    ['how many trips are longer than 5 hours?', 2],
    ['how many trips were longer than 1 hour?', 5],
    ['how many trips lasted between 1 and 2 hours?', 2],
    ['how many trips are longer than 400 km?', 4],
  ])('%s', async (question, expected) => {
    const { status, first } = await told(question, await trips())
    expect([status, first[0]]).toEqual(['answered', expected])
  })
})

it('takes two words for a name by their letters only where the column is written so', async () => {
  const people = rows(
    'people',
    'name, birth_date, "rt"',
    `('Ann', DATE '2008-01-02', 12), ('Bo', DATE '2009-05-06', 18)`,
  )
  const grades = rows(
    'grades',
    'name, subject, grade',
    `('Ann', 'Math', 2), ('Bo', 'Math', 5), ('Ann', 'Art', 1), ('Bo', 'Art', 2), ('Cy', 'Art', 1), ('Cy', 'Math', 2)`,
  )
  const asked = await askedOf(people, grades)
  expect((await told('what is the average grade in Math?', asked)).first).toEqual([3])
  expect((await told('average response time?', asked)).first).toEqual([15])
})

describe('people who have left', () => {
  const staff = () =>
    askedOf(
      rows(
        'employees',
        'employee_id, full_name, office, hire_date, left_on',
        `(1, 'Ann Ort', 'Bern', DATE '2019-01-02', NULL), (2, 'Bo Pohl', 'Bern', DATE '2020-03-04', DATE '2022-05-06'), (3, 'Cy Rau', 'Rome', DATE '2021-05-06', NULL), (4, 'Bo Pohl', 'Rome', DATE '2023-01-09', NULL)`,
      ),
    )

  it('are told where they are counted among those who are there', async () => {
    const { first, alternatives } = await told('how many people work in Bern?', await staff())
    expect(first).toEqual([2])
    expect(alternatives).toContain('only those without a `left_on`')
    expect((await told('how many people were hired in 2020?', await staff())).alternatives).toEqual([])
  })

  it('say when, and those who are there do not', async () => {
    const { first, count } = await told('when did Bo Pohl leave?', await staff())
    expect([count, String(first[0]).slice(0, 10)]).toEqual([1, '2022-05-06'])
  })
})

it('tells of the best grades that 1 may be the best', async () => {
  const values = [1, 2, 3, 4, 5, 2, 3, 3].map((grade, k) => `('${'AB'[k % 2]}', ${grade})`)
  const asked = await askedOf(rows('grades', 'class, grade', values.join(', ')))
  expect(await told('which class has the best grades?', asked)).toMatchObject({
    status: 'partial',
    alternatives: ['that less of `grade` is better, as where 1 is the best'],
  })
  expect(await told('which class has the highest average grade?', asked)).toMatchObject({ status: 'answered' })
})

it('tells lengths of rows with their unit', async () => {
  const times = [90, 150].map(
    (some, k) => `(${k}, TIMESTAMP '2025-05-01 06:00:00', TIMESTAMP '2025-05-01 06:00:00' + INTERVAL ${some} MINUTE)`,
  )
  const { text } = await answerQuestion(
    'how long is the average trip?',
    await askedOf(rows('trips', 'trip_id, start_time, end_time', times.join(', '))),
  )
  expect(text).toMatch(/^0\.0833 days \(2 hours\)\./)
})

describe('rankings and refusals', () => {
  const visits = () =>
    askedOf(
      rows(
        'visits',
        'visit_id, vet, reason, fee, follow_up',
        `(1, 'Aho', 'checkup', 40, 'yes'), (2, 'Bell', 'checkup', 60, 'no'), (3, 'Aho', 'checkup', 50, 'no'), (4, 'Bell', 'surgery', 90, 'yes'), (5, 'Aho', 'checkup', 45, 'no')`,
      ),
    )

  it('rank by the statistic that is said', async () => {
    expect((await told('which reason costs the most on average?', await visits())).first).toEqual(['surgery', 90])
  })

  it('never say of a column that nothing is called so', async () => {
    const { status, unused } = await answerQuestion(
      'which vet has the highest share of wobbles among vets?',
      await visits(),
    )
    expect([status, unused]).toEqual(['unanswered', expect.not.arrayContaining(['vet', 'vets'])])
  })
})

it('tells a share of things apart from one of what was done to them', async () => {
  const pets = rows('pets', 'pet_id, species', `(1, 'dog'), (2, 'dog'), (3, 'cat')`)
  const visits = rows(
    'visits',
    'visit_id, pet_id, reason',
    `(1, 1, 'surgery'), (2, 1, 'surgery'), (3, 2, 'checkup'), (4, 3, 'surgery'), (5, 1, 'checkup')`,
  )
  const asked = await askedOf(pets, visits)
  expect(await told('what percentage of dogs had surgery?', asked)).toMatchObject({
    status: 'partial',
    alternatives: ['each of `pets` once, and not each row of `visits`'],
  })
  expect(await told('what percentage of visits were surgery?', asked)).toMatchObject({
    status: 'answered',
    first: [60],
  })
})
