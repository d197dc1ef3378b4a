// What language models cost beside their own time: whole runs of `shoal analyze` against a stub model that answers after
// one second, or at once.
// node bench/models.mjs [latency|overhead]… [--scale 0.1] [--profile DIRECTORY]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measured } from './analyze/measured.mjs'
import { copyBuild } from './models/build-copy.mjs'
import { CUT, logOfChunks } from './models/log-of-chunks.mjs'
import { startBenchStub } from './models/stub.mjs'
import { topCosts } from './models/top-costs.mjs'

const CASES = { latency, overhead }
const MODEL = ['--model', 'anthropic:claude-haiku-4-5', '--no-cache', '--rounds', '0']
const CONCURRENCY = 64
const LATENCY_MS = 1000

const args = process.argv.slice(2)
const given = (flag, otherwise) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : otherwise)
const scale = Number(given('--scale', 1))
const profiles = given('--profile', null)
const wanted = args.filter(arg => arg in CASES)
const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-'))
try {
  const bin = copyBuild(directory)
  for (const name of wanted.length > 0 ? wanted : Object.keys(CASES)) await CASES[name](bin)
} finally {
  rmSync(directory, { recursive: true, force: true })
}

/** 200 chunks, 64 at a time, one second each: how near the run comes to what no program could beat. */
async function latency(bin) {
  const stub = await startBenchStub(LATENCY_MS)
  try {
    const chunks = Math.ceil(200 * scale)
    const run = await analyze(bin, logOfChunks(directory, chunks), { stub })
    const seen = await stub.seen()
    const ideal = ((Math.ceil(seen.reports / CONCURRENCY) + seen.waves) * LATENCY_MS) / 1000
    print(`${chunks} chunks, ${CONCURRENCY} at a time, a model that takes ${LATENCY_MS} ms`, [
      ['calls for chunks', seen.reports],
      ['calls for syntheses, and how many after one another', `${seen.others}, ${seen.waves}`],
      ['most calls at a time', seen.peak],
      ['ideal time of the calls, s', ideal.toFixed(2)],
      ['from the first call to the end of the last, s', seen.phaseS.toFixed(2)],
      ['over the ideal', `${((seen.phaseS / ideal - 1) * 100).toFixed(1)} %`],
      ['whole run with start, cutting and report, s', run.wall.toFixed(2)],
      ['exit', run.status],
      ['quotes verified', `${run.report.verification.verified} of ${run.report.verification.quotes}`],
    ])
  } finally {
    await stub.close()
  }
}

/** Up to 10,000 chunks and a model that answers at once: what a call costs on this side, and what is held meanwhile. */
async function overhead(bin) {
  const stub = await startBenchStub(0)
  const rows = []
  try {
    for (const chunks of [1000, 3000, 10_000].map(count => Math.ceil(count * scale))) {
      const input = logOfChunks(directory, chunks)
      const exact = await analyze(bin, input)
      const run = await analyze(bin, input, { stub, profile: profiles })
      const { reports, others } = await stub.seen()
      const calls = reports + others
      rows.push([
        chunks,
        calls,
        exact.wall.toFixed(2),
        run.wall.toFixed(2),
        (((run.wall - exact.wall) * 1000) / calls).toFixed(2),
        (((run.cpu - exact.cpu) * 1000) / calls).toFixed(2),
        (exact.peak / 1e6).toFixed(0),
        (run.peak / 1e6).toFixed(0),
        `${exact.status}, ${run.status}`,
      ])
    }
  } finally {
    await stub.close()
  }
  console.log('\nA model that answers at once')
  const heads = ['chunks', 'calls', 'exact s', 'model s', 'ms a call', 'CPU ms a call', 'exact MB', 'model MB', 'exit']
  console.log(`| ${heads.join(' | ')} |\n|${heads.map(() => '---:|').join('')}`)
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
  if (profiles !== null) printCosts()
}

async function analyze(bin, input, { stub, profile = null } = {}) {
  const home = mkdtempSync(join(directory, 'home-'))
  const output = join(home, 'report.json')
  const node = profile === null ? [] : ['--cpu-prof', '--cpu-prof-dir', profile]
  const models = stub ? [...MODEL, '--concurrency', String(CONCURRENCY)] : []
  const task = ['analyze', input, 'What happened to requests?', ...CUT, ...models]
  const face = ['--json', '--no-config', '--quiet', '-o', output]
  const run = await measured(process.execPath, [...node, bin, ...task, ...face], { SHOAL_HOME: home, ...stub?.env })
  const report = JSON.parse(readFileSync(output, 'utf8'))
  rmSync(home, { recursive: true, force: true })
  return { ...run, report }
}

function print(title, rows) {
  console.log(`\n${title}`)
  for (const [name, value] of rows) console.log(`  ${name.padEnd(54)} ${value}`)
}

function printCosts() {
  const { functions, files } = topCosts(profiles)
  const rounded = list => list.map(([name, ms]) => [name, `${ms.toFixed(0)} ms`])
  print('Where the time went, by file', rounded(files))
  print('By function', rounded(functions))
}
