// Claiming and ending: the two moves that all the others serve.

import { lookup } from '@shoal/base/model/lookup'
import type { Claim, Ending } from '@shoal/base/model/task'
import { LEAD, type Session } from '@shoal/base/model/team'
import { claimLost, hasClaim, wrongPhase } from '../refusals.ts'
import { Approving, Shutdown, State } from '../stored/numbers.ts'
import type { Actor, HeldTask, TaskRow } from '../stored/rows.ts'
import { isBlobLost, mustTellIdle, phaseOf, rolesOf } from '../stored/task-views.ts'
import { type Packed, pack } from '../stored/values.ts'
import { idleLine, lineOrNull, planRequestLine, reasonLine } from '../wording.ts'
import { packInputs, storeTasks } from './create-tasks.ts'
import { completeTask, failTask, giveBack, openDependents, PENDING_STATE, report, takeNotes } from './endings.ts'
import { post } from './messages.ts'
import { keepBlob, livingMember, teamRow } from './rows.ts'
import type { Store } from './store.ts'
import { heldTaskAndInput, READY_TASK, type ReadyTask, takenTask } from './tasks.ts'

/** Looks first: when there is nothing to claim and nothing to tell, the lock is not taken. */
export async function claim(store: Store, session: Session, wanted?: string): Promise<Claim | null> {
  const hasMove = await store.read(() => {
    const member = livingMember(store, session)
    checkHandsFree(store, member)
    return claimable(store, member, wanted) !== null || mustTellIdle(member, wanted)
  })
  if (!hasMove) return null
  const taken = await store.write(() => {
    const member = livingMember(store, session)
    checkHandsFree(store, member)
    return take(store, member, wanted)
  })
  return await claimOf(store, taken, session.team, wanted)
}

/** A look: whoever lost the answer of its claim, or started after it, goes on with it. */
export function inHand(store: Store, session: Session): Claim | null {
  const { team, member, name, session: number } = livingMember(store, session)
  const row = store.one<Pick<TaskRow, 'task' | 'approval'> & { readonly fence: number }>(IN_HAND, team, member)
  if (!row) return null
  const { task, input } = heldTaskAndInput(store, row.task)
  const phase = phaseOf(row.approval)
  const claim = { team: session.team, task, input, phase, member: name, session: number, fence: row.fence }
  store.claimedRows.set(claim, row.task)
  return claim
}

export async function finish(store: Store, claimed: Claim, ending: Ending, claimNext: boolean): Promise<Claim | null> {
  const packed = packEnding(store, ending)
  const taken = await store.write(() => {
    const { row, member } = heldTask(store, claimed)
    end(store, { member, row, claimed, ending, packed })
    return claimNext ? take(store, member) : null
  })
  return await claimOf(store, taken, claimed.team)
}

interface Taken {
  readonly row: ReadyTask
  readonly fence: number
  readonly member: Actor
  readonly at: number
}

/** The best ready task goes to the member. An event's number tells it from every other, so it also serves as the fence. */
function take(store: Store, member: Actor, wanted?: string): Taken | null {
  const found = claimable(store, member, wanted)
  if (found === null) {
    if (mustTellIdle(member, wanted)) tellIdle(store, member)
    return null
  }
  const row = store.one<ReadyTask>(READY_TASK, found.task)!
  const fence = store.event('task-claimed', member.team, { task: found.task, member: member.member })
  const at = store.now()
  store.do(TAKE, member.member, fence, at, found.task)
  if (member.idle_told) store.run('UPDATE members SET idle_told = 0 WHERE member = ?', member.member)
  return { row, fence, member, at }
}

// Put together once: a text that is made anew must be read anew to find its statement.
const TAKE = `UPDATE tasks SET state = ${State.inProgress}, owner = ?, fence = ?, attempts = attempts + 1, claimed_at = ?
  WHERE task = ?`
const FIRST = `SELECT task, priority FROM tasks WHERE team = ? AND role = ? AND state = ${State.ready}
  ORDER BY priority DESC, task LIMIT 1`
const WANTED = `SELECT task, priority, role FROM tasks WHERE team = ? AND id = ? AND state = ${State.ready}`
const IN_HAND = `SELECT task, approval, fence FROM tasks WHERE team = ? AND owner = ? AND state = ${State.inProgress}`
const HELD = `SELECT t.task, t.team, t.id, t.failures, t.retries, t.approval, t.dependents, t.noted,
    m.member, m.name, m.role, m.session, m.shutdown, m.idle_told
  FROM tasks t JOIN members m ON m.member = t.owner
  WHERE t.task = ? AND t.state = ${State.inProgress} AND t.fence = ?`

/** Outside of the lock: what was said of a task does not change. One whose input is lost fails, and the next is taken. */
async function claimOf(store: Store, taken: Taken | null, team: string, wanted?: string): Promise<Claim | null> {
  if (taken === null) return null
  const { row, fence, member, at } = taken
  const { name, session } = member
  try {
    const { task, input } = takenTask(store, row, name, at)
    const claim = { team, task, input, phase: phaseOf(row.approval), member: name, session, fence }
    store.claimedRows.set(claim, row.task)
    return claim
  } catch (error) {
    if (!isBlobLost(error)) throw error
    const next = await store.write(() => {
      const held = heldRow(store, row.task, fence)
      if (held) failTask(store, member, held, { reason: error.message, log: null })
      return take(store, member, wanted)
    })
    return await claimOf(store, next, team, wanted)
  }
}

interface Ready {
  readonly task: number
  readonly priority: number
}

/** What the member gets: the one it wants, or else the best. One that was asked to shut down gets nothing more. */
function claimable(store: Store, member: Actor, wanted?: string): Ready | null {
  if (member.shutdown === Shutdown.requested) return null
  if (wanted === undefined) return readyTask(store, member)
  const found = store.one<Ready & { readonly role: string }>(WANTED, member.team, wanted)
  return found && rolesOf(member).includes(found.role) ? found : null
}

/** One look into the index for every role, and the best of what they find. */
function readyTask(store: Store, member: Actor): Ready | null {
  let best: Ready | null = null
  for (const role of rolesOf(member)) {
    const found = store.one<Ready>(FIRST, member.team, role)
    if (found && (best === null || isBefore(found, best))) best = found
  }
  return best
}

function isBefore(a: Ready, b: Ready): boolean {
  return a.priority > b.priority || (a.priority === b.priority && a.task < b.task)
}

function checkHandsFree(store: Store, { team, member, name }: Actor): void {
  const held = store.one<{ id: string }>(
    `SELECT id FROM tasks WHERE team = ? AND owner = ? AND state = ${State.inProgress} LIMIT 1`,
    team,
    member,
  )
  if (held) throw hasClaim(name, held.id)
}

function tellIdle(store: Store, { member, team, name }: Actor): void {
  store.run('UPDATE members SET idle_told = 1 WHERE member = ?', member)
  store.event('member-idle', team, { member })
  const { completed } = store.one<{ completed: number }>(
    `SELECT count(*) AS completed FROM tasks WHERE team = ? AND owner = ? AND state = ${State.completed}`,
    team,
    member,
  )!
  post(store, team, { kind: 'idle', from: name, to: LEAD, text: idleLine(name, completed) })
}

function heldTask(store: Store, claimed: Claim): { readonly row: HeldTask; readonly member: Actor } {
  const { team, task, fence } = claimed
  const row = heldRow(store, store.claimedRows.get(claimed) ?? placeOf(store, team, task.id), fence)
  if (!row) throw claimLost(task.id)
  return { row, member: row }
}

function heldRow(store: Store, task: number | null, fence: number): (HeldTask & Actor) | undefined {
  return store.one<HeldTask & Actor>(HELD, task, fence)
}

/** Of a claim that came from elsewhere. */
function placeOf(store: Store, team: string, id: string): number | null {
  const found = store.one<{ task: number }>(
    'SELECT task FROM tasks JOIN teams USING (team) WHERE name = ? AND id = ?',
    team,
    id,
  )
  return found?.task ?? null
}

interface PackedEnding {
  readonly value: Packed | null
  readonly log: Packed | null
  readonly inputs: readonly Packed[]
}

/** Large values go to the disk before the lock is taken. */
function packEnding(store: Store, ending: Ending): PackedEnding {
  const value =
    ending.status === 'completed' ? pack(ending.result) : ending.status === 'planned' ? pack(ending.plan) : null
  const log = 'log' in ending && ending.log ? pack(ending.log) : null
  for (const packed of [value, log]) if (packed?.blob) store.blobs.put(packed.blob)
  return { value, log, inputs: ending.status === 'completed' ? packInputs(store, ending.follow ?? []) : [] }
}

interface End {
  readonly member: Actor
  readonly row: HeldTask
  readonly claimed: Claim
  readonly ending: Ending
  readonly packed: PackedEnding
}

function end(store: Store, { member, row, claimed, ending, packed }: End): void {
  const phase = phaseOf(row.approval)
  const wanted = lookup({ completed: 'work', planned: 'plan' }, ending.status as string) ?? phase
  if (phase !== wanted) throw wrongPhase(row.id, ending.status, phase)
  const { log } = packed
  if (ending.status === 'completed') {
    const summary = lineOrNull(ending.summary)
    completeTask(store, member, row, { result: packed.value!, summary, log })
    if (row.dependents > 0) openDependents(store, row)
    if (ending.follow && ending.follow.length > 0)
      storeTasks(store, teamRow(store, claimed.team), ending.follow, packed.inputs)
    if (summary) report(store, member, row, summary)
  } else if (ending.status === 'failed') {
    const reason = reasonLine(ending.reason)
    if (ending.final || row.failures >= row.retries) failTask(store, member, row, { reason, log })
    else {
      store.run('UPDATE tasks SET failures = failures + 1 WHERE task = ?', row.task)
      giveBack(store, member, row.task, { kind: 'task-released', reason, notes: { reason, log } })
    }
  } else if (ending.status === 'planned') submitPlan(store, member, row, packed, lineOrNull(ending.summary))
  else if (ending.status === 'released')
    giveBack(store, member, row.task, { kind: 'task-released', reason: reasonLine(ending.reason) })
  else giveBack(store, member, row.task, { kind: 'task-lost', reason: reasonLine(ending.reason), notes: { log } })
}

function submitPlan(store: Store, member: Actor, row: HeldTask, packed: PackedEnding, summary: string | null): void {
  store.run(
    'INSERT INTO plans (task, round, member, plan) SELECT ?1, coalesce(max(round), 0) + 1, ?2, ?3 FROM plans WHERE task = ?1',
    row.task,
    member.member,
    packed.value!.cell,
  )
  keepBlob(store, row.team, packed.value!)
  store.run(
    `UPDATE tasks SET approval = ${Approving.requested}, owner = NULL, claimed_at = NULL WHERE task = ?`,
    row.task,
  )
  store.run(`UPDATE tasks SET state = ${PENDING_STATE} WHERE task = ?`, row.task)
  takeNotes(store, row, { log: packed.log })
  store.event('plan-submitted', row.team, { task: row.task, member: member.member, detail: summary })
  const { subject } = store.one<{ subject: string }>('SELECT subject FROM task_texts WHERE task = ?', row.task)!
  post(store, row.team, {
    kind: 'plan_approval_request',
    from: member.name,
    to: LEAD,
    text: planRequestLine(subject, summary),
    task: row.id,
  })
}
