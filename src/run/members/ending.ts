// Ending tasks in the name of members: completed, failed, planned, given back.
import { ShoalError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import type { Ledger } from '../../model/ledger.ts'
import type { Claim, Ending, Task } from '../../model/task.ts'
import { LEAD } from '../../model/team.ts'
import { wrongPhase } from '../../team/refusals.ts'
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

/** Gives back what its member has in hand. The lead may take it from an agent that is stuck. */
export async function releaseTask(ledger: Ledger, team: string, task: Task, by: string, reason: string): Promise<void> {
  const owner = await findMember(ledger, team, task.owner!)
  const mayRelease = owner && isAgent(owner) && (by === owner.name || by === LEAD)
  const claim = mayRelease && isAlive(owner) ? await ledger.inHand(sessionOf(team, owner)) : null
  if (claim?.task.id !== task.id)
    throw new ShoalError('wrong-state', `task "${task.id}" is in the hands of ${task.owner}`, { detail: task.id })
  await ledger.finish(claim, { status: 'released', reason })
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
