// Opens the ledger's schema: knows its own from foreign ones, and brings an older one up to date.

import { ShoalError } from '@shoal/base/model/errors'
import type { Pool, PoolClient } from 'pg'
import type { Address } from './connect.ts'
import { toLedgerError } from './errors.ts'

const OLDEST_SERVER = 13
/** One process at a time makes or mends a schema. */
const MIGRATION_LOCK = 0x73_68_6f_6d

type Where = Pick<Address, 'place' | 'schema'>

export async function prepareSchema(pool: Pool, address: Where, migrations: readonly string[]): Promise<void> {
  let client: PoolClient | null = null
  try {
    client = await pool.connect()
    await checkServer(client, address)
    const found = await versionOf(client, address)
    if (found !== null && found > migrations.length) throw newerError(address, found, migrations.length)
    if (found !== migrations.length) await migrate(client, address, migrations)
    client.release()
  } catch (error) {
    client?.release(true)
    throw toLedgerError(error, address.place)
  }
}

async function checkServer(client: PoolClient, { place }: Where): Promise<void> {
  const { rows } = await client.query("SELECT current_setting('server_version_num')::int / 10000 AS major")
  const { major } = rows[0] as { major: number }
  if (major < OLDEST_SERVER)
    throw new ShoalError('bad-value', `${place} is PostgreSQL ${major}; the ledger needs ${OLDEST_SERVER} or newer`, {
      detail: place,
      advice: 'name a newer server',
    })
}

/** Null when there is no schema, or nothing in it. */
async function versionOf(client: PoolClient, address: Where): Promise<number | null> {
  const { rows } = await client.query(
    `SELECT to_regclass($1 || '.shoal_version') IS NOT NULL AS ours,
       EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1) AS filled`,
    [address.schema],
  )
  const { ours, filled } = rows[0] as { ours: boolean; filled: boolean }
  if (ours) return (await client.query(`SELECT version FROM ${address.schema}.shoal_version`)).rows[0].version as number
  if (!filled) return null
  throw new ShoalError('ledger-foreign', `schema ${address.schema} of ${address.place} belongs to another program`, {
    detail: address.schema,
    advice: 'name another one with ?schema=NAME in the address of the store',
  })
}

/** Another process may be doing the same: whoever gets the lock looks again. */
async function migrate(client: PoolClient, address: Where, migrations: readonly string[]): Promise<void> {
  const { schema } = address
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const found = await versionOf(client, address)
    if (found !== null && found > migrations.length) throw newerError(address, found, migrations.length)
    const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema])
    // Who may not make schemas can still use one that was made for it.
    if (rowCount === 0) await client.query(`CREATE SCHEMA ${schema}`)
    await client.query(`SET LOCAL search_path TO ${schema}`)
    if (found === null) await client.query('CREATE TABLE shoal_version AS SELECT 0 AS version')
    for (const step of migrations.slice(found ?? 0)) await client.query(step)
    await client.query('UPDATE shoal_version SET version = $1', [migrations.length])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

export function newerError({ place, schema }: Where, version: number, newest: number): ShoalError {
  return new ShoalError(
    'ledger-newer',
    `${place} (schema ${schema}) was written by a newer shoal (version ${version}, this one knows ${newest})`,
    { detail: place, advice: 'update shoal, or name another schema with ?schema=NAME' },
  )
}
