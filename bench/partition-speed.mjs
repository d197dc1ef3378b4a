// How fast, and in how much memory: `wc -l`, shoal in this process and from the command line, and the peers.
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { devNull } from 'node:os'
import { fileURLToPath } from 'node:url'
import { makeInput } from './partition-inputs.mjs'
import { runChild } from './partition-jobs.mjs'
import { cutFile, usual } from './partition-ours.mjs'
import { best, count, figure, NONE, printTable, seconds } from './partition-table.mjs'

const ROUNDS = 5
const COLD_ROUNDS = 3
const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url))
/** A peer that would need longer than `limit` for the whole input is measured on the largest of these that it can take. */
const SMALLER = [2, 20]

/** One table per kind of input that is one large file. */
export async function measureSpeed({ directory, kinds, megabytes, peers, keep }) {
  for (const kind of kinds) {
    const path = makeInput(directory, kind, megabytes)
    const smaller = SMALLER.filter(size => size < megabytes).map(size => makeInput(directory, kind, size))
    const rows = [...(await raceOurs(directory, kind, path)), ...racePeers(directory, kind, [...smaller, path], peers)]
    print(kind, path, rows)
    if (!keep) for (const file of [...smaller, path]) rmSync(file)
  }
}

/** `wc -l`, shoal and its command line in turn, so that what else the machine does falls on all of them. */
async function raceOurs(directory, kind, path) {
  const bytes = statSync(path).size
  const cold = []
  for (let round = 0; round < COLD_ROUNDS; round++) {
    cold.push(
      ...runChild(directory, { splitter: 'shoal', kind, steps: [[{ path }]] }).steps.flatMap(step => step.times),
    )
  }
  const times = { wc: [], warm: [], cli: [] }
  let chunks = (await cutFile(path, kind, usual(kind))).chunks.length
  let trouble = null
  for (let round = 0; round < ROUNDS; round++) {
    times.wc.push(...timed('wc', ['-l', path]).times)
    const start = performance.now()
    chunks = (await cutFile(path, kind, usual(kind))).chunks.length
    times.warm.push((performance.now() - start) / 1000)
    const run = timed(process.execPath, [BIN, 'chunk', path, '--json'])
    times.cli.push(...run.times)
    trouble = run.trouble
  }
  return [
    { name: 'wc -l', bytes, time: best(times.wc) },
    { name: 'shoal, warm', bytes, time: best(times.warm), chunks },
    { name: 'shoal, first call', bytes, time: best(cold), chunks },
    { name: 'shoal chunk --json, from the shell', bytes, time: best(times.cli), note: trouble },
  ]
}

function timed(command, args) {
  const sink = openSync(devNull, 'w')
  const start = performance.now()
  const { status, error, stderr } = spawnSync(command, args, { stdio: ['ignore', sink, 'pipe'], encoding: 'utf8' })
  const time = (performance.now() - start) / 1000
  closeSync(sink)
  if (status === 0) return { times: [time], trouble: null }
  return { times: [], trouble: error?.code ?? stderr.split('\n').find(line => /\S/.test(line)) ?? `exit ${status}` }
}

function racePeers(directory, kind, paths, peers) {
  const able = peers.filter(peer => peer.kinds.includes(kind))
  return able.map(({ name }) => {
    const { steps, error } = runChild(directory, {
      splitter: name,
      kind,
      steps: paths.map(path => [{ path }]),
      rounds: 3,
    })
    const last = steps.at(-1)
    if (!last || last.failed) return { name, note: last?.error ?? error }
    return { name, bytes: last.bytes, time: best(last.times), chunks: last.chunks, note: error, peak: last.peak }
  })
}

function print(kind, path, rows) {
  const bytes = statSync(path).size
  const limit = rows[0].time && bytes / rows[0].time
  const cells = rows.map(({ name, bytes, time = null, chunks = null }) => {
    const rate = time && bytes / time
    return [
      name,
      bytes ? figure(bytes / 1e6) : NONE,
      time === null ? NONE : seconds(time),
      figure(rate && rate / 1e6),
      rate && limit ? `${figure(limit / rate)}×` : NONE,
      count(chunks),
    ]
  })
  printTable(
    `Speed: ${kind}, ${figure(bytes / 1e6)} MB`,
    ['', 'MB cut', 'time', 'MB/s', "× wc -l's time", 'chunks'],
    cells,
  )
  for (const { name, note } of rows) if (note) console.log(`  ${name}: ${note}`)
}

const MEMORY_KINDS = ['log', 'csv', 'jsonl', 'json']

/** Peak memory above that of a process which imports nothing, for files of several sizes side by side. */
export function measureMemory({ directory, kinds, sizes, keep, peers, peerMegabytes }) {
  const base = runChild(directory, { splitter: 'base' }).steps[0].peak
  const above = steps => (steps.length === 0 ? NONE : figure((steps.at(-1).peak - base) / 1e6))
  const rows = []
  for (const kind of MEMORY_KINDS.filter(kind => kinds.includes(kind))) {
    const row = [`shoal, ${kind}`]
    for (const size of sizes) {
      const path = makeInput(directory, kind, size)
      row.push(above(runChild(directory, { splitter: 'shoal', kind, steps: [[{ path }]] }).steps))
      if (!keep) rmSync(path)
    }
    rows.push(row)
  }
  const path = makeInput(directory, 'log', peerMegabytes)
  for (const { name } of peers.filter(peer => peer.kinds.includes('log'))) {
    const { steps, error } = runChild(directory, { splitter: name, kind: 'log', steps: [[{ path }]], limit: 60 })
    rows.push([`${name}, log of ${peerMegabytes} MB`, steps.length > 0 ? above(steps) : (error ?? NONE)])
  }
  rmSync(path)
  const head = ['', ...sizes.map(size => `${count(size)} MB`)]
  printTable(`Memory: peak MB above the ${figure(base / 1e6)} MB of a Node process that imports nothing`, head, rows)
}
