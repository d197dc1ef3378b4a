// Asks the reader questions that a grammar made, in one process, and scores them: right, partial, refused, wrong.
// node bench/questions/generated/run.mjs [TABLES] [--only KIND] [--show]   (60 questions to a table; `npm run build:ts` before)
import { DuckDBDecimalValue, DuckDBInstance } from '@duckdb/node-api'
import { answerQuestion } from '../../../build/shoal/question/answer.js'
import { score } from '../run.mjs'
import { generated } from './grammar.mjs'

const [tables = '20', ...rest] = process.argv.slice(2)
const only = rest.includes('--only') ? rest[rest.indexOf('--only') + 1] : undefined
const first = rest.includes('--from') ? Number(rest[rest.indexOf('--from') + 1]) : 0
const counts = new Map()
for (let k = first; k < first + Number(tables); k++) {
  const { table, sql, questions } = generated(`generated-${k}`)
  const asked = await relationsOf(table, sql)
  for (const { kind, question, expect } of questions) {
    if (only && only !== kind) continue
    const { status, text, rows, readAs, unused } = await answerQuestion(question, asked)
    const verdict = score(expect, { answer: text, read: { status, rows } })
    const own = counts.get(kind) ?? { right: 0, partial: 0, refused: 0, wrong: 0 }
    own[verdict]++
    counts.set(kind, own)
    if (verdict === 'wrong' || (rest.includes('--show') && verdict !== 'right'))
      console.log(
        `${verdict} [${kind}] ${question}\n  read as ${readAs}; unused ${unused}\n  ${JSON.stringify(expect).slice(0, 160)}\n  ${JSON.stringify(rows).slice(0, 160)}`,
      )
  }
}
console.table(Object.fromEntries(counts))
const all = verdict => [...counts.values()].reduce((sum, one) => sum + one[verdict], 0)
console.log(['right', 'partial', 'refused', 'wrong'].map(verdict => `${verdict} ${all(verdict)}`).join(', '))

/** One table in a DuckDB of this process. */
async function relationsOf(name, select) {
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  const plain = value =>
    value instanceof DuckDBDecimalValue
      ? value.toDouble()
      : ['string', 'number', 'bigint', 'boolean'].includes(typeof value) || value === null
        ? value
        : String(value)
  const rows = async sql => (await connection.runAndReadAll(sql)).getRows().map(row => row.map(plain))
  await rows(
    `CREATE TABLE "${name}" AS SELECT *, '${name}.csv' AS path, 1 + row_number() OVER () AS line FROM (${select})`,
  )
  const described = await rows(`DESCRIBE "${name}"`)
  const kinds = { INTEGER: 'whole', BIGINT: 'whole', DATE: 'date', DOUBLE: 'number' }
  const columns = described
    .slice(0, -2)
    .map(([column, type]) => ({
      name: column,
      type,
      kind: kinds[type] ?? 'text',
      unit: null,
      ambiguousDate: false,
      note: null,
    }))
  const [[count]] = await rows(`SELECT count(*) FROM "${name}"`)
  const place = { path: 'path', line: 'line' }
  return {
    all: [{ name, kind: 'table', paths: [`${name}.csv`], columns, place, rows: Number(count), notes: [] }],
    rows,
    members: new Set(),
  }
}
