// One open ledger file: prepared statements, transactions that wait for their turn, and news of other processes' writes.

import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ShoalError } from '@shoal/base/model/errors'
import type { EventKind } from '@shoal/base/model/event'
import { emptyRecord } from '@shoal/base/model/lookup'
import type Database from 'libsql'
import { oneLine } from '../rules.ts'
import { eventNumber } from '../stored/numbers.ts'
import type { Blobs } from './blobs.ts'
import { newerError } from './open.ts'
import { isBusy, isStale, toLedgerError } from './sqlite-errors.ts'

/** A move gives up when the file was held by others for so long. */
const GIVE_UP_MS = 60_000
/** How often other processes' writes are looked for while somebody waits for news. */
const LOOK_EVERY_MS = 20
/** How often a write makes sure that the file is still the one that was opened. */
const SEE_FILE_EVERY_MS = 500

/** Bytes of log that nobody minds. */
const LONGEST_LOG = 64_000_000

export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

type Statement = Database.Statement<[Value[]]>
type Prepared = Map<string, Statement>
type Use = 'get' | 'all' | 'run'

interface Reader {
  readonly statement: Statement
  readonly names: readonly string[]
}

export interface EventAbout {
  readonly task?: number
  readonly member?: number
  readonly detail?: string | null
}

export class Store {
  readonly now: () => number
  readonly blobs: Blobs
  /** The rows of claims that this process was given, so that ending them need not look for them by name. */
  readonly claimedRows = new WeakMap<object, number>()
  private database: Database.Database
  private readonly path: string
  private readonly version: number
  private readonly prepared = { get: new Map(), all: new Map(), run: new Map() } as Readonly<Record<Use, Prepared>>
  private readonly readers = { get: new Map<string, Reader>(), all: new Map<string, Reader>() }
  private readonly waiting = new Set<() => void>()
  private look: NodeJS.Timeout | null = null
  /** The end of the line of moves: many that wait for the lock by turns would leave the event loop none for the rest. */
  private line: Promise<unknown> = Promise.resolve()
  private seenByOthers = 0
  private readonly file: string
  private sawFileAt = performance.now()
  private sawLogAt = performance.now()
  private closed = false

  constructor(
    private readonly connect: () => Database.Database,
    options: { path: string; version: number; blobs: Blobs; now: () => number },
  ) {
    this.database = connect()
    this.path = options.path
    this.version = options.version
    this.blobs = options.blobs
    this.now = options.now
    this.file = fileNumber(options.path)
  }

  /** Runs `act` as one step. It must be synchronous, and may throw to take everything back. */
  async write<T>(act: () => T): Promise<T> {
    const since = performance.now()
    const move = () => {
      this.checkFile()
      this.checkVersion()
      const made = act()
      this.do('COMMIT')
      return made
    }
    const turn = this.line.then(() => this.transact('BEGIN IMMEDIATE', move, since))
    this.line = turn.catch(() => {})
    const value = await turn
    this.shortenLog()
    this.wake()
    return value
  }

  /** Several looks that agree with each other. */
  async read<T>(act: () => T): Promise<T> {
    return await this.transact('BEGIN', act)
  }

  one<R = Row>(sql: string, ...values: Value[]): R | undefined {
    const { statement, names } = this.reader('get', sql)
    const cells = statement.get(values) as Value[] | undefined
    return cells === undefined ? undefined : (toRow(names, cells) as R)
  }

  all<R = Row>(sql: string, ...values: Value[]): readonly R[] {
    const { statement, names } = this.reader('all', sql)
    return statement.all(values).map(cells => toRow(names, cells as unknown as Value[]) as R)
  }

  /** For a move that nobody asks the outcome of: to say what changed costs as much as a small move itself. */
  do(sql: string, ...values: Value[]): void {
    this.statement('get', sql).get(values)
  }

  /** Gives back how many rows were changed. */
  run(sql: string, ...values: Value[]): number {
    return this.statement('run', sql).run(values).changes
  }

  /** Gives back the key of the row. */
  insert(sql: string, ...values: Value[]): number {
    return Number(this.statement('run', sql).run(values).lastInsertRowid)
  }

  /** Gives back its number, which tells it from every other. */
  event(kind: EventKind, team: number, { task, member, detail }: EventAbout = {}): number {
    return this.insert(
      'INSERT INTO events (team, at, kind, task, member, detail) VALUES (?, ?, ?, ?, ?, ?)',
      team,
      this.now(),
      eventNumber.get(kind)!,
      task ?? null,
      member ?? null,
      detail ? oneLine(detail) : null,
    )
  }

  lastEvent(): number {
    return this.one<{ last: number | null }>('SELECT max(event) AS last FROM events')!.last ?? 0
  }

  /** Resolves at the next write of anybody, when the time is over, or at once when there is news already. */
  async changed(seen: number, timeoutMs: number, signal?: AbortSignal): Promise<void> {
    if (this.closed || signal?.aborted || this.hasNews(seen)) return
    await new Promise<void>(resolve => {
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        this.waiting.delete(done)
        if (this.waiting.size === 0) this.stopLooking()
        resolve()
      }
      const timer = setTimeout(done, timeoutMs)
      signal?.addEventListener('abort', done, { once: true })
      this.waiting.add(done)
      this.startLooking()
    })
  }

  /** What cannot be read just now is no news; whoever looks after the wait learns why. */
  private hasNews(seen: number): boolean {
    try {
      return this.lastEvent() > seen
    } catch {
      return false
    }
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    this.wake()
    this.database.close()
  }

  /**
   * Nothing may be awaited between the beginning and the end: others use the same connection. A look begins without a
   * lock, so it may meet one later; whatever meets one is taken back and tried again as a whole.
   */
  private async transact<T>(begin: string, act: () => T, since = performance.now()): Promise<T> {
    for (;;) {
      // The binding ends the process when a connection is asked for anything after its end.
      if (this.closed) throw new ShoalError('internal', 'the ledger is closed')
      const isLastTry = performance.now() - since > GIVE_UP_MS
      try {
        this.do(begin)
        return act()
      } catch (error) {
        if (isLastTry || !isBusy(error)) throw toLedgerError(error, this.path)
        if (isStale(error) && !this.database.inTransaction) this.reconnect()
      } finally {
        if (this.database.inTransaction) this.run('ROLLBACK')
      }
      await pause(1 + Math.random() * 4)
    }
  }

  /**
   * Outside of a transaction a connection has no business with an old state of the file. Now and then, when several
   * processes make the file at once, the binding leaves one behind in it all the same, and no move would ever begin.
   */
  private reconnect(): void {
    const stale = this.database
    this.database = this.connect()
    for (const use of ['get', 'all', 'run'] as const) this.prepared[use].clear()
    this.readers.get.clear()
    this.readers.all.clear()
    stale.close()
  }

  /** A file that was deleted can still be written for as long as it is open, but nobody would ever read it. */
  private checkFile(): void {
    const now = performance.now()
    if (now - this.sawFileAt < SEE_FILE_EVERY_MS) return
    if (fileNumber(this.path) !== this.file)
      throw new ShoalError('not-found', `${this.path} was deleted or replaced while it was in use`, {
        detail: this.path,
        advice: 'restore it from a copy, or start anew',
      })
    this.sawFileAt = now
  }

  /**
   * While several processes write without a pause, SQLite finds no moment to begin its log anew, and it grows for as
   * long as they do. Then everybody has to wait for one that writes it back whole.
   */
  private shortenLog(): void {
    const now = performance.now()
    if (now - this.sawLogAt < SEE_FILE_EVERY_MS) return
    this.sawLogAt = now
    try {
      if (statSync(`${this.path}-wal`).size > LONGEST_LOG)
        this.statement('all', 'PRAGMA wal_checkpoint(TRUNCATE)').all([])
    } catch {
      // Somebody reads in it: the next look tries again.
    }
  }

  /** A newer shoal may have changed the schema while this process has the file open. */
  private checkVersion(): void {
    const { user_version: version } = this.one<{ user_version: number }>('PRAGMA user_version')!
    if (version !== this.version) throw newerError(this.path, version, this.version)
  }

  private reader(use: 'get' | 'all', sql: string): Reader {
    const known = this.readers[use].get(sql)
    if (known) return known
    const statement = this.database.prepare(sql).raw() as unknown as Statement
    const reader = { statement, names: statement.columns().map(({ name }) => name) }
    this.readers[use].set(sql, reader)
    return reader
  }

  /** One for each use: a statement that was read with `all` keeps its old values when it is then used with `get` or `run`. */
  private statement(use: Use, sql: string): Statement {
    const known = this.prepared[use].get(sql)
    if (known) return known
    const statement = this.database.prepare(sql) as unknown as Statement
    this.prepared[use].set(sql, statement)
    return statement
  }

  private wake(): void {
    for (const done of [...this.waiting]) done()
  }

  private startLooking(): void {
    if (this.look) return
    this.seenByOthers = this.dataVersion()
    this.look = setInterval(() => {
      const version = this.dataVersion()
      if (version === this.seenByOthers) return
      this.seenByOthers = version
      this.wake()
    }, LOOK_EVERY_MS)
  }

  private stopLooking(): void {
    if (this.look) clearInterval(this.look)
    this.look = null
  }

  /** A number that others' commits change. A file that cannot be read just now counts as changed: whoever looks learns why. */
  private dataVersion(): number {
    try {
      return this.one<{ data_version: number }>('PRAGMA data_version')!.data_version
    } catch {
      return -1
    }
  }
}

/** Tells a file from every other while it is there; '' when it is not. */
function fileNumber(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat ? `${stat.dev}:${stat.ino}` : ''
}

/** The binding's own rows take twice as long to make, and are slow to use: V8 keeps them as dictionaries. */
function toRow(names: readonly string[], cells: readonly Value[]): Row {
  const row = emptyRecord<Value>()
  for (let at = 0; at < names.length; at++) row[names[at]!] = cells[at]!
  return row
}
