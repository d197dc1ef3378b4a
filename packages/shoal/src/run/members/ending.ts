// Ending tasks in the name of members: completed, failed, planned, given back.
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Claim, Ending, Task } from '@shoal/base/model/task'
import { LEAD } from '@shoal/base/model/team'
import { hasClaim, memberNotAlive, unknownMember, wrongPhase } from '@shoal/team/refusals'
import { isMeantFor } from '@shoal/team/rules'
import { type Coming, findMember, isAgent, isAlive, sessionOf } from './presence.ts'
import { takeTask } from './taking.ts'
import { whyNotThis } from './waiting.ts'

/** A completion that is told twice, for the answer to the first was lost, is no mistake. */
export async function endTask(ledger: Ledger, coming: Coming, task: Task, ending: Ending): Promise<void> {
  if (ending.status === 'completed' && (await isEndedSo(ledger, coming, task, ending.result))) return
  const { claim, isAgain } = await holdTask(ledger, coming, task.id)
  try {
    checkPhase(claim, ending)
    await ledger.finish(claim, ending)
  } catch (error) {
    // What was claimed for this call only must not stay in hand.
    if (!isAgain) await ledger.finish(claim, { status: 'released', reason: (error as Error).message }).catch(() => {})
    throw error
  }
}

/** The claim on this very task: in hand, or taken now if it is free. Throws why not else. */
export async function holdTask(ledger: Ledger, coming: Coming, id: string) {
  const { presence, taken } = await takeTask(ledger, coming, id)
  if (taken) return { ...taken, presence }
  const { reason } = await whyNotThis(ledger, presence, id)
  throw new ShoalError('wrong-state', reason, { detail: id })
}

export interface Release {
  readonly by: string
  readonly reason: string
  /** Also from one that lives in a process: its worker is ended with the next heartbeat, and it joins again. */
  readonly endsWorker?: true
}

/** Gives back what its member has in hand. The lead may take it from a member, who is told so. */
export async function releaseTask(ledger: Ledger, team: string, task: Task, release: Release): Promise<void> {
  const { by, reason, endsWorker = false } = release
  const owner = task.owner === null ? undefined : await findMember(ledger, team, task.owner)
  const mayRelease = owner && (isAgent(owner) ? by === LEAD || by === owner.name : by === LEAD && endsWorker)
  const session = mayRelease && isAlive(owner) ? sessionOf(team, owner) : null
  const claim = session && (await ledger.inHand(session))
  if (claim?.task.id !== task.id) throw notInHand(task, by)
  await ledger.finish(claim, { status: 'released', reason })
  if (by === owner!.name) return
  if (!isAgent(owner!)) return await ledger.leave(session!)
  const text = `Task ${task.id} was taken from you: ${reason}`
  await ledger.send(team, { from: LEAD, to: owner!.name, text, task: task.id })
}

function notInHand({ id, status, owner }: Task, by: string): ShoalError {
  const where = status === 'in_progress' ? `in the hands of ${owner}` : `${status} and in nobody's hands`
  const advice = status === 'in_progress' && by !== LEAD ? { advice: 'the lead may release it' } : {}
  return new ShoalError('wrong-state', `task "${id}" is ${where}`, { detail: id, ...advice })
}

/**
 * The lead gives a task to a member without a process, whoever has it: its next claim finds it in hand. Throws `has-claim`
 * when that one has another, and `wrong-state` when the task is not for it, or somebody else was quicker.
 */
export async function reassignTask(
  ledger: Ledger,
  {
    team,
    task,
    to,
    reason,
  }: { readonly team: string; readonly task: Task; readonly to: string; readonly reason: string },
): Promise<void> {
  const session = await receiver(ledger, team, to)
  const held = await ledger.inHand(session)
  if (held?.task.id === task.id) return
  if (held) throw hasClaim(to, held.task.id)
  const { role } = (await findMember(ledger, team, to))!
  if (!isMeantFor(task.role, { name: to, role }))
    throw new ShoalError('wrong-state', `task "${task.id}" is for ${task.role ?? 'every member but the lead'} only`, {
      detail: task.id,
      advice: `have ${to} join with that role`,
    })
  if (task.status === 'in_progress') await releaseTask(ledger, team, task, { by: LEAD, reason, endsWorker: true })
  const claim = await ledger.claim(session, { task: task.id })
  if (claim === null) {
    const there = await ledger.task(team, task.id)
    const why =
      there.status === 'in_progress' ? `is in the hands of ${there.owner}` : `is ${there.status} and not ready`
    throw new ShoalError('wrong-state', `task "${task.id}" ${why}`, { detail: task.id })
  }
  await ledger.send(team, { from: LEAD, to, text: `Task ${task.id} is yours: ${reason}`, task: task.id })
}

async function receiver(ledger: Ledger, team: string, name: string) {
  const member = await findMember(ledger, team, name)
  if (!member) throw unknownMember(team, name)
  if (!isAlive(member)) throw memberNotAlive(name)
  if (isAgent(member)) return sessionOf(team, member)
  throw new ShoalError('wrong-state', `"${name}" lives in a process and takes its tasks itself`, {
    detail: name,
    advice: 'release the task, and whoever may have it takes it',
  })
}

async function isEndedSo(ledger: Ledger, { team, member }: Coming, task: Task, result: Json): Promise<boolean> {
  if (task.status !== 'completed' || task.owner !== member) return false
  return JSON.stringify(await ledger.result(team, task.id)) === JSON.stringify(result)
}

function checkPhase({ task, phase }: Claim, { status }: Ending): void {
  if (status !== 'completed' || phase === 'work') return
  const { code, message } = wrongPhase(task.id, status, phase)
  throw new ShoalError(code, message, {
    detail: task.id,
    advice: 'hand in a `plan` first, and work once it is approved',
  })
}
