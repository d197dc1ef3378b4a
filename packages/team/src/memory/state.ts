// What the in-memory ledger holds, and how its parts find things in it.
import type { EventKind, LedgerEvent } from '@shoal/base/model/event'
import type { Json } from '@shoal/base/model/json'
import type { Message } from '@shoal/base/model/message'
import type { Approval, Task } from '@shoal/base/model/task'
import type { Member, Session, Team } from '@shoal/base/model/team'
import { sessionLost, unknownMember, unknownTask, unknownTeam } from '../refusals.ts'
import { oneLine } from '../rules.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

export interface Store {
  readonly now: () => number
  /** In the order of creation. */
  readonly teams: Map<string, TeamState>
  events: LedgerEvent[]
  lastEvent: number
  lastReservation: number
  /** Those who wait for news. */
  readonly waiting: Set<() => void>
}

/** JSON is kept as text, so that nobody can change it from outside. */
export interface TeamState extends Writable<Team> {
  definition: string
  stop: string | null
  /** Older events of its name are those of a team that is gone. */
  readonly firstEvent: number
  /** Where the sessions of new members start; see `createTeam`. */
  readonly sessionBase: number
  readonly members: Map<string, MemberState>
  readonly tasks: Map<string, TaskState>
  nextTask: number
  /** Message number n is at n - 1. */
  readonly messages: StoredMessage[]
  readonly budgets: Map<string, { limit: number; used: number }>
  /** The open ones. */
  readonly reservations: Map<number, OpenReservation>
}

export interface MemberState extends Writable<Omit<Member, 'state' | 'completed' | 'shutdown'>> {
  presence: 'alive' | 'left' | 'dead'
  shutdown: { status: 'requested' | 'rejected'; by: string; reason: string | null } | null
  /** The lead knows that it is idle. */
  isToldIdle: boolean
  /** The last message it has read. */
  cursor: number
}

export interface TaskState
  extends Writable<Omit<Task, 'blockedBy' | 'openBlockers' | 'approval' | 'resultBytes' | 'hasLog'>> {
  /** Its place in the order of creation. */
  readonly order: number
  readonly blockedBy: Set<string>
  /** The other direction of `blockedBy`. */
  readonly dependents: Set<string>
  readonly input: string
  approval: (Omit<Writable<Approval>, 'plan'> & { plan: string | null; by: string | null }) | null
  result: string | null
  log: string | null
  failures: number
  losses: number
  /** Of the claim it is under. */
  fence: number | null
}

export interface StoredMessage extends Message {
  readonly more: string | null
}

export interface OpenReservation {
  readonly member: string
  readonly amounts: ReadonlyMap<string, number>
}

export function emptyStore(now: () => number): Store {
  return { now, teams: new Map(), events: [], lastEvent: 0, lastReservation: 0, waiting: new Set() }
}

export function findTeam(store: Store, name: string): TeamState {
  const team = store.teams.get(name)
  if (!team) throw unknownTeam(name)
  return team
}

export function findTask(team: TeamState, id: string): TaskState {
  const task = team.tasks.get(id)
  if (!task) throw unknownTask(team.name, id)
  return task
}

export function findMember(team: TeamState, name: string): MemberState {
  const member = team.members.get(name)
  if (!member) throw unknownMember(team.name, name)
  return member
}

export interface Present {
  readonly team: TeamState
  readonly member: MemberState
}

/** Who a session stands for, or null when it is over. A lease that ran out is not over before somebody buries it. */
export function present(store: Store, { team: name, member: who, session }: Session): Present | null {
  const team = store.teams.get(name)
  const member = team?.members.get(who)
  return team && member?.presence === 'alive' && member.session === session ? { team, member } : null
}

export function mustBePresent(store: Store, session: Session): Present {
  const found = present(store, session)
  if (!found) throw sessionLost(session.member)
  return found
}

export function leaseRuns(store: Store, { presence, leaseUntil }: MemberState): boolean {
  return presence === 'alive' && leaseUntil !== null && leaseUntil >= store.now()
}

/** The number it got tells it from every other event, so it also serves as a fence. */
export function appendEvent(
  store: Store,
  team: string,
  kind: EventKind,
  about: { readonly task?: string | null; readonly member?: string | null; readonly detail?: string | null } = {},
): number {
  const { task = null, member = null, detail = null } = about
  const number = ++store.lastEvent
  store.events.push({
    number,
    at: store.now(),
    kind,
    team,
    task,
    member,
    detail: detail === null ? null : oneLine(detail),
  })
  for (const wake of [...store.waiting]) wake()
  return number
}

export function toText(value: Json): string {
  return JSON.stringify(value)
}

export function fromText(text: string): Json {
  return JSON.parse(text)
}
