// The way to the server: address, credentials and TLS, as the tools of PostgreSQL understand them.
import { readFileSync } from 'node:fs'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import { loadOptional } from '@shoal/base/model/optional-package'
import type { Pool, PoolConfig } from 'pg'
import { lacksTls, type Place, toLedgerError } from './errors.ts'

export type Env = Readonly<Record<string, string | undefined>>

const NO_HOST = 'no-host.invalid'

/** How long a connection may take to be made. */
const CONNECT_MS = 10_000

export interface Address {
  /** Fit to be shown. */
  readonly place: Place
  readonly schema: string
  readonly config: PoolConfig
  /** TLS if the server has it, like the tools of PostgreSQL do when nothing is said. */
  readonly isTlsOptional: boolean
}

/** `postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…&schema=…`; what is left out comes from PGHOST and its like. */
export function readAddress(url: string, env: Env): Address {
  let given: URL
  try {
    // The tools of PostgreSQL take an address with a user and no host, where the host is said elsewhere.
    given = new URL(url.replace(/^(\w+:\/\/[^/@?#]*@)(?=[/?#]|$)/, `$1${NO_HOST}`))
  } catch {
    // Its text may hold a password.
    throw new ShoalError('bad-value', 'the address of the store is no URL', {
      advice: 'write postgres://HOST:PORT/DATABASE, and percent-encode what is special in a password',
    })
  }
  const said = (parameter: string, variable: string) => given.searchParams.get(parameter) || env[variable] || undefined
  const named = given.hostname === NO_HOST ? '' : decoded(given.hostname.replace(/^\[|\]$/g, ''))
  const host = named || said('host', 'PGHOST')
  const port = given.port || said('port', 'PGPORT')
  const database = decoded(given.pathname.slice(1)) || said('dbname', 'PGDATABASE')
  const user = decoded(given.username) || said('user', 'PGUSER')
  const password = decoded(given.password) || said('password', 'PGPASSWORD')
  const schema = given.searchParams.get('schema') || 'shoal'
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new ShoalError('bad-value', `${JSON.stringify(schema)} is no schema`, {
      advice: 'use at most 63 small letters, digits and "_"',
    })
  const { ssl, isTlsOptional } = tlsOf(said, host)
  const config = {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(database === undefined ? {} : { database }),
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ssl,
    application_name: 'shoal',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
  }
  const shownHost = host?.startsWith('/') ? '' : `${host ?? 'localhost'}${port ? `:${port}` : ''}`
  return { place: `postgres://${shownHost}/${database ?? ''}`, schema, config, isTlsOptional }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Said = (parameter: string, variable: string) => string | undefined

function tlsOf(
  said: Said,
  host: string | undefined,
): { readonly ssl: PoolConfig['ssl']; readonly isTlsOptional: boolean } {
  const mode = said('sslmode', 'PGSSLMODE') ?? 'prefer'
  if (mode === 'disable' || host === undefined || host.startsWith('/')) return { ssl: false, isTlsOptional: false }
  const [ca, cert, key] = [
    fileOf(said('sslrootcert', 'PGSSLROOTCERT')),
    fileOf(said('sslcert', 'PGSSLCERT')),
    fileOf(said('sslkey', 'PGSSLKEY')),
  ]
  const files = { ...(ca ? { ca } : {}), ...(cert ? { cert } : {}), ...(key ? { key } : {}) }
  if (mode === 'verify-full') return { ssl: files, isTlsOptional: false }
  // Like the tools of PostgreSQL: whoever names an authority wants it asked.
  if (mode === 'verify-ca' || (mode === 'require' && ca))
    return { ssl: { ...files, checkServerIdentity: () => undefined }, isTlsOptional: false }
  if (mode === 'require') return { ssl: { ...files, rejectUnauthorized: false }, isTlsOptional: false }
  if (mode === 'prefer' || mode === 'allow')
    return { ssl: { ...files, rejectUnauthorized: false }, isTlsOptional: true }
  throw new ShoalError('bad-value', `${JSON.stringify(mode)} is no sslmode`, {
    advice: 'use disable, allow, prefer, require, verify-ca or verify-full',
  })
}

function fileOf(path: string | undefined): string | undefined {
  if (path === undefined || path === 'system') return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw toShoalError(error, path)
  }
}

/** PostgreSQL's 64-bit whole numbers as numbers: none of ours is beyond what they hold. */
const INT8 = 20

/** A pool that has connected once. */
export async function connect(address: Address, connections: number): Promise<Pool> {
  const { default: pg } = await loadOptional(
    { name: 'pg', version: '8', what: 'a ledger on PostgreSQL' },
    () => import('pg'),
  )
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
  }
  const make = (ssl: PoolConfig['ssl']) => {
    const pool = new pg.Pool({ ...address.config, ssl, types, max: connections })
    // A connection that breaks while nobody uses it is replaced when it is needed.
    pool.on('error', () => {})
    return pool
  }
  const pool = make(address.config.ssl)
  try {
    ;(await pool.connect()).release()
    return pool
  } catch (error) {
    await pool.end()
    if (!address.isTlsOptional || !lacksTls(error)) throw toLedgerError(error, address.place)
  }
  const plain = make(false)
  try {
    ;(await plain.connect()).release()
    return plain
  } catch (error) {
    await plain.end()
    throw toLedgerError(error, address.place)
  }
}
