// The stores that are raced: shoal's ledger in two ways, the least that SQLite can do, and a JSON file with a lock file.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'libsql'
import { openLedger } from '../../build/shoal/run/ledger.js'

const TEAM = 'bench'
const LEASE_MS = 600_000
const NOTHING = { status: 'completed', result: null }

/**
 * @typedef {object} Store
 * @property {string} title
 * @property {(directory: string, tasks: number) => Promise<void>} fill makes the store with so many ready tasks
 * @property {(directory: string, name: string) => Promise<{ step(): Promise<[task: number, fence: number] | null>, close(): Promise<void> }>} enter
 *   a step completes one task; the claims between are the store's affair
 * @property {(directory: string) => Promise<Record<'claimed' | 'completed', number[]>>} recall the tasks by what their
 *   events say of them
 */

/** @type {Record<string, Store>} */
export const stores = {
  shoal: {
    title: 'shoal: complete and claim the next in one step',
    fill: fillLedger,
    recall: recallLedger,
    async enter(directory, name) {
      const { ledger, session } = await joinLedger(directory, name)
      let claim = null
      const step = async () => {
        const now = claim ?? (await ledger.claim(session))
        if (now === null) return null
        claim = await ledger.finish(now, NOTHING, { claimNext: true })
        return [Number(now.task.id), now.fence]
      }
      return { step, close: () => ledger.close() }
    },
  },
  apart: {
    title: 'shoal: claim, complete, in two steps',
    fill: fillLedger,
    recall: recallLedger,
    async enter(directory, name) {
      const { ledger, session } = await joinLedger(directory, name)
      const step = async () => {
        const claim = await ledger.claim(session)
        if (claim === null) return null
        await ledger.finish(claim, NOTHING)
        return [Number(claim.task.id), claim.fence]
      }
      return { step, close: () => ledger.close() }
    },
  },
  prototype: {
    title: 'prototype: claim, complete, in two steps',
    fill: fillPrototype,
    recall: recallPrototype,
    async enter(directory, name) {
      const { database, claim, complete } = openPrototype(directory)
      const step = async () => {
        database.exec('BEGIN IMMEDIATE')
        const task = claim(name)
        database.exec('COMMIT')
        if (task === null) return null
        database.exec('BEGIN IMMEDIATE')
        complete(task, name)
        database.exec('COMMIT')
        return [task, task]
      }
      return { step, close: async () => database.close() }
    },
  },
  'prototype-joined': {
    title: 'prototype: complete and claim the next in one step',
    fill: fillPrototype,
    recall: recallPrototype,
    async enter(directory, name) {
      const { database, claim, complete } = openPrototype(directory)
      let task = null
      const step = async () => {
        database.exec('BEGIN IMMEDIATE')
        const now = task ?? claim(name)
        if (now !== null) complete(now, name)
        task = now === null ? null : claim(name)
        database.exec('COMMIT')
        return now === null ? null : [now, now]
      }
      return { step, close: async () => database.close() }
    },
  },
  json: {
    title: 'a JSON file with a lock file',
    async fill(directory, tasks) {
      writeJson(directory, {
        tasks: Array.from({ length: tasks }, () => ({ status: 'pending', owner: null })),
        next: 0,
      })
    },
    async recall(directory) {
      const done = readJson(directory).tasks.flatMap(({ status }, at) => (status === 'completed' ? [at + 1] : []))
      return { claimed: done, completed: done }
    },
    async enter(directory, name) {
      const step = async () => {
        const task = await locked(directory, () => {
          const all = readJson(directory)
          const at = all.next
          if (at === all.tasks.length) return null
          all.tasks[at] = { status: 'in_progress', owner: name }
          all.next++
          writeJson(directory, all)
          return at
        })
        if (task === null) return null
        await locked(directory, () => {
          const all = readJson(directory)
          all.tasks[task].status = 'completed'
          writeJson(directory, all)
        })
        return [task + 1, task + 1]
      }
      return { step, close: async () => {} }
    },
  },
  limit: {
    title: 'one bare row per transaction, nothing else',
    async fill(directory, tasks) {
      const database = openBare(directory)
      database.exec('CREATE TABLE rows (row INTEGER PRIMARY KEY, of INTEGER)')
      writeFileSync(join(directory, 'rows'), String(tasks))
      database.close()
    },
    recall: async () => ({ claimed: [], completed: [] }),
    async enter(directory) {
      const database = openBare(directory)
      const insert = database.prepare('INSERT INTO rows (of) VALUES (?)')
      let left = Number(readFileSync(join(directory, 'rows'), 'utf8'))
      const step = async () => {
        if (left-- === 0) return null
        database.exec('BEGIN IMMEDIATE')
        insert.run([left])
        database.exec('COMMIT')
        return [left + 1, left + 1]
      }
      return { step, close: async () => database.close() }
    },
  },
}

async function fillLedger(directory, tasks) {
  const ledger = await openLedger(directory)
  await ledger.createTeam({ name: TEAM, tasks: Array.from({ length: tasks }, (_, at) => ({ subject: `task ${at}` })) })
  await ledger.close()
}

async function joinLedger(directory, name) {
  const ledger = await openLedger(directory)
  return { ledger, session: await ledger.join(TEAM, { name }, LEASE_MS) }
}

async function recallLedger(directory) {
  const ledger = await openLedger(directory)
  const told = { claimed: [], completed: [] }
  for (let after = 0; ; ) {
    const page = await ledger.events({ after, limit: 10_000 })
    for (const { kind, task } of page) told[kind.replace('task-', '')]?.push(Number(task))
    if (page.length === 0) break
    after = page.at(-1).number
  }
  await ledger.close()
  return told
}

/** As deps.md says: WAL, NORMAL. SQLite itself waits for the lock. */
function openBare(directory) {
  const database = new Database(join(directory, 'bare.db'))
  for (const pragma of ['busy_timeout = 60000', 'journal_mode = WAL', 'synchronous = NORMAL'])
    database.exec(`PRAGMA ${pragma}`)
  return database
}

async function fillPrototype(directory, tasks) {
  const database = openBare(directory)
  database.exec(`
    CREATE TABLE tasks (id INTEGER PRIMARY KEY, status INTEGER NOT NULL, owner TEXT);
    CREATE INDEX ready ON tasks (id) WHERE status = 0;
    CREATE TABLE events (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind INTEGER NOT NULL, task INTEGER, owner TEXT);
    BEGIN`)
  const insert = database.prepare('INSERT INTO tasks (status) VALUES (0)')
  for (let at = 0; at < tasks; at++) insert.run([])
  database.exec('COMMIT')
  database.close()
}

function openPrototype(directory) {
  const database = openBare(directory)
  const pick = database.prepare('SELECT id FROM tasks WHERE status = 0 ORDER BY id LIMIT 1')
  const take = database.prepare('UPDATE tasks SET status = 1, owner = ? WHERE id = ?')
  const end = database.prepare('UPDATE tasks SET status = 2 WHERE id = ? AND status = 1 AND owner = ?')
  const tell = database.prepare('INSERT INTO events (at, kind, task, owner) VALUES (?, ?, ?, ?)')
  return {
    database,
    claim(name) {
      const task = pick.get([])?.id ?? null
      if (task === null) return null
      take.run([name, task])
      tell.run([Date.now(), 1, task, name])
      return task
    },
    complete(task, name) {
      end.run([task, name])
      tell.run([Date.now(), 2, task, name])
    },
  }
}

async function recallPrototype(directory) {
  const database = openBare(directory)
  const of = kind =>
    database
      .prepare('SELECT task FROM events WHERE kind = ?')
      .all([kind])
      .map(({ task }) => task)
  const told = { claimed: of(1), completed: of(2) }
  database.close()
  return told
}

const jsonFile = directory => join(directory, 'tasks.json')

function readJson(directory) {
  return JSON.parse(readFileSync(jsonFile(directory), 'utf8'))
}

function writeJson(directory, value) {
  const partial = `${jsonFile(directory)}.${process.pid}`
  writeFileSync(partial, JSON.stringify(value))
  renameSync(partial, jsonFile(directory))
}

async function locked(directory, act) {
  const lock = `${jsonFile(directory)}.lock`
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      await pause(1 + Math.random() * 4)
    }
  }
  try {
    return act()
  } finally {
    rmSync(lock)
  }
}
