// Opens the ledger's file: knows its own from foreign ones, and brings an older one up to date.
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ShoalError } from '@shoal/base/model/errors'
import Database from 'libsql'
import { APPLICATION_ID } from './schema.ts'
import { toLedgerError } from './sqlite-errors.ts'

/** How long a lock is waited for without giving others a turn: longer waits belong to the event loop. */
export const BLOCKING_WAIT_MS = 25
/** How long opening waits for others that are making or mending the file. */
const OPEN_WAIT_MS = 30_000

export function openDatabase(path: string, migrations: readonly string[]): Database.Database {
  const isNew = !existsSync(path)
  try {
    makeDirectory(dirname(path))
    if (!isNew) checkFile(path)
  } catch (error) {
    throw toLedgerError(error, path)
  }
  const until = performance.now() + OPEN_WAIT_MS
  for (;;) {
    let database: Database.Database | null = null
    try {
      database = new Database(path)
      if (isNew) chmodSync(path, 0o600)
      prepareDatabase(database, path, migrations)
      return database
    } catch (thrown) {
      database?.close()
      const error = toLedgerError(thrown, path)
      // Others may be making the same file at this moment; SQLite does not wait for all of it by itself.
      if (error.code !== 'ledger-busy' || performance.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

/** Of a file where a directory should be the system only says that it exists. */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new ShoalError('not-directory', `${path}: not a directory`, {
      detail: path,
      advice: 'move the file away, or set SHOAL_HOME to another directory',
    })
  }
}

/**
 * Looks at the file alone: as soon as SQLite reads the log of a database, it leaves files beside it. The look goes through
 * SQLite all the same, because whoever closes a file of his own takes the locks of the whole process with him.
 */
function checkFile(path: string): void {
  if (!statSync(path).isFile()) throw new ShoalError('not-a-file', `${path} is not a file`, { detail: path })
  const database = new Database(`${pathToFileURL(path).href}?immutable=1`)
  try {
    const { application, isEmpty } = identityOf(database)
    // Ours is nameless and empty for as long as all of it is in the log.
    if (application !== APPLICATION_ID && (application !== 0 || !isEmpty)) throw foreignError(path)
  } catch (thrown) {
    const error = toLedgerError(thrown, path)
    // Whatever else seems wrong is for the real look to find: this one may have met a change half made.
    if (error.code === 'ledger-foreign') throw error
  } finally {
    database.close()
  }
}

/** Looks before it writes: a file that is not ours stays as it is. */
function prepareDatabase(database: Database.Database, path: string, migrations: readonly string[]): void {
  database.exec('PRAGMA busy_timeout = 5000')
  const found = identityOf(database)
  checkIdentity(found, path, migrations.length)
  database.exec('PRAGMA journal_mode = WAL')
  // In WAL mode NORMAL loses nothing when a process dies; a power cut may take back the last moments, never half a move.
  database.exec('PRAGMA synchronous = NORMAL')
  database.exec('PRAGMA cache_size = -16384')
  // 16 MB of log before it is written back: a fifth faster than SQLite's 4, because hot pages are written back once.
  database.exec('PRAGMA wal_autocheckpoint = 4000')
  if (found.version < migrations.length) migrate(database, path, migrations)
  database.exec(`PRAGMA busy_timeout = ${BLOCKING_WAIT_MS}`)
}

interface Identity {
  readonly application: number
  readonly version: number
  readonly isEmpty: boolean
}

function identityOf(database: Database.Database): Identity {
  const one = (sql: string) => Object.values(database.prepare(sql).get() as object)[0] as number
  return {
    application: one('PRAGMA application_id'),
    version: one('PRAGMA user_version'),
    isEmpty: one('SELECT count(*) FROM sqlite_master') === 0,
  }
}

function checkIdentity({ application, version, isEmpty }: Identity, path: string, newest: number): void {
  const isOurs = application === APPLICATION_ID || (application === 0 && version === 0 && isEmpty)
  if (!isOurs) throw foreignError(path)
  if (version > newest) throw newerError(path, version, newest)
}

/** Another process may be doing the same: whoever gets the lock looks again. */
function migrate(database: Database.Database, path: string, migrations: readonly string[]): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    const found = identityOf(database)
    checkIdentity(found, path, migrations.length)
    for (const step of migrations.slice(found.version)) database.exec(step)
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
    database.exec('COMMIT')
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function foreignError(path: string): ShoalError {
  return new ShoalError('ledger-foreign', `${path} is a database of another program`, { detail: path })
}

export function newerError(path: string, version: number, newest: number): ShoalError {
  return new ShoalError(
    'ledger-newer',
    `${path} was written by a newer shoal (schema ${version}, this one knows ${newest})`,
    { detail: path },
  )
}
