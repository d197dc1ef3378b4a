// Workers on machines that share nothing but PostgreSQL and a bucket: each fetches and unpacks what it has tasks of.
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { eventually } from '../../../tests/patience.ts'
import { BUCKET, onS3 } from '../../shoal/tests/run/on-s3.ts'
import { onPostgres } from './on-postgres.ts'
import { says, start } from './shoal-processes.ts'

await onS3('workers on a bucket', s3 => {
  onPostgres(
    'and PostgreSQL',
    postgres => {
      const log = (name: string) =>
        Array.from({ length: 9000 }, (_, k) => {
          const at = new Date(1.7e12 + k * 1000).toISOString()
          return `${at} ${k % 53 === 0 ? `ERROR ${name} lost its connection` : `INFO request ${k} took ${k % 300} ms`}\n`
        }).join('')
      const analyze = [
        'analyze',
        `s3://${BUCKET}/logs`,
        'What errors happen most?',
        '--name',
        'logs',
        '--json',
        '--quiet',
      ]

      it('do tasks of plain and of packed objects, and the report is that of one machine', async () => {
        for (const name of ['a', 'b', 'c']) await s3.bucket.put(`logs/${name}.log`, Buffer.from(log(name)))
        for (const name of ['d', 'e']) await s3.bucket.put(`logs/${name}.log.gz`, gzipSync(log(name)))
        const alone = start('', analyze, 'one', undefined, s3.server.env)
        expect(await alone.ended, alone.stderr()).toBe(0)
        const url = postgres.freshUrl()
        const worker = start(url, ['worker', '--concurrency', '4'], 'other', undefined, s3.server.env)
        const stranger = start(url, ['worker'], 'stranger', undefined, {
          ...s3.server.env,
          AWS_SECRET_ACCESS_KEY: 'hunter2horse',
        })
        for (const one of [worker, stranger]) await eventually(() => expect(says(one, 'started')).toBe(true))
        // Who is quick does all: another run, until each of them came while there was something to do.
        const met = () => says(stranger, 'refused') && worker.stderr().includes('"status":"completed"')
        for (let run = 0; run === 0 || !met(); run++) {
          const lead = start(url, [...analyze, '--concurrency', '1'], `lead-${run}`, undefined, s3.server.env)
          expect(await lead.ended, lead.stderr()).toBe(0)
          expect(lead.stdout()).toBe(alone.stdout())
          const removed = start(url, ['team', 'delete', 'logs'])
          expect(await removed.ended, removed.stderr()).toBe(0)
        }
        expect(worker.stderr()).not.toContain('"event":"refused"')
        expect(stranger.stderr()).not.toContain('"status":"completed"')
        expect(stranger.stderr()).toMatch(/cannot be fetched: the server answers 403/)
        expect(stranger.stderr()).not.toContain('hunter2horse')
        for (const one of [worker, stranger]) one.child.kill('SIGTERM')
        await Promise.all([worker.ended, stranger.ended])
      })

      it('resumes on another machine what was begun on one', async () => {
        const url = postgres.freshUrl()
        const lead = start(url, [...analyze, '--concurrency', '1'], 'first', undefined, s3.server.env)
        const ledger = await postgres.open(url)
        const done = async () => (await ledger.counts('logs').catch(() => null))?.completed ?? 0
        await eventually(async () => expect(await done()).toBeGreaterThan(0))
        lead.child.kill('SIGKILL')
        await lead.ended
        await eventually(async () => expect((await ledger.overview('logs')).leadAlive).toBe(false))
        const second = start(url, ['resume', 'logs', '--json', '--quiet'], 'second', undefined, s3.server.env)
        expect(await second.ended, second.stderr()).toBe(0)
        expect(JSON.parse(second.stdout()).coverage).toBeDefined()
        await ledger.close()
      })
    },
    { isRemote: true },
  )
})
