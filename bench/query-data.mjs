// The first SQL query over a CSV file, and the next one from the cache, beside DuckDB alone on the same file: time, memory, and
// whether the sum is exact. DuckDB alone guesses types from a sample and sums in doubles. Then the same as `shoal sql`, in a
// process for each query.
// node bench/query-data.mjs [megabytes]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeInput } from './partition-inputs.mjs'

const [first, ...rest] = process.argv.slice(2)
if (first === '--child') await child(...rest)
else await main(Number(first ?? 200))

async function main(megabytes) {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-'))
  try {
    const input = makeInput(directory, 'csv', megabytes)
    console.log(`${(statSync(input).size / 1e6).toFixed(0)} MB of CSV; milliseconds, best of 3`)
    const column = await numberColumn(input)
    const runs = Object.fromEntries(['duckdb', 'shoal'].map(who => [who, best(who, input, column)]))
    const ratio = (a, b) => (a / b).toFixed(2)
    for (const [who, { first, next, rss, sum }] of Object.entries(runs))
      console.log(
        `${who.padEnd(7)} first ${first.toFixed(0).padStart(6)}  next ${next.toFixed(0).padStart(6)}  peak ${rss} MB  sum ${sum}`,
      )
    const { duckdb, shoal } = runs
    const command = commands(input, column, directory)
    console.log(`shoal sql, in its process: first ${command.first.toFixed(0)}, next ${command.next.toFixed(0)}`)
    console.log(
      `shoal / DuckDB: first ${ratio(shoal.first, duckdb.first)}, next ${ratio(shoal.next, duckdb.next)}, memory ${ratio(shoal.rss, duckdb.rss)}`,
    )
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function best(who, input, column) {
  const results = [1, 2, 3].map(() => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [fileURLToPath(import.meta.url), '--child', who, input, column],
      { encoding: 'utf8' },
    )
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout)
  })
  return results.sort((a, b) => a.first - b.first)[0]
}

async function child(who, input, column) {
  const sql = `SELECT count(*), sum("${column}") FROM input`
  const ask = await (who === 'shoal' ? shoal(input, sql) : duckdb(input, sql))
  const times = []
  let sum
  for (let k = 0; k < 2; k++) {
    const started = performance.now()
    sum = await ask()
    times.push(performance.now() - started)
  }
  const rss = Math.round(process.resourceUsage().maxRSS / 1024)
  console.log(JSON.stringify({ first: times[0], next: times[1], rss, sum }))
}

async function shoal(input, sql) {
  const { queryData } = await import('../build/shoal/run/query-data.js')
  const { settingsFrom } = await import('../build/shoal/config/resolve.js')
  const { signal } = new AbortController()
  const files = [{ name: 'input', path: input, file: input }]
  const cache = mkdtempSync(join(dirname(input), 'cache-'))
  const asking = { sql, files, limits: { milliseconds: 300_000 }, settings: settingsFrom(), signal, cache }
  return async () => (await queryData(asking)).result.rows[0][1]
}

/** Milliseconds of `shoal sql` and of DuckDB in a process of its own, first and next. */
function commands(input, column, directory) {
  const bin = fileURLToPath(new URL('../bin/shoal.mjs', import.meta.url))
  const name = basename(input)
    .replace(/\.csv$/, '')
    .replaceAll('-', '_')
  const sql = `SELECT count(*), sum("${column}") FROM ${name}`
  const env = { ...process.env, SHOAL_HOME: mkdtempSync(join(directory, 'home-')) }
  const timed = () => {
    const started = performance.now()
    const { status, stderr } = spawnSync(process.execPath, [bin, 'sql', input, sql, '--csv'], { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return performance.now() - started
  }
  return { first: timed(), next: Math.min(timed(), timed(), timed()) }
}

async function duckdb(input, sql) {
  const connection = await connect()
  return async () => {
    await connection.run(`CREATE OR REPLACE VIEW input AS SELECT * FROM read_csv('${input}')`)
    return String((await connection.runAndReadAll(sql)).getRows()[0][1])
  }
}

async function numberColumn(input) {
  const reader = await (await connect()).runAndReadAll(`DESCRIBE SELECT * FROM read_csv('${input}')`)
  const rows = reader.getRows()
  return (rows.find(([, type]) => type === 'DOUBLE') ?? rows.find(([, type]) => type === 'BIGINT'))[0]
}

async function connect() {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '1GB' })
  return await instance.connect()
}
