// Teams are of the whole machine, agents of their roots: who may see and change which team.
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '@shoal/base/model/json'
import { describe, expect, it } from 'vitest'
import { readInbox } from '../../../src/mcp/tools/read-inbox.ts'
import { sendMessage } from '../../../src/mcp/tools/send-message.ts'
import { taskClaim } from '../../../src/mcp/tools/task-claim.ts'
import { taskCreate } from '../../../src/mcp/tools/task-create.ts'
import { taskGet } from '../../../src/mcp/tools/task-get.ts'
import { taskList } from '../../../src/mcp/tools/task-list.ts'
import { taskUpdate } from '../../../src/mcp/tools/task-update.ts'
import { teamCreate } from '../../../src/mcp/tools/team-create.ts'
import { teamDelete } from '../../../src/mcp/tools/team-delete.ts'
import { listRuns } from '../../../src/run/runs.ts'
import { makeLab } from '../lab.ts'

const lab = makeLab()
const [here, there] = [join(lab.root, 'here'), join(lab.root, 'there')]
for (const made of [here, there]) mkdirSync(made)
const inHere = lab.server([here])
const inThere = lab.server([there])
const inBoth = lab.server([there, here])
const above = lab.server([lab.root])
const { ledger } = inHere

const calls = (team: string) =>
  [
    [taskList, { team }],
    [taskGet, { team, task: 'a' }],
    [taskClaim, { team, member: 'ann' }],
    [taskCreate, { team, subject: 'more' }],
    [taskUpdate, { team, task: 'a', status: 'skipped' }],
    [readInbox, { team, member: 'lead' }],
    [sendMessage, { team, from: 'lead', to: 'all', text: 'hello' }],
    [teamDelete, { team, force: true }],
  ] as const

function refusal(team: string): string {
  return `team "${team}" is of directories outside of what this server may read`
}

const tasks = [{ id: 'a', subject: 'read a' }]

describe('a team that was made through a server', () => {
  it('is there for servers whose roots hold its own, and for no other', async () => {
    await inHere.call(teamCreate, { team: 'own', tasks })
    for (const [tool, input] of calls('own')) expect(await inThere.refused(tool, input)).toBe(refusal('own'))
    expect(await ledger.task('own', 'a')).toMatchObject({ status: 'pending' })
    expect((await ledger.members('own')).map(({ name }) => name)).toEqual(['lead'])
    for (const server of [inHere, inBoth, above]) expect((await server.call(taskList, { team: 'own' })).total).toBe(1)
    expect(await above.call(teamDelete, { team: 'own' })).toEqual({ team: 'own', deleted: true })
  })

  it('of several roots needs all of them', async () => {
    await inBoth.call(teamCreate, { team: 'wide', tasks })
    expect(await inHere.refused(taskList, { team: 'wide' })).toBe(refusal('wide'))
    expect((await above.call(taskList, { team: 'wide' })).total).toBe(1)
  })

  it('is known to be so by a server that starts later, and is no run', async () => {
    await inHere.call(teamCreate, { team: 'later', tasks })
    expect(await lab.server([there]).refused(taskList, { team: 'later' })).toBe(refusal('later'))
    expect(await ledger.definition('later')).toBeNull()
    expect((await listRuns(ledger, Date.now())).map(({ run }) => run)).not.toContain('later')
  })

  it('leaves nothing behind for another of its name', async () => {
    await inHere.call(teamCreate, { team: 'again', tasks })
    // As `shoal team delete` and `shoal team create` do.
    await ledger.deleteTeam('again')
    await new Promise(resolve => setTimeout(resolve, 5))
    await ledger.createTeam({ name: 'again', tasks })
    expect((await inThere.call(taskList, { team: 'again' })).total).toBe(1)
  })

  it('is not taken over by one who wants its name', async () => {
    await inHere.call(teamCreate, { team: 'taken', tasks })
    expect(await inThere.refused(teamCreate, { team: 'taken' })).toContain('taken')
    expect(await inThere.refused(taskList, { team: 'taken' })).toBe(refusal('taken'))
    expect((await inHere.call(taskList, { team: 'taken' })).total).toBe(1)
  })
})

describe('a run of a pattern file', () => {
  const definition = (dir: string, spec: Json = { pattern: 'swarm' }): Json => ({
    kind: 'pattern',
    file: { path: 'team.yaml', dir, spec },
  })

  it('is of the directory of its file', async () => {
    await ledger.createTeam({ name: 'swarm', definition: definition(here), tasks })
    for (const [tool, input] of calls('swarm')) expect(await inThere.refused(tool, input)).toBe(refusal('swarm'))
    expect((await inHere.call(taskList, { team: 'swarm' })).total).toBe(1)
    await inHere.call(teamDelete, { team: 'swarm' })
  })

  it('is of the files that it reads, too', async () => {
    const spec = { pattern: 'rlm', paths: ['data', '../there'] }
    await ledger.createTeam({ name: 'rlm', definition: definition(here, spec), tasks })
    expect(await inHere.refused(taskList, { team: 'rlm' })).toBe(refusal('rlm'))
    expect((await inBoth.call(taskList, { team: 'rlm' })).total).toBe(1)
  })

  it('is not brought inside by a link', async () => {
    symlinkSync(there, join(here, 'link'))
    await ledger.createTeam({ name: 'linked', definition: definition(join(here, 'link')), tasks })
    expect(await inHere.refused(taskList, { team: 'linked' })).toBe(refusal('linked'))
    expect((await inThere.call(taskList, { team: 'linked' })).total).toBe(1)
  })
})

describe('a team of which nobody knows where it was made', () => {
  it.each([
    ['by hand', null],
    ['by a program', { kind: 'library' }],
  ])('%s is seen and worked on, but deleted only with force', async (_, definition) => {
    const team = definition === null ? 'hand' : 'program'
    await ledger.createTeam({ name: team, tasks, ...(definition ? { definition } : {}) })
    expect((await inThere.call(taskList, { team })).total).toBe(1)
    await inThere.call(sendMessage, { team, from: 'ann', to: 'lead', text: 'hello' })
    await ledger.leave({ team, member: 'ann', session: 1 })
    expect(await inThere.refused(teamDelete, { team })).toBe(`it is not known where team "${team}" was made`)
    expect((await ledger.team(team)).name).toBe(team)
    expect(await inThere.call(teamDelete, { team, force: true })).toEqual({ team, deleted: true })
  })
})
