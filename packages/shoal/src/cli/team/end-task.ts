// `shoal team plan`, `done`, `fail`, `release` and `reassign`: how a task that somebody has by hand ends, or changes hands.
import { ShoalError } from '@shoal/base/model/errors'
import type { Ending } from '@shoal/base/model/task'
import { LEAD } from '@shoal/base/model/team'
import { printable } from '@shoal/base/text/printable'
import { readResult } from '@shoal/team/agents/result'
import { summaryOf } from '@shoal/team/command-protocol'
import { expireMembers } from '@shoal/team/expire-members'
import { checkByHand } from '../../run/members/by-hand.ts'
import { endTask, reassignTask, releaseTask } from '../../run/members/ending.ts'
import { logOfLong } from '../../run/members/whole-line.ts'
import { callingMember, comingOf, namedMember, tellMember } from './as-member.ts'
import { confirmTask } from './create.ts'
import { taskJson } from './shapes.ts'
import type { RunVerb, VerbInput } from './verb.ts'

export const done: RunVerb = async input => {
  const [, id, typed] = input.args as [string, string, string?]
  const result = typed === undefined ? { value: null } : await readValue(input, typed)
  const { value, log } = { log: undefined, ...result }
  const kept = log === undefined ? {} : { log }
  const summary = input.face.summary === null ? summaryOf(value) : { summary: input.face.summary }
  const ending: Ending = { status: 'completed', result: value, ...summary, ...logOfLong(summary.summary), ...kept }
  return await end(input, 'done', ending, `completed task ${printable(id)}`)
}

export const plan: RunVerb = async input => {
  const [, id, typed] = input.args as [string, string, string]
  const { value } = await readValue(input, typed)
  const said = input.face.summary === null ? {} : { summary: input.face.summary, ...logOfLong(input.face.summary) }
  const ending: Ending = { status: 'planned', plan: value, ...said }
  return await end(
    input,
    'plan',
    ending,
    `handed in the plan of task ${printable(id)}; wait for the decision: it comes to your inbox`,
  )
}

export const fail: RunVerb = async input => {
  const [, id] = input.args as [string, string]
  const { reason, final } = input.face
  if (reason === null)
    throw new ShoalError('missing-argument', 'shoal team fail needs --reason: why it cannot be done', {
      detail: '--reason',
      advice: 'add --reason TEXT',
    })
  const ending: Ending = { status: 'failed', reason, final, ...logOfLong(reason) }
  return await end(input, 'fail', ending, `task ${printable(id)} failed`)
}

async function end(input: VerbInput, verb: string, ending: Ending, line: string): Promise<0> {
  const { args, face, ledger } = input
  const [team, id] = args as [string, string]
  const member = callingMember(input, verb, team)
  await checkByHand(ledger, team)
  await endTask(ledger, comingOf(face, team, member), await ledger.task(team, id), ending)
  const task = await ledger.task(team, id)
  return await tellMember(input, { team, member }, [line], { team, ...taskJson(task, null) })
}

/** JSON as it is, a value in a fence with the words around it as the log, and any other text as `{ text }`. */
async function readValue({ io, world }: VerbInput, typed: string) {
  const text = typed === '-' ? await world.readStdin(io.signal) : typed
  const read = readResult(text, null)
  if ('fault' in read) throw new ShoalError('bad-value', read.fault, { detail: typed })
  return { value: read.value, ...(read.hasWordsAround ? { log: text } : {}) }
}

export const release: RunVerb = async input => {
  const { args, face, ledger } = input
  const [team, id] = args as [string, string]
  await checkByHand(ledger, team)
  await expireMembers(ledger, team)
  const by = namedMember(input, team) ?? LEAD
  const reason = face.reason ?? (by === LEAD ? 'released by the lead' : 'given back')
  await releaseTask(ledger, team, await ledger.task(team, id), { by, reason, endsWorker: true })
  return await confirmTask(input, team, id, `task ${printable(id)} is open again`)
}

export const reassign: RunVerb = async input => {
  const { args, face, ledger } = input
  const [team, id, to] = args as [string, string, string]
  await checkByHand(ledger, team)
  await expireMembers(ledger, team)
  const task = await ledger.task(team, id)
  await reassignTask(ledger, { team, task, to, reason: face.reason ?? `given to ${to} by the lead` })
  return await confirmTask(input, team, id, `task ${printable(id)} is in the hands of ${to}`)
}
