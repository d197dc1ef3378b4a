// Claiming and ending: the two moves that all the others serve.
import type { Claim, Ending } from '../../model/task.ts'
import { LEAD, type Session } from '../../model/team.ts'
import { claimLost, hasClaim, wrongPhase } from '../refusals.ts'
import { idleLine, lineOrNull, planRequestLine, reasonLine } from '../wording.ts'
import { type Packed, pack } from './blobs.ts'
import { packInputs, storeTasks } from './create-tasks.ts'
import { completeTask, failTask, giveBack, keepRemains, openDependents, PENDING_STATE, report } from './endings.ts'
import { post } from './messages.ts'
import { type Actor, type HeldTask, keepBlob, livingMember, type TaskRow, teamRow } from './rows.ts'
import { Approving, Shutdown, State } from './schema.ts'
import type { Store } from './store.ts'
import { claimedTask, READY_TASK, type ReadyTask } from './tasks.ts'

/** Looks first: when there is nothing to claim and nothing to tell, the lock is not taken. */
export async function claim(store: Store, session: Session): Promise<Claim | null> {
  const hasMove = await store.read(() => {
    const member = livingMember(store, session)
    checkHandsFree(store, member)
    return hasReadyTask(store, member) || mustTellIdle(member)
  })
  if (!hasMove) return null
  return await store.write(() => {
    const member = livingMember(store, session)
    checkHandsFree(store, member)
    return claimFor(store, member, session.team)
  })
}

export async function finish(store: Store, claimed: Claim, ending: Ending, claimNext: boolean): Promise<Claim | null> {
  const packed = packEnding(store, ending)
  return await store.write(() => {
    const { row, member } = heldTask(store, claimed)
    end(store, { member, row, claimed, ending, packed })
    return claimNext ? claimFor(store, member, claimed.team) : null
  })
}

function claimFor(store: Store, member: Actor, team: string): Claim | null {
  const found = member.shutdown === Shutdown.requested ? null : readyTask(store, member)
  if (found === null) {
    if (mustTellIdle(member)) tellIdle(store, member)
    return null
  }
  // An event's number tells it from every other, so it also serves as the fence.
  const fence = store.event('task-claimed', member.team, { task: found.task, member: member.member })
  const now = store.now()
  store.run(
    `UPDATE tasks SET state = ${State.inProgress}, owner = ?, fence = ?, attempts = attempts + 1, claimed_at = ?
     WHERE task = ?`,
    member.member,
    fence,
    now,
    found.task,
  )
  if (member.idle_told) store.run('UPDATE members SET idle_told = 0 WHERE member = ?', member.member)
  const { name, session } = member
  return { team, ...claimedTask(store, found, name, now), member: name, session, fence, phase: phaseOf(found) }
}

function phaseOf({ approval }: Pick<TaskRow, 'approval'>): Claim['phase'] {
  return approval === Approving.none || approval === Approving.approved ? 'work' : 'plan'
}

/** The best of what is for anybody, for its role and for its name; the lead takes only what is meant for it. */
const BEST = `SELECT task FROM (
  SELECT * FROM (SELECT task, priority FROM tasks WHERE team = ?1 AND role = ?2 AND state = 1 ORDER BY priority DESC, task LIMIT 1)
  UNION ALL
  SELECT * FROM (SELECT task, priority FROM tasks WHERE team = ?1 AND role = ?3 AND state = 1 ORDER BY priority DESC, task LIMIT 1)
  UNION ALL
  SELECT * FROM (SELECT task, priority FROM tasks WHERE team = ?1 AND role = ?4 AND state = 1 ORDER BY priority DESC, task LIMIT 1)
) ORDER BY priority DESC, task LIMIT 1`

function readyTask(store: Store, member: Actor): ReadyTask | null {
  return store.one<ReadyTask>(`${READY_TASK} WHERE t.task = (${BEST})`, ...rolesOf(member)) ?? null
}

function hasReadyTask(store: Store, member: Actor): boolean {
  return member.shutdown !== Shutdown.requested && store.one(BEST, ...rolesOf(member)) !== undefined
}

function rolesOf({ team, name, role }: Actor): [number, string, string, string] {
  return [team, name === LEAD ? LEAD : '', name, role ?? name]
}

function checkHandsFree(store: Store, { team, member, name }: Actor): void {
  const held = store.one<{ id: string }>(
    `SELECT id FROM tasks WHERE team = ? AND owner = ? AND state = ${State.inProgress} LIMIT 1`,
    team,
    member,
  )
  if (held) throw hasClaim(name, held.id)
}

function mustTellIdle({ name, idle_told, shutdown }: Actor): boolean {
  return !idle_told && name !== LEAD && shutdown !== Shutdown.requested
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

interface HeldRow extends HeldTask {
  readonly has_dependents: number
}

function heldTask(store: Store, { team, task, fence }: Claim): { readonly row: HeldRow; readonly member: Actor } {
  const row = store.one<HeldRow & Actor>(
    `SELECT t.task, t.team, t.id, t.failures, t.retries, t.approval,
       EXISTS (SELECT 1 FROM dependencies WHERE blocker = t.task) AS has_dependents,
       m.member, m.name, m.role, m.session, m.shutdown, m.idle_told
     FROM teams JOIN tasks t USING (team) JOIN members m ON m.member = t.owner
     WHERE teams.name = ? AND t.id = ? AND t.state = ${State.inProgress} AND t.fence = ?`,
    team,
    task.id,
    fence,
  )
  if (row) return { row, member: row }
  throw claimLost(task.id)
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
  readonly row: HeldRow
  readonly claimed: Claim
  readonly ending: Ending
  readonly packed: PackedEnding
}

function end(store: Store, { member, row, claimed, ending, packed }: End): void {
  const phase = phaseOf(row)
  const wanted = { completed: 'work', planned: 'plan' }[ending.status as string] ?? phase
  if (phase !== wanted) throw wrongPhase(row.id, ending.status, phase)
  const { log } = packed
  if (ending.status === 'completed') {
    const remains = { result: packed.value!, summary: lineOrNull(ending.summary), reason: null, log }
    completeTask(store, member, row, remains)
    if (row.has_dependents) openDependents(store, row)
    if (ending.follow && ending.follow.length > 0)
      storeTasks(store, teamRow(store, claimed.team), ending.follow, packed.inputs)
    if (remains.summary) report(store, member, row, remains.summary)
  } else if (ending.status === 'failed') {
    const reason = reasonLine(ending.reason)
    if (ending.final || row.failures >= row.retries) failTask(store, member, row, { reason, log })
    else {
      store.run('UPDATE tasks SET failures = failures + 1 WHERE task = ?', row.task)
      giveBack(store, member, row.task, { kind: 'task-released', reason, remains: { reason, log } })
    }
  } else if (ending.status === 'planned') submitPlan(store, member, row, packed, lineOrNull(ending.summary))
  else if (ending.status === 'released')
    giveBack(store, member, row.task, { kind: 'task-released', reason: reasonLine(ending.reason) })
  else giveBack(store, member, row.task, { kind: 'task-lost', reason: reasonLine(ending.reason), remains: { log } })
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
  keepRemains(store, row, { log: packed.log })
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
