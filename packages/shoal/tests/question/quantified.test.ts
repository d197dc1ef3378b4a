// What holds of every, of no, of only some or of several rows of something is asked of groups; against a set model of the same rows.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { askedOf } from './asked.ts'

type Shift = readonly [agent: string, queue: string, tickets: number]

const QUEUES = ['billing', 'tech', 'sales']
const SHIFTS: readonly Shift[] = [
  ['Ann', 'billing', 4],
  ['Ann', 'tech', 3],
  ['Ann', 'sales', 1],
  ['Bob', 'billing', 7],
  ['Bob', 'tech', 2],
  ['Cleo', 'sales', 9],
  ['Cleo', 'sales', 2],
]

const tableOf = (shifts: readonly Shift[]): Promise<Asked> =>
  askedOf({
    name: 'shifts',
    sql: `SELECT * FROM (VALUES ${shifts.map(([agent, queue, tickets]) => `('${agent}', '${queue}', ${tickets})`).join(', ')}) AS t(agent, queue, tickets)`,
  })

/** The names in the answer, in order. */
async function said(question: string, asked: Asked): Promise<string[]> {
  const { rows, status } = await answerQuestion(question, asked)
  expect(status, question).toBe('answered')
  return rows.map(row => String(Object.values(row)[0])).sort()
}

let shifts: Asked
beforeAll(async () => {
  shifts = await tableOf(SHIFTS)
})

describe('agents', () => {
  it.each([
    ['Which agents worked in all queues?', ['Ann']],
    ['Which agents worked in every queue?', ['Ann']],
    ['Which agents worked in more than one queue?', ['Ann', 'Bob']],
    ['Which agents worked in at least 3 queues?', ['Ann']],
    ['Which agents worked in several queues?', ['Ann', 'Bob']],
    ['Which agents never worked in tech?', ['Cleo']],
    ['Which agents did not work in tech?', ['Cleo']],
    ['Which agents worked only in sales?', ['Cleo']],
    ['Which agents have more than 8 tickets?', ['Bob', 'Cleo']],
    ['Which queues have more than 2 agents?', []],
    ['How many agents worked in all queues?', ['1']],
    ['How many agents never worked in tech?', ['1']],
  ])('%s', async (question, names) => {
    expect(await said(question, shifts)).toEqual(names)
  })

  it.each([
    ['How many tickets are in each queue?', ['billing', 'sales', 'tech']],
    ['Which agents worked in billing?', ['Ann', 'Bob']],
  ])('are not grouped where nothing is said of all of them: %s', async (question, names) => {
    expect(await said(question, shifts)).toEqual(names)
  })
})

describe('the most different ones', () => {
  it('are counted once each, also where they are rows of another table', async () => {
    const asked = await askedOf(
      {
        name: 'visits',
        sql: `SELECT * FROM (VALUES ('v1', 'p1', 'Amsel'), ('v2', 'p1', 'Amsel'), ('v3', 'p1', 'Amsel'), ('v4', 'p2', 'Bruck'), ('v5', 'p3', 'Bruck')) AS t(visit_id, patient_id, doctor)`,
      },
      {
        name: 'patients',
        sql: `SELECT * FROM (VALUES ('p1', 'Ida'), ('p2', 'Jan'), ('p3', 'Kim')) AS t(patient_id, name)`,
      },
    )
    expect(await said('Which doctor saw the most different patients?', asked)).toEqual(['Bruck'])
    expect(await said('Which doctor saw the most patients?', asked)).toEqual(['Bruck'])
  })
})

describe('any shifts', () => {
  const shift = fc.tuple(
    fc.constantFrom('Ann', 'Bob', 'Cleo', 'Dan'),
    fc.constantFrom(...QUEUES),
    fc.integer({ min: 1, max: 9 }),
  )

  it('are grouped as sets are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(shift, { minLength: 6, maxLength: 14 }), async drawn => {
        const all = [...drawn, ['Eve', 'billing', 1], ['Eve', 'tech', 1], ['Eve', 'sales', 1]] as Shift[]
        const queuesOf = new Map<string, Set<string>>()
        for (const [agent, queue] of all) queuesOf.set(agent, (queuesOf.get(agent) ?? new Set()).add(queue))
        const agents = (fits: (queues: Set<string>) => boolean) =>
          [...queuesOf]
            .filter(([, queues]) => fits(queues))
            .map(([agent]) => agent)
            .sort()
        const asked = await tableOf(all)
        expect(await said('Which agents worked in every queue?', asked)).toEqual(agents(queues => queues.size === 3))
        expect(await said('Which agents never worked in tech?', asked)).toEqual(agents(queues => !queues.has('tech')))
        expect(await said('Which agents worked only in billing?', asked)).toEqual(
          agents(queues => queues.size === 1 && queues.has('billing')),
        )
        expect(await said('Which agents worked in more than one queue?', asked)).toEqual(
          agents(queues => queues.size > 1),
        )
      }),
      { numRuns: 8 },
    )
  })
})

describe('yes and no, and times', () => {
  it('are asked of groups too', async () => {
    const asked = await askedOf({
      name: 'loans',
      sql: `SELECT * FROM (VALUES (1, 'Iris', DATE '2026-02-03', false), (2, 'Iris', DATE '2026-04-04', true), (3, 'Jonas', DATE '2026-04-09', false), (4, 'Jonas', DATE '2026-04-20', false)) AS t(loan_id, member, loaned_on, returned_late)`,
    })
    expect(await said('Which members have never returned late?', asked)).toEqual(['Jonas'])
    expect(await said('Which members borrowed only in April?', asked)).toEqual(['Jonas'])
  })
})

describe('a unit', () => {
  it('is no column of its own where another is named', async () => {
    const asked = await askedOf({
      name: 'voyages',
      sql: `SELECT * FROM (VALUES (1, 'Alba', 12, 30), (2, 'Borealis', 0, 35), (3, 'Alba', 18, 31), (4, 'Cirrus', 25, 42)) AS t(voyage, vessel, delay_min, turnaround_minutes)`,
    })
    expect(await said('How many voyages were delayed by more than 15 minutes?', asked)).toEqual(['2'])
    expect(await said('Which vessels had a delay over 20 minutes?', asked)).toEqual(['Cirrus'])
    expect(await said('How many voyages had a turnaround of more than 32 minutes?', asked)).toEqual(['2'])
  })
})
