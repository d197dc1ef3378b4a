// Claim + complete per second: many processes on one ledger, against the least that SQLite can do.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { count, figure, NONE, printTable } from '../partition-table.mjs'
import { race } from './processes.mjs'
import { stores } from './stores.mjs'

const PROCESSES = [1, 2, 4, 8]
/** A JSON file is read and written whole at every move: it gets fewer tasks, and only so much time. */
const JSON_TASKS = 1000
const JSON_LIMIT_MS = 4000

/** @param {{ directory: string, scale: number, rounds: number }} run */
export async function measureClaims({ directory, scale, rounds }) {
  const tasks = Math.round(40_000 * scale)
  const at = { directory, tasks, rounds }
  const limit = await bestOf({ ...at, store: 'limit', processes: 1 })
  const rows = []
  for (const processes of PROCESSES) {
    // In turn, so that what else the machine does falls on all of them.
    const names = ['prototype', 'shoal', 'apart', 'prototype-joined']
    const found = new Map(names.map(name => [name, []]))
    for (let round = 0; round < rounds; round++)
      for (const store of names) found.get(store).push(await once({ ...at, store, processes }))
    const best = new Map(names.map(name => [name, found.get(name).reduce((a, b) => (b.rate > a.rate ? b : a))]))
    const prototype = best.get('prototype').rate
    rows.push([`${processes} ${processes === 1 ? 'process' : 'processes'}`])
    for (const name of names) rows.push(row(best.get(name), found.get(name), prototype, limit.rate))
  }
  const json = await once({
    ...at,
    tasks: Math.min(JSON_TASKS, tasks),
    store: 'json',
    processes: 8,
    limitMs: JSON_LIMIT_MS,
  })
  rows.push(['references'], row(json, [json], null, limit.rate), row(limit, [limit], null, limit.rate))
  printTable(
    `claims: ${count(tasks)} tasks, best of ${rounds}, in turn; "wait" is the longest that one process had for one task`,
    ['', 'tasks/s', '× prototype', '× bare row', 'all rounds', 'CPU', 'wait', 'least : most', 'log', 'twice', 'lost'],
    rows,
  )
}

function row({ store, rate, cpu, longest, shares, log, twice, lost }, all, prototype, limit) {
  return [
    `  ${stores[store].title}`,
    figure(rate),
    prototype === null ? NONE : (rate / prototype).toFixed(2),
    (rate / limit).toFixed(2),
    all.map(one => figure(one.rate)).join(' '),
    `${figure(cpu)} µs`,
    `${figure(longest)} ms`,
    shares,
    `${figure(log / 1e6)} MB`,
    twice,
    lost,
  ]
}

async function bestOf(how) {
  let best = null
  for (let round = 0; round < how.rounds; round++) {
    const one = await once(how)
    if (best === null || one.rate > best.rate) best = one
  }
  return best
}

let made = 0

async function once({ directory, store, tasks, processes, limitMs = 600_000 }) {
  const place = join(directory, `claims-${made++}`)
  mkdirSync(place)
  await stores[store].fill(place, tasks)
  const jobs = Array.from({ length: processes }, (_, at) => ({ store, name: `m${at}`, directory: place, limitMs }))
  const results = await race('claims-child.mjs', jobs)
  const done = results.flatMap(result => result.done)
  const log = logOf(place)
  const told = await stores[store].recall(place)
  rmSync(place, { recursive: true })
  const took = Math.max(...results.map(({ ended }) => ended)) - Math.min(...results.map(({ begun }) => begun))
  const shares = results.map(result => result.done.length)
  const wasCut = done.length < tasks && took > limitMs
  return {
    store,
    rate: (1000 * done.length) / took,
    cpu: results.reduce((sum, result) => sum + result.cpu, 0) / done.length,
    longest: Math.max(...results.map(result => result.longest)),
    shares: `${count(Math.min(...shares))} : ${count(Math.max(...shares))}`,
    log,
    twice:
      twice(done.map(([task]) => task)) +
      twice(done.map(([, fence]) => fence)) +
      twice(told.claimed) +
      twice(told.completed),
    lost: wasCut ? NONE : tasks - new Set(done.map(([task]) => task)).size,
  }
}

/** How long SQLite's log has become: it grows for as long as the processes leave no moment to begin it anew. */
function logOf(place) {
  const logs = readdirSync(place).filter(name => name.endsWith('-wal'))
  return logs.reduce((sum, name) => sum + statSync(join(place, name)).size, 0)
}

function twice(tasks) {
  return tasks.length - new Set(tasks).size
}
