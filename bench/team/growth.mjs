// What each look and move of the ledger on PostgreSQL costs as the tasks of a run grow to a million, with 200 workers of ten members in it. Pages
// that the server touches say it whatever else the machine does; the time is that of the server.
import pg from 'pg'
import { openPostgresLedger } from '../../build/team/postgres/ledger.js'
import { findPostgres, startPostgres } from '../../scripts/postgres-server.mjs'
import { count, figure, printTable } from '../partition-table.mjs'

const SIZES = [10_000, 100_000, 1_000_000]
const WORKERS = 200
const TIMES = 5
const NOTHING = { status: 'completed', result: null, summary: 'done' }

/** @param {{ scale: number }} run */
export async function measureGrowth({ scale }) {
  if (findPostgres() === null) {
    console.log('skipped: no PostgreSQL here; .ci/postgres installs it')
    return
  }
  const watched = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'top' }
  const server = await startPostgres({ settings: { ...watched, shared_buffers: '512MB', max_connections: 50 } })
  const direct = new pg.Client({ host: server.directory, user: 'shoal', database: 'postgres' })
  await direct.connect()
  await direct.query('CREATE EXTENSION pg_stat_statements')
  const sizes = SIZES.map(size => Math.round(size * scale))
  try {
    const found = []
    for (const [k, tasks] of sizes.entries()) {
      const schema = `g${k}`
      const ledger = await openPostgresLedger(`${server.url}&schema=${schema}`, { env: {}, connections: 4 })
      await ledger.createTeam({ name: 'big', definition: {}, purpose: 'x' })
      await fill(direct, schema, tasks)
      found.push(await costs(ledger, direct))
      await ledger.close()
    }
    printTable(
      `pages touched and milliseconds of the server, one call, with ${sizes.map(count).join(', ')} tasks and ${count(10 * WORKERS)} members`,
      ['', ...sizes.map(size => `pages, ${count(size)}`), ...sizes.map(size => `ms, ${count(size)}`)],
      found[0].map(([name], row) => [
        name,
        ...found.map(one => count(Math.round(one[row][1].pages))),
        ...found.map(one => figure(one[row][1].ms)),
      ]),
    )
  } finally {
    await direct.end()
    await server.stop()
  }
}

/** Most are done, as late in a run; each with its events and a report to the lead. */
async function fill(direct, schema, tasks) {
  const done = Math.round(tasks * 0.8)
  await direct.query(`SET search_path TO ${schema}, public;
    INSERT INTO members (team, name, role, kind, presence, session, lease_until, process, joined_at)
      SELECT team, 'w' || w || '-' || m, 'reader', 'function', 1, 1, now_ms() + 3600000,
        json_build_object('host', 'host' || w, 'pid', w, 'started', '1')::text, now_ms()
      FROM teams, generate_series(1, ${WORKERS}) AS w, generate_series(1, 10) AS m;
    INSERT INTO tasks (task, team, id, state, role, priority, blockers, dependents, open_blockers, retries, approval, created_at, owner, fence,
        attempts, claimed_at, ended_at, result, result_bytes)
      SELECT n, team, 'task-' || n, CASE WHEN n <= ${done} THEN 3 ELSE 1 END, 'reader', 0, 0, 0, 0, 2, 0, now_ms(),
        CASE WHEN n <= ${done} THEN 2 + n % ${10 * WORKERS} END, n, 1, now_ms(), now_ms(), repeat('x', 200), 200
      FROM teams, generate_series(1, ${tasks}) AS n;
    INSERT INTO task_texts (task, subject) SELECT n, 'a chunk of a log' FROM generate_series(1, ${tasks}) AS n;
    INSERT INTO events (team, at, kind, task, member) SELECT team, now_ms(), k, n, 2 FROM teams, generate_series(1, ${done}) AS n, (VALUES (6), (7)) AS kinds (k);
    INSERT INTO messages (team, number, at, kind, sender, receiver, line, task)
      SELECT team, n, now_ms(), 0, 'w1-1', 'lead', 'done', 'task-' || n FROM teams, generate_series(1, ${done}) AS n;
    UPDATE teams SET next_message = ${done + 1};
    SELECT setval('task_rows', ${tasks});
    SELECT last_event();
    ANALYZE;`)
}

async function costs(ledger, direct) {
  const rows = []
  const cost = async (name, act, times = TIMES) => {
    await act()
    await direct.query('SELECT pg_stat_statements_reset()')
    for (let k = 0; k < times; k++) await act()
    const { rows: found } = await direct.query(
      `SELECT sum(shared_blks_hit + shared_blks_read) AS pages, sum(total_exec_time) AS ms FROM pg_stat_statements
       WHERE query NOT LIKE '%pg_stat_statements%'`,
    )
    rows.push([name, { pages: Number(found[0].pages) / times, ms: Number(found[0].ms) / times }])
  }
  const lead = await ledger.join('big', { name: 'lead', kind: 'lead' }, 3_600_000)
  const team = Array.from({ length: 10 }, (_, k) => ({ name: `own-${k}`, role: 'reader', process: OWN }))
  const sessions = await Promise.all(team.map(member => ledger.join('big', member, 3_600_000)))
  let held = await ledger.claim(sessions[0])
  await cost(
    'finish a task, claim the next',
    async () => {
      held = await ledger.finish(held, NOTHING, { claimNext: true })
    },
    50,
  )
  await cost('finish, then claim', async () => {
    await ledger.finish(held, NOTHING)
    held = await ledger.claim(sessions[0])
  })
  await cost('look for work where there is none', () => ledger.claim(lead))
  await cost('ten heartbeats', () => ledger.renew(sessions, 3_600_000))
  await cost('who may have died', () => ledger.glances.presence('big', 'this-host'))
  await cost('lapsed members', () => ledger.expireLapsed('big'))
  await cost('ten members join and leave', async () => {
    const guests = team.map(({ name, ...rest }) => ledger.join('big', { ...rest, name: `guest-${name}` }, 60_000))
    await Promise.all((await Promise.all(guests)).map(session => ledger.leave(session)))
  })
  await cost('runs to help with', () => ledger.glances.ledRuns())
  await cost('tasks to invite to', () => ledger.glances.ready('big', 256))
  await cost('the number of the last event', () => ledger.lastEvent())
  await cost('the same after an event', async () => {
    await ledger.send('big', { from: 'lead', to: 'own-1', text: 'x' })
    await ledger.lastEvent()
  })
  const last = await ledger.lastEvent()
  await cost('the last 100 events of a run', () => ledger.events({ team: 'big', after: last - 100, limit: 100 }))
  await cost('unread messages', () => ledger.unread('big', 'own-1', 10))
  await cost('what is left to do', () => ledger.outlook('big'))
  await cost('one task', () => ledger.task('big', 'task-77'))
  await cost('a page of 100 tasks', () => ledger.tasks('big', { after: 'task-5000', limit: 100 }))
  await cost('ten tasks are added', () =>
    ledger.createTasks(
      'big',
      Array.from({ length: 10 }, () => ({ subject: 'x', role: 'other' })),
    ),
  )
  await cost('counts by state (people, not workers)', () => ledger.counts('big'))
  await cost('list of runs (people)', () => ledger.teams())
  await cost('list of members (people)', () => ledger.members('big'))
  return rows
}

const OWN = { host: 'this-host', pid: process.pid, started: '1' }
