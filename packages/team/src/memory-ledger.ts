// The ledger in plain maps: for tests and examples, and as the readable version of what every store does. Each move runs
// without a pause and checks everything before it changes anything, so it happens whole or not at all.
import type { Ledger } from '@shoal/base/model/ledger'
import { amend } from './memory/amendments.ts'
import * as budgets from './memory/budgets.ts'
import * as claims from './memory/claims.ts'
import * as events from './memory/events.ts'
import * as members from './memory/members.ts'
import * as messages from './memory/messages.ts'
import { emptyStore, findTeam } from './memory/state.ts'
import * as tasks from './memory/tasks.ts'
import * as teams from './memory/teams.ts'

export function memoryLedger({ now = Date.now }: { readonly now?: () => number } = {}): Ledger {
  const store = emptyStore(now)
  return {
    createTeam: async team => teams.createTeam(store, team),
    replaceTeam: async team => teams.replaceTeam(store, team),
    planRun: async (team, planned) => teams.planRun(store, team, planned),
    team: async name => teams.team(store, name),
    teams: async () => teams.teams(store),
    overview: async team => teams.overview(store, team),
    definition: async team => teams.definition(store, team),
    endRun: async (team, ended, reason) => teams.endRun(store, team, ended, reason),
    reopenRun: async team => teams.reopenRun(store, team),
    requestStop: async (team, reason) => teams.requestStop(store, team, reason),
    deleteTeam: async (team, options) => teams.deleteTeam(store, team, options),

    join: async (team, member, leaseMs) => members.join(store, team, member, leaseMs),
    renew: async (sessions, leaseMs) => members.renew(store, sessions, leaseMs),
    leave: async session => members.leave(store, session),
    members: async team => members.members(store, team),
    expireLapsed: async team => members.expireLapsed(store, team),
    expire: async session => members.expire(store, session),
    requestShutdown: async (team, member, options) => members.requestShutdown(store, team, member, options),
    answerShutdown: async (session, answer) => members.answerShutdown(store, session, answer),

    createTasks: async (team, list) => tasks.createTasks(store, team, list),
    addBlockedBy: async (team, task, blockers) => tasks.addBlockedBy(store, team, task, blockers),
    task: async (team, task) => tasks.task(store, team, task),
    tasks: async (team, filter) => tasks.tasks(store, team, filter),
    counts: async team => tasks.counts(findTeam(store, team)),
    outlook: async team => tasks.outlook(findTeam(store, team)),
    input: async (team, task) => tasks.input(store, team, task),
    result: async (team, task) => tasks.result(store, team, task),
    log: async (team, task) => tasks.log(store, team, task),
    claim: async (session, { task } = {}) => claims.claim(store, session, task),
    inHand: async session => claims.inHand(store, session),
    finish: async (claim, ending, options) => claims.finish(store, claim, ending, options),
    amend: async (team, task, change) => amend(store, team, task, change),
    retry: async (team, task) => tasks.retry(store, team, task),
    skip: async (team, task, reason) => tasks.skip(store, team, task, reason),
    approve: async (team, task, { by, feedback }) =>
      claims.decide(store, team, task, { by, status: 'approved', feedback }),
    reject: async (team, task, { by, feedback }) =>
      claims.decide(store, team, task, { by, status: 'rejected', feedback }),

    send: async (team, message) => messages.send(store, team, message),
    messages: async (team, filter) => messages.messages(store, team, filter),
    unread: async (team, member, limit) => messages.unread(store, team, member, limit),
    markRead: async (team, member, upTo) => messages.markRead(store, team, member, upTo),
    messageText: async (team, number) => messages.messageText(store, team, number),

    setBudget: async (team, unit, limit) => budgets.setBudget(store, team, unit, limit),
    budgets: async team => budgets.budgets(store, team),
    reserve: async (session, amounts) => budgets.reserve(store, session, amounts),
    settle: async (reservation, used) => budgets.settle(store, reservation, used),

    events: async filter => events.events(store, filter),
    lastEvent: async () => store.lastEvent,
    changed: (seen, timeoutMs, signal) => events.changed(store, seen, timeoutMs, signal),
    close: async () => events.wakeAll(store),
  }
}
