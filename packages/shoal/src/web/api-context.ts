// What every handler of the API is given. Handlers are plain functions of a context and parameters: they know no HTTP.

import type { Ledger } from '@shoal/base/model/ledger'
import type { Settings } from '../config/resolve.ts'

/**
 * A handler that looks gives a promise of a JSON value and throws a ShoalError; one that watches gives an async iterable,
 * which is asked for its next value only when the client has taken the last, and which ends when the run is gone.
 */
export interface ApiContext {
  readonly ledger: Ledger
  readonly settings: Settings
  readonly env: Readonly<Record<string, string | undefined>>
  /** The directory that the server was started in. */
  readonly cwd: string
  /** Aborted when the client has left, or the server ends. */
  readonly signal: AbortSignal
  runDirectory(run: string): string
  /** Milliseconds since 1970. */
  now(): number
}
