// `shoal team create`, `add` and `block`: teams and tasks by hand.
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { NewTask } from '@shoal/base/model/task'
import { printable } from '@shoal/base/text/printable'
import { whyBlocked } from '../../run/teams.ts'
import { confirm } from './confirm.ts'
import { taskJson, teamJson } from './shapes.ts'
import type { RunVerb, VerbInput } from './verb.ts'
import { stateOf } from './words.ts'

export const create: RunVerb = async input => {
  const { args, face, ledger } = input
  const [name] = args as [string]
  const team = await ledger.createTeam({ name, ...(face.purpose === null ? {} : { purpose: face.purpose }) })
  return await confirm(input, `created team ${name}`, teamJson(team))
}

export const add: RunVerb = async input => {
  const { args, ledger } = input
  const [team, subject] = args as [string, string]
  const [id] = await ledger.createTasks(team, [await newTask(input, subject)])
  return await confirmTask(input, team, id!, `added task ${printable(id!)} to ${team}`)
}

export const block: RunVerb = async input => {
  const { args, ledger } = input
  const [team, id, ...blockers] = args as [string, string, ...string[]]
  await ledger.addBlockedBy(team, id, blockers)
  return await confirmTask(input, team, id, `task ${printable(id)} waits for ${blockers.map(printable).join(', ')}`)
}

/** Says what was done to a task, or for scripts how it stands now. */
export async function confirmTask(input: VerbInput, team: string, id: string, line: string): Promise<0> {
  const task = await input.ledger.task(team, id)
  const waitsFor = stateOf(task) === 'blocked' ? await whyBlocked(input.ledger, team, id) : null
  return await confirm(input, line, { team, ...taskJson(task, waitsFor) })
}

async function newTask({ io, face, world }: VerbInput, subject: string): Promise<NewTask> {
  const { id, role, description, activeForm, priority } = face
  return {
    subject,
    retries: face.retries,
    needsApproval: face.needsApproval,
    blockedBy: face.blockedBy,
    ...(id === null ? {} : { id }),
    ...(role === null ? {} : { role }),
    ...(description === null ? {} : { description }),
    ...(activeForm === null ? {} : { activeForm }),
    ...(priority === null ? {} : { priority: Number(priority) }),
    ...(face.input === null
      ? {}
      : { input: readJson(face.input === '-' ? await world.readStdin(io.signal) : face.input) }),
  }
}

function readJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [why] = (error as Error).message.split('\n')
    throw new ShoalError('bad-value', `--input is no JSON: ${why}`, {
      detail: '--input',
      advice: `write JSON in single quotes, such as '{"file": "a.py"}'; a text needs its own quotes: '"text"'`,
      cause: error,
    })
  }
}
