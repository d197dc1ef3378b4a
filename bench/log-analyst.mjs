// Speed and memory of the log analyst on a generated log, read in one stretch by one thread.
// Run after the build: node bench/log-analyst.mjs [--mb 200] [--stretches 1] [--file FILE] [--kind mail,java-app,…]
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { analyst } from '../build/shoal/content/log/analyst.js'
import { log } from '../build/shoal/content/log/index.js'
import { partition } from '../build/shoal/stages/partition.js'
import { surveySource } from '../build/shoal/stages/survey.js'
import { briefOf } from '../build/shoal/text/question.js'
import { openSource } from '../build/shoal/text/source-file.js'
import { generatedSets } from './log-kinds.mjs'

/** Lines of a log of one of the kinds in log-kinds.mjs. */
const KIND_LINES = 1_000_000

async function main() {
  const { values } = parseArgs({
    options: {
      mb: { type: 'string', default: '200' },
      stretches: { type: 'string', default: '1' },
      file: { type: 'string' },
      kind: { type: 'string' },
    },
  })
  const directory = mkdtempSync(join(tmpdir(), 'shoal-log-'))
  try {
    for (const kind of values.kind?.split(',') ?? []) {
      const file = join(directory, `${kind}.log`)
      writeFileSync(file, `${generatedSets(KIND_LINES, 77, kind)[0].lines.join('\n')}\n`)
      console.log(`\n${kind}`)
      await measure(file, Number(values.stretches))
    }
    if (values.kind) return
    const file = values.file ?? generated(join(directory, 'app.log'), Number(values.mb) * 1e6)
    await measure(file, Number(values.stretches))
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function measure(file, stretches) {
  const source = openSource(file)
  const signal = new AbortController().signal
  const cut = await partition(source, log, {
    mode: 'single',
    sizing: log.sizing,
    maxTokens: 400_000,
    language: null,
    signal,
  })
  const chunks = cut.chunks.map(({ id, index, body, continuation }) => ({ id, index, ...body, continuation }))
  const about = {
    path: file,
    contentType: 'log',
    language: null,
    sizeBytes: cut.sizeBytes,
    lineCount: cut.lineCount,
    chunks,
  }
  let peak = 0
  const onRead = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const started = performance.now()
  const before = process.cpuUsage()
  const survey = await surveySource(analyst, source, { about, brief: briefOf(null), signal, onRead }, stretches)
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(before)
  onRead()
  source.close()
  const rate = per => Math.round(cut.lineCount / per).toLocaleString('en-US')
  console.log(survey.summary)
  console.log(`${cut.lineCount} lines, ${(cut.sizeBytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s`)
  const cpu = (user + system) / 1e6
  console.log(`${rate(seconds)} lines/s, ${rate(cpu)} lines per CPU second, peak ${(peak / 1e6).toFixed(0)} MB`)
}

/** A service's log: forty kinds of entry, a burst of errors with traces, a job every minute. */
function generated(file, bytes) {
  const random = lehmer(42)
  const pick = from => from[Math.floor(random() * from.length)]
  const verbs = ['opened', 'closed', 'updated', 'queued', 'sent', 'received', 'cached', 'evicted']
  const things = ['order', 'invoice', 'session', 'shipment', 'cart']
  const paths = ['/orders', '/customers', '/health', '/cart/items', '/login']
  const fd = openSync(file, 'w')
  let written = 0
  let time = Date.UTC(2026, 1, 11)
  let beat = time
  while (written < bytes) {
    const lines = []
    const share = written / bytes
    for (let k = 0; k < 2000; k++) {
      time += random() * 40
      const stamp = new Date(time).toISOString().replace('T', ' ').replace('.', ',').slice(0, 23)
      const isTrouble = share > 0.6 && share < 0.62
      if (time > beat) {
        lines.push(`${stamp} INFO  [cron] jobs.cleanup: removed ${Math.floor(random() * 900)} stale rows`)
        beat += 60_000
      } else if (random() < (isTrouble ? 0.2 : 0.0005))
        lines.push(
          `${stamp} ERROR [worker-${1 + Math.floor(random() * 4)}] billing.charge: charge failed for order ${Math.floor(random() * 1e5)}`,
          'Traceback (most recent call last):',
          '  File "service.py", line 88, in charge',
          '    response = self.gateway.post("/charge", payload)',
          'gateway.GatewayTimeout: /charge',
        )
      else if (random() < 0.5)
        lines.push(
          `${stamp} INFO  [worker-${1 + Math.floor(random() * 4)}] http: GET ${pick(paths)}/${Math.floor(random() * 5000)} ${random() < 0.98 ? 200 : 404} ${Math.floor(random() * 180)}ms`,
        )
      else
        lines.push(
          `${stamp} INFO  [worker-${1 + Math.floor(random() * 4)}] app.${pick(things)}: ${pick(things)} ${Math.floor(random() * 1e6)} ${pick(verbs)} for user u${Math.floor(random() * 1e4)} in ${Math.floor(random() * 90)} ms`,
        )
    }
    written += writeSync(fd, `${lines.join('\n')}\n`)
  }
  closeSync(fd)
  return file
}

function lehmer(seed) {
  let state = seed
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}

await main()
