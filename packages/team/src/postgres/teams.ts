// Teams: created with their tasks, ended, reopened, deleted with all they have. Moves alone.
import type { Json } from '@shoal/base/model/json'
import type { LedRun } from '@shoal/base/model/ledger'
import type { NewTask } from '@shoal/base/model/task'
import { type Ended, LEAD, type NewTeam, type Team, type TeamOverview } from '@shoal/base/model/team'
import { alreadyPlanned, membersAlive, teamExists } from '../refusals.ts'
import { checkName } from '../rules.ts'
import { Presence } from '../stored/numbers.ts'
import type { TeamRow } from '../stored/rows.ts'
import { pack } from '../stored/values.ts'
import { type AliveRow, toOverview, toTeam } from '../stored/views.ts'
import { lineOrNull, reasonLine, runEndedDetail } from '../wording.ts'
import { unpack } from './blobs.ts'
import { packInputs, storeTasks } from './create-tasks.ts'
import { numberEvents } from './events.ts'
import { teamRow } from './rows.ts'
import type { Store } from './store.ts'
import { readyOf, stateCounts } from './tasks.ts'
import type { Turn } from './turn.ts'

export async function createTeam(store: Store, given: NewTeam): Promise<Team> {
  return await store.alone(given.name, insertion(given))
}

export async function replaceTeam(store: Store, given: NewTeam): Promise<Team> {
  const insert = insertion(given)
  return await store.alone(given.name, async turn => {
    await deleteTeam(turn, given.name, false)
    return await insert(turn)
  })
}

/** What can be checked and packed before the move is; what it gives back is the move itself. */
function insertion(given: NewTeam): (turn: Turn) => Promise<Team> {
  checkName('team', given.name)
  const definition = given.definition === undefined ? null : pack(given.definition)
  const inputs = packInputs(given.tasks ?? [])
  return async turn => {
    if (await turn.one('SELECT 1 FROM teams WHERE name = $1', given.name)) throw teamExists(given.name)
    const base = await sessionBase(turn, given.name)
    const row = (await turn.one<TeamRow>(
      'INSERT INTO teams (name, purpose, definition, session_base, created_at) VALUES ($1, $2, $3, $4, now_ms()) RETURNING *',
      given.name,
      lineOrNull(given.purpose),
      definition?.cell ?? null,
      base,
    ))!
    if (definition) await turn.blobs.keep(turn, row.team, definition)
    await turn.run(
      `INSERT INTO members (team, name, presence, session) VALUES ($1, $2, ${Presence.left}, $3)`,
      row.team,
      LEAD,
      base,
    )
    await turn.event('team-created', row.team, { detail: lineOrNull(given.purpose) })
    if (given.tasks && given.tasks.length > 0) await storeTasks(turn, row, given.tasks, inputs)
    return toTeam(row)
  }
}

export async function planRun(
  store: Store,
  name: string,
  { definition, tasks }: { readonly definition: Json; readonly tasks: readonly NewTask[] },
): Promise<void> {
  const packed = pack(definition)
  const inputs = packInputs(tasks)
  await store.alone(name, async turn => {
    const row = await teamRow(turn, name)
    const hasTasks = (await turn.one('SELECT 1 FROM tasks WHERE team = $1 LIMIT 1', row.team)) !== undefined
    if (row.definition === null || hasTasks) throw alreadyPlanned(name)
    await turn.run('UPDATE teams SET definition = $1 WHERE team = $2', packed.cell, row.team)
    await turn.blobs.keep(turn, row.team, packed)
    await storeTasks(turn, row, tasks, inputs)
  })
}

/**
 * Where the sessions of new members start: at the event of the last deletion of a team of this name, so that the sessions
 * of the deleted one stay void. Every session has an event of its own, so these numbers have never been before.
 */
async function sessionBase(turn: Turn, name: string): Promise<number> {
  return (await turn.one<{ event: number }>('SELECT event FROM deleted_teams WHERE name = $1', name))?.event ?? 0
}

export async function overviews(turn: Turn): Promise<readonly TeamOverview[]> {
  const teams = await turn.all<TeamRow>('SELECT * FROM teams ORDER BY team DESC')
  const counts = new Map<number, Map<number, number>>()
  for (const { team, state, n } of await turn.all<{ team: number; state: number; n: number }>(
    'SELECT team, state, count(*) AS n FROM tasks GROUP BY team, state',
  ))
    counts.set(team, (counts.get(team) ?? new Map()).set(state, n))
  const alive = new Map((await turn.all<AliveRow>(`${ALIVE} GROUP BY team`, LEAD)).map(row => [row.team, row] as const))
  return teams.map(row => toOverview(row, counts.get(row.team) ?? new Map(), alive.get(row.team)))
}

export async function overview(turn: Turn, name: string): Promise<TeamOverview> {
  const row = await teamRow(turn, name)
  const alive = await turn.one<AliveRow>(`${ALIVE} AND team = $2 GROUP BY team`, LEAD, row.team)
  return toOverview(row, await stateCounts(turn, row.team), alive)
}

const LEASE_RUNS = `presence = ${Presence.alive} AND lease_until >= now_ms()`
const ALIVE = `SELECT team, count(*) AS alive, count(*) FILTER (WHERE name = $1) AS lead FROM members WHERE ${LEASE_RUNS}`

export async function ledRuns(turn: Turn): Promise<readonly LedRun[]> {
  return await turn.all<LedRun>(
    `SELECT name, created_at AS "createdAt", (SELECT task FROM ${readyOf('t.team')} LIMIT 1) IS NOT NULL AS "hasReady"
     FROM teams t WHERE ended IS NULL AND definition IS NOT NULL
       AND EXISTS (SELECT FROM members m WHERE m.team = t.team AND m.name = $1 AND ${LEASE_RUNS}) ORDER BY team`,
    LEAD,
  )
}

export async function definition(turn: Turn, name: string): Promise<Json> {
  const { team, definition: cell } = await teamRow(turn, name)
  return cell === null ? null : await unpack(turn, team, cell)
}

export async function endRun(turn: Turn, name: string, ended: Ended, reason: string | null): Promise<void> {
  const { team, ended: before } = await teamRow(turn, name)
  if (before === ended) return
  const said = lineOrNull(reason ?? undefined)
  await turn.run(
    'UPDATE teams SET ended = $1, ended_reason = $2, ended_at = now_ms() WHERE team = $3',
    ended,
    said,
    team,
  )
  await turn.event('run-ended', team, { detail: runEndedDetail(ended, said) })
}

export async function reopenRun(turn: Turn, name: string): Promise<void> {
  const { team, ended } = await teamRow(turn, name)
  await turn.run(
    'UPDATE teams SET ended = NULL, ended_reason = NULL, ended_at = NULL, stop = NULL WHERE team = $1',
    team,
  )
  if (ended !== null) await turn.event('run-resumed', team)
}

export async function requestStop(turn: Turn, name: string, reason: string): Promise<void> {
  const { team } = await teamRow(turn, name)
  await turn.run('UPDATE teams SET stop = $1 WHERE team = $2', reasonLine(reason), team)
  await turn.event('stop-requested', team, { detail: reasonLine(reason) })
}

export async function deleteTeam(turn: Turn, name: string, force: boolean): Promise<void> {
  const { team } = await teamRow(turn, name)
  const alive = await turn.all<{ name: string }>(
    `SELECT name FROM members WHERE team = $1 AND ${LEASE_RUNS} ORDER BY member`,
    team,
  )
  if (alive.length > 0 && !force)
    throw membersAlive(
      name,
      alive.map(member => member.name),
    )
  const own = '(SELECT task FROM tasks WHERE team = $1)'
  for (const table of ['task_texts', 'task_notes', 'plans'])
    await turn.run(`DELETE FROM ${table} WHERE task IN ${own}`, team)
  await turn.run(`DELETE FROM dependencies WHERE blocker IN ${own}`, team)
  // The newest event stays, so that whoever follows learns of it.
  const last = await turn.event('team-deleted', team, { detail: name })
  await turn.run(
    'INSERT INTO deleted_teams (name, event) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET event = excluded.event',
    name,
    last,
  )
  for (const table of ['endings', 'tasks', 'members', 'messages', 'budgets', 'reservations', 'teams'])
    await turn.run(`DELETE FROM ${table} WHERE team = $1`, team)
  await turn.blobs.forgetAll(turn, team)
  // Those who follow count on every event having had a number, be it gone or not.
  await numberEvents(turn)
  await turn.run(
    `WITH gone AS (DELETE FROM events WHERE team = $1 AND event < $2 RETURNING event)
     DELETE FROM event_numbers WHERE event IN (SELECT event FROM gone)`,
    team,
    last,
  )
}
