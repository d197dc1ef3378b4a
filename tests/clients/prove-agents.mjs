// Proves that the real command lines of coding agents work as workers: the seven patterns of examples/agents, as they are written and with
// each agent in all places, with a scripted model on the loopback behind them; and a run that is killed in the middle.
// `node tests/clients/prove-agents.mjs [PATTERN …]`; what is not installed is skipped.
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { installed, run } from './installed.mjs'
import { CHECKS } from './workers/checks.mjs'
import { homeOf, startModelServer } from './workers/model-server.mjs'
import { turnsFor } from './workers/script.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'dist/bin.js')
const VARIABLES = { claude: 'SHOAL_CLAUDE', codex: 'SHOAL_CODEX', gemini: 'SHOAL_GEMINI' }
const commands = Object.entries(VARIABLES).flatMap(([name, variable]) => {
  const command = installed(name, variable)
  if (command === null) console.log(`${name}: skipped, not installed (set ${variable})`)
  return command === null ? [] : [{ name, command }]
})
const PATH = [...commands.map(({ command }) => dirname(command)), process.env.PATH].join(delimiter)

const wanted = process.argv.slice(2)
const files = readdirSync(join(root, 'examples/agents')).filter(
  name => wanted.length === 0 || wanted.includes(basename(name, '.yaml')),
)
for (const { name, command } of commands) console.log(`${name} ${versionOf(command)}`)
if (commands.length === Object.keys(VARIABLES).length)
  for (const file of files) await say(`${file} as it is written`, () => prove(file, null))
for (const { name } of commands) for (const file of files) await say(`${file} with ${name}`, () => prove(file, name))
for (const { name } of commands) await say(`killed with ${name} at work`, () => kill(name))

async function say(what, proof) {
  const began = Date.now()
  try {
    console.log(`${what}: ${await proof()} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
  } catch (error) {
    console.error(`${what}: FAILED: ${error.stack}`)
    process.exitCode = 1
  }
}

/** A place of its own with the examples, a model, and shoal; not below the directory for temporary files, where some agents may write anyway. */
async function within(test) {
  const base = realpathSync(mkdtempSync(join(root, 'node_modules', '.proof-')))
  const examples = join(base, 'examples')
  // A repository of its own: agents pass over what the one around it ignores.
  git(base, 'init', '--quiet')
  for (const part of ['agents', 'data', 'patterns'])
    cpSync(join(root, 'examples', part), join(examples, part), { recursive: true })
  for (const name of readdirSync(join(root, 'examples')))
    if (name.endsWith('.mjs')) cpSync(join(root, 'examples', name), join(examples, name))
  const model = await startModelServer(prompt => turnsFor(prompt, examples))
  const env = { ...homeOf(base, model.url), PATH, SHOAL_HOME: join(base, 'state') }
  const shoal = (cwd, ...args) => run(process.execPath, [bin, ...args], { cwd, env, seconds: 240 })
  try {
    return await test({ base, examples, model, env, shoal })
  } finally {
    model.close()
    rmSync(base, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function prove(file, agent) {
  return await within(async ({ base, examples, model, shoal }) => {
    const pattern = basename(file, '.yaml')
    const example = readFileSync(join(examples, 'agents', file), 'utf8')
    const text = agent === null ? example : example.replaceAll(/\bagent: \w+/g, `agent: ${agent}`)
    const cwd = pattern === 'refactoring' ? repository(base) : join(examples, 'agents')
    writeFileSync(join(cwd, file), text)
    const done = await shoal(cwd, 'run', file, '--json')
    if (model.state.error) throw model.state.error
    assert.equal(
      done.status,
      0,
      `${done.stderr.slice(-2000)}${done.stdout.slice(-1000)}${JSON.stringify(model.state.results).slice(-1500)}`,
    )
    const result = async task => JSON.parse((await shoal(cwd, 'team', 'task', pattern, task, '--json')).stdout).result
    const directory = join(base, 'state/runs', pattern)
    await CHECKS[pattern]({ model: model.state, result, report: done.stdout, directory, cwd, examples })
    const tasks = new Set(model.state.asked.flatMap(({ task }) => task ?? []))
    return `${tasks.size} tasks of agents, ${model.state.asked.length} requests, ${model.state.results.length} uses of tools`
  })
}

function repository(base) {
  const top = join(base, 'project')
  cpSync(join(root, 'examples/patterns/refactoring/project'), top, { recursive: true })
  git(top, 'init', '--quiet')
  git(top, 'add', '.')
  git(top, 'commit', '--quiet', '-m', 'First')
  return top
}

function git(cwd, ...args) {
  execFileSync('git', ['-c', 'user.name=ann', '-c', 'user.email=ann@example.org', ...args], { cwd })
}

/** Killed while the second task waits for its model: nobody is left, and the first is not paid again. */
async function kill(name) {
  return await within(async ({ base, model, env, shoal }) => {
    const stage = task => `- {name: ${task}, agent: ${name}, subject: Say something}`
    writeFileSync(
      join(base, 'steps.yaml'),
      `pattern: pipeline\nlease: 2s\nstages:\n${['a', 'b', 'c'].map(stage).join('\n')}\n`,
    )
    model.state.holds = 'b'
    const lead = spawn(process.execPath, [bin, 'run', 'steps.yaml', '--json'], { cwd: base, env, stdio: 'ignore' })
    const ended = once(lead, 'exit')
    await until(() => model.state.held > 0, 'the second task asks its model')
    const atWork = marked(env.SHOAL_HOME).filter(pid => pid !== lead.pid).length
    lead.kill('SIGKILL')
    await ended
    await until(() => marked(env.SHOAL_HOME).length === 0, 'every process of it is gone')
    model.state.holds = null
    const before = model.state.asked.length
    const done = await shoal(base, 'resume', 'steps', '--json')
    assert.equal(done.status, 0, done.stderr.slice(-2000))
    const again = model.state.asked.slice(before).flatMap(({ task }) => task ?? [])
    assert.deepEqual([...new Set(again)], ['b', 'c'], 'what was done is not asked again')
    return `${atWork} processes at work, none left, 1 task done before and asked once`
  })
}

async function until(holds, what) {
  for (const end = Date.now() + 60_000; !holds(); await pause(50))
    if (Date.now() > end) throw new Error(`it did not come to pass: ${what}`)
}

/** Processes that live in this state. */
function marked(home) {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        return readFileSync(join('/proc', pid, 'environ'), 'utf8')
          .split('\0')
          .includes(`SHOAL_HOME=${home}`)
      } catch {
        return false
      }
    })
    .map(Number)
}

function versionOf(command) {
  const { stdout } = spawnSync(command, ['--version'], {
    env: { ...process.env, PATH },
    encoding: 'utf8',
    timeout: 60_000,
  })
  return /\d+\.\d+\.\d+\S*/.exec(stdout ?? '')?.[0] ?? '?'
}
