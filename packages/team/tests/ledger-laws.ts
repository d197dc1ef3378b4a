// What is true of a ledger after every move, said of all that it shows. Laws give back what breaks them.
import type { EventKind, LedgerEvent } from '@shoal/base/model/event'
import type { Claim, Task, TaskCounts, TaskStatus } from '@shoal/base/model/task'
import { LEAD, type Member } from '@shoal/base/model/team'
import type { snapshot } from './conformance/ledger/world.ts'

export type Snapshot = Awaited<ReturnType<typeof snapshot>>
type TeamSnapshot = Snapshot['teams'][number]
type Violations = readonly string[]

export function stateViolations(now: Snapshot): Violations {
  const numbers = now.events.map(({ number }) => number)
  return [
    ...check('event numbers grow', isAscending(numbers)),
    ...check('the last event is the last', (numbers.at(-1) ?? 0) === now.last),
    ...now.teams.flatMap(team =>
      [...ofTasks(team), ...ofMembers(team), ...ofMessages(team), ...ofHistory(team, historyOf(now, team.name))].map(
        violation => `${team.name}: ${violation}`,
      ),
    ),
  ]
}

/** What one move did wrong to what was there. */
export function stepViolations(before: Snapshot, after: Snapshot): Violations {
  const news = after.events.filter(({ number }) => number > before.last)
  const gone = new Set(news.filter(({ kind }) => kind === 'team-deleted').map(({ team }) => team))
  const kept = before.events.filter(({ team, kind }) => !gone.has(team) || kind === 'team-deleted')
  const teams = after.teams.flatMap(team => {
    const earlier = before.teams.find(({ name }) => name === team.name)
    const own = news.filter(event => event.team === team.name)
    return earlier && !gone.has(team.name) ? ofAnnouncements(earlier.tasks, team.tasks, own) : []
  })
  return [
    ...same('what was appended stays', after.events.slice(0, after.events.length - news.length), kept),
    ...same('news come after what was seen', news.length, after.last - before.last),
    ...teams,
  ]
}

/** Whoever was blocked and is no more was announced, once; nobody else was. */
function ofAnnouncements(before: readonly Task[], after: readonly Task[], news: readonly LedgerEvent[]): Violations {
  const announced = news.filter(({ kind }) => kind === 'task-ready').map(({ task }) => task)
  const wasBlocked = new Set(before.filter(isBlocked).map(({ id }) => id))
  const opened = after.filter(
    ({ id, openBlockers, status, approval }) =>
      wasBlocked.has(id) && openBlockers === 0 && status !== 'skipped' && approval?.status !== 'requested',
  )
  return same('who became ready was announced', announced.toSorted(), opened.map(({ id }) => id).sort())
}

/**
 * A claim is the best that its member may have, and there is none only if there is nothing for it; one that was `wanted`
 * may be worse than others.
 */
export function claimViolations(
  now: Snapshot,
  who: { readonly team: string; readonly member: string },
  claim: Claim | null,
  wanted: string | null = null,
): Violations {
  const team = now.teams.find(({ name }) => name === who.team)!
  const member = team.members.find(({ name }) => name === who.member)!
  const open = team.tasks.filter(task => isReady(task) && mayClaim(member, task) && (wanted ?? task.id) === task.id)
  if (claim === null)
    return check('who gets nothing has nothing left', open.length === 0 || member.shutdown === 'requested')
  const { task, phase } = claim
  const order = (id: string) => team.tasks.findIndex(one => one.id === id)
  const isBehind = (other: Task) =>
    other.priority < task.priority || (other.priority === task.priority && order(other.id) > order(task.id))
  const needsPlan = task.approval !== null && task.approval.status !== 'approved'
  return [
    ...check('who leaves gets nothing', member.shutdown !== 'requested'),
    ...check('it is claimed', task.status === 'in_progress' && task.owner === who.member && task.openBlockers === 0),
    ...check('it is for its member', mayClaim(member, task)),
    ...check('it is what was wanted', (wanted ?? task.id) === task.id),
    ...check('nothing better was open', open.every(isBehind)),
    ...check('its phase is right', phase === (needsPlan ? 'plan' : 'work')),
  ]
}

function mayClaim({ name, role }: Member, task: Task): boolean {
  return task.role === null ? name !== LEAD : task.role === role || task.role === name
}

function ofTasks({ tasks, counts, outlook }: TeamSnapshot): Violations {
  const byId = new Map(tasks.map(task => [task.id, task]))
  const counted = countPlaces(tasks)
  const each = tasks.flatMap(({ id, status, blockedBy, openBlockers, owner, reason, ...task }) => {
    const open = blockedBy.filter(blocker => !isDone(byId.get(blocker)!)).length
    const hasEnded = status !== 'pending' && status !== 'in_progress'
    return [
      ...same('open blockers are counted', openBlockers, open),
      ...check('what is under way has an owner', status !== 'in_progress' || owner !== null),
      ...check('what is pending has none', status !== 'pending' || owner === null),
      ...check('what has ended says when', (task.endedAt !== null) === hasEnded),
      ...check('what is completed has a result', (task.resultBytes !== null) === (status === 'completed')),
      ...check('what is completed has no reason', status !== 'completed' || reason === null),
      ...check('what failed or was skipped says why', (status !== 'failed' && status !== 'skipped') || reason !== null),
      ...check('a log is there or not', task.hasLog === (task.log !== null)),
    ].map(violation => `task ${id}: ${violation}`)
  })
  return [
    ...check('ids are unique', byId.size === tasks.length),
    ...each,
    ...same('counts', counts, counted),
    ...same('outlook', outlook, outlookOf(counted)),
  ]
}

function countPlaces(tasks: readonly Task[]): TaskCounts {
  const count = (is: (task: Task) => boolean) => tasks.filter(is).length
  const ofStatus = (status: TaskStatus) => count(task => task.status === status)
  return {
    total: tasks.length,
    ready: count(isReady),
    blocked: count(isBlocked),
    awaitingApproval: count(
      task => task.status === 'pending' && task.openBlockers === 0 && task.approval?.status === 'requested',
    ),
    inProgress: ofStatus('in_progress'),
    completed: ofStatus('completed'),
    failed: ofStatus('failed'),
    skipped: ofStatus('skipped'),
  }
}

function outlookOf({ ready, inProgress, awaitingApproval, blocked }: TaskCounts): string {
  if (ready + inProgress > 0) return 'working'
  return awaitingApproval > 0 ? 'waiting' : blocked > 0 ? 'stuck' : 'done'
}

function isBlocked({ status, openBlockers }: Task): boolean {
  return status === 'pending' && openBlockers > 0
}

function isReady({ status, openBlockers, approval }: Task): boolean {
  return status === 'pending' && openBlockers === 0 && approval?.status !== 'requested'
}

function isDone({ status }: Task): boolean {
  return status === 'completed' || status === 'skipped'
}

function ofMembers({ members, tasks }: TeamSnapshot): Violations {
  const held = tasks.filter(({ status }) => status === 'in_progress')
  const each = members.flatMap(({ name, state, task, leaseUntil, shutdown }) => {
    const isPresent = state === 'working' || state === 'idle'
    return [
      ...same('has what it owns', task, held.find(({ owner }) => owner === name)?.id ?? null),
      ...check('works when it has a task', (state === 'working') === (task !== null)),
      ...check('has a lease while it is there', (leaseUntil !== null) === isPresent),
      ...check('nobody waits for its answer when it is gone', isPresent || shutdown === 'none'),
    ].map(violation => `${name}: ${violation}`)
  })
  return [...check('nobody has two', new Set(held.map(({ owner }) => owner)).size === held.length), ...each]
}

function ofMessages({ members, messages }: TeamSnapshot): Violations {
  const unread = members.flatMap(({ name, unread }) => {
    const own = messages.filter(({ from, to }) => to === name || (to === null && from !== name))
    const last = own.slice(own.length - unread.length).map(({ number }) => number)
    return same(`${name} has read up to some point`, unread, last)
  })
  const numbers = messages.map(({ number }) => number)
  return [
    ...check(
      'messages are counted',
      numbers.every((number, at) => number === at + 1),
    ),
    ...unread,
  ]
}

/** The events of the team that has the name now. */
function historyOf({ events }: Snapshot, name: string): readonly LedgerEvent[] {
  const own = events.filter(({ team }) => team === name)
  return own.slice(own.findLastIndex(({ kind }) => kind === 'team-deleted') + 1)
}

type Step = { readonly from: readonly TaskStatus[]; readonly to: TaskStatus }

const steps: Partial<Readonly<Record<EventKind, Step>>> = {
  'task-claimed': { from: ['pending'], to: 'in_progress' },
  'task-completed': { from: ['in_progress'], to: 'completed' },
  // From `pending` when the loss before was one too many.
  'task-failed': { from: ['in_progress', 'pending'], to: 'failed' },
  'task-released': { from: ['in_progress'], to: 'pending' },
  'task-lost': { from: ['in_progress'], to: 'pending' },
  'plan-submitted': { from: ['in_progress'], to: 'pending' },
  'task-retried': { from: ['failed', 'skipped'], to: 'pending' },
  'task-skipped': { from: ['pending', 'failed'], to: 'skipped' },
}

/** Replaying the events gives the tasks as they are: nothing is claimed twice, and nothing completed twice. */
function ofHistory({ tasks, members, messages }: TeamSnapshot, events: readonly LedgerEvent[]): Violations {
  const statuses = new Map(tasks.map(({ id }) => [id, 'pending' as TaskStatus]))
  const counts = new Map<string, number>()
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const wrong: string[] = []
  for (const { number, kind, task, member } of events) {
    for (const key of [kind, `${kind} of ${task}`, `${kind} by ${member}`]) count(key)
    const step = steps[kind]
    if (!step) continue
    if (!step.from.includes(statuses.get(task!)!)) wrong.push(`event ${number}: ${kind} while ${statuses.get(task!)}`)
    statuses.set(task!, step.to)
  }
  const counted = (key: string) => counts.get(key) ?? 0
  return [
    ...wrong,
    ...same(
      'replayed',
      [...statuses.values()],
      tasks.map(({ status }) => status),
    ),
    ...check(
      'every claim is an event',
      tasks.every(one => one.attempts === counted(`task-claimed of ${one.id}`)),
    ),
    ...check(
      'every plan is an event',
      tasks.every(({ id, approval }) => (approval?.round ?? 0) === counted(`plan-submitted of ${id}`)),
    ),
    ...check(
      'every completion is an event',
      members.every(({ name, completed }) => completed === counted(`task-completed by ${name}`)),
    ),
    ...check('every message is an event', messages.length === counted('message-sent')),
  ]
}

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number > numbers[at - 1]!)
}

function check(law: string, holds: boolean): Violations {
  return holds ? [] : [law]
}

function same(law: string, is: unknown, should: unknown): Violations {
  const [found, wanted] = [JSON.stringify(is), JSON.stringify(should)]
  return found === wanted ? [] : [`${law}: ${found} should be ${wanted}`]
}
