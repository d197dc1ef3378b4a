// What a step of `shoal ask` takes without the model: from the end of a reply to the next request, as the provider sees it, in time and in
// time of processors (Linux: all processes of the run, in steps of 10 ms). Each tool over the tasks' incident directory, the first call
// apart: it reads the files.
//
//   node bench/asking/steps.mjs
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'

const ROUNDS = 13
const log = 'data/logs/billing.log'
const TOOLS = {
  read: k => ({ path: log, from: 100 * k + 1, to: 100 * k + 40 }),
  search: k => ({ query: `payment 4${k}`, paths: [log] }),
  sql: k => ({ query: `SELECT level, count(*) + ${k} AS n FROM entries GROUP BY level` }),
  diff: k => ({ before: 'data/config/2026-03-01.yaml', after: k % 2 ? log : 'data/config/2026-03-10.yaml' }),
  run: k => ({ code: `${k} + 1` }),
  note: k => ({
    claim: `The names were kept for 86400 seconds, said ${k}`,
    quotes: [{ path: 'data/config/2026-03-10.yaml', line: 5, quote: 'cache_ttl_seconds: 86400' }],
  }),
}
const PLAN = Array.from({ length: ROUNDS }, (_, k) =>
  Object.entries(TOOLS).map(([name, input]) => ({ name, input: input(k) })),
).flat()

const folder = mkdtempSync(join(tmpdir(), 'shoal-steps-'))
const here = name => fileURLToPath(new URL(name, import.meta.url))
const { startStub } = await createJiti(import.meta.url).import('../../packages/shoal/tests/models/stub/server.ts')
const took = new Map()
let last = null
let run = null
const stub = await startStub(
  async ({ number, system }) => {
    const now = { at: performance.now(), worked: worked(run?.pid) }
    if (last)
      took.set(last.name, [...(took.get(last.name) ?? []), { ms: now.at - last.at, worked: now.worked - last.worked }])
    if (system.startsWith('You check an answer')) return { json: { objections: [], rival: null } }
    const call = PLAN[number - 1] ?? { name: 'answer', input: { sentences: [], missing: ['why'] } }
    last = { name: call.name, at: performance.now(), worked: worked(run?.pid) }
    return { toolCalls: [call] }
  },
  { isKept: false },
)
try {
  await finished(spawn(process.execPath, [here('tasks.mjs'), folder]))
  const env = {
    ...process.env,
    SHOAL_HOME: join(folder, 'home'),
    ANTHROPIC_API_KEY: 'x',
    ANTHROPIC_BASE_URL: `${stub.url}/v1`,
  }
  const cwd = join(folder, 'incident')
  const args = [
    'ask',
    'data',
    'Why did payments fail?',
    '--model',
    'anthropic:x',
    '--max-steps',
    String(PLAN.length + 2),
  ]
  run = spawn(process.execPath, [here('../../dist/bin.js'), ...args], { cwd, env, stdio: 'ignore' })
  const status = await finished(run)
  console.log(
    '| tool | steps | first ms | median ms of the rest | fastest ms | slowest ms | processor ms, mean of the rest |\n|---|---:|---:|---:|---:|---:|---:|',
  )
  for (const name of Object.keys(TOOLS)) {
    const [first, ...rest] = took.get(name) ?? []
    const times = rest.map(({ ms }) => ms).sort((a, b) => a - b)
    const mean = rest.reduce((sum, one) => sum + one.worked, 0) / rest.length
    const figures = [first?.ms, times[Math.floor(times.length / 2)], times[0], times.at(-1), mean]
    const cells = figures.map(ms => (ms ?? Number.NaN).toFixed(1))
    console.log(`| ${name} | ${rest.length + 1} | ${cells.join(' | ')} |`)
  }
  // 6: the answer says what is missing.
  if (status !== 6) process.exitCode = 1
} finally {
  await stub.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Processor time of a process and all below it, in ms. */
function worked(pid) {
  const all = new Map()
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name))
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        all.set(Number(name), { parent: Number(fields[1]), ms: 10 * (Number(fields[11]) + Number(fields[12])) })
      } catch {
        // It has ended.
      }
  const below = one => one === pid || (all.has(one) && one > 1 && below(all.get(one).parent))
  return [...all].reduce((sum, [one, { ms }]) => sum + (below(one) ? ms : 0), 0)
}

async function finished(child) {
  const [status] = await once(child, 'exit')
  return status
}
