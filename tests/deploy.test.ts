// What deploy/ starts is what the program takes, and the query that counts ready tasks is one of its tables.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { parseCommandLine } from '../src/config/parse.ts'
import { onPostgres } from './team/on-postgres.ts'

const read = (name: string) => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8')
const documents = (name: string) =>
  parseAllDocuments(read(name), { merge: true }).map(document => {
    expect(document.errors).toEqual([])
    // biome-ignore lint/suspicious/noExplicitAny: a manifest of others
    return document.toJS() as any
  })

it('commands and options exist', () => {
  const [compose] = documents('compose.yaml')
  const job = documents('kubernetes.yaml').find(({ kind }) => kind === 'ScaledJob')
  const [container] = job.spec.jobTargetRef.template.spec.containers
  const started: string[][] = [compose.services.worker.command, compose.services.lead.command, container.args]
  expect(started.map(args => parseCommandLine(args).command)).toEqual(['worker', 'runs', 'worker'])
  expect(read('Dockerfile')).toContain('CMD ["worker"]')
})

it('a worker is asked how it is at the port that it is given, and has time to finish', () => {
  const [compose] = documents('compose.yaml')
  const job = documents('kubernetes.yaml').find(({ kind }) => kind === 'ScaledJob')
  const { terminationGracePeriodSeconds, containers } = job.spec.jobTargetRef.template.spec
  const workers = [
    { args: compose.services.worker.command, probe: compose.services.worker.healthcheck.test, grace: 70 },
    { args: containers[0].args, probe: containers[0].livenessProbe.exec.command, grace: terminationGracePeriodSeconds },
  ]
  for (const { args, probe, grace } of workers) {
    const { values } = parseCommandLine(args)
    expect(probe.join(' ')).toContain(`127.0.0.1:${(values.port as string[])[0]}/healthz`)
    expect(grace).toBeGreaterThan(Number((values.grace as string[])[0]))
  }
})

onPostgres('the query of the ScaledJob', postgres => {
  it('counts tasks that are ready in runs that have not ended', async () => {
    const job = documents('kubernetes.yaml').find(({ kind }) => kind === 'ScaledJob')
    const url = postgres.freshUrl()
    const schema = new URL(url).searchParams.get('schema')!
    const { query } = job.spec.triggers[0].metadata
    const ledger = await postgres.open(url)
    const tasks = [
      { id: 'a', subject: 'a' },
      { id: 'b', subject: 'b' },
      { id: 'c', subject: 'c', blockedBy: ['a'] },
    ]
    await ledger.createTeam({ name: 'open', definition: {}, tasks })
    await ledger.createTeam({ name: 'over', definition: {}, tasks })
    await ledger.endRun('over', 'stopped')
    await ledger.createTeam({ name: 'by-hand', tasks })
    expect(await postgres.ask(query.replaceAll('shoal.', `${schema}.`))).toEqual([{ count: '2' }])
    await ledger.close()
  })
})
