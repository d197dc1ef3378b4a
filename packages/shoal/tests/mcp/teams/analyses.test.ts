// Runs are teams too: an agent may look at an analysis, but neither do its tasks by hand nor leave them out.
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
import { teamDelete } from '../../../src/mcp/tools/team-delete.ts'
import { makeLab } from '../lab.ts'

const lab = makeLab()
const { call, refused, ledger } = lab.server()

async function analysisOf(name: string, file: string): Promise<string> {
  const definition: Json = { kind: 'analyze', version: 1, stamps: { [file]: { file } } }
  const tasks = [{ id: 'read', subject: 'read it' }]
  await ledger.createTeam({ name, definition, tasks })
  return name
}

const works = (team: string) =>
  [
    [taskClaim, { team, member: 'ann' }],
    [taskCreate, { team, subject: 'more' }],
    [taskUpdate, { team, task: 'read', status: 'completed', member: 'ann', result: 'made up' }],
    [taskUpdate, { team, task: 'read', status: 'in_progress', member: 'ann' }],
    [taskUpdate, { team, task: 'read', status: 'failed', member: 'ann', reason: 'x' }],
    [taskUpdate, { team, task: 'read', plan: 'x', member: 'ann' }],
    [taskUpdate, { team, task: 'read', add_blocked_by: ['read'] }],
  ] as const

/** Would leave the run without the syntheses that its report is made of. */
const decisions = (team: string) =>
  [
    [taskUpdate, { team, task: 'read', status: 'skipped', reason: 'not needed' }],
    [taskUpdate, { team, task: 'read', status: 'pending' }],
  ] as const

const looks = (team: string) =>
  [
    [taskList, { team }],
    [taskGet, { team, task: 'read' }],
    [readInbox, { team, member: 'lead' }],
    [sendMessage, { team, from: 'ann', to: 'lead', text: 'hello' }],
    [teamDelete, { team, force: true }],
  ] as const

describe('an analysis', () => {
  it('of files inside the roots is looked at and deleted, but its findings are not made up and no task is left out', async () => {
    const team = await analysisOf('inside', join(lab.root, 'a.csv'))
    for (const [tool, input] of works(team))
      expect(await refused(tool, input)).toBe('"inside" is an analysis, and its tasks are not done by hand')
    for (const [tool, input] of decisions(team)) {
      const said = await refused(tool, input)
      expect(said).toBe('"inside" is an analysis, and its tasks are not skipped or tried again by hand')
    }
    expect(await ledger.task(team, 'read')).toMatchObject({ status: 'pending' })
    expect((await ledger.members(team)).map(({ name }) => name)).toEqual(['lead'])
    for (const [tool, input] of looks(team)) await call(tool, input)
  })

  it('of files outside of them is out of reach', async () => {
    const team = await analysisOf('outside', join(lab.home, 'secret.csv'))
    for (const [tool, input] of [...works(team), ...decisions(team), ...looks(team)])
      expect(await refused(tool, input)).toBe('run "outside" reads files outside of what this server may read')
    expect(await ledger.task(team, 'read')).toMatchObject({ status: 'pending' })
  })
})
