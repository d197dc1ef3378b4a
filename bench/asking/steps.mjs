// What a step of `shoal ask` takes without the model: from the end of a reply to the next request, as the provider sees it. Median and
// slowest of each tool, over the tasks' incident directory, the first call apart: it reads the files.
//
//   node bench/asking/steps.mjs
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'

const ROUNDS = 6
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
const stub = await startStub(
  async ({ number, system }) => {
    if (last) took.set(last.name, [...(took.get(last.name) ?? []), performance.now() - last.at])
    if (system.startsWith('You check an answer')) return { json: { objections: [], rival: null } }
    const call = PLAN[number - 1] ?? { name: 'answer', input: { sentences: [], missing: ['why'] } }
    last = { name: call.name, at: performance.now() }
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
  const status = await finished(
    spawn(process.execPath, [here('../../dist/bin.js'), ...args], { cwd, env, stdio: 'ignore' }),
  )
  console.log(`| tool | steps | first ms | median ms of the rest | slowest ms |\n|---|---:|---:|---:|---:|`)
  for (const name of Object.keys(TOOLS)) {
    const [first, ...rest] = took.get(name) ?? [Number.NaN]
    rest.sort((a, b) => a - b)
    const cells = [first, rest[Math.floor(rest.length / 2)], rest.at(-1)].map(ms => (ms ?? Number.NaN).toFixed(1))
    console.log(`| ${name} | ${rest.length + 1} | ${cells.join(' | ')} |`)
  }
  // 6: the answer says what is missing.
  if (status !== 6) process.exitCode = 1
} finally {
  await stub.close()
  rmSync(folder, { recursive: true, force: true })
}

async function finished(child) {
  const [status] = await once(child, 'exit')
  return status
}
