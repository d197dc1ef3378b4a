// Tables: are the figures right, and how long do they take? `node bench/tables.mjs [MEGABYTES] [THREADS]` after a build.
// Against DuckDB: exact aggregates over cells read as text for the truth, SUMMARIZE over the whole file for the time.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { figure, printTable } from './partition-table.mjs'
import { writeOrders } from './tables-input.mjs'

const CHILD = fileURLToPath(new URL('./tables-child.mjs', import.meta.url))
const megabytes = Number(process.argv[2] ?? 200)
const threads = Number(process.argv[3] ?? 2)
const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-tables-'))

try {
  const file = join(directory, 'orders.csv')
  const rows = writeOrders(file, megabytes * 1e6)
  console.log(`${megabytes} MB, ${rows.toLocaleString('en-US')} rows of 12 columns, clean`)
  const ours = measure('shoal', file, threads)
  const theirs = measure('duckdb', file, threads)
  await printAccuracy(file, ours, theirs)
  const line = (name, run) => [
    name,
    figure(run.wall),
    figure(run.cpu),
    figure(run.megabytes),
    figure(megabytes / run.wall),
  ]
  printTable(
    `time, ${threads} threads`,
    ['', 'wall s', 'CPU s', 'peak MB', 'MB/s'],
    [
      line('shoal (cut, read, survey)', ours),
      line('DuckDB SUMMARIZE, sample_size=-1', theirs),
      [
        'ratio, shoal / DuckDB',
        figure(ours.wall / theirs.wall),
        figure(ours.cpu / theirs.cpu),
        figure(ours.megabytes / theirs.megabytes),
        '',
      ],
    ],
  )
  console.log(
    `\nof shoal: cut ${figure(ours.cut)} s, read ${figure(ours.read)} s, survey ${figure(ours.wall - ours.cut - ours.read)} s; false alarms: ${ours.problems}`,
  )
} finally {
  rmSync(directory, { recursive: true })
}

function measure(what, file, count) {
  return JSON.parse(
    execFileSync(process.execPath, [CHILD, what, file, String(count)], { encoding: 'utf8', maxBuffer: 1 << 26 }),
  )
}

/** How many figures are equal to those of exact SQL, to nine digits. */
async function printAccuracy(file, ours, theirs) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const parts = ours.columns.map(({ name }, k) => {
    const number = `try_cast("${name}" as double)`
    return `count(distinct "${name}") as d${k}, avg(${number}) as m${k}, stddev_samp(${number}) as s${k}, quantile_cont(${number}, 0.5) as q${k}`
  })
  const reader = await connection.runAndReadAll(`select ${parts.join(', ')} from read_csv('${file}', all_varchar=true)`)
  const truth = reader.getRowObjectsJS()[0]
  const kinds = [
    ['distinct', 'd'],
    ['mean', 'm'],
    ['stddev', 's'],
    ['p50', 'q'],
  ]
  const lines = kinds.map(([field, letter]) => {
    const judge = run => {
      let compared = 0
      let equal = 0
      ours.columns.forEach((column, k) => {
        if (field !== 'distinct' && typeof column.mean !== 'number') return
        const expected = Number(truth[`${letter}${k}`])
        const actual = run.columns[k][field]
        compared++
        if (Math.abs(actual - expected) <= 1e-9 * Math.abs(expected)) equal++
      })
      return `${equal} of ${compared}`
    }
    return [field, judge(ours), judge(theirs)]
  })
  printTable('figures equal to exact SQL', ['figure', 'shoal', 'SUMMARIZE'], lines)
}
