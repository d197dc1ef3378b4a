// What PostgreSQL and the way to it report, as errors a person can act on. None of them shows credentials.
import { type ErrorCode, ShoalError } from '@shoal/base/model/errors'
import { lookup } from '@shoal/base/model/lookup'

/** The address without user, password and parameters. */
export type Place = string

interface Known {
  readonly code: ErrorCode
  readonly what: string
  readonly advice: string
}

const REACH: Known = {
  code: 'io-failed',
  what: 'cannot be reached',
  advice: 'check host, port and network, and that the server runs',
}
const REFUSED: Known = {
  code: 'no-credentials',
  what: 'refuses the user or the password',
  advice: 'set PGUSER and PGPASSWORD, or put them into the address of the store',
}
const BUSY: Known = { code: 'ledger-busy', what: 'is held by others for too long', advice: 'run the command again' }
const NO_TLS: Known = {
  code: 'not-permitted',
  what: 'cannot be trusted: its certificate was not verified',
  advice: 'name the authority with sslrootcert=FILE or PGSSLROOTCERT, or choose another sslmode',
}

/** By SQLSTATE, by its class, or by the code of the system. */
const known: Readonly<Record<string, Known>> = {
  '28P01': REFUSED,
  '28000': REFUSED,
  '3D000': { code: 'not-found', what: 'has no such database', advice: 'create it with `createdb`, or name another' },
  '42501': {
    code: 'not-permitted',
    what: 'does not let this user make or use the tables of the ledger',
    advice: 'grant CREATE on the database, or make its schema for the user',
  },
  '25006': { code: 'read-only', what: 'takes no writes', advice: 'name the primary server, not a standby' },
  '53100': { code: 'no-space', what: 'has no space left', advice: "free some space on the server's disk" },
  '53300': { code: 'ledger-busy', what: 'has no connection left', advice: 'raise max_connections, or use a pooler' },
  '55P03': BUSY,
  '40001': BUSY,
  '40P01': BUSY,
  '57P01': REACH,
  '57P02': REACH,
  '57P03': REACH,
  '25P03': REACH,
  '08': REACH,
  XX: { code: 'ledger-corrupt', what: 'reports damage', advice: 'restore the database from a copy' },
  ECONNREFUSED: REACH,
  ECONNRESET: REACH,
  EPIPE: REACH,
  ENOENT: REACH,
  ENOTFOUND: REACH,
  EAI_AGAIN: REACH,
  ETIMEDOUT: REACH,
  EHOSTUNREACH: REACH,
  ENETUNREACH: REACH,
  SELF_SIGNED_CERT_IN_CHAIN: NO_TLS,
  DEPTH_ZERO_SELF_SIGNED_CERT: NO_TLS,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NO_TLS,
  ERR_TLS_CERT_ALTNAME_INVALID: NO_TLS,
  CERT_HAS_EXPIRED: NO_TLS,
}

export function toLedgerError(thrown: unknown, place: Place): ShoalError {
  if (thrown instanceof ShoalError) return thrown
  const entry = knownOf(thrown)
  const { message, code } = (thrown ?? {}) as { message?: string; code?: string }
  if (!entry)
    return new ShoalError('internal', `${place}: ${message ?? thrown}${code ? ` (${code})` : ''}`, { cause: thrown })
  return new ShoalError(entry.code, `${place} ${entry.what}`, { detail: place, advice: entry.advice, cause: thrown })
}

function knownOf(thrown: unknown): Known | undefined {
  if (lacksTls(thrown)) return { ...NO_TLS, what: 'does not speak TLS', advice: 'choose sslmode=disable or prefer' }
  const code = codeOf(thrown)
  if (code === undefined) return isCutOff(thrown) ? REACH : undefined
  return lookup(known, code) ?? (code.length === 5 ? lookup(known, code.slice(0, 2)) : undefined)
}

function codeOf(thrown: unknown): string | undefined {
  const { code, errors } = (thrown ?? {}) as { code?: unknown; errors?: readonly unknown[] }
  if (typeof code === 'string' && code !== '') return code
  return errors?.length ? codeOf(errors[0]) : undefined
}

/** Lost a race that PostgreSQL resolved by taking one side back: it was not made, and can be made again. */
export function isTakenBack(thrown: unknown): boolean {
  const code = codeOf(thrown)
  return code === '40P01' || code === '40001'
}

/** The connection is of no use any more. */
export function isCutOff(thrown: unknown): boolean {
  if (thrown instanceof ShoalError) return false
  const code = codeOf(thrown)
  if (code !== undefined) return knownByCode(code) === REACH
  return (
    thrown instanceof Error && /^(?:Connection terminated|Client has encountered|timeout exceeded)/.test(thrown.message)
  )
}

function knownByCode(code: string): Known | undefined {
  return lookup(known, code) ?? (code.length === 5 ? lookup(known, code.slice(0, 2)) : undefined)
}

export function lacksTls(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message === 'The server does not support SSL connections'
}
