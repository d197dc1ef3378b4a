// `shoal worker` as real processes on a real PostgreSQL: whoever dies or stands still, the report is the one of a single machine, byte for
// byte, and every task was completed once.
import { chmodSync, mkdirSync } from 'node:fs'
import { request } from 'node:http'
import { dirname } from 'node:path'
import type { Json } from '@shoal/base/model/json'
import { describe, expect, it } from 'vitest'
import { eventually, PATIENCE_MS } from '../../../tests/patience.ts'
import { settingsFrom } from '../../shoal/src/config/resolve.ts'
import { analysisToPlan } from '../../shoal/src/run/planned-run.ts'
import { assertBuilt, runBin } from '../../shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { startStub } from '../../shoal/tests/models/stub/server.ts'
import { type OnPostgres, onPostgres } from './on-postgres.ts'
import { homeOf, type Program, says, start } from './shoal-processes.ts'

const data = tempDir()
const QUESTION = 'What errors happen most?'
for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) data.write(`${name}.log`, log(name, 9000))
for (let k = 0; k < 12; k++)
  data.write(`notes/${k}.md`, `# Note ${k}\n\nSee note ${(k * 7) % 12}. TODO: look at ${k}.\n`)
data.write(
  'orders.csv',
  `id,city,amount\n${Array.from({ length: 9000 }, (_, k) => `${k},${k % 3 ? 'Ulm' : 'Kiel'},${k % 97}`).join('\n')}\n`,
)

function log(name: string, lines: number): string {
  const line = (k: number) => {
    const at = new Date(1.7e12 + k * 1000).toISOString()
    if (k % 53 === 0) return `${at} ERROR ${name} lost its connection after ${k % 900} ms`
    return k % 11 === 0 ? `${at} WARN retry ${k % 7}` : `${at} INFO request ${k} took ${k % 300} ms`
  }
  return `${Array.from({ length: lines }, (_, k) => line(k)).join('\n')}\n`
}

const analyze = (url: string, ...more: string[]) =>
  start(url, ['analyze', data.path, QUESTION, '--name', 'logs', '--json', '--quiet', ...more])

function alone(): string {
  const { status, stdout } = runBin(['analyze', data.path, QUESTION, '--name', 'logs', '--json', '--quiet'], {
    env: { SHOAL_HOME: homeOf('alone') },
  })
  expect(status).toBe(0)
  return stdout
}

/** How often each task was completed. */
async function completions(postgres: OnPostgres, url: string): Promise<Map<string, number>> {
  const ledger = await postgres.open(url)
  const times = new Map<string, number>()
  const count = await ledger.lastEvent()
  for (const event of await ledger.events({ after: 0, limit: count }))
    if (event.kind === 'task-completed') times.set(event.task!, (times.get(event.task!) ?? 0) + 1)
  const { total } = await ledger.counts('logs')
  expect(times.size).toBe(total)
  await ledger.close()
  return times
}

onPostgres(
  'shoal worker',
  postgres => {
    const report = (() => {
      let made: string | null = null
      return () => (made ??= alone())
    })()

    it('does tasks of a run that is led elsewhere, and leaves when it is told to', async () => {
      assertBuilt()
      const url = postgres.freshUrl()
      const worker = start(url, ['worker'])
      await eventually(() => expect(says(worker, 'started')).toBe(true))
      const lead = analyze(url, '--concurrency', '1')
      expect(await lead.ended, lead.stderr()).toBe(0)
      expect(lead.stdout()).toBe(report())
      expect(worker.stderr()).toContain('"status":"completed"')
      const health = /"health":"([^"]+)"/.exec(worker.stderr())![1]!
      expect(await get(health)).toEqual({ status: 200, text: 'ok\n' })
      const metrics = (await get(health.replace('healthz', 'metrics'))).text
      expect(metrics).toMatch(/^shoal_worker_tasks_total\{status="completed"\} [1-9]/m)
      expect((await get(health, 'evil.example')).status).toBe(403)
      worker.child.kill('SIGTERM')
      expect(await worker.ended).toBe(0)
      expect(says(worker, 'ended')).toBe(true)
      expect(worker.stderr()).not.toMatch(/of-tests-only/)
      expect([...(await completions(postgres, url)).values()].every(times => times === 1)).toBe(true)
    })

    it('asks models for chunks, once each, and the lead counts what that took', async () => {
      const url = postgres.freshUrl()
      const texts = tempDir()
      const topics = ['rain', 'doors', 'lamps', 'boats', 'bread', 'stairs']
      for (const topic of topics)
        texts.write(`${topic}.md`, `# On ${topic}\n\n${`Nothing to say of ${topic} today.\n`.repeat(900)}`)
      const asked: string[] = []
      const keys = new Set<string>()
      let worker: Program | null = null
      const empty = { answer: [], summary: [], recommendations: [], same: [], links: [], missing: [] }
      const reading = {
        relevant: false,
        findings: [],
        missing: [],
        suggested_queries: [],
        complete_answer: null,
        metadata: {},
      }
      const stub = await startStub(async ({ text, headers }) => {
        asked.push(text)
        keys.add(headers['x-api-key']!)
        // The choice of labels is the lead's, and sees the head of a file; no chunk is answered before somebody else asks too.
        const isChunk = text.split('Nothing to say of').length > 100
        if (isChunk) await eventually(() => expect([...keys], worker?.stderr()).toContain('of-the-worker'))
        return { json: { ...empty, ...reading } }
      })
      const env = { ANTHROPIC_API_KEY: 'of-the-lead', ANTHROPIC_BASE_URL: `${stub.url}/v1` }
      try {
        const own = { ...env, ANTHROPIC_API_KEY: 'of-the-worker' }
        worker = start(url, ['worker', '--concurrency', '4'], 'models', undefined, own)
        await eventually(() => expect(says(worker!, 'started')).toBe(true))
        const args = [
          'analyze',
          texts.path,
          'What of the stairs?',
          '--model',
          'anthropic',
          '--chunk-tokens',
          '3000',
          '--read',
          'all',
          '--json',
          '--quiet',
        ]
        const lead = start(url, [...args, '--concurrency', '1', '--rpm', '600'], 'model-lead', undefined, env)
        expect(await lead.ended, lead.stderr()).toBe(0)
        const { usage } = JSON.parse(lead.stdout())
        expect(worker.stderr()).toContain('"status":"completed"')
        expect(new Set(asked).size).toBe(asked.length)
        expect(usage.calls).toBe(asked.length)
        worker.child.kill('SIGTERM')
        expect(await worker.ended).toBe(0)
      } finally {
        await stub.close()
      }
    })

    it('leaves when there was nothing to do for a while', async () => {
      const worker = start(postgres.freshUrl(), ['worker', '--idle', '1'])
      expect(await worker.ended).toBe(0)
      expect(says(worker, 'idle')).toBe(true)
    })

    // Root reads everything: only another user can be kept from files here.
    it.skipIf(process.getuid?.() !== 0)('leaves what it cannot see to those who can', async () => {
      const url = postgres.freshUrl()
      const home = homeOf('nobody')
      mkdirSync(home)
      chmodSync(dirname(home), 0o755)
      chmodSync(home, 0o777)
      const worker = start(url, ['worker'], 'nobody', 65_534)
      await eventually(() => expect(says(worker, 'started'), worker.stderr()).toBe(true))
      const lead = analyze(url, '--concurrency', '1')
      expect(await lead.ended, lead.stderr()).toBe(0)
      expect(lead.stdout()).toBe(report())
      expect(worker.stderr()).toContain('is not here as it was planned')
      expect(worker.stderr()).not.toContain('"status":"completed"')
      worker.child.kill('SIGTERM')
      expect(await worker.ended).toBe(0)
    })

    it('a run that is led is not led by another', async () => {
      const url = postgres.freshUrl()
      const ledger = await postgres.open(url)
      const planning = analysisToPlan({ paths: [data.path], query: null, cwd: '/', settings: settingsFrom() })
      await ledger.createTeam({ name: 'logs', definition: planning as unknown as Json })
      await ledger.join('logs', { name: 'lead', kind: 'lead' }, 10 * PATIENCE_MS)
      const second = start(url, ['resume', 'logs'])
      expect(await second.ended).toBe(2)
      expect(second.stderr()).toContain('run "logs" is being led')
      await ledger.close()
    })
  },
  { isRemote: true },
)

describe('shoal worker without a store', () => {
  it('says what it needs', () => {
    const { status, stderr } = runBin(['worker'], { env: { SHOAL_HOME: homeOf('none') } })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^shoal: shoal worker needs --store — .*\n$/),
    })
  })
})

async function get(url: string, host?: string): Promise<{ status: number; text: string }> {
  return await new Promise((resolve, reject) => {
    const asked = request(url, host ? { headers: { host } } : {}, response => {
      let text = ''
      response.on('data', part => void (text += part))
      response.on('end', () => resolve({ status: response.statusCode!, text }))
    })
    asked.on('error', reject).end()
  })
}
