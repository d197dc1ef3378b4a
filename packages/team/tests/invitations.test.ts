// Invitations through BullMQ on a real Redis: heard once, lost without harm. The ledger decides who has a task.

import type { Invitations } from '@shoal/base/model/invitations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRedis, type RedisServer, startRedis } from '../../../scripts/redis-server.mjs'
import { eventually } from '../../../tests/patience.ts'
import { runBin } from '../../shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { openBullmq } from '../src/bullmq.ts'
import { onPostgres } from './on-postgres.ts'
import { homeOf, says, start } from './shoal-processes.ts'

const signal = new AbortController().signal
const name = findRedis()
  ? 'invitations'
  : 'invitations (skipped: no Redis here; .ci/redis installs it, REDIS_SERVER names it)'

describe.skipIf(findRedis() === null)(name, () => {
  let redis: RedisServer
  const open: Invitations[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => {
    await Promise.all(open.map(one => one.close()))
    await redis?.stop()
  })
  let queues = 0
  const two = async () => {
    const queue = `q${++queues}`
    const both = [await openBullmq(redis.url, queue), await openBullmq(redis.url, queue)] as const
    open.push(...both)
    return both
  }

  it('each goes to one of those who wait, once', async () => {
    const [lead, worker] = await two()
    const ready = [
      { task: 'a', attempts: 0 },
      { task: 'b', attempts: 0 },
    ]
    await lead.invite('run', ready)
    await lead.invite('run', ready)
    expect([await worker.next(1000, signal), await lead.next(1000, signal)]).toEqual(['run', 'run'])
    expect(await worker.next(1000, signal)).toBeNull()
    // An attempt that was lost is invited to again.
    await lead.invite('run', [{ task: 'a', attempts: 1 }])
    expect(await worker.next(1000, signal)).toBe('run')
  })

  it('wakes who waits already, and lets go of who is told to stop', async () => {
    const [lead, worker] = await two()
    const heard = async () => {
      for (;;) {
        const run = await worker.next(60_000, signal)
        if (run !== null) return run
      }
    }
    const waiting = heard()
    await lead.invite('run', [{ task: 'a', attempts: 0 }])
    expect(await waiting).toBe('run')
    const stop = new AbortController()
    const stopped = worker.next(60_000, stop.signal)
    stop.abort()
    expect(await stopped).toBeNull()
  })

  it('says when nobody can be told, without the password, and goes on once the server is back', async () => {
    const [lead, worker] = await two()
    await lead.invite('run', [{ task: 'a', attempts: 0 }])
    await redis.kill()
    await expect(lead.invite('run', [{ task: 'b', attempts: 0 }])).rejects.toThrow(/^the queue: (?!.*of-tests-only)/)
    await redis.restart()
    await eventually(() => lead.invite('run', [{ task: 'c', attempts: 0 }]))
    await eventually(async () => expect(await worker.next(1000, signal)).toBe('run'))
  })

  it.each(['http://127.0.0.1', 'redis:'])('%s is no address', async url => {
    await expect(openBullmq(url, 'q')).rejects.toThrow('the queue is no address of Redis')
  })

  onPostgres(
    'shoal worker with a queue',
    postgres => {
      it('does its part, and a queue that is emptied and then gone loses nothing', async () => {
        const data = tempDir()
        const line = (k: number) =>
          `${new Date(1.7e12 + k * 1000).toISOString()} ${k % 50 ? 'INFO took' : 'ERROR lost'} ${k} ms\n`
        for (let k = 0; k < 30; k++)
          data.write(`${k}.log`, Array.from({ length: 6000 }, (_, n) => line(n + k)).join(''))
        const analyze = ['analyze', data.path, 'What errors?', '--name', 'logs', '--json', '--quiet']
        const { stdout: alone } = runBin(analyze, { env: { SHOAL_HOME: homeOf('queue-alone') } })
        const url = postgres.freshUrl()
        const env = { SHOAL_QUEUE: redis.url }
        const worker = start(url, ['worker', '--concurrency', '2'], undefined, undefined, env)
        await eventually(() => expect(says(worker, 'started')).toBe(true))
        const lead = start(url, [...analyze, '--concurrency', '1'], undefined, undefined, env)
        await eventually(() => expect(worker.stderr(), lead.stderr()).toContain('"status":"completed"'))
        redis.empty()
        await redis.kill()
        expect(await lead.ended, lead.stderr()).toBe(0)
        expect(lead.stdout()).toBe(alone)
        // Without its queue it looks for itself, and says why.
        await eventually(() => expect(worker.stderr()).toMatch(/"event":"trouble".*the queue/))
        await redis.restart()
        const again = start(
          url,
          [...analyze.map(word => (word === 'logs' ? 'more' : word)), '--concurrency', '1'],
          undefined,
          undefined,
          env,
        )
        expect(await again.ended, again.stderr()).toBe(0)
        expect(worker.stderr() + again.stderr()).not.toContain('of-tests-only')
        worker.child.kill('SIGTERM')
        expect(await worker.ended).toBe(0)
      })
    },
    { isRemote: true },
  )
})
