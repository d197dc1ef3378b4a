// The ledger on PostgreSQL: finish + claim per second by clients, and a task that waits for 100,000. A durable server of its own.
import pg from 'pg'
import { openPostgresLedger } from '../../build/team/postgres/ledger.js'
import { findPostgres, startPostgres } from '../../scripts/postgres-server.mjs'
import { count, figure, printTable } from '../partition-table.mjs'

const CLIENTS = [1, 8, 32]
const TEAM = 'bench'
const LEASE_MS = 600_000
const NOTHING = { status: 'completed', result: null }

/** @param {{ scale: number, rounds: number }} run */
export async function measurePostgres({ scale, rounds }) {
  if (findPostgres() === null) {
    console.log('skipped: no PostgreSQL here; .ci/postgres installs it')
    return
  }
  const server = await startPostgres({ isDurable: true, settings: { max_connections: 80 } })
  let schemas = 0
  const open = connections => openPostgresLedger(`${server.url}&schema=b${schemas}`, { env: {}, connections })
  try {
    const rows = []
    for (const isFannedIn of [false, true])
      for (const clients of CLIENTS)
        for (let round = 0; round < rounds; round++) {
          schemas++
          const tasks = Math.round(3000 * scale)
          const ledger = await open(clients)
          const row = await claims(ledger, { clients, tasks, isFannedIn })
          rows.push([`${isFannedIn ? 'all wait for by one' : 'apart'}, ${clients}`, ...row])
          await ledger.close()
        }
    printTable(
      `claims on PostgreSQL, durable, ${count(Math.round(3000 * scale))} tasks, each round`,
      ['clients', 'tasks/s', 'twice', 'lost', 'events missed by a follower'],
      rows,
    )
    schemas++
    const ledger = await open(10)
    await fanIn(ledger, Math.round(100_000 * scale), { directory: server.directory, schema: `b${schemas}` })
    await ledger.close()
  } finally {
    await server.stop()
  }
}

async function claims(ledger, { clients, tasks, isFannedIn }) {
  const parts = Array.from({ length: tasks }, (_, at) => ({ id: `t${at}`, subject: 'x' }))
  const whole = { id: 'whole', subject: 'x', role: 'nobody', blockedBy: parts.map(({ id }) => id) }
  await ledger.createTeam({ name: TEAM, tasks: isFannedIn ? [...parts, whole] : parts })
  const sessions = []
  for (let at = 0; at < clients; at++) sessions.push(await ledger.join(TEAM, { name: `w${at}` }, LEASE_MS))
  const done = []
  let isOver = false
  const seen = []
  const follow = async () => {
    for (let after = 0; ; ) {
      const isLast = isOver
      const news = await ledger.events({ after, limit: 1000 })
      for (const { number } of news) seen.push(number)
      after = seen.at(-1) ?? after
      if (isLast && news.length === 0) return
      if (news.length === 0) await ledger.changed(after, 1000)
    }
  }
  const work = async session => {
    for (let held = await ledger.claim(session); held; ) {
      done.push(held.task.id)
      held = await ledger.finish(held, NOTHING, { claimNext: true })
    }
  }
  const following = follow()
  const begun = performance.now()
  await Promise.all(sessions.map(work))
  const took = performance.now() - begun
  isOver = true
  await following
  const all = await ledger.events({ after: 0, limit: 10_000_000 })
  return [
    figure((1000 * done.length) / took),
    done.length - new Set(done).size,
    tasks - new Set(done).size,
    all.length - new Set(seen).size,
  ]
}

/** The rest is ended in one statement: what is measured is the telling of those that wait, not so many endings. */
async function fanIn(ledger, width, { directory, schema }) {
  const parts = Array.from({ length: width }, (_, at) => ({ id: `p${at}`, subject: 'x' }))
  const blockedBy = parts.map(({ id }) => id)
  const insert = await timed(() =>
    ledger.createTeam({ name: TEAM, tasks: [...parts, { id: 'whole', subject: 'x', role: 'merger', blockedBy }] }),
  )
  const session = await ledger.join(TEAM, { name: 'w' }, LEASE_MS)
  const merger = await ledger.join(TEAM, { name: 'merger' }, LEASE_MS)
  let held = await ledger.claim(session)
  const one = await timed(async () => {
    for (let at = 0; at < 100; at++) held = await ledger.finish(held, NOTHING, { claimNext: true })
  })
  const counts = await timed(() => ledger.counts(TEAM))
  const wanted = await timed(() => ledger.claim(merger, { task: 'whole' }))
  await ledger.finish(held, NOTHING)
  const client = new pg.Client({ host: directory, user: 'shoal', database: 'postgres' })
  await client.connect()
  await client.query(`WITH ended AS (UPDATE ${schema}.tasks SET state = 3 WHERE state = 1 RETURNING team, task)
    INSERT INTO ${schema}.endings (team, task) SELECT team, task FROM ended`)
  await client.end()
  const resolved = await timed(() => ledger.counts(TEAM))
  const claimed = await timed(async () => {
    const whole = await ledger.claim(merger, { task: 'whole' })
    if (whole?.task.blockedBy.length !== width) throw new Error('it was not told')
  })
  printTable(
    `a task that waits for ${count(width)}`,
    ['', 'took'],
    [
      ['insert all', `${figure(insert)} ms`],
      ['finish one of them and claim the next', `${figure(one / 100)} ms`],
      ['count', `${figure(counts)} ms`],
      ['ask for the one that waits', `${figure(wanted)} ms`],
      [`tell it of ${count(width - 101)} that are done`, `${figure(resolved)} ms`],
      ['claim it, with the names of all', `${figure(claimed)} ms`],
    ],
  )
}

async function timed(act) {
  const begun = performance.now()
  await act()
  return performance.now() - begun
}
