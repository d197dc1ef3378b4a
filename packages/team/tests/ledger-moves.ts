// Random moves on a ledger, legal and not: drawn as plain data, and made by an actor who remembers what it was handed.

import { type ErrorCode, ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { Ledger, Reservation } from '@shoal/base/model/ledger'
import type { Claim, Ending, NewTask } from '@shoal/base/model/task'
import type { Ended, NewTeam, Session } from '@shoal/base/model/team'
import fc from 'fast-check'
import type { Clock } from './conformance/ledger/world.ts'

/** `pick` counts back from the newest session, claim or reservation, whether it is still valid or not. */
interface Moves {
  readonly createTeam: { readonly team: string; readonly tasks: readonly NewTask[]; readonly isRun: boolean }
  readonly replaceTeam: { readonly team: string; readonly tasks: readonly NewTask[]; readonly isRun: boolean }
  readonly planRun: { readonly team: string; readonly tasks: readonly NewTask[] }
  readonly deleteTeam: { readonly team: string; readonly force: boolean }
  readonly endRun: { readonly team: string; readonly ended: Ended }
  readonly reopenRun: { readonly team: string }
  readonly requestStop: { readonly team: string }
  readonly join: {
    readonly team: string
    readonly member: string
    readonly role: string | null
    readonly leaseMs: number
  }
  readonly renew: { readonly picks: readonly number[]; readonly leaseMs: number }
  readonly leave: { readonly pick: number }
  readonly expire: { readonly pick: number }
  readonly expireLapsed: { readonly team: string }
  readonly requestShutdown: { readonly team: string; readonly member: string; readonly by: string }
  readonly answerShutdown: { readonly pick: number; readonly approve: boolean }
  readonly createTasks: { readonly team: string; readonly tasks: readonly NewTask[] }
  readonly addBlockedBy: { readonly team: string; readonly task: string; readonly blockers: readonly string[] }
  readonly claim: { readonly pick: number }
  readonly claimTask: { readonly pick: number; readonly task: string }
  readonly inHand: { readonly pick: number }
  /** `isCurrent` reads the result first, so that only the state of the team speaks against it. */
  readonly amend: {
    readonly team: string
    readonly task: string
    readonly isCurrent: boolean
    readonly to: Json
    readonly summary: string | null
  }
  /** `isApt` hands in a plan where one is wanted, and completes where none is. */
  readonly finish: {
    readonly pick: number
    readonly ending: Ending
    readonly isApt: boolean
    readonly claimNext: boolean
  }
  readonly retry: { readonly team: string; readonly task: string }
  readonly skip: { readonly team: string; readonly task: string }
  readonly approve: { readonly team: string; readonly task: string; readonly by: string }
  readonly reject: { readonly team: string; readonly task: string; readonly by: string }
  readonly send: { readonly team: string; readonly from: string; readonly to: string | null; readonly text: string }
  readonly markRead: { readonly team: string; readonly member: string; readonly upTo: number }
  readonly setBudget: { readonly team: string; readonly unit: string; readonly limit: number }
  readonly reserve: { readonly pick: number; readonly amounts: Readonly<Record<string, number>> }
  readonly settle: { readonly pick: number; readonly used: Readonly<Record<string, number>> }
  readonly pass: { readonly ms: number }
}

export type MoveKind = keyof Moves
export type Move = { readonly [K in MoveKind]: { readonly kind: K } & Moves[K] }[MoveKind]

/** What a move gave back, or why it was refused. */
export type Outcome = { readonly done: unknown } | { readonly refused: ErrorCode }

export class Actor {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly sessions: Session[] = []
  readonly claims: Claim[] = []
  readonly reservations: Reservation[] = []
  private readonly ended = new Set<Claim>()

  constructor(ledger: Ledger, clock: Clock) {
    this.ledger = ledger
    this.clock = clock
  }

  async make(move: Move): Promise<Outcome> {
    try {
      return { done: await (acts[move.kind] as (actor: Actor, move: Move) => Promise<unknown>)(this, move) }
    } catch (error) {
      if (error instanceof ShoalError) return { refused: error.code }
      throw error
    }
  }

  session(pick: number): Session {
    return this.sessions.at(-1 - (pick % (this.sessions.length || 1))) ?? { team: 't', member: 'ann', session: 99 }
  }

  /** A session is over when its member has joined anew since, be it in another team of the same name. */
  mustBeCurrent({ team, member, session }: Session): void {
    const newest = this.sessions.findLast(one => one.team === team && one.member === member)
    if (newest?.session !== session) throw new Error(`session ${session} of ${member} is over and was accepted`)
  }

  /** A claim is void when it has ended, or when its task has been claimed anew since. */
  mustBeFirstEnd(claim: Claim): void {
    const newest = this.claims.findLast(({ team, task }) => team === claim.team && task.id === claim.task.id)
    if (newest !== claim || this.ended.has(claim)) throw new Error(`a void claim on ${claim.task.id} was accepted`)
    this.ended.add(claim)
  }
}

const acts: { readonly [K in MoveKind]: (actor: Actor, move: Moves[K]) => Promise<unknown> } = {
  createTeam: ({ ledger }, move) => ledger.createTeam(newTeam(move)),
  replaceTeam: ({ ledger }, move) => ledger.replaceTeam(newTeam(move)),
  planRun: ({ ledger }, { team, tasks }) =>
    ledger.planRun(team, { definition: { planned: 'p'.repeat(5000 * (tasks.length % 2)) }, tasks }),
  deleteTeam: ({ ledger }, { team, force }) => ledger.deleteTeam(team, { force }),
  endRun: ({ ledger }, { team, ended }) => ledger.endRun(team, ended, `it ${ended}`),
  reopenRun: ({ ledger }, { team }) => ledger.reopenRun(team),
  requestStop: ({ ledger }, { team }) => ledger.requestStop(team, 'enough'),
  join: async ({ ledger, sessions }, { team, member, role, leaseMs }) => {
    const session = await ledger.join(team, { name: member, ...(role === null ? {} : { role }) }, leaseMs)
    sessions.push(session)
    return session
  },
  renew: async (actor, { picks, leaseMs }) => {
    const sessions = picks.map(pick => actor.session(pick))
    const renewals = await actor.ledger.renew(sessions, leaseMs)
    for (const [at, { alive }] of renewals.entries()) if (alive) actor.mustBeCurrent(sessions[at]!)
    return renewals
  },
  leave: (actor, { pick }) => actor.ledger.leave(actor.session(pick)),
  expire: (actor, { pick }) => actor.ledger.expire(actor.session(pick)),
  expireLapsed: ({ ledger }, { team }) => ledger.expireLapsed(team),
  requestShutdown: ({ ledger }, { team, member, by }) =>
    ledger.requestShutdown(team, member, by === 'lead' ? { by } : { by, reason: 'we are done' }),
  answerShutdown: (actor, { pick, approve }) =>
    actor.ledger.answerShutdown(actor.session(pick), approve ? { approve } : { approve, reason: 'not yet' }),
  createTasks: ({ ledger }, { team, tasks }) => ledger.createTasks(team, tasks),
  addBlockedBy: ({ ledger }, { team, task, blockers }) => ledger.addBlockedBy(team, task, blockers),
  claim: async (actor, { pick }) => {
    const session = actor.session(pick)
    const claim = await actor.ledger.claim(session)
    actor.mustBeCurrent(session)
    return remember(actor, claim)
  },
  claimTask: async (actor, { pick, task }) => {
    const session = actor.session(pick)
    const claim = await actor.ledger.claim(session, { task })
    actor.mustBeCurrent(session)
    return remember(actor, claim)
  },
  inHand: async (actor, { pick }) => {
    const session = actor.session(pick)
    const claim = await actor.ledger.inHand(session)
    actor.mustBeCurrent(session)
    return claim
  },
  amend: async ({ ledger }, { team, task, isCurrent, to, summary }) => {
    const from = isCurrent ? await ledger.result(team, task) : { never: 'so' }
    await ledger.amend(team, task, { from, to, ...(summary === null ? {} : { summary }) })
  },
  finish: async (actor, { pick, ending, isApt, claimNext }) => {
    const claim = actor.claims.at(-1 - (pick % (actor.claims.length || 1)))
    if (!claim) return null
    const next = await actor.ledger.finish(claim, isApt ? aptEnding(claim, ending) : ending, { claimNext })
    actor.mustBeFirstEnd(claim)
    return remember(actor, next)
  },
  retry: ({ ledger }, { team, task }) => ledger.retry(team, task),
  skip: ({ ledger }, { team, task }) => ledger.skip(team, task, 'not needed'),
  approve: ({ ledger }, { team, task, by }) => ledger.approve(team, task, { by }),
  reject: ({ ledger }, { team, task, by }) => ledger.reject(team, task, { by, feedback: 'think again\nand again' }),
  send: ({ ledger }, { team, from, to, text }) => ledger.send(team, { from, to, text }),
  markRead: ({ ledger }, { team, member, upTo }) => ledger.markRead(team, member, upTo),
  setBudget: ({ ledger }, { team, unit, limit }) => ledger.setBudget(team, unit, limit),
  reserve: async (actor, { pick, amounts }) => {
    const reservation = await actor.ledger.reserve(actor.session(pick), amounts)
    actor.reservations.push(reservation)
    return reservation
  },
  settle: async ({ ledger, reservations }, { pick, used }) => {
    const reservation = reservations.at(-1 - (pick % (reservations.length || 1)))
    if (reservation) await ledger.settle(reservation, used)
  },
  pass: async ({ clock }, { ms }) => await clock.pass(ms),
}

function newTeam({ team, tasks, isRun }: Moves['createTeam']): NewTeam {
  return { name: team, tasks, ...(isRun ? { definition: { tasks: tasks.length } } : {}) }
}

function aptEnding({ phase }: Claim, ending: Ending): Ending {
  if (phase === 'plan' && ending.status === 'completed') return { status: 'planned', plan: ending.result }
  if (phase === 'work' && ending.status === 'planned') return { status: 'completed', result: ending.plan }
  return ending
}

function remember({ claims }: Actor, claim: Claim | null): Claim | null {
  if (claim) claims.push(claim)
  return claim
}

const team = fc.constantFrom('t', 't', 't', 't', 't', 't', 't', 't', 't', 'u')
const member = fc.constantFrom('lead', 'ann', 'bob', 'cid')
const anybody = fc.constantFrom('lead', 'lead', 'ann', 'ann', 'bob', 'bob', 'cid', 'nobody')
const role = fc.constantFrom(null, null, 'tester', 'writer')
const task = fc.constantFrom('a', 'a', 'b', 'b', 'c', 'c', 'd', 'e', 'f', 'g', '1', '2', 'nowhere')
const planned = fc.constantFrom('c', 'e', 'e', 'e', 'f', 'a')
const pick = fc.constantFrom(0, 0, 1, 1, 2, 2, 3, 4, 5)
const leaseMs = fc.constantFrom(10, 100, 1000)
const amounts = fc.dictionary(fc.constantFrom('tokens', 'calls'), fc.nat(6), { maxKeys: 2 })

const newTask: fc.Arbitrary<NewTask> = fc
  .record({
    id: fc.option(fc.constantFrom('f', 'g', 'h', 'i', 'j', 'k'), { nil: undefined, freq: 4 }),
    role: fc.constantFrom(undefined, undefined, undefined, 'tester', 'ann', 'lead'),
    priority: fc.constantFrom(0, 0, 1, -1),
    // A list with one bad task is refused whole, so they are rare.
    retries: fc.constantFrom(...Array<number>(40).fill(0), ...Array<number>(20).fill(1), -1),
    needsApproval: fc.constantFrom(false, false, false, true),
    blockedBy: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 2 }),
    input: fc.constantFrom(null, { n: 1 }, 'x'.repeat(5000)),
  })
  .map(({ id, role, ...rest }) => ({
    subject: `do ${id ?? 'it'}`,
    ...(id === undefined ? {} : { id }),
    ...(role === undefined ? {} : { role }),
    ...rest,
  }))

const newTasks = fc.array(newTask, { minLength: 1, maxLength: 3 })

/** What every program starts with: a diamond, a plan to be approved, and something on its own. */
const firstTasks: readonly NewTask[] = [
  { id: 'a', subject: 'do a', retries: 1 },
  { id: 'b', subject: 'do b', blockedBy: ['a'] },
  { id: 'c', subject: 'do c', blockedBy: ['a'], needsApproval: true },
  { id: 'd', subject: 'do d', blockedBy: ['b', 'c'], priority: 1 },
  { id: 'e', subject: 'do e', role: 'tester', needsApproval: true },
]

const log = fc.constantFrom({}, {}, { log: 'it said' })
const completed = fc
  .tuple(fc.constantFrom({}, { summary: 'two\nlines' }), fc.constantFrom(1, 'y'.repeat(5000)), log)
  .map(([summary, result, log]): Ending => ({ status: 'completed', result, ...summary, ...log }))
const split = newTasks.map((follow): Ending => ({ status: 'completed', result: { more: follow.length }, follow }))
const failed = fc
  .tuple(fc.boolean(), log)
  .map(([final, log]): Ending => ({ status: 'failed', reason: 'broken', final, ...log }))
const plan = log.map((log): Ending => ({ status: 'planned', plan: ['step'], summary: 'a plan', ...log }))
const released = fc.constant<Ending>({ status: 'released', reason: 'later' })
const lost = log.map((log): Ending => ({ status: 'lost', reason: 'killed', ...log }))
const ending = fc.oneof(
  { weight: 4, arbitrary: completed },
  { weight: 1, arbitrary: split },
  { weight: 2, arbitrary: failed },
  { weight: 3, arbitrary: plan },
  { weight: 1, arbitrary: released },
  { weight: 1, arbitrary: lost },
)

const draws: { readonly [K in MoveKind]: readonly [weight: number, arbitrary: fc.Arbitrary<Moves[K]>] } = {
  createTeam: [1, fc.record({ team, tasks: fc.constantFrom(firstTasks, firstTasks, []), isRun: fc.boolean() })],
  replaceTeam: [
    2,
    fc.record({ team, tasks: fc.oneof(fc.constantFrom(firstTasks, []), newTasks), isRun: fc.boolean() }),
  ],
  planRun: [4, fc.record({ team, tasks: fc.oneof(fc.constant(firstTasks), newTasks) })],
  deleteTeam: [1, fc.record({ team, force: fc.boolean() })],
  endRun: [1, fc.record({ team, ended: fc.constantFrom('completed', 'failed', 'stopped') })],
  reopenRun: [1, fc.record({ team })],
  requestStop: [1, fc.record({ team })],
  join: [8, fc.record({ team, member, role, leaseMs })],
  renew: [3, fc.record({ picks: fc.array(pick, { maxLength: 3 }), leaseMs })],
  leave: [2, fc.record({ pick })],
  expire: [2, fc.record({ pick })],
  expireLapsed: [3, fc.record({ team })],
  requestShutdown: [2, fc.record({ team, member: anybody, by: member })],
  answerShutdown: [2, fc.record({ pick, approve: fc.boolean() })],
  createTasks: [6, fc.record({ team, tasks: newTasks })],
  addBlockedBy: [5, fc.record({ team, task, blockers: fc.array(task, { maxLength: 3 }) })],
  claim: [18, fc.record({ pick })],
  claimTask: [6, fc.record({ pick, task })],
  inHand: [3, fc.record({ pick })],
  amend: [
    6,
    fc.record({
      team,
      task: fc.constantFrom('a', 'a', 'a', 'b', 'c', 'e', '1'),
      isCurrent: fc.constantFrom(true, true, true, false),
      to: fc.constantFrom<Json>(1, [2], 'y'.repeat(5000), 'z'.repeat(6000)),
      summary: fc.constantFrom(null, 'better\nnow'),
    }),
  ],
  finish: [
    24,
    fc.record({
      pick: fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
      ending,
      isApt: fc.constantFrom(true, true, true, false),
      claimNext: fc.boolean(),
    }),
  ],
  retry: [5, fc.record({ team, task })],
  skip: [3, fc.record({ team, task })],
  approve: [6, fc.record({ team, task: planned, by: anybody })],
  reject: [6, fc.record({ team, task: planned, by: anybody })],
  send: [3, fc.record({ team, from: anybody, to: fc.option(anybody), text: fc.constantFrom('hi', 'a\nb', ' ') })],
  markRead: [2, fc.record({ team, member: anybody, upTo: fc.nat(12) })],
  setBudget: [2, fc.record({ team, unit: fc.constantFrom('tokens', 'calls'), limit: fc.nat(12) })],
  reserve: [4, fc.record({ pick, amounts })],
  settle: [3, fc.record({ pick, used: amounts })],
  pass: [4, fc.record({ ms: fc.constantFrom(1, 11, 101) })],
}

const move: fc.Arbitrary<Move> = fc.oneof(
  ...Object.entries(draws).map(([kind, [weight, arbitrary]]) => ({
    weight,
    arbitrary: (arbitrary as fc.Arbitrary<object>).map(parts => ({ kind, ...parts }) as Move),
  })),
)

/** A team that has work and workers, and then anything. */
export function programs(length: number): fc.Arbitrary<readonly Move[]> {
  const start: readonly Move[] = [
    { kind: 'createTeam', team: 't', tasks: firstTasks, isRun: true },
    { kind: 'join', team: 't', member: 'ann', role: null, leaseMs: 1000 },
    { kind: 'join', team: 't', member: 'bob', role: 'tester', leaseMs: 100 },
  ]
  const rest = fc.array(move, { minLength: 1, maxLength: length, size: 'max' })
  return rest.map(moves => [...start, ...moves])
}
