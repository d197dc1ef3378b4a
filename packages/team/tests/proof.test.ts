// The proof of several machines, on one box with real processes: workers, the lead and PostgreSQL are killed at random, by a seed, while a run
// with a model goes on. The report is that of one process, byte for byte; nothing is lost, completed twice or paid for twice.
// `node bench/team.mjs proof` does the same with 20 kills, and with a task that kills whoever takes it.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Ledger } from '@shoal/base/model/ledger'
import { LOSS_LIMIT } from '@shoal/base/model/task'
import { expect, it } from 'vitest'
import { eventually, PATIENCE_MS } from '../../../tests/patience.ts'
import { assertBuilt } from '../../shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import type { StubRequest } from '../../shoal/tests/models/stub/exchange.ts'
import { startStub } from '../../shoal/tests/models/stub/server.ts'
import { honestAnalyst } from '../../shoal/tests/run/models/honest-analyst.ts'
import { randomFrom } from './chaos/killer.ts'
import { onPostgres } from './on-postgres.ts'
import { type Program, says, start } from './shoal-processes.ts'

const KILLS = Number(process.env.PROOF_KILLS ?? 5)
const seed = Number(process.env.CHAOS_SEED ?? process.env.PROPERTY_SEED)
const PATIENT = PATIENCE_MS * (1 + KILLS / 4)
const CALL_MS = 300

onPostgres(
  `several machines, ${KILLS} kills, seed ${seed}`,
  postgres => {
    it('end as one machine does', { timeout: PATIENT }, async () => {
      assertBuilt()
      const data = tempDir()
      for (let k = 0; k < 4 + KILLS; k++) data.write(`notes-${k}.md`, notes(k))
      const asked: { readonly text: string; readonly by: string; readonly between: number }[] = []
      // Kills so far, and between which of them PostgreSQL was away: what was heard then could not be kept.
      let between = 0
      const away = new Set<number>()
      const answer = honestAnalyst()
      const stub = await startStub(async (request: StubRequest) => {
        asked.push({ text: JSON.stringify(request.messages), by: request.headers['x-api-key']!, between })
        return { ...(await answer(request)), delayMs: CALL_MS }
      })
      const dead = new Set<string>()
      let keys = 0
      const launch = (url: string, args: readonly string[]) => {
        const key = `key-${++keys}`
        const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: `${stub.url}/v1` }
        return { key, ...start(url, args, undefined, undefined, env) }
      }
      const analyze = ['analyze', data.path, 'What burns?', '--model', 'anthropic', '--chunk-tokens', '3000']
      const how = ['--read', 'all', '--name', 'proof', '--json', '--quiet', '--max-files', '100']
      try {
        const alone = launch('', [...analyze, ...how])
        expect(await alone.ended, alone.stderr()).toBe(0)
        const calls = asked.length
        asked.length = 0
        const url = postgres.freshUrl()
        const begin = () => launch(url, ['worker', '--concurrency', '2'])
        const workers = [begin(), begin(), begin()]
        const cut = begin()
        for (const one of [...workers, cut]) await eventually(() => expect(says(one, 'started')).toBe(true))
        let lead = launch(url, [...analyze, ...how, '--concurrency', '1'])
        const resume = () => launch(url, ['resume', 'proof', '--json', '--quiet', '--concurrency', '1'])
        const ledger = await postgres.open(url)
        const done = async () => (await ledger.counts('proof').catch(() => null))?.completed ?? 0
        const isOver = (one: Program) => one.child.exitCode !== null || one.child.signalCode !== null
        const progress = async () => {
          const before = await done()
          await eventually(async () => expect((await done()) > before || isOver(lead)).toBe(true))
        }
        const kill = async (one: Program & { readonly key: string }) => {
          dead.add(one.key)
          one.child.kill('SIGKILL')
          await one.ended
        }
        const random = randomFrom(seed)
        const victims = victimsOf(KILLS, random)
        let kills = 0
        await progress()
        // It holds tasks and hears nothing for longer than its lease: what it does later counts for nothing.
        cut.child.kill('SIGSTOP')
        dead.add(cut.key)
        for (const victim of victims) {
          await progress()
          if (lead.child.exitCode === 0) break
          if (victim === 'postgres') {
            away.add(between)
            await postgres.server.restart()
          } else if (victim === 'lead') await kill(lead)
          else {
            const at = Math.floor(random() * workers.length)
            await kill(workers[at]!)
            workers[at] = begin()
          }
          kills++
          between++
          if (isOver(lead) && lead.child.exitCode !== 0) {
            dead.add(lead.key)
            lead = resume()
          }
        }
        for (let again = 0; (await lead.ended) !== 0; again++) {
          expect(again, lead.stderr()).toBeLessThan(5)
          dead.add(lead.key)
          lead = resume()
        }
        cut.child.kill('SIGCONT')
        const [report, expected] = [withoutUsage(lead.stdout()), withoutUsage(alone.stdout())]
        expect(report.text).toBe(expected.text)
        for (const one of [...workers, cut]) one.child.kill('SIGTERM')
        await Promise.all([...workers, cut].map(({ ended }) => ended))
        const { lost, twice } = await completions(ledger, 'proof')
        const paid = new Map<string, (typeof asked)[number][]>()
        for (const one of asked) paid.set(one.text, [...(paid.get(one.text) ?? []), one])
        const again = [...paid.values()].filter(same => same.length > 1)
        // What was in flight when its process or the store ended is asked again; nothing else is. A call may have begun before the kill before.
        const isLost = ({ by, between }: (typeof asked)[number]) =>
          dead.has(by) || away.has(between) || away.has(between + 1)
        const wrongly = again
          .filter(same => !same.slice(0, -1).every(isLost))
          .map(same => same.map(one => `${one.by}@${one.between}`))
        tell({
          what: 'kills',
          kills,
          of: { ...counted(victims.slice(0, kills)) },
          calls,
          requests: asked.length,
          askedAgain: again.length,
        })
        // What was in flight when its process died counts as used, for nobody can tell that it was not.
        expect(report.calls).toBeGreaterThanOrEqual(calls)
        expect(report.calls).toBeLessThanOrEqual(asked.length)
        expect({ lost, twice, calls: paid.size }).toEqual({ lost: 0, twice: 0, calls })
        expect(wrongly, `${[...dead]} ${victims}`).toEqual([])
        await ledger.close()
      } finally {
        await stub.close()
      }
    })

    it.runIf(KILLS >= LOSS_LIMIT)(
      'a task that kills whoever takes it fails by itself',
      { timeout: PATIENT },
      async () => {
        const dir = tempDir()
        dir.write('kill.mjs', KILLER)
        const names = ['poison', ...Array.from({ length: 12 }, (_, k) => `t${k}`)]
        const tasks = names.map(name => `  - id: ${name}\n    subject: ${name}\n`).join('')
        const worker = 'workers: 2\nworker:\n  command: node kill.mjs\n  output: text\n'
        dir.write('run.yaml', `pattern: swarm\npurpose: One of them is bad\n${worker}tasks:\n${tasks}`)
        const url = postgres.freshUrl()
        const begin = () => start(url, ['worker', '--run-commands', '--concurrency', '2'])
        const run = () => start(url, ['run', `${dir.path}/run.yaml`, '--name', 'poison', '--json'])
        const workers = [begin(), begin(), begin()]
        let lead = run()
        const ledger = await postgres.open(url)
        let deaths = 0
        await eventually(async () => {
          for (const [k, one] of workers.entries())
            if (one.child.signalCode !== null) {
              workers[k] = begin()
              deaths++
            }
          if (lead.child.signalCode !== null) {
            lead = start(url, ['resume', 'poison', '--json'])
            deaths++
          }
          expect((await ledger.overview('poison')).ended).not.toBeNull()
        })
        const { failed, completed } = await ledger.counts('poison')
        tell({ what: 'poison', deaths, failed, completed })
        expect({ failed, completed }).toMatchObject({ failed: 1, completed: 12 })
        for (const one of workers) one.child.kill('SIGTERM')
        await ledger.close()
      },
    )
  },
  { isRemote: true },
)

/** Climbs to the program that runs it, and ends that. */
const KILLER = `import { readFileSync } from 'node:fs'
for (let pid = process.env.SHOAL_TASK === 'poison' ? process.ppid : 0; pid > 1; ) {
  if (/bin\\.js/.test(readFileSync('/proc/' + pid + '/cmdline', 'utf8'))) process.kill(pid, 'SIGKILL')
  pid = Number(readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ').at(-1).split(' ')[1])
}
`

function notes(k: number): string {
  const line = (n: number) =>
    `Lamp ${k}-${n} burns in room ${(n * 7 + k) % 31} and costs ${(n * 13 + k) % 97} a night.\n`
  return `# Lamps of house ${k}\n\n${Array.from({ length: 500 }, (_, n) => line(n)).join('')}`
}

/** Of five, one is the lead and one PostgreSQL; in any order. */
function victimsOf(kills: number, random: () => number): ('worker' | 'lead' | 'postgres')[] {
  const all = Array.from(
    { length: kills },
    (_, k) => (['worker', 'lead', 'worker', 'postgres', 'worker'] as const)[k % 5]!,
  )
  return all
    .map(value => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

function counted(all: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const one of all) counts[one] = (counts[one] ?? 0) + 1
  return counts
}

async function completions(ledger: Ledger, run: string): Promise<{ readonly lost: number; readonly twice: number }> {
  const times = new Map<string, number>()
  for (const { kind, task } of await ledger.events({ after: 0, limit: await ledger.lastEvent() }))
    if (kind === 'task-completed') times.set(task!, (times.get(task!) ?? 0) + 1)
  const { total } = await ledger.counts(run)
  return { lost: total - times.size, twice: [...times.values()].filter(n => n > 1).length }
}

function withoutUsage(json: string): { readonly text: string; readonly calls: number } {
  const { usage } = JSON.parse(json)
  return { text: json.replace(/^ *"usage": .*\n/m, ''), calls: usage.calls }
}

/** For the bench. */
function tell(figures: object): void {
  const file = process.env.PROOF_FIGURES
  if (!file) return
  writeFileSync(file, `${readFileSync(file, 'utf8')}${JSON.stringify(figures)}\n`)
}
