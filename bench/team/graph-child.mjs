// One process of the graph: creates it, does its tasks, or inserts the bare rows that it comes down to.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { openLedger } from '../../build/shoal/run/ledger.js'
import { shapes } from './graph-shapes.mjs'
import { clock, takeJob } from './processes.mjs'

const TEAM = 'graph'
const LEASE_MS = 600_000

const acts = {
  async create({ directory, shape, scale }) {
    const ledger = await openLedger(directory)
    const tasks = shapes[shape].tasks(scale)
    return async () => {
      const createMs = await create(ledger, tasks)
      await ledger.close()
      return { createMs, tasks: tasks.length }
    }
  },

  async run({ directory, name }) {
    const ledger = await openLedger(directory)
    const session = await ledger.join(TEAM, { name }, LEASE_MS)
    return async () => {
      const result = await work(ledger, session)
      await ledger.close()
      return result
    }
  },

  /** A row for every task and every dependency, in tables that can be searched by id and from both ends. */
  async bare({ directory, shape, scale }) {
    const file = join(directory, `bare-${shape}.db`)
    const database = new Database(file)
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = NORMAL')
    database.exec(`CREATE TABLE tasks (task INTEGER PRIMARY KEY, id TEXT UNIQUE, subject TEXT, open INTEGER);
      CREATE TABLE dependencies (blocker INTEGER, blocked INTEGER, PRIMARY KEY (blocker, blocked)) WITHOUT ROWID;
      CREATE INDEX blockers ON dependencies (blocked, blocker)`)
    const task = database.prepare('INSERT INTO tasks VALUES (?, ?, ?, ?)')
    const dependency = database.prepare('INSERT INTO dependencies VALUES (?, ?)')
    const tasks = shapes[shape].tasks(scale)
    return async () => {
      const begun = clock()
      database.exec('BEGIN IMMEDIATE')
      const rowOf = new Map(tasks.map(({ id }, at) => [id, at + 1]))
      for (const { id, subject, blockedBy = [] } of tasks) {
        task.run([rowOf.get(id), id, subject, blockedBy.length])
        for (const blocker of blockedBy) dependency.run([rowOf.get(blocker), rowOf.get(id)])
      }
      database.exec('COMMIT')
      const createMs = clock() - begun
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
      return { createMs, size: statSync(file).size }
    }
  },
}

async function create(ledger, tasks) {
  const begun = clock()
  await ledger.createTeam({ name: TEAM, tasks })
  return clock() - begun
}

/** Until every task is done, by whomever. */
async function work(ledger, session) {
  const begun = clock()
  let ended = begun
  let done = 0
  for (;;) {
    const seen = await ledger.lastEvent()
    let claim = await ledger.claim(session)
    if (claim === null) {
      if ((await ledger.outlook(TEAM)) === 'done') return { begun, ended, done }
      await ledger.changed(seen, 1000)
    }
    while (claim) {
      claim = await ledger.finish(claim, { status: 'completed', result: null }, { claimNext: true })
      done++
      ended = clock()
    }
  }
}

takeJob(job => acts[job.act](job))
