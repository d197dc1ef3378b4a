// Reports of a question that relations answered.
import { type AskedAnswer, type AskedColumn, UNASKED } from '@shoal/base/model/asked'
import type { Json } from '@shoal/base/model/json'
import type { RunReport } from '@shoal/base/model/report'
import { askedPart } from '@shoal/base/report/answer-asked'
import { joined } from '@shoal/base/report/answer-part'
import { sampleReport } from './sample-report.ts'

export function askedReport(question: Partial<AskedAnswer>, rest: Partial<RunReport> = {}): RunReport {
  const readAs = question.readAs ?? 'the total `amount` by `country`'
  const asked: AskedAnswer = {
    ...UNASKED,
    status: 'answered',
    text: `32. Read as: ${readAs}.`,
    readAs,
    sql: ['SELECT 32'],
    asksFigure: true,
    ...question,
    rowCount: question.rowCount ?? question.rows?.length ?? 0,
  }
  return sampleReport({ query: 'how much?', ...joined(askedPart(asked)), question: asked, ...rest })
}

/** Groups with a figure each. */
export function grouped(groups: readonly (readonly [key: string, value: Json])[], rest: Partial<AskedColumn> = {}) {
  return {
    columns: [
      { name: 'country', holds: 'key' },
      { name: 'total', holds: 'measure', ...rest },
    ],
    rows: groups.map(([country, total]) => ({ country, total })),
  } as const satisfies Partial<AskedAnswer>
}

/** Rows of a file, with their places. */
export function listed(names: readonly string[], rows: readonly (readonly Json[])[]): Partial<AskedAnswer> {
  return {
    columns: [
      ...names.map(name => ({ name, holds: 'column' as const })),
      { name: 'path', holds: 'path' },
      { name: 'line', holds: 'line' },
    ],
    rows: rows.map((row, k) =>
      Object.fromEntries([...names.map((name, at) => [name, row[at] ?? null]), ['path', 'a.csv'], ['line', k + 2]]),
    ),
  }
}
