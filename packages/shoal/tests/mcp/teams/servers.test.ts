// Several servers on one ledger, in processes of their own: never two owners, and nothing is done twice or lost.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../../../../../tests/patience.ts'
import { assertBuilt } from '../../cli/built-bin.ts'
import { makeLab } from '../lab.ts'
import { agent, job, newTeam } from './team-lab.ts'

const lab = makeLab()
const server = lab.server()
const claimer = fileURLToPath(new URL('claimer.mjs', import.meta.url))

interface Given {
  readonly member: string
  readonly task: string
  readonly again: boolean
}

async function claimIn(team: string, members: string, isForgetful: boolean): Promise<readonly Given[]> {
  const args = [claimer, lab.home, team, members, String(isForgetful)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: PATIENCE_MS })
  return stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

const tasks = Array.from({ length: 60 }, (_, at) =>
  job(`t${at}`, at % 4 === 3 ? { blocked_by: [`t${at - 1}`, `t${at - 2}`] } : {}),
)

async function countOf(team: string, kind: string): Promise<number> {
  return (await server.ledger.events({ team, after: 0, limit: 10_000 })).filter(event => event.kind === kind).length
}

describe('servers of their own on one ledger', () => {
  beforeAll(assertBuilt)

  it('members of all of them race for tasks, and each is claimed and completed once', async () => {
    const team = await newTeam(server, tasks)
    const given = (await Promise.all(['a,b', 'c,d', 'e'].map(members => claimIn(team, members, false)))).flat()
    expect(given.map(({ task }) => task).sort()).toEqual(tasks.map(({ id }) => id).sort())
    expect(given.every(({ again }) => !again)).toBe(true)
    expect(await server.ledger.counts(team)).toMatchObject({ total: 60, completed: 60 })
    expect(await countOf(team, 'task-claimed')).toBe(60)
    for (const { id, owner } of await server.ledger.tasks(team))
      expect(given.find(({ task }) => task === id)?.member, `who completed ${id} was given it`).toBe(owner)
  })

  it('answers that are lost change nothing', async () => {
    const team = await newTeam(server, tasks)
    const given = (await Promise.all(['a,b', 'c'].map(members => claimIn(team, members, true)))).flat()
    expect(new Set(given.map(({ task, member }) => `${task} ${member}`)).size, 'never two owners').toBe(60)
    expect(await countOf(team, 'task-claimed')).toBe(60)
    expect(await countOf(team, 'task-completed')).toBe(60)
  })
})

describe('servers in this process on one ledger', () => {
  it('of many that complete the same free task at once, one does, and the others are told who', async () => {
    const team = await newTeam(server, [job('a')])
    const names = Array.from({ length: 6 }, (_, at) => `w${at}`)
    const ends = await Promise.allSettled(names.map(name => agent(lab.server(), team, name).complete('a', name)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const won = names[ends.findIndex(({ status }) => status === 'fulfilled')]
    expect(await server.ledger.result(team, 'a')).toBe(won)
    for (const end of ends)
      if (end.status === 'rejected')
        expect(end.reason.message).toMatch(/^task "a" is (completed|in the hands of w\d|waits)/)
  })

  it('calls in one name at once join once and hold one task', async () => {
    const team = await newTeam(server, [job('a'), job('b')])
    const answers = await Promise.all(Array.from({ length: 6 }, () => agent(lab.server(), team, 'ann').claim()))
    expect(new Set(answers.map(({ task }) => task.id)).size).toBe(1)
    expect(answers.filter(({ again }) => !again)).toHaveLength(1)
    expect(await countOf(team, 'member-joined')).toBe(1)
    expect(await server.ledger.counts(team)).toMatchObject({ inProgress: 1, ready: 1 })
  })
})
