// What is only true of the ledger on PostgreSQL: its address, its schema, and what happens when the server goes away.

import { ShoalError } from '@shoal/base/model/errors'
import { loadOptional } from '@shoal/base/model/optional-package'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../tests/patience.ts'
import { readAddress } from '../src/postgres/connect.ts'
import { toLedgerError } from '../src/postgres/errors.ts'
import { openPostgresLedger } from '../src/postgres/ledger.ts'
import { migrations } from '../src/postgres/schema.ts'
import { onPostgres } from './on-postgres.ts'

const TEAM = 'team'

async function thrown(act: () => Promise<unknown>): Promise<ShoalError> {
  const error = await act().then(
    () => null,
    caught => caught,
  )
  expect(error).toBeInstanceOf(ShoalError)
  return error as ShoalError
}

describe('the address of a ledger on PostgreSQL', () => {
  it.each([
    ['postgres://h:1/d', {}, { host: 'h', port: 1, database: 'd' }],
    ['postgresql://u:p%40ss@h/d', {}, { host: 'h', user: 'u', password: 'p@ss', database: 'd' }],
    ['postgres://u@/d?host=/run/pg', {}, { host: '/run/pg', user: 'u', database: 'd', ssl: false }],
    [
      'postgres:',
      { PGHOST: 'h', PGUSER: 'u', PGPASSWORD: 'p', PGDATABASE: 'd' },
      { host: 'h', user: 'u', password: 'p', database: 'd' },
    ],
    ['postgres://[::1]/d', { PGPORT: '77' }, { host: '::1', port: 77 }],
    ['postgres://h/d?sslmode=disable', {}, { ssl: false }],
    ['postgres://h/d', { PGSSLMODE: 'require' }, { ssl: { rejectUnauthorized: false } }],
    ['postgres://h/d?sslmode=verify-full', { PGSSLMODE: 'disable' }, { ssl: {} }],
  ])('%s with %o', (url, env, expected) => {
    expect(readAddress(url, env).config).toMatchObject(expected)
  })

  it('is shown without credentials and parameters', () => {
    const { place } = readAddress('postgres://anna:hush@h:1/d?sslmode=require&password=hush', {})
    expect(place).toBe('postgres://h:1/d')
  })

  it.each([
    'postgres://anna:hu/sh@h:x/d',
    'postgres://anna:hush@h/d?sslmode=sometimes',
    'postgres://anna:hush@h/d?schema=A-b',
  ])('of %s the error shows no password', async url => {
    const error = await thrown(async () => readAddress(url, {}))
    expect(error.code).toBe('bad-value')
    expect(`${error.message} ${error.advice} ${error.detail}`).not.toMatch(/hu\/?sh|anna/)
  })

  it('a missing package is named with the command that adds it', async () => {
    const missing = Object.assign(new Error("Cannot find package 'pg'"), { code: 'ERR_MODULE_NOT_FOUND' })
    const load = () =>
      loadOptional({ name: 'pg', version: '8', what: 'a ledger on PostgreSQL' }, () => Promise.reject(missing))
    expect(await thrown(load)).toMatchObject({
      code: 'package-missing',
      message: 'a ledger on PostgreSQL needs the package pg, which is not installed',
      advice: expect.stringMatching(/^run `npm install .*pg@8`$/),
    })
  })

  it.each([
    ['53100', 'no-space'],
    ['25006', 'read-only'],
    ['08006', 'io-failed'],
    ['XX001', 'ledger-corrupt'],
    ['42501', 'not-permitted'],
  ])('SQLSTATE %s is %s', (code, expected) => {
    expect(toLedgerError(Object.assign(new Error('x'), { code }), 'postgres://h/d').code).toBe(expected)
  })
})

onPostgres('a ledger on PostgreSQL', postgres => {
  it('is made once, whoever opens it at the same time', async () => {
    const url = postgres.freshUrl()
    const ledgers = await Promise.all(Array.from({ length: 6 }, () => postgres.open(url)))
    await ledgers[0]!.createTeam({ name: TEAM })
    for (const ledger of ledgers) expect((await ledger.teams()).map(({ name }) => name)).toEqual([TEAM])
    await Promise.all(ledgers.map(ledger => ledger.close()))
  })

  it('of a newer shoal is refused, at once or at the next move', async () => {
    const url = postgres.freshUrl()
    const old = await postgres.open(url)
    await old.createTeam({ name: TEAM })
    const newer = await postgres.open(url, { migrations: [...migrations, 'CREATE TABLE more (n int)'] })
    expect((await thrown(() => old.createTeam({ name: 'other' }))).code).toBe('ledger-newer')
    expect((await thrown(() => postgres.open(url))).code).toBe('ledger-newer')
    expect((await newer.teams()).map(({ name }) => name)).toEqual([TEAM])
    await Promise.all([old.close(), newer.close()])
  })

  it('is not made in a schema of another program', async () => {
    const url = postgres.freshUrl()
    const schema = new URL(url).searchParams.get('schema')!
    await postgres.ask(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.tasks (theirs int)`)
    expect((await thrown(() => postgres.open(url))).code).toBe('ledger-foreign')
    expect(await postgres.ask(`SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = '${schema}'`)).toEqual([
      { n: 1 },
    ])
  })

  it('an event that becomes visible late gets a late number: a follower meets it', async () => {
    const url = postgres.freshUrl()
    const schema = new URL(url).searchParams.get('schema')!
    const ledger = await postgres.open(url)
    await ledger.createTeam({ name: TEAM })
    const held = await postgres.hold(
      `INSERT INTO ${schema}.events (team, at, kind, detail) SELECT team, 0, 0, 'late' FROM ${schema}.teams`,
    )
    await ledger.send(TEAM, { from: 'lead', to: 'lead', text: 'early' })
    const before = await ledger.events({ after: 0, limit: 10 })
    expect(before.map(({ number }) => number)).toEqual([1, 2])
    await held.commit()
    expect(await ledger.events({ after: 2, limit: 10 })).toMatchObject([{ number: 3, detail: 'late' }])
    expect(await ledger.events({ after: 0, limit: 10 })).toHaveLength(3)
    await ledger.close()
  })

  it('goes on when the server was gone, with all that was there', async () => {
    const ledger = await postgres.open()
    await ledger.createTeam({ name: TEAM, tasks: [{ id: 'a', subject: 'a' }] })
    const session = await ledger.join(TEAM, { name: 'w' }, 60_000)
    const claim = await ledger.claim(session)
    await postgres.server.restart()
    await ledger.finish(claim!, { status: 'completed', result: 'kept' })
    expect(await ledger.result(TEAM, 'a')).toBe('kept')
    await ledger.close()
  })

  it('a finish whose connection breaks on the way is made once', async () => {
    const url = postgres.freshUrl()
    const schema = new URL(url).searchParams.get('schema')!
    const ledger = await postgres.open(url)
    await ledger.createTeam({ name: TEAM, tasks: ['a', 'b'].map(id => ({ id, subject: id })) })
    const claim = await ledger.claim(await ledger.join(TEAM, { name: 'w' }, 60_000))
    const held = await postgres.hold(`SELECT FROM ${schema}.tasks FOR UPDATE`)
    const finishing = ledger.finish(claim!, { status: 'completed', result: 1 }, { claimNext: true })
    const waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'shoal'"
    await eventually(async () => expect(await postgres.ask(waiting)).toHaveLength(1))
    await postgres.ask(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS waits`)
    await held.commit()
    expect((await finishing)?.task.id).toBe('b')
    const kinds = (await ledger.events({ after: 0, limit: 100 })).map(({ kind }) => kind)
    expect(kinds.filter(kind => kind === 'task-completed')).toHaveLength(1)
    expect(kinds.filter(kind => kind === 'task-claimed')).toHaveLength(2)
    await ledger.close()
  })

  it('tells at once that a process on another connection has made a move', async () => {
    const url = postgres.freshUrl()
    const [here, there] = [await postgres.open(url), await postgres.open(url)]
    await here.createTeam({ name: TEAM })
    const seen = await here.lastEvent()
    const waits = here.changed(seen, 600_000)
    await there.send(TEAM, { from: 'lead', to: 'lead', text: 'news' })
    await waits
    expect(await here.events({ after: seen, limit: 5 })).toMatchObject([{ kind: 'message-sent' }])
    await Promise.all([here.close(), there.close()])
  })
})

onPostgres(
  'a server with passwords',
  postgres => {
    it('is opened with the right one, and refuses others without showing them', async () => {
      const ledger = await postgres.open()
      await ledger.createTeam({ name: TEAM })
      await ledger.close()
      const wrong = new URL(postgres.server.url)
      wrong.password = 'hush-hush'
      const error = await thrown(() => openPostgresLedger(wrong.href, { env: {} }))
      expect(error.code).toBe('no-credentials')
      expect(`${error.message} ${error.advice} ${error.detail}`).not.toContain('hush-hush')
      const elsewhere = new URL(postgres.server.url)
      elsewhere.port = '1'
      const away = await thrown(() => openPostgresLedger(elsewhere.href, { env: {} }))
      expect(away).toMatchObject({ code: 'io-failed', message: 'postgres://127.0.0.1:1/postgres cannot be reached' })
    })
  },
  { isRemote: true },
)
