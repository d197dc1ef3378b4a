// The embedded ledger: one SQLite file, shared by as many processes as like.
import { dirname, join } from 'node:path'
import type { Ledger } from '@shoal/base/model/ledger'
import { toCounts } from '../stored/task-views.ts'
import { toTeam } from '../stored/views.ts'
import { amend } from './amendments.ts'
import { fileBlobs } from './blobs.ts'
import { budgets, reserve, setBudget, settle } from './budgets.ts'
import { claim, finish, inHand } from './claims.ts'
import { addBlockedBy, packInputs, storeTasks } from './create-tasks.ts'
import { decide, retry, skip } from './decisions.ts'
import { events } from './events.ts'
import {
  answerShutdown,
  expire,
  expireLapsed,
  hasLapsed,
  join as joinTeam,
  leave,
  members,
  renew,
  requestShutdown,
} from './members.ts'
import { markRead, messages, messageText, send, unread } from './messages.ts'
import { openDatabase } from './open.ts'
import { teamRow } from './rows.ts'
import { migrations as allMigrations } from './schema.ts'
import { Store } from './store.ts'
import { input, log, outlook, result, task, tasks } from './tasks.ts'
import {
  createTeam,
  definition,
  deleteTeam,
  endRun,
  overview,
  overviews,
  planRun,
  removeBlobs,
  reopenRun,
  replaceTeam,
  requestStop,
  stateCounts,
} from './teams.ts'

export interface SqliteLedgerOptions {
  readonly now?: () => number
  /** For tests of other schema versions. */
  readonly migrations?: readonly string[]
}

/** Opens the ledger in `file`, made if need be. Large values lie in a directory `blobs` beside it. */
export function openSqliteLedger(
  file: string,
  { now = Date.now, migrations = allMigrations }: SqliteLedgerOptions = {},
): Ledger {
  const connect = () => openDatabase(file, migrations)
  const blobs = fileBlobs(join(dirname(file), 'blobs'))
  const store = new Store(connect, { path: file, version: migrations.length, blobs, now })
  const read = <T>(look: () => T) => store.read(look)
  const write = <T>(move: () => T) => store.write(move)
  return {
    createTeam: team => createTeam(store, team),
    async replaceTeam(given) {
      const { team, orphans } = await replaceTeam(store, given)
      if (orphans.length > 0) await write(() => removeBlobs(store, orphans))
      return team
    },
    planRun: (name, planned) => planRun(store, name, planned),
    team: name => read(() => toTeam(teamRow(store, name))),
    teams: () => read(() => overviews(store)),
    overview: name => read(() => overview(store, name)),
    definition: name => read(() => definition(store, name)),
    endRun: (name, ended, reason) => write(() => endRun(store, name, ended, reason ?? null)),
    reopenRun: name => write(() => reopenRun(store, name)),
    requestStop: (name, reason) => write(() => requestStop(store, name, reason)),
    async deleteTeam(name, { force = false } = {}) {
      const orphans = await write(() => deleteTeam(store, name, force))
      if (orphans.length > 0) await write(() => removeBlobs(store, orphans))
    },

    join: (name, member, leaseMs) => write(() => joinTeam(store, name, member, leaseMs)),
    renew: (sessions, leaseMs) => write(() => sessions.map(session => renew(store, session, leaseMs))),
    leave: session => write(() => leave(store, session)),
    members: name => read(() => members(store, name)),
    async expireLapsed(name) {
      const isNeeded = await read(() => hasLapsed(store, name))
      return isNeeded ? await write(() => expireLapsed(store, name)) : []
    },
    expire: session => write(() => expire(store, session)),
    requestShutdown: (name, member, options) => write(() => requestShutdown(store, name, member, options)),
    answerShutdown: (session, answer) => write(() => answerShutdown(store, session, answer)),

    async createTasks(name, given) {
      const inputs = packInputs(store, given)
      return await write(() => storeTasks(store, teamRow(store, name), given, inputs))
    },
    addBlockedBy: (name, id, blockers) => write(() => addBlockedBy(store, name, id, blockers)),
    task: (name, id) => read(() => task(store, name, id)),
    tasks: (name, filter = {}) => read(() => tasks(store, name, filter)),
    counts: name => read(() => toCounts(stateCounts(store, teamRow(store, name).team))),
    outlook: name => read(() => outlook(store, name)),
    input: (name, id) => read(() => input(store, name, id)),
    result: (name, id) => read(() => result(store, name, id)),
    log: (name, id) => read(() => log(store, name, id)),
    claim: (session, { task: wanted } = {}) => claim(store, session, wanted),
    inHand: session => read(() => inHand(store, session)),
    finish: (claimed, ending, { claimNext = false } = {}) => finish(store, claimed, ending, claimNext),
    amend: (name, id, change) => amend(store, name, id, change),
    retry: (name, id) => write(() => retry(store, name, id)),
    skip: (name, id, reason) => write(() => skip(store, name, id, reason)),
    approve: (name, id, { by, feedback }) =>
      write(() => decide(store, name, id, { by, approved: true, feedback: feedback ?? null })),
    reject: (name, id, { by, feedback }) => write(() => decide(store, name, id, { by, approved: false, feedback })),

    send: (name, message) => write(() => send(store, name, message)),
    messages: (name, filter = {}) => read(() => messages(store, name, filter)),
    unread: (name, member, limit) => read(() => unread(store, name, member, limit)),
    markRead: (name, member, upTo) => write(() => markRead(store, name, member, upTo)),
    messageText: (name, number) => read(() => messageText(store, name, number)),

    setBudget: (name, unit, limit) => write(() => setBudget(store, name, unit, limit)),
    budgets: name => read(() => budgets(store, name)),
    reserve: (session, amounts) => write(() => reserve(store, session, amounts)),
    settle: (reservation, used) => write(() => settle(store, reservation, used)),

    events: filter => read(() => events(store, filter)),
    lastEvent: () => read(() => store.lastEvent()),
    changed: (seen, timeoutMs, signal) => store.changed(seen, timeoutMs, signal),
    close: async () => store.close(),
  }
}
