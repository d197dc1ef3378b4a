// Entry of the process that DuckDB runs in: one database at a time, one call after the other. A thread beside it watches how much
// memory and work the process takes, and whether its parent lives; the main thread may be too busy for that.
import { Worker } from 'node:worker_threads'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import { packageFile } from '@shoal/base/model/package-files'
import { DuckDatabase } from './duck-database.ts'
import type { EngineCalls } from './engine-calls.ts'
import { CALL, MOST_WORK, type WatchData } from './engine-limits.ts'
import type { EngineOrder, EngineReply } from './engine-process.ts'
import { sqlError } from './sql-error.ts'

// What it writes, only its owner can read.
process.umask(0o077)

const state = new Int32Array(new SharedArrayBuffer(8))
new Worker(packageFile('dist/sql/engine-watch-worker.js'), {
  workerData: { state, parent: process.ppid } satisfies WatchData,
}).unref()

let database: DuckDatabase | null = null

const calls: { [Name in keyof EngineCalls]: (...given: Parameters<EngineCalls[Name]>) => unknown } = {
  async open(directory) {
    process.chdir(directory)
    database = await DuckDatabase.open(directory)
  },
  attach(file) {
    try {
      return opened().attach(file)
    } catch (error) {
      throw toShoalError(error, file)
    }
  },
  rows: async sql => await opened().rows(sql),
  columns: async sql => await opened().columns(sql),
  lock: async files => await opened().lock(files),
  query: async (sql, tables, limits) => await opened().query(sql, tables, limits),
  close() {
    database?.close()
    database = null
    process.chdir('/')
    return process.memoryUsage.rss()
  },
}

function opened(): DuckDatabase {
  if (database) return database
  throw new ShoalError('internal', 'no database is open')
}

let underWay = 0
const MOST_INT = 2 ** 31 - 1

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async (order: EngineOrder) => {
  Atomics.store(state, MOST_WORK, Math.min(MOST_INT, Math.ceil(order.workMs ?? 0)))
  Atomics.store(state, CALL, order.id)
  Atomics.notify(state, CALL)
  underWay++
  const reply = await answer(order)
  underWay--
  if (underWay === 0) Atomics.store(state, CALL, 0)
  process.send?.(reply)
})

async function answer({ id, name, given }: EngineOrder): Promise<EngineReply> {
  try {
    const call = calls[name] as (...given: readonly unknown[]) => unknown
    return { id, value: await call(...given) }
  } catch (error) {
    const { code, message, detail, advice } = sqlError(error)
    return { id, error: { code, message, detail, advice } }
  }
}
