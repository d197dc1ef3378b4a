// What the cases of the ledger's conformance suite share: a clock, a snapshot of everything, and short ways to say moves.

import { type ErrorCode, ShoalError } from '@shoal/base/model/errors'
import type { LedgerEvent } from '@shoal/base/model/event'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Claim, NewTask, Task } from '@shoal/base/model/task'
import type { Member, NewMember, Session } from '@shoal/base/model/team'
import { expect } from 'vitest'

/** The time of a ledger. It stands still until a case lets some of it pass, wherever the store has it. */
export interface Clock {
  now(): number
  pass(ms: number): Promise<void>
}

export interface Clocked {
  readonly ledger: Ledger
  readonly clock: Clock
}

export type Fresh = () => Promise<Clocked>

export const LEASE = 10_000
export const TEAM = 'team'

export function fakeClock(): Clock {
  let time = 1_700_000_000_000
  return {
    now: () => time,
    pass: async ms => {
      time += ms
    },
  }
}

/** For a store that asks a function for the time. */
export function clocked(open: (options: { readonly now: () => number }) => Ledger | Promise<Ledger>): Fresh {
  return async () => {
    const clock = fakeClock()
    return { ledger: await open({ now: clock.now }), clock }
  }
}

/** A task of which only the id matters. */
export function job(id: string, more: Omit<NewTask, 'id' | 'subject'> = {}): NewTask {
  return { id, subject: `do ${id}`, ...more }
}

export async function createTeam(ledger: Ledger, tasks: readonly NewTask[] = [], name = TEAM): Promise<void> {
  await ledger.createTeam({ name, tasks })
}

export async function join(ledger: Ledger, name = 'worker', more: Omit<NewMember, 'name'> = {}): Promise<Session> {
  return await ledger.join(TEAM, { name, ...more }, LEASE)
}

/** Claims, and insists on getting something. */
export async function claim(ledger: Ledger, session: Session, id?: string): Promise<Claim> {
  const claimed = await ledger.claim(session)
  expect(claimed?.task.id, 'a task is claimed').toEqual(id ?? expect.any(String))
  return claimed!
}

/** Claims the task and completes it. */
export async function complete(ledger: Ledger, session: Session, id: string): Promise<void> {
  await ledger.finish(await claim(ledger, session, id), { status: 'completed', result: null })
}

/** Claims the task and lets it fail for good. */
export async function fail(ledger: Ledger, session: Session, id: string, reason = 'broken'): Promise<void> {
  await ledger.finish(await claim(ledger, session, id), { status: 'failed', reason, final: true })
}

export async function member(ledger: Ledger, name: string): Promise<Member> {
  const found = (await ledger.members(TEAM)).find(one => one.name === name)
  expect(found, name).toBeDefined()
  return found!
}

/** A task by its id, with the parts that a case is about. */
export async function look<K extends keyof Task>(ledger: Ledger, id: string, ...keys: K[]): Promise<Pick<Task, K>> {
  const task = await ledger.task(TEAM, id)
  return Object.fromEntries(keys.map(key => [key, task[key]])) as Pick<Task, K>
}

/** The events that a move appends. */
export async function newsOf(ledger: Ledger, move: () => Promise<unknown>): Promise<readonly LedgerEvent[]> {
  const before = await ledger.lastEvent()
  await move()
  return await ledger.events({ after: before, limit: 1000 })
}

export async function kindsOf(ledger: Ledger, move: () => Promise<unknown>): Promise<readonly string[]> {
  return (await newsOf(ledger, move)).map(({ kind }) => kind)
}

/** A move that is not legal: it says so by its code, and leaves no trace. */
export async function refused(ledger: Ledger, code: ErrorCode, move: () => Promise<unknown>): Promise<ShoalError> {
  const before = await snapshot(ledger)
  const error = await move().then(
    value => value,
    thrown => thrown,
  )
  expect(error, `refused as ${code}`).toBeInstanceOf(ShoalError)
  expect((error as ShoalError).code).toBe(code)
  expect(await snapshot(ledger), 'a refused move changes nothing').toEqual(before)
  return error as ShoalError
}

/** All that the interface shows. */
export async function snapshot(ledger: Ledger) {
  const teams = await ledger.teams()
  return {
    events: await allEvents(ledger),
    last: await ledger.lastEvent(),
    teams: await Promise.all(teams.map(async team => ({ ...team, ...(await teamSnapshot(ledger, team.name)) }))),
  }
}

export async function teamSnapshot(ledger: Ledger, team: string) {
  const members = await ledger.members(team)
  const tasks = await ledger.tasks(team)
  const messages = await ledger.messages(team)
  return {
    definition: await ledger.definition(team),
    outlook: await ledger.outlook(team),
    counts: await ledger.counts(team),
    members: await Promise.all(
      members.map(async one => ({
        ...one,
        unread: (await ledger.unread(team, one.name)).map(({ number }) => number),
      })),
    ),
    tasks: await Promise.all(tasks.map(task => taskSnapshot(ledger, team, task))),
    messages: await Promise.all(
      messages.map(async message => ({
        ...message,
        text: message.hasMore ? await ledger.messageText(team, message.number) : message.line,
      })),
    ),
    budgets: await ledger.budgets(team),
  }
}

async function taskSnapshot(ledger: Ledger, team: string, task: Task) {
  return {
    ...task,
    input: await ledger.input(team, task.id),
    result: task.resultBytes === null ? null : await ledger.result(team, task.id),
    log: task.hasLog ? await ledger.log(team, task.id) : null,
  }
}

async function allEvents(ledger: Ledger): Promise<readonly LedgerEvent[]> {
  return await ledger.events({ after: 0, limit: 1_000_000 })
}
