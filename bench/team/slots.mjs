// Tasks of one second on the slots of several processes over one PostgreSQL, against the ideal; and a rate that ten processes keep together.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openPostgresLedger } from '../../build/team/postgres/ledger.js'
import { findPostgres, startPostgres } from '../../scripts/postgres-server.mjs'
import { count, figure, printTable } from '../partition-table.mjs'

const TEAM = 'bench'
const PROCESSES = 5
const SLOTS = 10
const TASK_MS = 1000
const child = fileURLToPath(new URL('./slots-child.mjs', import.meta.url))

/** @param {{ scale: number, rounds: number }} run */
export async function measureSlots({ scale, rounds }) {
  if (findPostgres() === null) {
    console.log('skipped: no PostgreSQL here; .ci/postgres installs it')
    return
  }
  const server = await startPostgres({ isDurable: true, settings: { max_connections: 150 } })
  try {
    const tasks = Math.round(1000 * scale)
    const rows = []
    for (let round = 0; round < rounds; round++) {
      rows.push(['plain loop, two statements a task', ...(await plain(server.directory, `plain${round}`, tasks))])
      rows.push(['ledger', ...(await slots(`${server.url}&schema=s${round}`, tasks))])
    }
    printTable(
      `${count(tasks)} tasks of 1 s on ${PROCESSES * SLOTS} slots of ${PROCESSES} processes, durable, each round`,
      [
        '',
        'took s',
        'ideal s',
        'of ideal',
        'completed twice',
        'first task after s',
        'between tasks ms',
        'after the last s',
        'CPU of clients a task, ms',
      ],
      rows,
    )
    printTable(
      '600 calls a minute asked for by ten processes for half a minute',
      ['calls', 'most in any 10 s', 'allowed in 10 s'],
      [await pace(`${server.url}&schema=pace`)],
    )
  } finally {
    await server.stop()
  }
}

async function slots(url, tasks) {
  const ledger = await openPostgresLedger(url, { env: {} })
  const all = Array.from({ length: tasks }, (_, k) => ({ id: `t${k}`, subject: 'x', role: 'sleeper' }))
  await ledger.createTeam({ name: TEAM, definition: {}, tasks: all })
  const told = await raced(['slots', url, TEAM, SLOTS, TASK_MS])
  const times = new Map()
  for (const { kind, task } of await ledger.events({ after: 0, limit: 100 * tasks }))
    if (kind === 'task-completed') times.set(task, (times.get(task) ?? 0) + 1)
  await ledger.close()
  return figures(told, tasks, [...times.values()].filter(n => n > 1).length + tasks - times.size)
}

async function plain(host, table, tasks) {
  const client = new pg.Client({ host, user: 'shoal', database: 'postgres' })
  await client.connect()
  await client.query(`CREATE TABLE ${table} AS SELECT id, 1 AS state FROM generate_series(1, ${tasks}) AS id;
    ALTER TABLE ${table} ADD PRIMARY KEY (id); CREATE INDEX ON ${table} (id) WHERE state = 1`)
  await client.end()
  return figures(await raced(['plain', host, table, SLOTS, TASK_MS]), tasks, 0)
}

async function raced(args) {
  const children = started(PROCESSES, args)
  await Promise.all(children.map(said('ready')))
  const since = performance.now()
  for (const one of children) one.send('go')
  const told = await Promise.all(children.map(said('done')))
  return { told, tookMs: performance.now() - since }
}

function figures({ told, tookMs }, tasks, twice) {
  const idealMs = (tasks / (PROCESSES * SLOTS)) * TASK_MS
  const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length
  const [first, gap, tail] = ['firsts', 'gaps', 'tail'].map(name => mean(told.flatMap(one => one[name])))
  const cpuMs = told.reduce((sum, one) => sum + one.cpuMs, 0)
  return [
    figure(tookMs / 1000),
    figure(idealMs / 1000),
    `${figure((100 * idealMs) / tookMs)} %`,
    count(twice),
    figure(first / 1000),
    figure(gap),
    figure(tail / 1000),
    figure(cpuMs / tasks),
  ]
}

async function pace(url) {
  const ledger = await openPostgresLedger(url, { env: {} })
  const children = started(10, ['pace', url, TEAM, 600, 30_000])
  await Promise.all(children.map(said('ready')))
  for (const one of children) one.send('go')
  const sent = (await Promise.all(children.map(said('done')))).flatMap(({ at }) => at).sort((a, b) => a - b)
  const most = Math.max(...sent.map((at, k) => sent.findLastIndex(later => later < at + 10_000) - k + 1))
  await ledger.close()
  return [count(sent.length), count(most), '100']
}

function started(processes, args) {
  return Array.from({ length: processes }, () => fork(child, args.map(String)))
}

function said(word) {
  return one =>
    new Promise((resolve, reject) => {
      one.on('message', message => message.is === word && resolve(message))
      one.once('exit', status => reject(new Error(`a process ended with ${status}`)))
    })
}
