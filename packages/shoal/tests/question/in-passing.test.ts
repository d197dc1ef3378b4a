// Questions as they are typed in passing: slips, amounts in words, ages, breaks, what is in both and what is in one alone. Each is
// held against a plain model of the same rows.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { inPlainWords } from '../../src/question/plain-words.ts'
import { askedOf, type MadeTable } from './asked.ts'

async function told(question: string, asked: Asked) {
  const { status, rows, notes, readAs } = await answerQuestion(question, asked)
  return { status, rows, notes, readAs, first: Object.values(rows[0] ?? {}) }
}
const values = (name: string, columns: string, rows: readonly string[]): MadeTable => ({
  name,
  sql: `SELECT * FROM (VALUES ${rows.join(', ')}) AS t(${columns})`,
})

describe('plain words', () => {
  const NONE = new Set<string>()

  it('mend one slip in a word of asking, and say so', () => {
    const word = fc.constantFrom('average', 'median', 'highest', 'different', 'between', 'without')
    fc.assert(
      fc.property(word, fc.nat(), (meant, at) => {
        const k = 1 + (at % (meant.length - 2))
        const said = meant.slice(0, k) + meant[k + 1] + meant[k] + meant.slice(k + 2)
        const { text, notes } = inPlainWords(`the ${said} of it`, NONE)
        expect(text).toBe(`the ${meant} of it`)
        expect(notes).toHaveLength(said === meant ? 0 : 1)
      }),
    )
  })

  it('never touch a name of the data, a quoted word, a plural or a path', () => {
    const plain = 'mediam "averge" avarage.csv averages `lowset` Avrage'
    expect(inPlainWords(plain, new Set(['mediam'])).text).toBe(plain)
  })

  it.each([
    ['longer than half an hour', 'longer than 30 minutes'],
    ['under three quarters of an hour', 'under 45 minutes'],
    ['over an hour and a half', 'over 90 minutes'],
    ['over two and a half hours', 'over 150 minutes'],
    ['more than half a dozen', 'more than 6'],
    ['whats dont wasnt', "what's don't wasn't"],
  ])('%s', (said, plain) => {
    expect(inPlainWords(said, NONE).text).toBe(plain)
  })
})

describe('a length of time', () => {
  const MINUTES = [12, 30, 31, 44, 46, 119, 121]
  it.each([
    ['minutes', 1],
    ['wait_sec', 60],
    ['took_ms', 60_000],
    ['hours', 1 / 60],
  ])('is told in the unit of `%s`', async (column, factor) => {
    const rows = MINUTES.map((minutes, k) => `('P${k}', ${minutes * factor}::DOUBLE, ${k % 3})`)
    const asked = await askedOf(values('visits', `visitor, ${column}, rating`, rows))
    for (const [question, least] of [
      ['how many visits lasted longer than half an hour', 30],
      ['how many visits lasted over 2 hours', 120],
    ] as const)
      expect((await told(question, asked)).first, question).toEqual([MINUTES.filter(one => one > least).length])
  })

  it('is asked of the column whose unit is known, and else said to be unsure', async () => {
    const two = await askedOf(
      values('jobs', 'job, duration, duration_ms', ["('a', 40, 40000)", "('b', 4000, 4000000)"]),
    )
    expect((await told('how many jobs took more than half an hour', two)).first).toEqual([1])
    const one = await askedOf(values('jobs', 'job, duration', ["('a', 40)", "('b', 4000)"]))
    expect((await answerQuestion('how many jobs took more than half an hour', one)).alternatives.join()).toContain(
      'another unit of time',
    )
  })
})

describe('an age', () => {
  const people = [
    ['Ann', '1941-03-02'],
    ['Bo', '1940-12-30'],
    ['Cy', '1990-01-01'],
    ['Di', '2001-07-07'],
  ].map(([name, born]) => `('${name}', DATE '${born}', DATE '2024-01-01')`)

  it('is counted from the day of birth', async () => {
    const asked = await askedOf(values('members', 'name, date_of_birth, joined', people))
    expect((await told('how many members are older than 60', asked)).first).toEqual([2])
    expect((await told("who's our oldest member?", asked)).first).toContain('Bo')
    expect((await told('youngest member', asked)).first).toContain('Di')
    expect((await told('how many members are older than 60', asked)).readAs).toContain('by date_of_birth')
  })
})

describe('the longest break', () => {
  it('is the largest difference of two rows one after the other', async () => {
    const day = fc.integer({ min: 0, max: 300 })
    const visits = fc.array(fc.record({ who: fc.constantFrom('Ann', 'Bo'), day }), { minLength: 4, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(visits, async list => {
        const rows = [...list, { who: 'Ann', day: 0 }, { who: 'Ann', day: 1 }, { who: 'Bo', day: 5 }]
        const asked = await askedOf(
          values(
            'visits',
            'visited, member',
            rows.map(one => `(DATE '2024-01-01' + ${one.day}, '${one.who}')`),
          ),
        )
        const days = rows
          .filter(one => one.who === 'Ann')
          .map(one => one.day)
          .sort((a, b) => a - b)
        const longest = Math.max(...days.slice(1).map((one, k) => one - days[k]!))
        const { status, first } = await told('longest break between two visits of Ann', asked)
        expect(status).toBe('answered')
        expect(Number(first[0])).toBe(longest)
      }),
      { numRuns: 15 },
    )
  })
})

describe('what is in both, and what is in one alone', () => {
  const MONTHS = ['January', 'May', 'June']
  const visit = fc.record({
    who: fc.constantFrom('Ann', 'Bo', 'Cy'),
    month: fc.nat(2),
    kind: fc.constantFrom('yoga', 'swimming'),
  })

  it('is asked of things, and not of rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(visit, { maxLength: 8 }), async list => {
        const every = MONTHS.flatMap((_, month) => [
          { who: 'Di', month, kind: 'yoga' },
          { who: 'Di', month, kind: 'swimming' },
        ])
        const rows = [...list, ...every]
        const dates = ['2024-01-03', '2024-05-03', '2024-06-03']
        const asked = await askedOf(
          values(
            'visits',
            'member, visited, activity',
            rows.map(one => `('${one.who}', DATE '${dates[one.month]}', '${one.kind}')`),
          ),
        )
        const those = (fits: (own: typeof rows) => boolean) =>
          ['Ann', 'Bo', 'Cy', 'Di'].filter(who => fits(rows.filter(one => one.who === who)))
        const named = async (question: string) => {
          const { status, rows: found } = await told(question, asked)
          expect(status, question).toBe('answered')
          return found.map(row => String(Object.values(row)[0])).sort()
        }
        expect(await named('who came in both January and June?')).toEqual(
          those(own => own.some(one => one.month === 0) && own.some(one => one.month === 2)),
        )
        expect(await named('which members came in January but not in June')).toEqual(
          those(own => own.some(one => one.month === 0) && own.every(one => one.month !== 2)),
        )
        expect(await named('which members did both yoga and swimming')).toEqual(
          those(own => own.some(one => one.kind === 'yoga') && own.some(one => one.kind === 'swimming')),
        )
      }),
      { numRuns: 15 },
    )
  })

  it('holds of two files', async () => {
    const asked = await askedOf(
      {
        ...values('monday', 'email, score', ["('a@x.y', 1)", "('b@x.y', 2)", "('c@x.y', 3)"]),
        path: 'course/monday.csv',
      },
      { ...values('tuesday', 'email, score', ["('b@x.y', 5)", "('d@x.y', 6)"]), path: 'course/tuesday.csv' },
    )
    expect((await told('who is in both monday and tuesday', asked)).first).toContain('b@x.y')
    expect((await told('how many people came on both days', asked)).first).toEqual([1])
    expect((await told('who was there on monday but not on tuesday', asked)).rows).toHaveLength(2)
  })
})

describe('what somebody did not do in a time', () => {
  it('is asked of the rows that would stand in it', async () => {
    const asked = await askedOf(
      values('members', 'member_id, name, joined', [
        "('M1', 'Ann', DATE '2024-03-01')",
        "('M2', 'Bo', DATE '2023-01-01')",
        "('M3', 'Cy', DATE '2023-02-01')",
      ]),
      values('loans', 'loan_id, member_id, borrowed_on', [
        "(1, 'M1', DATE '2025-03-05')",
        "(2, 'M2', DATE '2025-04-05')",
        "(3, 'M2', DATE '2025-05-05')",
      ]),
    )
    const { rows, status } = await told('which members did not borrow anything in march', asked)
    expect(status).toBe('answered')
    expect(rows.map(row => row.name).sort()).toEqual(['Bo', 'Cy'])
  })
})

describe('how much and how many', () => {
  it('are refused where no figure can be told', async () => {
    const asked = await askedOf(
      values('visits', 'member, plan, visited', [
        "('a', 'basic', DATE '2024-01-02')",
        "('b', 'premium', DATE '2024-02-02')",
      ]),
    )
    expect((await told('how much do premium members pay a month', asked)).status).toBe('unanswered')
  })

  it('count rows for each where rows are named, and sum what is named by its unit', async () => {
    const asked = await askedOf(
      values('loans', 'member, fine, weight_kg', ["('Ann', 2.5, 3)", "('Ann', 0, 4)", "('Bo', 1, 5)", "('Ann', 0, 1)"]),
    )
    expect((await told('loans per member on average', asked)).first).toEqual([2])
    expect((await told('how many kg did Ann borrow', asked)).first).toEqual([8])
  })
})

describe('words that were taken for something else', () => {
  const CLAIMS = [
    "('C1', 'Ann', 'open', 900, DATE '2024-01-02', NULL)",
    "('C2', 'Ann', 'open', 100, DATE '2024-02-02', NULL)",
    "('C3', 'Bo', 'approved', 300, DATE '2024-03-02', DATE '2024-04-02')",
    "('C4', 'Cy', 'rejected', 500, DATE '2024-04-02', DATE '2024-05-02')",
  ]
  const claims = () => askedOf(values('claims', 'id, customer, status, amount, opened, closed', CLAIMS))

  it.each([
    ['which customers have more than one open claim', ['Ann']],
    ['claims that are neither open nor approved', ['C4']],
    ['open claims', ['2']],
    ['claims with status rejected', ['C4']],
    ['how many claims have a closed', ['2']],
  ])('%s', async (question, expected) => {
    const { rows } = await told(question, await claims())
    const cells = rows.map(row => Object.values(row).map(String))
    expect(cells, question).toHaveLength(expected.length)
    for (const [k, one] of expected.entries()) expect(cells[k]).toContain(one)
  })

  it('say which column tells who, or refuse', async () => {
    const asked = await askedOf(
      values('visits', 'member, trainer, visited', ["('a', 'x', DATE '2024-01-02')", "('b', 'y', DATE '2024-06-02')"]),
    )
    expect((await told('who has not come since May', asked)).status).toBe('unanswered')
  })

  it('are asked of groups where something never was so', async () => {
    const asked = await askedOf(
      values('readings', 'device, ok, noted', [
        "('p1', true, DATE '2024-01-01')",
        "('p1', true, DATE '2024-01-02')",
        "('p2', true, DATE '2024-01-01')",
        "('p2', false, DATE '2024-01-02')",
      ]),
    )
    expect((await told('which devices never failed', asked)).rows.map(row => row.device)).toEqual(['p1'])
    expect((await told('how many bad readings', asked)).first).toEqual([1])
    expect((await told('did p1 ever explode', asked)).status).toBe('unanswered')
  })

  it('are not told where a word stands nowhere', async () => {
    const settings = await askedOf({
      name: 'settings',
      kind: 'settings',
      sql: "SELECT * FROM (VALUES ('server.port', 'port', '80'), ('db.host', 'host', 'pg')) AS t(key, name, value)",
      path: 'app.yaml',
    })
    const { status, text, isNone } = await answerQuestion('what is the password policy', settings)
    expect([status, isNone]).toEqual(['unanswered', true])
    expect(text).toContain('"policy"')
    expect((await answerQuestion('is anything wrong with the policy', settings)).isNone).toBeUndefined()
  })
})
