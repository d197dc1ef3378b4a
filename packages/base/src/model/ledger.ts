// The ledger: the only truth about teams, tasks, claims, messages, approvals, budgets and events.
import type { LedgerEvent } from './event.ts'
import type { Invitations } from './invitations.ts'
import type { Json } from './json.ts'
import type { Message, NewMessage } from './message.ts'
import type { RunFiles } from './run-files.ts'
import type { Claim, Ending, NewTask, Outlook, Task, TaskCounts, TaskStatus } from './task.ts'
import type {
  Ended,
  Member,
  NewMember,
  NewTeam,
  ProcessIdentity,
  Renewal,
  Session,
  Team,
  TeamOverview,
} from './team.ts'

/**
 * A store of teams. Every method is one legal move or one look, and every move is one step: it happens whole, with its
 * events, or not at all, whoever else uses the same store from whichever process. A move that is not legal throws a
 * ShoalError and changes nothing. Once a move has returned, it outlives the process.
 *
 * Time is the ledger's own. A lease that ran out is lost as soon as anybody looks for lapsed members; until then its
 * holder may still renew it or end its claim, so that finished work is not done twice for nothing.
 */
export interface Ledger {
  // Teams

  /** Throws `team-exists`, and whatever `createTasks` throws. */
  createTeam(team: NewTeam): Promise<Team>
  /**
   * The same in the place of a team of this name, which goes with all it has, in one move: there is always one of the two.
   * Throws `unknown-team` when there is none, `members-alive`, and whatever `createTasks` throws.
   */
  replaceTeam(team: NewTeam): Promise<Team>
  /** Throws `unknown-team`, as does every method that names a team. */
  team(name: string): Promise<Team>
  /** The newest first. */
  teams(): Promise<readonly TeamOverview[]>
  overview(team: string): Promise<TeamOverview>
  /** What the team was created or planned with; null for one that is no run. */
  definition(team: string): Promise<Json>
  /**
   * Gives a run that has no tasks yet its definition and its tasks. Throws `wrong-state` when it has some or is no run, and
   * whatever `createTasks` throws.
   */
  planRun(team: string, planned: { readonly definition: Json; readonly tasks: readonly NewTask[] }): Promise<void>
  /** Ends a run; a later `reopen` lets it go on. Appends `run-ended`. No-op when it ended the same way. */
  endRun(team: string, ended: Ended, reason?: string): Promise<void>
  /** Opens an ended run again and takes back a stop. Appends `run-resumed` when it had ended. */
  reopenRun(team: string): Promise<void>
  /** Every process that hosts members learns of it with its next heartbeat and ends its work at once. */
  requestStop(team: string, reason: string): Promise<void>
  /** Removes it with all it has. Throws `members-alive` unless `force`; then leases and claims are void. */
  deleteTeam(team: string, options?: { readonly force?: boolean }): Promise<void>

  // Members

  /** Throws `member-alive` when the name is taken by a member whose lease runs. */
  join(team: string, member: NewMember, leaseMs: number): Promise<Session>
  /** A heartbeat for many at once, in order. Never throws for a lost one: the renewal says so. */
  renew(sessions: readonly Session[], leaseMs: number): Promise<readonly Renewal[]>
  /** Leaves in order; a claim in hand is released. No-op for a session that is over. */
  leave(session: Session): Promise<void>
  members(team: string): Promise<readonly Member[]>
  /** Declares dead whose lease ran out: `member-died`, and claims go back with `task-lost`. Gives back their names. */
  expireLapsed(team: string): Promise<readonly string[]>
  /** The same for one whose process is known to be gone. No-op when it has a newer session or is not alive. */
  expire(session: Session): Promise<void>
  /** Throws `unknown-member`, or `member-not-alive` when nobody would answer. */
  requestShutdown(
    team: string,
    member: string,
    options: { readonly by: string; readonly reason?: string },
  ): Promise<void>
  /** Approving leaves in the same step. Rejecting needs a reason. Throws `no-request` when none was made. */
  answerShutdown(
    session: Session,
    answer: { readonly approve: true } | { readonly approve: false; readonly reason: string },
  ): Promise<void>

  // Tasks

  /** All or none. Throws `task-exists`, `unknown-task` (a blocker), `task-cycle` (names the way round it), `bad-value`. */
  createTasks(team: string, tasks: readonly NewTask[]): Promise<readonly string[]>
  /** Only a pending or failed task can get blockers: `wrong-state` else; `task-cycle`, `unknown-task`. Known ones are no error. */
  addBlockedBy(team: string, task: string, blockers: readonly string[]): Promise<void>
  task(team: string, task: string): Promise<Task>
  /** In the order of creation, after the task named `after`. */
  tasks(
    team: string,
    filter?: { readonly status?: TaskStatus; readonly after?: string; readonly limit?: number },
  ): Promise<readonly Task[]>
  counts(team: string): Promise<TaskCounts>
  outlook(team: string): Promise<Outlook>
  input(team: string, task: string): Promise<Json>
  /** Null while there is none. */
  result(team: string, task: string): Promise<Json>
  log(team: string, task: string): Promise<string | null>
  /**
   * The ready task of the highest priority that the member may have, or null. A member has at most one: `has-claim`.
   * The first null after work makes it idle and tells the lead, once. Throws `lease-lost` when the session is over.
   * One that was asked to shut down gets null. With `task` it is that one or none: null when it is not ready, or not for
   * this member; nothing is told to the lead then.
   */
  claim(session: Session, options?: { readonly task?: string }): Promise<Claim | null>
  /** The claim that the session has in hand, for a process that started after it was made; null when it has none. */
  inHand(session: Session): Promise<Claim | null>
  /**
   * Ends a claim: completing unblocks dependents, and with `claimNext` takes the next task, all in one step. A summary
   * goes to the lead as one line. Throws `lease-lost` when the claim is no longer valid, and then nothing has changed.
   */
  finish(claim: Claim, ending: Ending, options?: { readonly claimNext?: boolean }): Promise<Claim | null>
  /**
   * Replaces the result of a completed task, as long as no task that waits for it has been claimed. Throws `wrong-state`
   * when that is so, or when the result is no longer `from`: nobody's addition is lost to another's. Appends
   * `task-amended`; a summary goes to the lead as one line.
   */
  amend(
    team: string,
    task: string,
    change: { readonly from: Json; readonly to: Json; readonly summary?: string },
  ): Promise<void>
  /** A failed or skipped task, or a completed one whose result was lost, becomes pending again; its dependents that have not begun wait for it. `wrong-state` else. */
  retry(team: string, task: string): Promise<void>
  /** A pending or failed task counts as done for those that wait for it. `wrong-state` else. */
  skip(team: string, task: string, reason: string): Promise<void>
  /** Throws `no-request` unless its plan awaits a decision. The next claim is in phase `work`. */
  approve(team: string, task: string, options: { readonly by: string; readonly feedback?: string }): Promise<void>
  /** The next claim is in phase `plan` again, with the feedback. */
  reject(team: string, task: string, options: { readonly by: string; readonly feedback: string }): Promise<void>

  // Messages

  /** Throws `unknown-member` for a sender or a receiver that the team does not have; a broadcast to nobody else too. */
  send(team: string, message: NewMessage): Promise<Message>
  /** All messages after `after`, of the whole team. */
  messages(team: string, filter?: { readonly after?: number; readonly limit?: number }): Promise<readonly Message[]>
  /** What a member has not read yet, broadcasts included. Reading does not mark. */
  unread(team: string, member: string, limit?: number): Promise<readonly Message[]>
  /** Moves the read cursor; never back. */
  markRead(team: string, member: string, upTo: number): Promise<void>
  messageText(team: string, number: number): Promise<string>

  // Budgets: whole numbers of any unit, tokens or millionths of a dollar

  setBudget(team: string, unit: string, limit: number): Promise<void>
  budgets(team: string): Promise<readonly Budget[]>
  /** All amounts or none; `budget-reached` when one would pass its limit. Units without a budget are free. */
  reserve(session: Session, amounts: Readonly<Record<string, number>>): Promise<Reservation>
  /** Replaces what was reserved by what was used. What a dead member had reserved counts as used. */
  settle(reservation: Reservation, used: Readonly<Record<string, number>>): Promise<void>

  // Events

  /** After event number `after`, the oldest first; of one team or of all. */
  events(filter: {
    readonly team?: string
    readonly after: number
    readonly limit: number
  }): Promise<readonly LedgerEvent[]>
  /** The number of the newest event; 0 when there is none. */
  lastEvent(): Promise<number>
  /** Resolves when something may have changed since event `seen`, by whichever process, or after `timeoutMs`. Never rejects. */
  changed(seen: number, timeoutMs: number, signal?: AbortSignal): Promise<void>

  /** Left out where counting all tasks costs little. */
  readonly glances?: Glances
  /** The files of its runs; left out where they lie in a directory of the machine, beside the ledger. */
  readonly files?: RunFiles
  /** How workers hear of tasks; left out where they look for them. */
  readonly invitations?: Invitations

  close(): Promise<void>
}

export interface Budget {
  readonly unit: string
  readonly limit: number
  readonly used: number
  readonly reserved: number
}

export interface Reservation {
  readonly team: string
  readonly number: number
}

/** Looks that cost the same however many tasks there are, for those who look several times a second. */
export interface Glances {
  /** Runs that have not ended and whose lead lives. */
  ledRuns(): Promise<readonly LedRun[]>
  presence(team: string, host: string): Promise<Presences>
  /** Some tasks that can be claimed, with how often each was. */
  ready(team: string, limit: number): Promise<readonly { readonly task: string; readonly attempts: number }[]>
}

export interface LedRun {
  readonly name: string
  readonly createdAt: number
  readonly hasReady: boolean
}

export interface Presences {
  /** The lease of somebody has run out. */
  readonly hasLapsed: boolean
  /** In which members live on this machine. */
  readonly processes: readonly ProcessIdentity[]
}
