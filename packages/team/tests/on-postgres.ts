// A real PostgreSQL for the tests of a file, or a clear word that they are skipped. Every ledger gets a schema of its own.

import type { Ledger } from '@shoal/base/model/ledger'
import pg from 'pg'
import { afterAll, beforeAll, describe } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from '../../../scripts/postgres-server.mjs'
import { openPostgresLedger, type PostgresLedgerOptions } from '../src/postgres/ledger.ts'
import { type Clocked, fakeClock } from './conformance/ledger/world.ts'

export interface OnPostgres {
  readonly server: PostgresServer
  /** The address of a schema that nobody else uses. */
  freshUrl(): string
  open(url?: string, options?: PostgresLedgerOptions): Promise<Ledger>
  /** One whose time stands still until it is moved. */
  openClocked(): Promise<Clocked>
  /** Asks the server beside all ledgers. */
  /** The same in a transaction that stays open until it is told to commit. */
  hold(sql: string): Promise<{ commit(): Promise<void> }>
  ask(sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
}

export function onPostgres(
  name: string,
  body: (postgres: OnPostgres) => void,
  options?: Parameters<typeof startPostgres>[0],
): void {
  if (findPostgres() === null) {
    describe.skip(`${name} (skipped: no PostgreSQL here; .ci/postgres installs it, POSTGRES_BIN names it)`, () => {
      body({} as OnPostgres)
    })
    return
  }
  describe(name, () => {
    let server: PostgresServer
    let direct: pg.Pool
    let schemas = 0
    beforeAll(async () => {
      server = await startPostgres(options)
      direct = new pg.Pool(settingsOf(server.url))
      direct.on('error', () => {})
    }, 120_000)
    afterAll(async () => {
      await direct?.end()
      await server?.stop()
    })
    const freshUrl = () => {
      const url = new URL(server.url)
      url.searchParams.set('schema', `s${++schemas}`)
      return url.href
    }
    const open = async (url = freshUrl(), own: PostgresLedgerOptions = {}) =>
      await openPostgresLedger(url, { env: {}, ...own })
    body({
      get server() {
        return server
      },
      freshUrl,
      open,
      async openClocked() {
        const url = freshUrl()
        const ledger = await open(url)
        const schema = new URL(url).searchParams.get('schema')!
        const { now, pass } = fakeClock()
        await direct.query(`CREATE TABLE ${schema}.clock AS SELECT ${now()}::bigint AS at;
          CREATE OR REPLACE FUNCTION ${schema}.now_ms() RETURNS bigint LANGUAGE sql VOLATILE
            AS $$ SELECT at FROM ${schema}.clock $$`)
        const clock = {
          now,
          async pass(ms: number) {
            await pass(ms)
            await direct.query(`UPDATE ${schema}.clock SET at = $1`, [now()])
          },
        }
        return { ledger, clock }
      },
      async hold(sql) {
        const client = await direct.connect()
        await client.query('BEGIN')
        await client.query(sql)
        return {
          async commit() {
            await client.query('COMMIT')
            client.release()
          },
        }
      },
      async ask(sql, values = []) {
        return (await direct.query(sql, [...values])).rows
      },
    })
  })
}

function settingsOf(url: string): pg.PoolConfig {
  const { hostname, port, username, password, searchParams } = new URL(url)
  return {
    host: hostname || searchParams.get('host')!,
    ...(port ? { port: Number(port) } : {}),
    user: username || searchParams.get('user')!,
    ...(password ? { password } : {}),
    database: 'postgres',
    max: 4,
  }
}
