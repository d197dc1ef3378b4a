// The ledger behind a pooler in transaction mode, where each move may meet another connection, and over TLS.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPooler, startPooler } from '../../../scripts/pooler.mjs'
import { openRunPlace } from '../../shoal/src/run/run-place.ts'
import { shoal } from '../../shoal/tests/cli/fake-io.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { onPostgres } from './on-postgres.ts'

const TEAM = 'team'

onPostgres(
  'behind a pooler',
  postgres => {
    const why = findPooler() === null ? ' (skipped: no pgbouncer here; .ci/postgres installs it)' : ''
    describe.skipIf(why !== '')(`in transaction mode${why}`, () => {
      it('eight clients complete every task once over three connections, and files of runs are shared', async () => {
        const pooler = await startPooler(postgres.freshUrl())
        const ledgers = await Promise.all(Array.from({ length: 8 }, () => postgres.open(pooler.url)))
        const [first] = ledgers
        const parts = Array.from({ length: 120 }, (_, k) => ({ id: `t${k}`, subject: 'x' }))
        const whole = { id: 'whole', subject: 'x', blockedBy: parts.map(({ id }) => id) }
        await first!.createTeam({ name: TEAM, definition: {}, tasks: [...parts, whole] })
        const done: string[] = []
        await Promise.all(
          ledgers.map(async (ledger, k) => {
            const session = await ledger.join(TEAM, { name: `m${k}` }, 600_000)
            for (let held = await ledger.claim(session); held; ) {
              done.push(held.task.id)
              held = await ledger.finish(held, { status: 'completed', result: k }, { claimNext: true })
            }
          }),
        )
        const last = await first!.join(TEAM, { name: 'last' }, 600_000)
        for (let held = await first!.claim(last); held; held = await first!.claim(last)) {
          done.push(held.task.id)
          await first!.finish(held, { status: 'completed', result: null })
        }
        expect(done.sort()).toEqual([...parts.map(({ id }) => id), 'whole'].sort())
        const completed = (await first!.events({ after: 0, limit: 9999 })).filter(
          ({ kind }) => kind === 'task-completed',
        )
        expect(completed).toHaveLength(121)
        await Promise.all(
          ledgers.map((ledger, k) =>
            ledger.files!.append(TEAM, 'a.jsonl', { writer: `${k}`, before: 0, lines: ['{}'] }),
          ),
        )
        expect(await first!.files!.lines(TEAM, 0, 99)).toHaveLength(8)
        expect((await openRunPlace(first!, TEAM)).directory).toBeTruthy()
        await Promise.all(ledgers.map(ledger => ledger.close()))
        await pooler.stop()
      })

      it('an analysis is the same', async () => {
        const pooler = await startPooler(postgres.freshUrl())
        const data = tempDir()
        data.write('a.csv', 'id,n\n1,2\n2,3\n3,x\n')
        const of = async (more: Record<string, string>) =>
          await shoal(['analyze', data.path, '--name', 'one', '--json'], {
            env: { SHOAL_HOME: tempDir().path, ...more },
          })
        const [embedded, pooled] = [await of({}), await of({ SHOAL_STORE: pooler.url })]
        expect(pooled.status).toBe(0)
        expect(pooled.stdout).toBe(embedded.stdout)
        await pooler.stop()
      })
    })
  },
  { isRemote: true },
)

onPostgres(
  'over TLS',
  postgres => {
    it('a server is believed only with the certificate that was named, and no error shows the password', async () => {
      const { directory } = postgres.server
      const own = tempDir()
      const [key, cert] = [join(own.path, 'server.key'), join(own.path, 'server.crt')]
      const certificate = [
        'req',
        '-new',
        '-x509',
        '-days',
        '2',
        '-nodes',
        '-newkey',
        'rsa:2048',
        '-subj',
        '/CN=127.0.0.1',
      ]
      execFileSync(
        'openssl',
        [...certificate, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
        {
          stdio: 'ignore',
        },
      )
      const { uid, gid } = statSync(directory)
      for (const [from, name] of [
        [key, 'server.key'],
        [cert, 'server.crt'],
      ] as const) {
        const to = join(directory, 'data', name)
        copyFileSync(from, to)
        chmodSync(to, 0o600)
        chownSync(to, uid, gid)
      }
      await postgres.ask('ALTER SYSTEM SET ssl = on')
      await postgres.ask('SELECT pg_reload_conf()')
      const at = (more: Record<string, string>) => {
        const url = new URL(postgres.freshUrl())
        for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value)
        return url.href
      }
      const ledger = await postgres.open(at({ sslmode: 'verify-full', sslrootcert: cert }))
      await ledger.createTeam({ name: TEAM })
      const secure = await postgres.ask('SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl')
      expect(secure.length).toBeGreaterThan(0)
      await ledger.close()
      const error = await postgres.open(at({ sslmode: 'verify-full' })).catch(caught => caught)
      expect(`${error.code} ${error.message} ${error.advice}`).not.toContain('of-tests-only')
      expect(error.message).toMatch(/certificate/)
    })
  },
  { isRemote: true },
)
