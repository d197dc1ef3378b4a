// A second question to files that nobody has touched: `shoal analyze` with one question, then with others, and `shoal runs ask`; and a directory of
// many small files of which one has changed. Seconds of wall and processor time of all processes together, beside the first question in the same run.
// node bench/follow-up.mjs [csv|log|jsonl|mixed|many] [megabytes, or files]
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeInput } from './partition-inputs.mjs'

const BIN = fileURLToPath(new URL('../bin/shoal.mjs', import.meta.url))
const TICKS = 100
const QUESTIONS = {
  csv: [
    'what is the average unit_price by country?',
    'which city has the highest total quantity?',
    'how many rows have status paid?',
  ],
  log: ['how many errors are there per hour?', 'which component has the most warnings?', 'how many entries per level?'],
  jsonl: ['how many records are there?', 'what is the highest id?', 'what looks wrong?'],
  mixed: ['what is the average unit_price by country?', 'how many errors are there per hour?', 'what looks wrong?'],
  many: ['what is the average amount by city?', 'what is the highest amount by city?', 'what looks wrong?'],
}

const [kind = 'csv', size = kind === 'many' ? '10000' : '1000'] = process.argv.slice(2)
const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-'))
try {
  const env = { ...process.env, SHOAL_HOME: join(directory, 'home') }
  const path =
    kind === 'many'
      ? manyFiles(Number(size))
      : kind === 'mixed'
        ? mixed(Number(size))
        : makeInput(directory, kind, Number(size))
  const [first, ...others] = QUESTIONS[kind]
  const base = await measured(['analyze', path, first], env)
  tell(first, base, base)
  for (const question of others) tell(question, await measured(['analyze', path, question], env), base)
  tell(`${first} (again)`, await measured(['analyze', path, first], env), base)
  if (kind === 'many') {
    writeFileSync(join(path, 'd7/f7.csv'), 'id,city,amount\n1,Oslo,5\n2,Rome,7\n')
    tell('one file changed', await measured(['analyze', path, first], env), base)
  }
  const { stdout } = spawnSync(process.execPath, [BIN, 'runs', '--json'], { env, encoding: 'utf8' })
  const run = /"(?:run|name)": *"([^"]+)"/.exec(stdout)[1]
  tell(`runs ask: ${others[0]}`, await measured(['runs', 'ask', run, others[0]], env), base)
} finally {
  rmSync(directory, { recursive: true, force: true })
}

function tell(what, { wall, cpu }, base) {
  const share = `${((100 * cpu) / base.cpu).toFixed(1)} % of the first`
  console.log(`${what.padEnd(50)} ${wall.toFixed(2)} s, processor ${cpu.toFixed(2)} s (${share})`)
}

/** Processes that are ended by a signal tell nobody what they took, so all are looked at while they live. */
async function measured(args, env) {
  const started = performance.now()
  const child = spawn(process.execPath, [BIN, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', text => (said += text))
  const taken = new Map()
  const look = () => {
    for (const pid of below(child.pid)) taken.set(pid, Math.max(taken.get(pid) ?? 0, cpuOf(pid)))
  }
  const watch = setInterval(look, 20)
  const status = await new Promise(resolve => child.on('close', resolve))
  clearInterval(watch)
  if (status > 1) throw new Error(said)
  return { wall: (performance.now() - started) / 1000, cpu: [...taken.values()].reduce((sum, one) => sum + one, 0) }
}

function below(root) {
  const parents = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = statOf(name)
    if (fields) parents.set(Number(name), Number(fields[1]))
  }
  const own = [root]
  for (let k = 0; k < own.length; k++) for (const [pid, parent] of parents) if (parent === own[k]) own.push(pid)
  return own
}

function cpuOf(pid) {
  const fields = statOf(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) / TICKS : 0
}

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

function mixed(megabytes) {
  const path = join(directory, 'mixed')
  mkdirSync(path)
  for (const one of ['csv', 'log', 'jsonl']) {
    const made = makeInput(directory, one, megabytes / 3)
    renameSync(made, join(path, `data.${one}`))
  }
  writeFileSync(join(path, 'notes.md'), '# Notes\n\nOrders of Oslo are late.\n')
  writeFileSync(join(path, 'app.ts'), 'export const pay = (amount: number) => amount * 2\n')
  return path
}

function manyFiles(count) {
  const path = join(directory, 'many')
  for (let k = 0; k < 100; k++) mkdirSync(join(path, `d${k}`), { recursive: true })
  for (let k = 0; k < count; k++) {
    const [name, text] = [
      [`f${k}.csv`, `id,city,amount\n1,Oslo,${k}\n2,Bern,${k + 1}\n`],
      [`f${k}.ts`, `export function f${k}(a: number) {\n  return a + ${k}\n}\n`],
      [`f${k}.log`, `2026-03-01 10:00:00 INFO started ${k}\n2026-03-01 10:00:01 ERROR failed ${k}\n`],
      [`f${k}.yaml`, `port: ${k}\nname: s${k}\n`],
    ][k % 32 === 7 ? 0 : 1 + (k % 3)]
    writeFileSync(join(path, `d${k % 100}`, name), text)
  }
  return path
}
