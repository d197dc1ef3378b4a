// What SQLite reports, as errors a person can act on.

import { type ErrorCode, ShoalError, toShoalError } from '@shoal/base/model/errors'
import { lookup } from '@shoal/base/model/lookup'

/** SQLite's result codes; the extended ones carry these in their low byte. */
const known: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  5: ['ledger-busy', 'is held by another process'],
  6: ['ledger-busy', 'is held by another process'],
  8: ['read-only', 'cannot be written'],
  10: ['io-failed', 'cannot be read or written'],
  11: ['ledger-corrupt', 'is damaged'],
  13: ['no-space', 'cannot grow: no space left on the device'],
  14: ['not-permitted', 'cannot be opened'],
  15: ['ledger-busy', 'is held by another process'],
  26: ['ledger-foreign', 'is not a ledger'],
}

export function toLedgerError(thrown: unknown, path: string): ShoalError {
  if (thrown instanceof ShoalError) return thrown
  const code = sqliteCode(thrown)
  const entry = code === null ? undefined : known[code]
  if (!entry) return toShoalError(thrown, path)
  return new ShoalError(entry[0], `${path} ${entry[1]}`, { detail: path, cause: thrown })
}

export function isBusy(thrown: unknown): boolean {
  const code = sqliteCode(thrown)
  return code === 5 || code === 6 || code === 15
}

/** SQLITE_BUSY_SNAPSHOT: the connection reads an older state of the file than the one it would write to. */
export function isStale(thrown: unknown): boolean {
  const { rawCode, code } = (thrown ?? {}) as { rawCode?: unknown; code?: unknown }
  return rawCode === 517 || code === 'SQLITE_BUSY_SNAPSHOT'
}

function sqliteCode(thrown: unknown): number | null {
  const { rawCode, code, message } = (thrown ?? {}) as { rawCode?: unknown; code?: unknown; message?: unknown }
  if (typeof rawCode === 'number') return rawCode & 0xff
  if (typeof code === 'string' && code !== '') return lookup(byName, code) ?? null
  const refused = typeof message === 'string' ? CANNOT_CONNECT.exec(message) : null
  return refused ? Number(refused[1]) & 0xff : null
}

/** Of a file that cannot even be opened the binding tells the code only in words. */
const CANNOT_CONNECT = /^ConnectionFailed\(.*: (\d+)"\)$/s

const byName: Readonly<Record<string, number>> = {
  SQLITE_BUSY: 5,
  SQLITE_LOCKED: 6,
  SQLITE_READONLY: 8,
  SQLITE_IOERR: 10,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_PROTOCOL: 15,
  SQLITE_NOTADB: 26,
}
