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
  const { tables: made, questions } = generated(`generated-${k}`)
  const asked = await relationsOf(made)
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

/** Tables in a DuckDB of this process. */
async function relationsOf(made) {
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  const isPlain = value => value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
  const plain = value =>
    value instanceof DuckDBDecimalValue ? value.toDouble() : isPlain(value) ? value : String(value)
  const rows = async sql => (await connection.runAndReadAll(sql)).getRows().map(row => row.map(plain))
  const kinds = { INTEGER: 'whole', BIGINT: 'whole', DATE: 'date', DOUBLE: 'number' }
  const place = { path: 'path', line: 'line' }
  const all = []
  for (const { name, sql } of made) {
    const paths = [`${name}.csv`]
    await rows(
      `CREATE TABLE "${name}" AS SELECT *, '${paths[0]}' AS path, 1 + row_number() OVER () AS line FROM (${sql})`,
    )
    const described = (await rows(`DESCRIBE "${name}"`)).slice(0, -2)
    const more = { unit: null, ambiguousDate: false, note: null }
    const columns = described.map(([column, type]) => ({ name: column, type, kind: kinds[type] ?? 'text', ...more }))
    const [[count]] = await rows(`SELECT count(*) FROM "${name}"`)
    all.push({ name, kind: 'table', paths, columns, place, rows: Number(count), notes: [] })
  }
  return { all, rows }
}
