// What exact figures save: a question about a table of 45,000 rows, with the figures and an excerpt sent to the model
// (the default), and with every row sent. The model is a stub: what counts is what it is sent, and what the report says.
// node bench/token-economy.mjs [--rows 45000]
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measured } from './analyze/measured.mjs'
import { copyBuild } from './models/build-copy.mjs'
import { startBenchStub } from './models/stub.mjs'

const QUESTION = 'What is the average amount per region?'
const REGIONS = ['north', 'south', 'east', 'west']

const args = process.argv.slice(2)
const count = args.includes('--rows') ? Number(args[args.indexOf('--rows') + 1]) : 45_000
const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-'))
const stub = await startBenchStub(0, { countsTokens: true })
try {
  const bin = copyBuild(directory)
  const table = join(directory, 'orders.csv')
  const averages = writeOrders(table)
  const runs = []
  for (const read of ['auto', 'all']) runs.push(await analyze(bin, table, read))
  console.log(`${count} rows, ${(statSync(table).size / 1e6).toFixed(1)} MB: ${QUESTION}`)
  const heads = ['read', 'calls', 'tokens sent', 'as the report says', 'every line', 'cost $', 'averages right', 'exit']
  console.log(`| ${heads.join(' | ')} |\n|---|${'---:|'.repeat(heads.length - 1)}`)
  for (const { read, seen, report, status } of runs) {
    const { calls, input_tokens, whole_input_tokens, cost_usd } = report.usage
    const right = averages.filter(({ region, average }) => isNear(saidOf(region, report.answer), average)).length
    const cost = cost_usd === null ? 'unknown' : cost_usd.toFixed(3)
    const cells = [
      read,
      calls,
      seen.inputTokens,
      input_tokens,
      whole_input_tokens,
      cost,
      `${right} of ${averages.length}`,
    ]
    console.log(`| ${[...cells, status].join(' | ')} |`)
  }
  const [figures, all] = runs.map(({ seen }) => seen.inputTokens)
  console.log(`every row takes ${(all / figures).toFixed(0)} times the tokens`)
  for (const { read, text } of runs)
    console.log(`\nreport of --read ${read}: ${text ?? 'nothing of the economy, for every line was sent'}`)
} finally {
  await stub.close()
  rmSync(directory, { recursive: true, force: true })
}

async function analyze(bin, table, read) {
  const home = mkdtempSync(join(directory, 'home-'))
  const output = join(home, 'report.json')
  const models = ['--model', 'anthropic:claude-haiku-4-5', '--read', read, '--no-cache', '--rounds', '0']
  const face = ['--json', '--no-config', '--quiet', '-o', output]
  const env = { SHOAL_HOME: home, ...stub.env }
  const { status } = await measured(process.execPath, [bin, 'analyze', table, QUESTION, ...models, ...face], env)
  const report = JSON.parse(readFileSync(output, 'utf8'))
  const shown = join(home, 'report.txt')
  await measured(process.execPath, [bin, 'report', report.run, '-o', shown], env)
  const [text] =
    /\d+ model calls.*?would have been \S+ tokens/.exec(readFileSync(shown, 'utf8').replace(/\s+/g, ' ')) ?? []
  return { read, seen: await stub.seen(), report, text, status }
}

function saidOf(region, answer) {
  return Number(new RegExp(`"${region}" ([\\d.]+\\d)`).exec(answer ?? '')?.[1])
}

/** The same to four places. */
function isNear(said, average) {
  return Math.abs(said - average) < 1e-4
}

/** Returns the average of every region. */
function writeOrders(path) {
  const sums = new Map(REGIONS.map(region => [region, { total: 0, rows: 0 }]))
  const lines = ['order_id,date,region,product,quantity,amount,note']
  for (let k = 1; k <= count; k++) {
    const region = REGIONS[(k * 7 + (k >> 3)) % REGIONS.length]
    const cents = ((k * 7919) % 50_000) + 100
    const sum = sums.get(region)
    sum.total += cents
    sum.rows++
    const date = new Date(Date.UTC(2026, 0, 1) + k * 600_000).toISOString().slice(0, 10)
    const amount = (cents / 100).toFixed(2)
    lines.push(`${k},${date},${region},product-${k % 50},${(k % 9) + 1},${amount},order ${k} of customer ${k % 977}`)
  }
  writeFileSync(path, `${lines.join('\n')}\n`)
  return [...sums].map(([region, { total, rows }]) => ({ region, average: total / rows / 100 }))
}
