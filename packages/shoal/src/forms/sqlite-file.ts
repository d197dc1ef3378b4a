// SQLite databases: every table as CSV. It is read from a copy, for opening a database may write beside it.
import { statSync } from 'node:fs'
import { identifier } from '../text/sql-text.ts'
import { csvLines } from './csv-lines.ts'
import { Damaged, type Entry, type FileContainer, type PackedFile, startsWith } from './form.ts'

export const sqlite: FileContainer = {
  kind: 'file',
  name: 'SQLite',
  endings: ['.db', '.db3', '.sqlite', '.sqlite3'],
  matches: head => startsWith(head, 'SQLite format 3\0'),
  entries,
}

async function* entries(packed: PackedFile): AsyncGenerator<Entry> {
  const log = writeAheadLog(packed.file)
  const before = stampsOf(packed.file)
  const copy = await packed.copied(log === null ? null : { file: log, ending: LOG })
  if (stampsOf(packed.file) !== before)
    yield { name: 'changes', reason: 'it was written to while it was read; read it again', cause: 'failed' }
  const { default: Database } = await import('libsql')
  // What is in the log becomes part of the copy when that is opened.
  const database = new Database(copy, { readonly: log === null } as never)
  try {
    const tables = damaged(
      () =>
        database
          .prepare("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name")
          .all() as {
          name: string
          type: string
        }[],
    )
    for (const { name, type } of tables) {
      packed.onStep()
      if (name.startsWith('sqlite_')) continue
      const shown = `${name.replaceAll('/', '_')}.csv`
      if (type === 'view') yield { name: shown, reason: 'a view: what it shows is in the tables', cause: 'special' }
      else yield { name: shown, by: 'table as CSV', bytes: csvLines(rowsOf(database, name, packed)) }
    }
  } finally {
    database.close()
  }
}

const LOG = '-wal'

/** Where a database keeps what was written last; null where it has none. */
export function writeAheadLog(file: string): string | null {
  const log = file + LOG
  return (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0 ? log : null
}

function stampsOf(file: string): string {
  const stamp = (path: string) => {
    const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
    return [size, mtimeMs]
  }
  return JSON.stringify([stamp(file), stamp(file + LOG)])
}

function* rowsOf(
  database: import('libsql').Database,
  name: string,
  { onStep, signal }: PackedFile,
): Generator<unknown[]> {
  const statement = damaged(() => database.prepare(`SELECT * FROM ${identifier(name)}`))
  yield statement.columns().map(column => column.name)
  let count = 0
  try {
    for (const row of statement.raw().iterate()) {
      if (++count % 1000 === 0) {
        onStep()
        signal.throwIfAborted()
      }
      yield row as unknown[]
    }
  } catch (error) {
    signal.throwIfAborted()
    throw new Damaged(`the table cannot be read to its end: ${(error as Error).message.slice(0, 200)}`)
  }
}

function damaged<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Damaged(`the database cannot be read: ${(error as Error).message.slice(0, 200)}`)
  }
}
