// The analysts of JSON and JSON lines beside a bare JSON.parse pass over the same file, and of JSON lines beside DuckDB's
// SUMMARIZE: CPU seconds, MB/s, peak memory.
// node bench/json.mjs [MB] [--only jsonl,json,json-pretty] [--keep]    (build first: npm run build)
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const args = process.argv.slice(2)
const here = fileURLToPath(new URL('.', import.meta.url))
const ROUNDS = 3

if (args[0] === '--child') await child(args[1], args[2])
else main()

function main() {
  const size = Number(args.find(arg => /^\d+$/.test(arg)) ?? 200) * 1e6
  const only = args[args.indexOf('--only') + 1]?.split(',') ?? []
  const kinds = ['jsonl', 'json', 'json-pretty'].filter(
    kind => only.length === 0 || !args.includes('--only') || only.includes(kind),
  )
  const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-json-'))
  try {
    console.log('| file | MB | task | CPU s | wall s | MB/s | peak MB | to JSON.parse |')
    console.log('|---|---|---|---|---|---|---|---|')
    for (const kind of kinds)
      for (const bytes of [size / 10, size]) {
        const file = join(directory, `${kind}-${bytes}.${kind === 'jsonl' ? 'jsonl' : 'json'}`)
        write(file, kind, bytes)
        measure(file, kind)
        if (!args.includes('--keep')) rmSync(file)
      }
  } finally {
    if (!args.includes('--keep')) rmSync(directory, { recursive: true })
  }
}

/** Tasks take turns; the best of each is kept. */
function measure(file, kind) {
  const tasks =
    kind === 'jsonl'
      ? ['parse-lines', 'summarize', 'survey']
      : statSync(file).size < 400e6
        ? ['parse-whole', 'survey']
        : ['survey']
  const best = new Map()
  for (let round = 0; round < ROUNDS; round++)
    for (const task of tasks) {
      const out = execFileSync(process.execPath, [join(here, 'json.mjs'), '--child', task, file], { encoding: 'utf8' })
      const result = JSON.parse(out)
      if (!best.has(task) || result.cpu < best.get(task).cpu) best.set(task, result)
    }
  const megabytes = statSync(file).size / 1e6
  const bare = best.get(tasks[0])
  for (const [task, { cpu, wall, peak }] of best)
    console.log(
      `| ${kind} | ${megabytes.toFixed(0)} | ${task} | ${cpu.toFixed(2)} | ${wall.toFixed(2)} | ${(megabytes / wall).toFixed(0)} | ${peak.toFixed(0)} | ${task === 'survey' && tasks.length > 1 ? (cpu / bare.cpu).toFixed(2) : ''} |`,
    )
}

async function child(task, file) {
  const tasks = { 'parse-lines': () => parseLines, 'parse-whole': () => parseWhole, summarize, survey }
  const run = await tasks[task](file)
  const before = process.cpuUsage()
  const start = performance.now()
  await run(file)
  const wall = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  console.log(JSON.stringify({ cpu: (user + system) / 1e6, wall, peak: process.resourceUsage().maxRSS / 1024 }))
}

async function parseLines(file) {
  const { createReadStream } = await import('node:fs')
  let rest = ''
  let records = 0
  for await (const block of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = (rest + block).split('\n')
    rest = lines.pop()
    for (const line of lines) if (JSON.parse(line)) records++
  }
  return records
}

async function summarize() {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  return async file => {
    const sql = `SUMMARIZE SELECT * FROM read_json_auto('${file}', format = 'newline_delimited')`
    return (await connection.runAndReadAll(sql)).getRows().length
  }
}

async function parseWhole(file) {
  const { readFileSync } = await import('node:fs')
  return JSON.parse(readFileSync(file, 'utf8')).length
}

/** The analyst alone, in one thread: the file is cut before the clock starts. */
async function survey(path) {
  const { chunkFile } = await import('../build/shoal/run/chunk.js')
  const { settingsFrom } = await import('../build/shoal/config/resolve.js')
  const { registryFor } = await import('../build/shoal/run/registry.js')
  const { openSource } = await import('../build/shoal/text/source-file.js')
  const { briefOf } = await import('../build/shoal/text/question.js')
  const { surveySource } = await import('../build/shoal/stages/survey.js')
  const settings = settingsFrom()
  const signal = new AbortController().signal
  const cut = await chunkFile(path, settings, signal)
  const chunks = cut.chunks.map(({ id, index, body, continuation }) => ({ id, index, ...body, continuation }))
  const { contentType, language, sizeBytes, lineCount } = cut
  const about = { path, contentType, language, sizeBytes, lineCount, chunks }
  const analyst = await registryFor(settings).get(contentType).builtIn()
  const task = { about, brief: briefOf('average duration_ms by service'), signal, onRead() {} }
  return () => surveySource(analyst, openSource(path), task)
}

function write(file, kind, bytes) {
  const fd = openSync(file, 'w')
  const [open, between, close] = kind === 'jsonl' ? ['', '\n', '\n'] : ['[\n', ',\n', '\n]\n']
  let text = open
  let written = 0
  for (let k = 0; written < bytes; k++) {
    text += (k > 0 ? between : '') + JSON.stringify(record(k), null, kind === 'json-pretty' ? 2 : undefined)
    if (text.length > 1 << 20) {
      written += writeSync(fd, text)
      text = ''
    }
  }
  writeSync(fd, text + close)
  closeSync(fd)
}

function record(k) {
  const x = Math.imul(k + 1, 0x9e3779b1) >>> 0
  return {
    ts: new Date(1.77e12 + k * 37).toISOString(),
    level: x % 97 === 0 ? 'error' : x % 11 === 0 ? 'warn' : 'info',
    service: ['billing', 'checkout', 'mailer', 'search'][x % 4],
    event: ['order_placed', 'order_paid', 'mail_sent', 'refund'][(x >>> 8) % 4],
    order_id: 10_000 + (x % 3000),
    request_id: x.toString(16),
    duration_ms: (x >>> 5) % 900,
    amount: (x % 100_000) / 100,
    user: { id: `u${x % 5000}`, tags: x % 3 === 0 ? [] : ['a', 'b'] },
    ...(x % 97 === 0 ? { error: { code: 'E_TIMEOUT', message: `upstream ${x % 9} did not answer` } } : {}),
  }
}
