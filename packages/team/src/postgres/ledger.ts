// The ledger on PostgreSQL: one schema of a database, shared by as many processes on as many machines as like.
import type { Ledger } from '@shoal/base/model/ledger'
import type { ObjectStore } from '@shoal/base/model/object-store'
import { toCounts } from '../stored/task-views.ts'
import { toTeam } from '../stored/views.ts'
import { amend } from './amendments.ts'
import { budgets, reserve, setBudget, settle } from './budgets.ts'
import { claim, finish, inHand } from './claims.ts'
import { connect, type Env, readAddress } from './connect.ts'
import { addBlockedBy, packInputs, storeTasks } from './create-tasks.ts'
import { decide, retry, skip } from './decisions.ts'
import { events } from './events.ts'
import {
  answerShutdown,
  expire,
  expireLapsed,
  hasLapsed,
  joinAll,
  leaveAll,
  members,
  presence,
  renew,
  requestShutdown,
} from './members.ts'
import { markRead, messages, messageText, readMessages, send, unread } from './messages.ts'
import { Objects } from './objects.ts'
import { prepareSchema } from './open.ts'
import { teamRow } from './rows.ts'
import { deleteRunFiles, runFiles } from './run-files.ts'
import { migrations as allMigrations } from './schema.ts'
import { Store } from './store.ts'
import { input, log, outlook, readyTasks, result, stateCounts, task, tasks } from './tasks.ts'
import {
  createTeam,
  definition,
  deleteTeam,
  endRun,
  ledRuns,
  overview,
  overviews,
  planRun,
  reopenRun,
  replaceTeam,
  requestStop,
} from './teams.ts'
import { Together } from './together.ts'
import type { Turn } from './turn.ts'

export interface PostgresLedgerOptions {
  readonly env?: Env
  /** At most so many at a time. */
  readonly connections?: number
  /** Where large values lie; in tables if left out. */
  readonly objects?: ObjectStore | null
  /** For tests of other schema versions. */
  readonly migrations?: readonly string[]
}

/** Opens the ledger at `url`, made if need be: `postgres://…`, with what is left out from PGHOST and its like. */
export async function openPostgresLedger(
  url: string,
  { env = process.env, connections = 10, migrations = allMigrations, objects = null }: PostgresLedgerOptions = {},
): Promise<Ledger> {
  const address = readAddress(url, env)
  const pool = await connect(address, connections)
  let id = ''
  try {
    await prepareSchema(pool, address, migrations)
    if (objects) id = (await pool.query<{ id: string }>(`SELECT id FROM ${address.schema}.ledger_id`)).rows[0]!.id
  } catch (error) {
    await pool.end()
    throw error
  }
  const store = new Store(pool, address, migrations.length, new Objects(objects, id))
  const joining = new Together(store, joinAll)
  const leaving = new Together(store, leaveAll)
  const read = <T>(look: (turn: Turn) => Promise<T>) => store.read(look)
  return {
    createTeam: async team => await createTeam(store, team),
    replaceTeam: async team => await replaceTeam(store, team),
    planRun: async (name, planned) => await planRun(store, name, planned),
    team: name => read(async turn => toTeam(await teamRow(turn, name))),
    teams: () => store.readSettled(null, overviews),
    overview: name => store.readSettled(name, turn => overview(turn, name)),
    definition: name => read(turn => definition(turn, name)),
    endRun: (name, ended, reason) => store.alone(name, turn => endRun(turn, name, ended, reason ?? null)),
    reopenRun: name => store.alone(name, turn => reopenRun(turn, name)),
    requestStop: (name, reason) => store.alone(name, turn => requestStop(turn, name, reason)),
    deleteTeam: (name, { force = false } = {}) =>
      store.alone(name, async turn => {
        await deleteTeam(turn, name, force)
        await deleteRunFiles(store, turn, name)
      }),

    join: (name, member, leaseMs) => joining.with(name, { member, leaseMs }),
    renew: (sessions, leaseMs) => store.free(turn => renew(turn, sessions, leaseMs)),
    leave: session => leaving.with(session.team, session),
    members: name => read(turn => members(turn, name)),
    async expireLapsed(name) {
      const isNeeded = await read(turn => hasLapsed(turn, name))
      return isNeeded ? await store.alone(name, turn => expireLapsed(turn, name)) : []
    },
    expire: session => store.alone(session.team, turn => expire(turn, session)),
    requestShutdown: (name, member, options) => store.alone(name, turn => requestShutdown(turn, name, member, options)),
    answerShutdown: (session, answer) => store.alone(session.team, turn => answerShutdown(turn, session, answer)),

    async createTasks(name, given) {
      const inputs = packInputs(given)
      return await store.alone(name, async turn => await storeTasks(turn, await teamRow(turn, name), given, inputs))
    },
    addBlockedBy: (name, id, blockers) => store.alone(name, turn => addBlockedBy(turn, name, id, blockers)),
    task: (name, id) => store.readSettled(name, turn => task(turn, name, id)),
    tasks: (name, filter = {}) => store.readSettled(name, turn => tasks(turn, name, filter)),
    counts: name =>
      store.readSettled(name, async turn => toCounts(await stateCounts(turn, (await teamRow(turn, name)).team))),
    outlook: name => store.readSettled(name, turn => outlook(turn, name)),
    input: (name, id) => read(turn => input(turn, name, id)),
    result: (name, id) => read(turn => result(turn, name, id)),
    log: (name, id) => read(turn => log(turn, name, id)),
    claim: (session, { task: wanted } = {}) => claim(store, session, wanted),
    inHand: session => read(turn => inHand(turn, session)),
    finish: (claimed, ending, { claimNext = false } = {}) => finish(store, claimed, ending, claimNext),
    amend: (name, id, change) => amend(store, name, id, change),
    retry: (name, id) => store.alone(name, turn => retry(turn, name, id)),
    skip: (name, id, reason) => store.alone(name, turn => skip(turn, name, id, reason)),
    approve: (name, id, { by, feedback }) =>
      store.alone(name, turn => decide(turn, name, id, { by, approved: true, feedback: feedback ?? null })),
    reject: (name, id, { by, feedback }) =>
      store.alone(name, turn => decide(turn, name, id, { by, approved: false, feedback })),

    send: (name, message) => store.share(name, turn => send(turn, name, message)),
    messages: (name, filter = {}) => readMessages(store, name, turn => messages(turn, name, filter)),
    unread: (name, member, limit) => readMessages(store, name, turn => unread(turn, name, member, limit)),
    markRead: (name, member, upTo) => store.share(name, turn => markRead(turn, name, member, upTo)),
    messageText: (name, number) => readMessages(store, name, turn => messageText(turn, name, number)),

    setBudget: (name, unit, limit) => store.alone(name, turn => setBudget(turn, name, unit, limit)),
    budgets: name => read(turn => budgets(turn, name)),
    reserve: (session, amounts) => store.share(session.team, turn => reserve(turn, session, amounts)),
    settle: (reservation, used) => store.share(reservation.team, turn => settle(turn, reservation, used)),

    async events(filter) {
      await store.lastEvent()
      return await read(turn => events(turn, filter))
    },
    lastEvent: () => store.lastEvent(),
    changed: (seen, timeoutMs, signal) => store.changed(seen, timeoutMs, signal),
    glances: {
      ledRuns: () => store.readSettled(null, ledRuns),
      presence: (name, host) => read(turn => presence(turn, name, host)),
      ready: (name, limit) => store.readSettled(name, turn => readyTasks(turn, name, limit)),
    },
    files: runFiles(store),
    close: () => store.close(),
  }
}
