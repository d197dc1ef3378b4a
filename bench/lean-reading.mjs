// What `shoal analyze --model` sends, part by part, beside the characters of the files: on the two worked directories, on the data of the
// examples, on an incident of our own and, by name, on the five tasks of asking/tasks.mjs. The model is a stub that reads like one of average care (bench/lean/scripted.mjs).
// node bench/lean-reading.mjs [project|pipeline|examples|incident|task:incident|task:join|task:code|task:tickets|task:rules]… [-- OPTIONS OF ANALYZE]
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'
import { incidentFiles, PLANTED, QUESTION } from './lean/incident.mjs'
import { scripted } from './lean/scripted.mjs'

const BIN = fileURLToPath(new URL('../bin/shoal.mjs', import.meta.url))
const jiti = createJiti(import.meta.url)
const { startStub } = await jiti.import('../packages/shoal/tests/models/stub/server.ts')
const { project } = await jiti.import('../tests/worked/project.ts')
const { pipeline } = await jiti.import('../tests/worked/pipeline.ts')

const CASES = {
  project: { query: project.query, write: path => writeAll(path, worked(project)) },
  pipeline: { query: pipeline.query, write: path => writeAll(path, worked(pipeline)) },
  examples: {
    query: 'Why do requests fail, and what should be changed?',
    write: path => cpSync(fileURLToPath(new URL('../examples/data', import.meta.url)), path, { recursive: true }),
  },
  incident: { query: QUESTION, write: path => writeAll(path, incidentFiles()), planted: PLANTED },
}
const PARTS = [
  'instructions',
  'content',
  'facts and borrowed lines',
  'corrections',
  'follow-up',
  'loop',
  'synthesis',
  'sceptic',
  'labels',
]

const args = process.argv.slice(2)
const at = args.indexOf('--')
const more = at < 0 ? [] : args.slice(at + 1)
const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-'))
try {
  const asked = at < 0 ? args : args.slice(0, at)
  const tasks = asked.filter(name => name.startsWith('task:')).map(name => [name, taskCase(name.slice(5))])
  const all = { ...CASES, ...Object.fromEntries(tasks) }
  const named = asked.filter(name => name in all)
  const rows = []
  for (const name of named.length > 0 ? named : Object.keys(CASES)) rows.push(await measure(name, all[name]))
  const heads = ['', ...rows.map(({ name }) => name)]
  console.log(`| ${heads.join(' | ')} |\n|---|${'---:|'.repeat(rows.length)}`)
  const row = (label, of) => console.log(`| ${[label, ...rows.map(of)].join(' | ')} |`)
  row('characters in files', ({ content }) => count(content))
  for (const part of PARTS)
    row(part, ({ parts, calls }) => `${count(parts.get(part) ?? 0)}${calls.get(part) ? ` (${calls.get(part)})` : ''}`)
  row('calls', ({ calls }) => sum(calls))
  row('characters sent', ({ parts }) => count(sum(parts)))
  row('sent / in files', ({ parts, content }) => (sum(parts) / content).toFixed(2))
  row('sent / in files that are no tables', ({ parts, plain }) => (sum(parts) / plain).toFixed(2))
  row('findings of the model', ({ found }) => found)
  row('rejected', ({ rejected }) => rejected)
  row('planted lines quoted', ({ planted }) => planted)
  row('exit', ({ status }) => status)
} finally {
  rmSync(directory, { recursive: true, force: true })
}

function taskCase(name) {
  const folder = join(directory, 'tasks')
  execFileSync(process.execPath, [fileURLToPath(new URL('asking/tasks.mjs', import.meta.url)), folder])
  const query = readFileSync(join(folder, name, 'question.txt'), 'utf8').trim()
  return { query, write: path => cpSync(join(folder, name, 'data'), path, { recursive: true }) }
}

async function measure(name, { query, write, planted = [] }) {
  const data = join(directory, name)
  write(data)
  const model = scripted()
  const stub = await startStub(request => model.onRequest(request), { isKept: false })
  const home = join(directory, `${name}-home`)
  const output = join(directory, `${name}.json`)
  try {
    const asked = [
      'analyze',
      data,
      query,
      '--model',
      'anthropic:claude-haiku-4-5',
      '--no-cache',
      '--no-config',
      ...more,
    ]
    const env = { ...process.env, SHOAL_HOME: home, ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: `${stub.url}/v1` }
    const status = await run([...asked, '--json', '--quiet', '-o', output], env)
    const { findings, verification, reading } = JSON.parse(readFileSync(output, 'utf8'))
    const own = findings.filter(({ by }) => by !== undefined && by !== null)
    const quoted = JSON.stringify([own, reading])
    const sizes = readdirSync(data, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ parentPath, name: file }) => ({ file, size: readFileSync(join(parentPath, file), 'utf8').length }))
    return {
      name,
      parts: model.parts,
      calls: model.calls,
      content: sizes.reduce((all, { size }) => all + size, 0),
      plain: sizes.filter(({ file }) => !file.endsWith('.csv')).reduce((all, { size }) => all + size, 0),
      found: own.length,
      rejected: verification.rejected,
      planted:
        planted.length === 0
          ? ''
          : `${planted.filter(([, text]) => quoted.includes(text)).length} of ${planted.length}`,
      status,
    }
  } finally {
    await stub.close()
  }
}

function run(asked, env) {
  const child = spawn(process.execPath, [BIN, ...asked], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise(resolve => child.on('close', resolve))
}

function worked({ files }) {
  return Object.fromEntries(Object.entries(files).map(([name, lines]) => [name, `${lines.join('\n')}\n`]))
}

function writeAll(path, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
}

function sum(map) {
  return [...map.values()].reduce((all, one) => all + one, 0)
}

function count(number) {
  return number.toLocaleString('en-US')
}
