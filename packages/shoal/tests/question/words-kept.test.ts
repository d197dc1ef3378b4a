// Words that were once dropped or taken for something else: each law stands for a class of wrong answers.
import { beforeAll, describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { askedOf } from './asked.ts'

const BUILDS = `SELECT * FROM (VALUES
  ('done', 900, 'web', 30, DATE '2024-01-05', 1990, NULL, true, 'tea', 'Ann', 20.0, 4.0),
  ('done', 901, 'api', 90, DATE '2024-02-09', 1850, DATE '2024-03-01', false, 'coffee', 'Ann', 31.0, 9.0),
  ('done', 902, 'api', 60, DATE '2024-06-20', 1900, NULL, true, 'tea', 'Bo', 25.0, 1.0),
  ('done', 903, 'web', 20, DATE '2024-06-21', 1970, DATE '2024-07-01', true, 'milk', 'Cy', 28.0, 2.0)
) AS t(event, build, "repo.name", talk_sec, got_on, "year", left_on, resolved, drink, guest, temp_max, temp_min)`

const MEMBERS = `SELECT * FROM (VALUES ('M1', 'Ann', 70), ('M2', 'Bo', 30), ('M3', 'Cy', 65)) AS t(member_id, name, age)`
const VISITS = `SELECT * FROM (VALUES ('M1', 10, DATE '2024-01-02'), ('M1', 30, DATE '2024-01-03'), ('M2', 90, DATE '2024-01-03'))
  AS t(member_id, minutes, moved_on)`
const ENTRIES = `SELECT * FROM (VALUES
  (TIMESTAMP '2024-05-01 10:00:00', 'Dropbox.exe', 'closed after 3 s', 'emails', 11),
  (TIMESTAMP '2024-05-01 11:00:00', 'chrome.exe', 'open dropbox.com', 'emails', 12),
  (TIMESTAMP '2024-06-25 11:00:00', 'chrome.exe', 'open example.com', 'exports', 13)
) AS t("time", source, message, queue, job)`

let builds: Asked
let club: Asked
let log: Asked
const of = (name: string) => ({ builds, club, log })[name]!
beforeAll(async () => {
  builds = await askedOf({ name: 'builds', sql: BUILDS })
  club = await askedOf({ name: 'members', sql: MEMBERS }, { name: 'visits', sql: VISITS })
  log = await askedOf({ name: 'entries', kind: 'entries', sql: ENTRIES, path: 'app.log' })
})
const told = async (question: string, asked: Asked) => {
  const { status, rows, readAs } = await answerQuestion(question, asked)
  return { status, first: Object.values(rows[0] ?? {}), readAs }
}

describe('a number that says which one', () => {
  it('is neither added up nor ranked', async () => {
    expect((await told('average talk time per build', builds)).readAs).not.toContain('total `build`')
    expect((await told('the 2 slowest builds', builds)).first).toContain(901)
  })
})

describe('a column is named by its own name', () => {
  it.each([
    ['median talk time', 45],
    ['what is the resolution rate?', 75],
  ])('%s', async (question, value) => {
    const { status, first } = await told(question, builds)
    expect([status, first[0]]).toEqual(['answered', value])
  })

  it('and not by another with its words in another order across "by"', async () => {
    expect((await told('average talk time by repo', builds)).readAs).toContain('by `repo.name`')
  })

  it('is shown whole, where the statistic has its name inside', async () => {
    expect((await told('average age', club)).readAs).toBe('the average `age`')
  })
})

describe('words that restrict', () => {
  it.each([
    ['average talk time of those who left', 'builds', 55],
    ['how many builds after June 20', 'builds', 1],
    ['how many builds were got until June', 'builds', 4],
    ['how many guests had both tea and coffee?', 'builds', 1],
    ["how many builds aren't resolved", 'builds', 1],
    ['how many members over 60', 'club', 2],
    ['how many entries mention dropbox', 'log', 2],
    ['how many entries after June 20', 'log', 1],
  ])('%s', async (question, asked, value) => {
    const { status, first } = await told(question, of(asked))
    expect([status, first[0]]).toEqual(['answered', value])
  })

  it('are never dropped because they are light', async () => {
    expect((await told('how many emails were sent', log)).status).not.toBe('answered')
    const stock = await askedOf(
      { name: 'items', sql: "SELECT * FROM (VALUES ('I1', 5), ('I2', 6)) AS t(sku, weight)" },
      { name: 'moves', sql: "SELECT * FROM (VALUES ('I1', DATE '2024-01-02')) AS t(sku, moved_on)" },
    )
    const { status, first } = await told('items that were never moved - how many', stock)
    expect(status === 'answered' ? first : [1]).toEqual([1])
  })
})

describe('adjectives', () => {
  it('measure what they are about', async () => {
    expect((await told('oldest member', club)).first).toContain('Ann')
    expect((await told('hottest day', builds)).readAs).toContain('`temp_max`')
    expect((await told('coldest day', builds)).readAs).toContain('`temp_min`')
  })

  it('of age mean the year in which a thing was made, and say when it was got', async () => {
    const { status, alternatives, rows } = await answerQuestion('which build is the oldest', builds)
    expect([status, rows[0]!.year]).toEqual(['partial', 1850])
    expect(alternatives.join()).toContain('got_on')
  })
})

describe('a period', () => {
  it('is asked of a column that can have it', async () => {
    const { status, first } = await told('how many builds made between 1840 and 1899', builds)
    expect([status, first[0]]).toEqual(['answered', 1])
  })
})

describe('a table with a name of two words', () => {
  it('has rows that are called by the last, and a column by the first', async () => {
    const sql = "SELECT * FROM (VALUES ('I1', 5, 20.5), ('I1', 6, 21.0), ('I2', 7, 22.5)) AS t(inverterId, power, heat)"
    const readings = await askedOf({ name: 'inverter_readings', sql })
    expect((await told('how many inverters', readings)).first).toEqual([2])
    expect((await told('how many readings', readings)).first).toEqual([3])
    expect((await told('average power per inverter', readings)).readAs).toBe('the average `power` by `inverterId`')
  })
})

describe('a bracket', () => {
  it('says again what stands before it, but never what is asked for', async () => {
    const { readAs } = await told('resolution rate (api) per drink', builds)
    expect(readAs ?? 'refused').not.toMatch(/^the number of rows/)
  })
})
