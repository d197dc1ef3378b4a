// `shoal sql` beside DuckDB alone, on files of one kind and size: the first query, which reads the file and keeps it, and the next one,
// from the cache; and DuckDB writing the same file as Parquet, which is the least that keeping it costs. Wall time, processor time and the
// largest memory of all processes together, each beside the other in one run. DuckDB alone guesses types from a sample, and has no lines.
// node bench/sql.mjs [csv|jsonl|log] [megabytes] [rounds]
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeInput } from './partition-inputs.mjs'

const TICKS = 100
const SQL = {
  csv: 'SELECT count(*), sum(unit_price) FROM input',
  jsonl: 'SELECT count(*), max(id) FROM input',
  log: 'SELECT count(*), count(DISTINCT level) FROM entries',
}

function main(kind, megabytes, rounds) {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-'))
  try {
    const input = makeInput(directory, kind, megabytes)
    console.log(`${(statSync(input).size / 1e6).toFixed(0)} MB of ${kind}; seconds, the best of ${rounds}`)
    const who = ['read', ...(kind === 'log' ? [] : ['duckdb', 'parquet']), 'shoal']
    const runs = Object.fromEntries(who.map(one => [one, []]))
    // In turn, so that a busy machine is busy for all of them.
    for (let k = 0; k < rounds; k++)
      for (const one of who) {
        const { stdout, stderr } = spawnSync(
          process.execPath,
          [fileURLToPath(import.meta.url), '--child', one, kind, input],
          {
            encoding: 'utf8',
          },
        )
        if (stdout === '') throw new Error(stderr)
        runs[one].push(JSON.parse(stdout))
      }
    const best = Object.fromEntries(who.map(one => [one, lowest(runs[one])]))
    const base = best.duckdb ?? best.read
    for (const one of who)
      for (const [k, { wall, cpu }] of best[one].times.entries()) {
        const beside = base.times[Math.min(k, base.times.length - 1)]
        const ratio = `${(wall / beside.wall).toFixed(2)} × wall, ${(cpu / beside.cpu).toFixed(2)} × processor`
        const name = `${one}, ${k === 0 ? 'first' : 'next'}`
        console.log(
          `${name.padEnd(16)} ${wall.toFixed(2)} s, processor ${cpu.toFixed(2)} s (${ratio}), ${best[one].rss} MB`,
        )
      }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function lowest(runs) {
  const times = runs[0].times.map((_, k) => ({
    wall: Math.min(...runs.map(({ times }) => times[k].wall)),
    cpu: Math.min(...runs.map(({ times }) => times[k].cpu)),
  }))
  return { times, rss: Math.max(...runs.map(({ rss }) => rss)) }
}

async function child(who, kind, input) {
  const ask = await ASKING[who](kind, input)
  const times = []
  let rss = 0
  for (let k = 0; k < (who === 'shoal' || who === 'duckdb' ? 2 : 1); k++) {
    const before = cpuOf()
    const started = performance.now()
    const watch = setInterval(() => (rss = Math.max(rss, memory())), 50)
    await ask()
    clearInterval(watch)
    rss = Math.max(rss, memory())
    times.push({ wall: (performance.now() - started) / 1000, cpu: cpuOf() - before })
  }
  console.log(JSON.stringify({ times, rss: Math.round(rss / 1e6) }))
  process.exit(0)
}

const ASKING = {
  read: (_, input) => async () => execFileSync('wc', ['-l', input]),
  duckdb: async (kind, input) => {
    const connection = await connect()
    const sql = SQL[kind].replace('input', `read_${kind === 'csv' ? 'csv' : 'json'}('${input}')`)
    return async () => (await connection.runAndReadAll(sql)).getRows()
  },
  parquet: async (kind, input) => {
    const connection = await connect()
    const reader = `read_${kind === 'csv' ? 'csv' : 'json'}('${input}')`
    return async () => await connection.run(`COPY (SELECT * FROM ${reader}) TO '${input}.parquet' (FORMAT parquet)`)
  },
  shoal: async (kind, input) => {
    const { queryData } = await import('../build/shoal/run/query-data.js')
    const { settingsFrom } = await import('../build/shoal/config/resolve.js')
    const { signal } = new AbortController()
    const files = [{ name: kind === 'log' ? null : 'input', path: input, file: input }]
    const cache = mkdtempSync(join(dirname(input), 'cache-'))
    const asking = {
      sql: SQL[kind],
      files,
      limits: { milliseconds: 3_000_000 },
      settings: settingsFrom(),
      signal,
      cache,
    }
    return async () => await queryData(asking)
  },
}

/** This process and the one that queries run in, which lives on for a while. */
function processes() {
  const children = readdirSync('/proc/self/task').flatMap(task =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
  )
  return ['self', ...children]
}

/** Processor seconds, those of processes that have ended included. */
function cpuOf() {
  return processes().reduce((sum, pid) => {
    const fields = statText(pid)
      .slice(statText(pid).lastIndexOf(')') + 2)
      .split(' ')
    return sum + [11, 12, 13, 14].reduce((ticks, k) => ticks + Number(fields[k] ?? 0), 0) / TICKS
  }, 0)
}

function statText(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ') '
  }
}

function memory() {
  return processes().reduce((sum, pid) => {
    try {
      return sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
    } catch {
      return sum
    }
  }, 0)
}

async function connect() {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '750MB' })
  return await instance.connect()
}

const [first = 'csv', ...rest] = process.argv.slice(2)
if (first === '--child') await child(...rest)
else main(first, Number(rest[0] ?? 200), Number(rest[1] ?? 3))
