// Every figure of a table equals what DuckDB computes, on real tables and on generated ones.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileSurvey } from '@shoal/base/model/analyst'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine, HEADER, orderRow, random } from '../../../../../bench/tables-input.mjs'
import { surveyFileLawfully, surveyLawfully } from '../../conformance/analyst.ts'
import { askDuckDb, type Oracle, type OracleOptions } from './oracle.ts'

const SHARED = fileURLToPath(new URL('../../../../../../shared/data', import.meta.url))
const KEYS = ['p1', 'p5', 'p25', 'p50', 'p75', 'p95', 'p99']

interface ColumnFigures {
  readonly name: string
  readonly type: string
  readonly count: number
  readonly missing: number
  readonly distinct: number
  readonly top: readonly { value: string; count: number }[]
  readonly min?: number | string
  readonly max?: number
  readonly mean?: number
  readonly stddev?: number
  readonly sum?: number
  readonly quantiles?: Record<string, number>
}

interface TableFigures {
  readonly rows: number
  readonly columns: readonly ColumnFigures[]
  readonly duplicates: { readonly rows: number }
  readonly correlations: readonly { columns: [string, string]; measure: string; value: number; rows: number }[]
  readonly dependencies: readonly { from: string; to: string; rows: number; violations: number }[]
}

function figuresOf(survey: FileSurvey): TableFigures {
  return survey.figures as unknown as TableFigures
}

function near(actual: number, expected: number): void {
  const scale = Math.max(1e-300, Math.abs(expected))
  expect(Math.abs(actual - expected) / scale, `${actual} is ${expected}`).toBeLessThan(1e-9)
}

/** Checks all that both know; returns how many figures were compared. */
async function compare(survey: FileSurvey, file: string, options: OracleOptions = {}): Promise<number> {
  const oracle = await askDuckDb(file, options)
  const figures = figuresOf(survey)
  let compared = 3
  expect(figures.rows).toBe(oracle.rows)
  expect(figures.columns.length).toBe(oracle.columns.length)
  expect(figures.duplicates.rows).toBe(oracle.rows - oracle.distinctRows)
  for (const [k, truth] of oracle.columns.entries()) {
    const own = figures.columns[k]!
    const at = `${file} ${own.name}`
    expect(own.count, at).toBe(truth.count)
    expect(own.missing, at).toBe(truth.missing)
    expect(own.distinct, at).toBe(truth.distinct)
    expect(own.top.map(({ count }) => count).slice(0, truth.top.length), at).toEqual(
      truth.top.map(({ count }) => count).slice(0, own.top.length),
    )
    compared += 3 + own.top.length
    for (const { value, count } of own.top.filter(({ value }) => value.length < 60)) {
      const least = truth.top.at(-1)?.count ?? 0
      if (count > least) expect(truth.top, at).toContainEqual({ value, count })
    }
    if (typeof own.mean !== 'number' || !truth.numbers) continue
    expect(own.min, at).toBe(truth.numbers.min)
    expect(own.max, at).toBe(truth.numbers.max)
    near(own.mean, truth.numbers.mean)
    near(own.sum!, truth.numbers.sum)
    if (truth.numbers.stddev !== null) near(own.stddev!, truth.numbers.stddev)
    for (const [q, key] of KEYS.entries()) near(own.quantiles![key]!, truth.numbers.quantiles[q]!)
    compared += 5 + KEYS.length
  }
  return compared + (await compareRelations(figures, oracle))
}

async function compareRelations({ correlations, dependencies }: TableFigures, oracle: Oracle): Promise<number> {
  const quote = (name: string) => `"${name}"`
  for (const { columns, measure, value, rows } of correlations.slice(0, 20)) {
    const [a, b] = columns.map(quote)
    if (measure === 'pearson') {
      const [x, y] = [`try_cast(${a} as double)`, `try_cast(${b} as double)`]
      const [row] = await oracle.query(
        `select corr(${x}, ${y}) as r, count(*) filter (where ${x} is not null and ${y} is not null) as n from t`,
      )
      expect(Math.abs(value - Number(row!.r))).toBeLessThan(1e-9)
      expect(rows).toBe(Number(row!.n))
    } else {
      const [row] = await oracle.query(
        `with c as (select ${a} as a, ${b} as b, count(*) as n from t where ${a} is not null and ${b} is not null group by 1, 2),
          r as (select a, sum(n) as n from c group by 1), s as (select b, sum(n) as n from c group by 1)
         select sqrt((sum(c.n * 1.0 * c.n / (r.n * s.n)) - 1) / (least((select count(*) from r), (select count(*) from s)) - 1)) as v
         from c join r using (a) join s using (b)`,
      )
      expect(Math.abs(value - Number(row!.v))).toBeLessThan(1e-9)
    }
  }
  for (const { from, to, violations } of dependencies.slice(0, 20)) {
    const [a, b] = [quote(from), quote(to)]
    const [row] = await oracle.query(
      `with c as (select ${a} as a, ${b} as b, count(*) as n from t where ${a} is not null and ${b} is not null group by 1, 2)
       select sum(n) - sum(m) as v from (select sum(n) as n, max(n) as m from c group by a)`,
    )
    expect(violations, `${from} → ${to}`).toBe(Number(row!.v))
  }
  return correlations.length + dependencies.length
}

let directory = ''
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'shoal-truth-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

/** Rows with gaps in several spellings. */
function generated(rows: number, seed: number): string[][] {
  const next = random(seed)
  const gaps = ['', 'NA', 'n/a', 'NULL', '', 'None', '-']
  return Array.from({ length: rows }, (_, k) =>
    orderRow(k, next).map((cell, c) =>
      c > 1 && c < 9 && next() < 0.02 ? gaps[Math.floor(next() * gaps.length)]! : cell,
    ),
  )
}

describe.skipIf(!existsSync(SHARED))('real tables', () => {
  const files: readonly (readonly [string, OracleOptions?])[] = [
    ['airports.csv'],
    ['birdstrikes.csv', { data: { 'Effect Amount of damage': 'None' } }],
    ['github.csv'],
    ['seattle-weather.csv'],
    ['unemployment.tsv', { delimiter: '\t' }],
  ]
  for (const [name, options] of files)
    it(name, async () => {
      const file = join(SHARED, 'tables', name)
      const compared = await compare(await surveyFileLawfully(file, { size: 700 }), file, options)
      expect(compared).toBeGreaterThan(20)
    })

  it('csv-edge: the cells are those of the JSON beside it', async () => {
    for (const name of [
      'comma_in_quotes',
      'empty',
      'escaped_quotes',
      'json',
      'newlines',
      'quotes_and_newlines',
      'simple',
      'utf8',
    ]) {
      const rows = JSON.parse(readFileSync(join(SHARED, 'csv-edge/json', `${name}.json`), 'utf8')) as Record<
        string,
        string
      >[]
      const text = readFileSync(join(SHARED, 'csv-edge/csvs', `${name}.csv`), 'utf8')
      for (const eol of ['\n', '\r\n']) {
        const content = text.replaceAll('\n', eol)
        const figures = figuresOf(await surveyLawfully({ name: 'x.csv', content, type: 'structured_data' }))
        expect(figures.rows, name).toBe(rows.length)
        expect(figures.columns.map(column => column.name)).toEqual(Object.keys(rows[0]!))
        for (const { name: column, top, count, distinct } of figures.columns) {
          const values = rows.map(row => row[column]!.replaceAll('\n', eol)).filter(value => value !== '')
          expect(count).toBe(values.length)
          expect(distinct).toBe(new Set(values).size)
          expect(new Set(top.map(({ value }) => value))).toEqual(new Set(values))
        }
      }
    }
  })
})

describe('generated tables', () => {
  it('of several sizes, with gaps', async () => {
    for (const [rows, seed] of [
      [1, 1],
      [2, 2],
      [50, 3],
      [3000, 4],
    ] as const) {
      const file = join(directory, `${rows}.csv`)
      writeFileSync(file, `${HEADER}\n${generated(rows, seed).map(csvLine).join('')}`)
      await compare(await surveyFileLawfully(file, { size: Math.max(2, Math.floor(rows / 9)) }), file)
    }
  })

  it('in other dialects', async () => {
    const rows = generated(800, 5).map(row => row.map(cell => cell.replaceAll('\n', ' ')))
    for (const [delimiter, eol] of [
      [';', '\n'],
      ['\t', '\r\n'],
      ['|', '\n'],
    ] as const) {
      const file = join(directory, `dialect${delimiter.charCodeAt(0)}.csv`)
      const lines = [HEADER.split(','), ...rows].map(row =>
        row.map(cell => `"${cell.replaceAll('"', '""')}"`).join(delimiter),
      )
      writeFileSync(file, lines.join(eol) + eol)
      await compare(await surveyFileLawfully(file, { size: 100 }), file, { delimiter })
    }
  })

  it('with more distinct values than fit into memory, read back from disk', async () => {
    const file = join(directory, 'large.csv')
    const next = random(9)
    const lines = Array.from(
      { length: 150_000 },
      (_, k) =>
        `${k % 149_000},${(next() * 1e6).toFixed(3)},u${Math.floor(next() * 70_000)},${['a', 'b', 'c'][k % 3]}\n`,
    )
    writeFileSync(file, `id,amount,user,kind\n${lines.join('')}`)
    const survey = await surveyFileLawfully(file)
    await compare(survey, file)
    expect(survey.findings.find(({ key }) => key === 'duplicate-key:id')).toMatchObject({
      count: 1000,
      evidence: expect.stringMatching(/^0,/),
    })
  })
})
