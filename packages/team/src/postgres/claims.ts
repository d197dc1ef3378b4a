// Claiming and ending: the two moves that all the others serve.
import { ShoalError } from '@shoal/base/model/errors'
import { lookup } from '@shoal/base/model/lookup'
import type { Claim, Ending } from '@shoal/base/model/task'
import { LEAD, type Session } from '@shoal/base/model/team'
import { claimLost, hasClaim, wrongPhase } from '../refusals.ts'
import { messageLine, oneLine } from '../rules.ts'
import { Approving, eventNumber, Shutdown, State } from '../stored/numbers.ts'
import type { Actor, HeldTask, TaskRow } from '../stored/rows.ts'
import { isBlobLost, mustTellIdle, phaseOf, rolesOf } from '../stored/task-views.ts'
import { type Packed, pack } from '../stored/values.ts'
import { idleLine, lineOrNull, planRequestLine, reasonLine } from '../wording.ts'
import { packInputs, storeTasks } from './create-tasks.ts'
import { completeTask, failTask, giveBack, HELD, PENDING_STATE, report, subjectOf, takeNotes } from './endings.ts'
import { post } from './messages.ts'
import { hasEndings, resolve } from './resolver.ts'
import { livingMember, teamRow } from './rows.ts'
import type { Store } from './store.ts'
import { FULL, type FullRow, heldTaskAndInput, inputIn, toTasks } from './tasks.ts'
import type { Turn } from './turn.ts'

/** Nothing to take, but tasks that are done may have made something ready: look again once those that wait were told. */
const LATER = Symbol('later')

type Taken = Claim | LostInput | typeof LATER | null

interface ClaimStep {
  readonly taken?: TakenRow | null
  /** There is nothing to take, and nothing to tell of that. */
  readonly isIdle?: boolean
}

interface FinishStep {
  readonly ended?: true
  readonly taken?: TakenRow | null
  /** What it took was not heard of. */
  readonly isUnheard?: true
}

function isUnheard(error: unknown): boolean {
  return error instanceof ShoalError && error.code === 'io-failed'
}

export async function claim(store: Store, session: Session, wanted?: string): Promise<Claim | null> {
  const { team, member, session: number } = session
  try {
    const made = wanted === undefined ? await store.step<ClaimStep>('claim_task', team, [team, member, number]) : {}
    const own = made.taken ? await claimOf(store, made.taken, session) : null
    if (own || made.isIdle) return own
  } catch (error) {
    if (!isUnheard(error)) throw error
    const held = await store.read(turn => inHand(turn, session))
    if (held) return held
  }
  return await claimStepwise(store, session, wanted)
}

async function claimStepwise(store: Store, session: Session, wanted?: string): Promise<Claim | null> {
  for (;;) {
    const taken = await store.share(session.team, async turn => {
      // A plain look first: when there is nothing to claim and nothing to tell, nothing is written.
      const member = await livingMember(turn, session)
      await checkHandsFree(turn, member)
      if (!(await hasMove(turn, member, session.team, wanted))) return null
      // One member may claim from two places at the same time: the second waits here, and takes nothing.
      return await take(turn, await livingMember(turn, session, true), session.team, wanted)
    })
    if (taken === LATER) await store.settle(session.team)
    else if (taken instanceof LostInput) await taken.fail(store)
    else return taken
  }
}

async function hasMove(turn: Turn, member: Actor, team: string, wanted?: string): Promise<boolean> {
  if (mustTellIdle(member, wanted) || (await hasEndings(turn, team)).length > 0) return true
  if (member.shutdown === Shutdown.requested) return false
  const found = await turn.one(
    `SELECT 1 FROM tasks WHERE team = $1 AND role = ANY($2::text[]) AND state = ${State.ready} LIMIT 1`,
    member.team,
    rolesOf(member),
  )
  return found !== undefined
}

/** A look: whoever lost the answer of its claim, or started after it, goes on with it. */
export async function inHand(turn: Turn, session: Session): Promise<Claim | null> {
  const { team, member, name, session: number } = await livingMember(turn, session)
  const row = await turn.one<Pick<TaskRow, 'task' | 'approval'> & { readonly fence: number }>(
    `SELECT task, approval, fence FROM tasks WHERE team = $1 AND owner = $2 AND state = ${State.inProgress}`,
    team,
    member,
  )
  if (!row) return null
  const { task, input } = await heldTaskAndInput(turn, row.task)
  return {
    team: session.team,
    task,
    input,
    phase: phaseOf(row.approval),
    member: name,
    session: number,
    fence: row.fence,
  }
}

/** Completing is a shared move; the other endings, and tasks that follow, are rare, and made alone. */
export async function finish(store: Store, claimed: Claim, ending: Ending, claimNext: boolean): Promise<Claim | null> {
  const packed = packEnding(ending)
  const isShared = ending.status === 'completed' && packed.inputs.length === 0
  const made = isShared ? await finishStep(store, { claimed, ending, packed }, claimNext) : {}
  if (made.ended) {
    const next = made.taken ? await claimOf(store, made.taken, claimed) : null
    return next || !claimNext ? next : await nextClaim(store, claimed, made.isUnheard)
  }
  const move = async (turn: Turn): Promise<Taken> => {
    const member = await end(turn, { claimed, ending, packed })
    const mayResolve = !isShared || member.dependents === 0 || (await store.mayResolve(turn, claimed.team))
    if (member.dependents > 0 && mayResolve) await resolve(turn, member.team)
    return claimNext ? await take(turn, member, claimed.team) : null
  }
  const taken = isShared ? await store.share(claimed.team, move) : await store.alone(claimed.team, move)
  if (taken !== LATER && !(taken instanceof LostInput)) return taken
  if (taken !== LATER) await taken.fail(store)
  return await nextClaim(store, claimed)
}

/** What is too large for a row, or has more to be told, is left to a transaction; so is saying why it cannot end so. */
async function finishStep(store: Store, { claimed, ending, packed }: End, claimNext: boolean): Promise<FinishStep> {
  const { team, task, fence } = claimed
  const { value, log } = packed
  const summary = ending.status === 'completed' ? lineOrNull(ending.summary) : null
  if (!value || value.blob || log || (summary !== null && messageLine(summary).more !== null)) return {}
  const report = summary === null ? null : oneLine(`${LEAD}: ${summary}`)
  const values = [team, task.id, fence, value.cell, value.bytes, summary, report, claimNext]
  const finished = () => store.step<FinishStep>('finish_task', team, values)
  try {
    return await finished()
  } catch (error) {
    if (!isUnheard(error)) throw error
  }
  // It may have been made: then it cannot be made again, and this fence has ended the task.
  const made = await finished()
  return made.ended || !(await store.read(turn => isCompleted(turn, claimed))) ? made : { ended: true, isUnheard: true }
}

async function isCompleted(turn: Turn, { team, task, fence }: Claim): Promise<boolean> {
  const found = await turn.one(
    `SELECT 1 FROM teams g JOIN tasks t USING (team) WHERE g.name = $1 AND t.id = $2 AND t.fence = $3 AND t.state = ${State.completed}`,
    team,
    task.id,
    fence,
  )
  return found !== undefined
}

/** After a move that ended a claim: one that was buried in the meantime has ended it all the same. */
async function nextClaim(store: Store, session: Session, mayHoldIt = false): Promise<Claim | null> {
  try {
    const held = mayHoldIt ? await store.read(turn => inHand(turn, session)) : null
    return held ?? (await claim(store, session))
  } catch (error) {
    if (error instanceof ShoalError && error.code === 'lease-lost') return null
    throw error
  }
}

type TakenRow = FullRow & { readonly input: string | null; readonly fence: number }

/** The best ready task goes to the member. What tells its event from every other is the fence. */
async function take(turn: Turn, member: Actor, team: string, wanted?: string): Promise<Taken> {
  const row = member.shutdown === Shutdown.requested ? null : await takeRow(turn, member, wanted)
  if (row) {
    if (wanted !== undefined && member.idle_told)
      await turn.run('UPDATE members SET idle_told = 0 WHERE member = $1', member.member)
    return await toClaim(turn, row, member, team)
  }
  if ((await hasEndings(turn, team)).length > 0) return LATER
  await checkHandsFree(turn, member)
  if (mustTellIdle(member, wanted)) await tellIdle(turn, member)
  return null
}

async function takeRow(turn: Turn, member: Actor, wanted?: string): Promise<TakenRow | null> {
  const values = [member.team, member.member, rolesOf(member)] as const
  if (wanted === undefined) return await turn.call<TakenRow>('take_task', ...values)
  return (await turn.one<TakenRow>(TAKE_WANTED, ...values, wanted)) ?? null
}

const TAKE_WANTED = `
  WITH picked AS (
    SELECT task FROM tasks WHERE team = $1 AND id = $4 AND state = ${State.ready} AND role = ANY($3::text[])
      AND NOT EXISTS (SELECT FROM tasks WHERE team = $1 AND owner = $2 AND state = ${State.inProgress})
    FOR UPDATE SKIP LOCKED),
  told AS (
    INSERT INTO events (team, at, kind, task, member)
    SELECT $1, now_ms(), ${eventNumber.get('task-claimed')!}, task, $2 FROM picked RETURNING event, at, task),
  t AS (
    UPDATE tasks SET state = ${State.inProgress}, owner = $2, fence = told.event, attempts = attempts + 1, claimed_at = told.at
    FROM told WHERE tasks.task = told.task RETURNING tasks.*)
  SELECT ${FULL}, t.fence, x.input FROM t JOIN task_texts x USING (task) LEFT JOIN task_notes n USING (task)`

/** Null when its input is lost: it has failed then. */
async function claimOf(store: Store, row: TakenRow, session: Session): Promise<Claim | null> {
  const { team, member: name, session: number } = session
  const taken = await store.looking(turn => toClaim(turn, row, { name, session: number }, team))
  if (!(taken instanceof LostInput)) return taken
  await taken.fail(store)
  return null
}

async function toClaim(
  turn: Turn,
  row: TakenRow,
  member: Pick<Actor, 'name' | 'session'>,
  team: string,
): Promise<Claim | LostInput> {
  try {
    const [task] = await toTasks(turn, [{ ...row, owner_name: member.name }])
    const input = await inputIn(turn, row)
    const { name, session } = member
    return { team, task: task!, input, phase: phaseOf(row.approval), member: name, session, fence: row.fence }
  } catch (error) {
    if (!isBlobLost(error)) throw error
    return new LostInput(team, row, error.message)
  }
}

/** A task whose input is lost was taken: it fails, and the next is looked for. */
class LostInput {
  constructor(
    private readonly team: string,
    private readonly row: TakenRow,
    private readonly reason: string,
  ) {}

  async fail(store: Store): Promise<void> {
    await store.alone(this.team, async turn => {
      const held = await heldRow(turn, { team: this.team, task: this.row, fence: this.row.fence })
      if (held) await failTask(turn, held, held, { reason: this.reason, log: null })
    })
  }
}

async function checkHandsFree(turn: Turn, { team, member, name }: Actor): Promise<void> {
  const held = await turn.one<{ id: string }>(
    `SELECT id FROM tasks WHERE team = $1 AND owner = $2 AND state = ${State.inProgress} LIMIT 1`,
    team,
    member,
  )
  if (held) throw hasClaim(name, held.id)
}

async function tellIdle(turn: Turn, { member, team, name }: Actor): Promise<void> {
  await turn.run('UPDATE members SET idle_told = 1 WHERE member = $1', member)
  await turn.event('member-idle', team, { member })
  const { completed } = (await turn.one<{ completed: number }>(
    `SELECT count(*) AS completed FROM tasks WHERE team = $1 AND owner = $2 AND state = ${State.completed}`,
    team,
    member,
  ))!
  await post(turn, team, { kind: 'idle', from: name, to: LEAD, text: idleLine(name, completed) })
}

async function heldRow(
  turn: Turn,
  { team, task, fence }: { readonly team: string; readonly task: { readonly id: string }; readonly fence: number },
): Promise<(HeldTask & Actor) | undefined> {
  return await turn.one<HeldTask & Actor>(
    `SELECT ${HELD} FROM teams g JOIN tasks t ON t.team = g.team JOIN members m ON m.member = t.owner
     WHERE g.name = $1 AND t.id = $2 AND t.fence = $3 AND t.state = ${State.inProgress} FOR UPDATE OF t`,
    team,
    task.id,
    fence,
  )
}

interface PackedEnding {
  readonly value: Packed | null
  readonly log: Packed | null
  readonly inputs: readonly Packed[]
}

function packEnding(ending: Ending): PackedEnding {
  const value =
    ending.status === 'completed' ? pack(ending.result) : ending.status === 'planned' ? pack(ending.plan) : null
  const log = 'log' in ending && ending.log ? pack(ending.log) : null
  return { value, log, inputs: ending.status === 'completed' ? packInputs(ending.follow ?? []) : [] }
}

interface End {
  readonly claimed: Claim
  readonly ending: Ending
  readonly packed: PackedEnding
}

/** Gives back who had it in hand. */
async function end(turn: Turn, { claimed, ending, packed }: End): Promise<HeldTask & Actor> {
  const { log } = packed
  if (ending.status === 'completed') {
    const summary = lineOrNull(ending.summary)
    const completion = { result: packed.value!, summary, log }
    const row = await completeTask(turn, claimed, completion)
    if (!row) throw await refusal(turn, claimed, ending)
    if (ending.follow && ending.follow.length > 0) {
      // Those that waited are told first: what follows may be blocked by it, and does not wait.
      await resolve(turn, row.team)
      await storeTasks(turn, await teamRow(turn, claimed.team), ending.follow, packed.inputs)
    }
    if (summary) await report(turn, row, row, summary)
    return row
  }
  const row = await heldRow(turn, claimed)
  const phase = row && phaseOf(row.approval)
  const wanted = lookup({ planned: 'plan' }, ending.status as string) ?? phase
  if (!row || phase !== wanted) throw await refusal(turn, claimed, ending)
  if (ending.status === 'failed') {
    const reason = reasonLine(ending.reason)
    if (ending.final || row.failures >= row.retries) await failTask(turn, row, row, { reason, log })
    else {
      await turn.run('UPDATE tasks SET failures = failures + 1 WHERE task = $1', row.task)
      await giveBack(turn, row, row.task, { kind: 'task-released', reason, notes: { reason, log } })
    }
  } else if (ending.status === 'planned') await submitPlan(turn, row, packed, lineOrNull(ending.summary))
  else if (ending.status === 'released')
    await giveBack(turn, row, row.task, { kind: 'task-released', reason: reasonLine(ending.reason) })
  else await giveBack(turn, row, row.task, { kind: 'task-lost', reason: reasonLine(ending.reason), notes: { log } })
  return row
}

/** Why a claim cannot end so. */
async function refusal(turn: Turn, claimed: Claim, { status }: Ending): Promise<Error> {
  const held = await heldRow(turn, claimed)
  return held ? wrongPhase(held.id, status, phaseOf(held.approval)) : claimLost(claimed.task.id)
}

async function submitPlan(
  turn: Turn,
  row: HeldTask & Actor,
  packed: PackedEnding,
  summary: string | null,
): Promise<void> {
  await turn.run(
    `INSERT INTO plans (task, round, member, plan)
     SELECT $1::bigint, coalesce(max(round), 0) + 1, $2::bigint, $3::text FROM plans WHERE task = $1`,
    row.task,
    row.member,
    packed.value!.cell,
  )
  await turn.blobs.keep(turn, row.team, packed.value!)
  await turn.run(
    `UPDATE tasks SET approval = ${Approving.requested}, owner = NULL, claimed_at = NULL WHERE task = $1`,
    row.task,
  )
  await turn.run(`UPDATE tasks SET state = ${PENDING_STATE} WHERE task = $1`, row.task)
  await takeNotes(turn, row, { log: packed.log })
  await turn.event('plan-submitted', row.team, { task: row.task, member: row.member, detail: summary })
  await post(turn, row.team, {
    kind: 'plan_approval_request',
    from: row.name,
    to: LEAD,
    text: planRequestLine(await subjectOf(turn, row.task), summary),
    task: row.id,
  })
}
