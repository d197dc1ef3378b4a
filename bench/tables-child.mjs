// One measured run in a process of its own: `node tables-child.mjs shoal|duckdb FILE THREADS`. Prints JSON.
import { Worker } from 'node:worker_threads'

const [what, file, threads] = process.argv.slice(2)
const started = performance.now()
const before = process.cpuUsage()
const result = what === 'shoal' ? await surveyed(file, Number(threads)) : await summarised(file, Number(threads))
const { user, system } = process.cpuUsage(before)
console.log(
  JSON.stringify({
    wall: (performance.now() - started) / 1000,
    cpu: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
    ...result,
  }),
)
process.exit(0)

/** Cut, read in as many stretches as threads, surveyed: what `shoal analyze` does with one table. */
async function surveyed(path, count) {
  const { structuredData } = await import('../build/shoal/content/structured-data/index.js')
  const { partition } = await import('../build/shoal/stages/partition.js')
  const { stretchesOf } = await import('../build/shoal/stages/survey.js')
  const { briefOf } = await import('../build/shoal/text/question.js')
  const { openSource } = await import('../build/shoal/text/source-file.js')
  const source = openSource(path)
  const signal = new AbortController().signal
  const { sizing } = structuredData
  const cut = await partition(source, structuredData, {
    mode: 'directory',
    sizing,
    maxTokens: 400_000,
    language: null,
    signal,
  })
  const cutSeconds = (performance.now() - started) / 1000
  const about = {
    path,
    contentType: 'structured_data',
    language: null,
    sizeBytes: cut.sizeBytes,
    lineCount: cut.lineCount,
    chunks: cut.chunks.map(({ id, index, body, continuation }) => ({ id, index, ...body, continuation })),
  }
  const brief = briefOf(null)
  const tallies = await Promise.all(
    stretchesOf(about, source.encoding, count).map(stretch => readAway({ path, stretch, about, brief })),
  )
  const readSeconds = (performance.now() - started) / 1000 - cutSeconds
  const { analyst } = await import('../build/shoal/content/structured-data/analyst.js')
  const survey = await analyst.survey(tallies, source, { about, brief, signal, onRead: () => {} })
  source.close()
  return {
    cut: cutSeconds,
    read: readSeconds,
    rows: survey.figures.rows,
    problems: survey.findings.filter(({ nature }) => nature === 'problem').length,
    columns: survey.figures.columns.map(({ name, distinct, mean, stddev, quantiles, count: n }) => ({
      name,
      distinct,
      mean,
      stddev,
      p50: quantiles?.p50,
      n,
    })),
  }
}

function readAway(workerData) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./tables-worker.mjs', import.meta.url), { workerData })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** DuckDB's own profile of a table, types taken from the whole file. */
async function summarised(path, count) {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const connection = await (await DuckDBInstance.create(':memory:', { threads: String(count) })).connect()
  const reader = await connection.runAndReadAll(`summarize select * from read_csv('${path}', sample_size=-1)`)
  const rows = reader.getRowObjectsJS()
  return {
    rows: Number(rows[0]?.count ?? 0),
    columns: rows.map(row => ({
      name: row.column_name,
      distinct: Number(row.approx_unique),
      mean: Number(row.avg),
      stddev: Number(row.std),
      p50: Number(row.q50),
    })),
  }
}
