// Claiming and ending: the two moves that all the others serve.
import type { Claim, Ending } from '../../model/task.ts'
import { LEAD, type Session } from '../../model/team.ts'
import { claimLost, hasClaim, wrongPhase } from '../refusals.ts'
import { idleLine, lineOrNull, planRequestLine, reasonLine } from '../wording.ts'
import { type Packed, pack } from './blobs.ts'
import { packInputs, storeTasks } from './create-tasks.ts'
import { completeTask, failTask, giveBack, keepRemains, PENDING_STATE } from './endings.ts'
import { post } from './messages.ts'
import { keepBlob, livingMember, type MemberRow, type TaskRow, teamRow } from './rows.ts'
import { Approving, Shutdown, State } from './schema.ts'
import type { Store } from './store.ts'
import { inputOf, wholeTask } from './tasks.ts'

/** Looks first: when there is nothing to claim and nothing to tell, the lock is not taken. */
export async function claim(store: Store, session: Session): Promise<Claim | null> {
  const hasMove = await store.read(() => {
    const member = livingMember(store, session)
    checkHandsFree(store, member)
    return readyTask(store, member) !== null || mustTellIdle(member)
  })
  if (!hasMove) return null
  return await store.write(() => {
    const member = livingMember(store, session)
    checkHandsFree(store, member)
    return claimFor(store, member)
  })
}

export async function finish(store: Store, claimed: Claim, ending: Ending, claimNext: boolean): Promise<Claim | null> {
  const packed = packEnding(store, ending)
  return await store.write(() => {
    const row = claimedRow(store, claimed)
    const member = store.one<MemberRow>('SELECT * FROM members WHERE member = ?', row.owner)!
    end(store, { member, row, claimed, ending, packed })
    return claimNext ? claimFor(store, member) : null
  })
}

function claimFor(store: Store, member: MemberRow): Claim | null {
  const task = readyTask(store, member)
  if (task === null) {
    if (mustTellIdle(member)) tellIdle(store, member)
    return null
  }
  // An event's number tells it from every other, so it also serves as the fence.
  const fence = store.event('task-claimed', member.team, { task, member: member.member })
  const row = store.one<TaskRow>(
    `UPDATE tasks SET state = ${State.inProgress}, owner = ?, fence = ?, attempts = attempts + 1, claimed_at = ?
     WHERE task = ? RETURNING *`,
    member.member,
    fence,
    store.now(),
    task,
  )!
  if (member.idle_told) store.run('UPDATE members SET idle_told = 0 WHERE member = ?', member.member)
  const { name: team } = store.one<{ name: string }>('SELECT name FROM teams WHERE team = ?', member.team)!
  return {
    team,
    task: wholeTask(store, task),
    input: inputOf(store, task),
    member: member.name,
    session: member.session,
    fence,
    phase: phaseOf(row),
  }
}

function phaseOf({ approval }: TaskRow): Claim['phase'] {
  return approval === Approving.none || approval === Approving.approved ? 'work' : 'plan'
}

/** The best of what is for anybody, for its role and for its name; the lead takes only what is meant for it. */
function readyTask(store: Store, { team, name, role, shutdown }: MemberRow): number | null {
  if (shutdown === Shutdown.requested) return null
  const open = name === LEAD ? LEAD : ''
  const best = store.one<{ task: number }>(
    `SELECT task FROM (
       SELECT * FROM (SELECT task, priority FROM tasks WHERE team = ?1 AND role = ?2 AND state = 1 ORDER BY priority DESC, task LIMIT 1)
       UNION ALL
       SELECT * FROM (SELECT task, priority FROM tasks WHERE team = ?1 AND role = ?3 AND state = 1 ORDER BY priority DESC, task LIMIT 1)
       UNION ALL
       SELECT * FROM (SELECT task, priority FROM tasks WHERE team = ?1 AND role = ?4 AND state = 1 ORDER BY priority DESC, task LIMIT 1)
     ) ORDER BY priority DESC, task LIMIT 1`,
    team,
    open,
    name,
    role ?? name,
  )
  return best?.task ?? null
}

function checkHandsFree(store: Store, { team, member, name }: MemberRow): void {
  const held = store.one<{ id: string }>(
    `SELECT id FROM tasks WHERE team = ? AND owner = ? AND state = ${State.inProgress} LIMIT 1`,
    team,
    member,
  )
  if (held) throw hasClaim(name, held.id)
}

function mustTellIdle({ name, idle_told, shutdown }: MemberRow): boolean {
  return !idle_told && name !== LEAD && shutdown !== Shutdown.requested
}

function tellIdle(store: Store, { member, team, name }: MemberRow): void {
  store.run('UPDATE members SET idle_told = 1 WHERE member = ?', member)
  store.event('member-idle', team, { member })
  const { completed } = store.one<{ completed: number }>(
    `SELECT count(*) AS completed FROM tasks WHERE team = ? AND owner = ? AND state = ${State.completed}`,
    team,
    member,
  )!
  post(store, team, { kind: 'idle', from: name, to: LEAD, text: idleLine(name, completed) })
}

function claimedRow(store: Store, { team, task, fence }: Claim): TaskRow {
  const row = store.one<TaskRow>(
    'SELECT t.* FROM tasks t JOIN teams m USING (team) WHERE m.name = ? AND t.id = ?',
    team,
    task.id,
  )
  if (row?.state === State.inProgress && row.fence === fence) return row
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
  readonly member: MemberRow
  readonly row: TaskRow
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
    completeTask(store, member, row, remains, () => {
      storeTasks(store, teamRow(store, claimed.team), ending.follow ?? [], packed.inputs)
    })
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

function submitPlan(store: Store, member: MemberRow, row: TaskRow, packed: PackedEnding, summary: string | null): void {
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
