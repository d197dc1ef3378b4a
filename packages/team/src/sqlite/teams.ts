// Teams: created with their tasks, ended, reopened, deleted with all they have.
import type { Json } from '@shoal/base/model/json'
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
import { keepBlob, teamRow } from './rows.ts'
import type { Store } from './store.ts'

export async function createTeam(store: Store, given: NewTeam): Promise<Team> {
  const insert = insertion(store, given)
  return await store.write(insert)
}

/** With the blobs that nobody refers to any more. */
export async function replaceTeam(store: Store, given: NewTeam): Promise<{ team: Team; orphans: readonly string[] }> {
  const insert = insertion(store, given)
  return await store.write(() => {
    const orphans = deleteTeam(store, given.name, false)
    return { team: insert(), orphans }
  })
}

/** Its values are written first; what it gives back is the move itself. */
function insertion(store: Store, given: NewTeam): () => Team {
  checkName('team', given.name)
  const definition = given.definition === undefined ? null : pack(given.definition)
  if (definition?.blob) store.blobs.put(definition.blob)
  const inputs = packInputs(store, given.tasks ?? [])
  return () => {
    if (store.one('SELECT team FROM teams WHERE name = ?', given.name)) throw teamExists(given.name)
    const base = sessionBase(store, given.name)
    const team = store.insert(
      'INSERT INTO teams (name, purpose, definition, session_base, created_at) VALUES (?, ?, ?, ?, ?)',
      given.name,
      lineOrNull(given.purpose),
      definition?.cell ?? null,
      base,
      store.now(),
    )
    if (definition) keepBlob(store, team, definition)
    store.run(
      'INSERT INTO members (team, name, presence, session) VALUES (?, ?, ?, ?)',
      team,
      LEAD,
      Presence.left,
      base,
    )
    store.event('team-created', team, { detail: lineOrNull(given.purpose) })
    if (given.tasks && given.tasks.length > 0) storeTasks(store, teamRow(store, given.name), given.tasks, inputs)
    return toTeam(teamRow(store, given.name))
  }
}

export async function planRun(
  store: Store,
  name: string,
  { definition, tasks }: { readonly definition: Json; readonly tasks: readonly NewTask[] },
): Promise<void> {
  const packed = pack(definition)
  if (packed.blob) store.blobs.put(packed.blob)
  const inputs = packInputs(store, tasks)
  await store.write(() => {
    const row = teamRow(store, name)
    const hasTasks = store.one('SELECT 1 FROM tasks WHERE team = ? LIMIT 1', row.team) !== undefined
    if (row.definition === null || hasTasks) throw alreadyPlanned(name)
    store.run('UPDATE teams SET definition = ? WHERE team = ?', packed.cell, row.team)
    keepBlob(store, row.team, packed)
    storeTasks(store, row, tasks, inputs)
  })
}

/**
 * Where the sessions of new members start: at the event of the last deletion of a team of this name, so that the sessions
 * of the deleted one stay void. Every session has an event of its own, so these numbers have never been before.
 */
function sessionBase(store: Store, name: string): number {
  return store.one<{ event: number }>('SELECT event FROM deleted_teams WHERE name = ?', name)?.event ?? 0
}

export function overviews(store: Store): readonly TeamOverview[] {
  const teams = store.all<TeamRow>('SELECT * FROM teams ORDER BY team DESC')
  const counts = new Map<number, Map<number, number>>()
  for (const { team, state, n } of store.all<{ team: number; state: number; n: number }>(
    'SELECT team, state, count(*) AS n FROM tasks GROUP BY team, state',
  ))
    counts.set(team, (counts.get(team) ?? new Map()).set(state, n))
  const alive = new Map(
    store
      .all<AliveRow>(`${ALIVE} GROUP BY team`, LEAD, Presence.alive, store.now())
      .map(row => [row.team, row] as const),
  )
  return teams.map(row => toOverview(row, counts.get(row.team) ?? new Map(), alive.get(row.team)))
}

export function overview(store: Store, name: string): TeamOverview {
  const row = teamRow(store, name)
  const alive = store.one<AliveRow>(`${ALIVE} AND team = ? GROUP BY team`, LEAD, Presence.alive, store.now(), row.team)
  return toOverview(row, stateCounts(store, row.team), alive)
}

const ALIVE =
  'SELECT team, count(*) AS alive, sum(name = ?) AS lead FROM members WHERE presence = ? AND lease_until >= ?'

export function stateCounts(store: Store, team: number): ReadonlyMap<number, number> {
  const rows = store.all<{ state: number; n: number }>(
    'SELECT state, count(*) AS n FROM tasks WHERE team = ? GROUP BY state',
    team,
  )
  return new Map(rows.map(({ state, n }) => [state, n]))
}

export function definition(store: Store, name: string): Json {
  const { definition: cell } = teamRow(store, name)
  return cell === null ? null : unpack(cell, store.blobs)
}

export function endRun(store: Store, name: string, ended: Ended, reason: string | null): void {
  const { team, ended: before } = teamRow(store, name)
  if (before === ended) return
  const said = lineOrNull(reason ?? undefined)
  store.run('UPDATE teams SET ended = ?, ended_reason = ?, ended_at = ? WHERE team = ?', ended, said, store.now(), team)
  store.event('run-ended', team, { detail: runEndedDetail(ended, said) })
}

export function reopenRun(store: Store, name: string): void {
  const { team, ended } = teamRow(store, name)
  store.run('UPDATE teams SET ended = NULL, ended_reason = NULL, ended_at = NULL, stop = NULL WHERE team = ?', team)
  if (ended !== null) store.event('run-resumed', team)
}

export function requestStop(store: Store, name: string, reason: string): void {
  const { team } = teamRow(store, name)
  store.run('UPDATE teams SET stop = ? WHERE team = ?', reasonLine(reason), team)
  store.event('stop-requested', team, { detail: reasonLine(reason) })
}

/** Gives back the blobs that nobody refers to any more. They may go only once this is done for good: `removeBlobs`. */
export function deleteTeam(store: Store, name: string, force: boolean): readonly string[] {
  const { team } = teamRow(store, name)
  const alive = store.all<{ name: string }>(
    'SELECT name FROM members WHERE team = ? AND presence = ? AND lease_until >= ? ORDER BY member',
    team,
    Presence.alive,
    store.now(),
  )
  if (alive.length > 0 && !force)
    throw membersAlive(
      name,
      alive.map(member => member.name),
    )
  for (const table of ['task_texts', 'task_notes', 'plans'])
    store.run(`DELETE FROM ${table} WHERE task IN (SELECT task FROM tasks WHERE team = ?)`, team)
  store.run('DELETE FROM dependencies WHERE blocker IN (SELECT task FROM tasks WHERE team = ?)', team)
  const orphans = store.all<{ hash: string }>(
    'SELECT hash FROM blobs b WHERE team = ? AND NOT EXISTS (SELECT 1 FROM blobs o WHERE o.hash = b.hash AND o.team <> b.team)',
    team,
  )
  // The newest event stays, so that event numbers never come back.
  const last = store.event('team-deleted', team, { detail: name })
  store.run('INSERT OR REPLACE INTO deleted_teams (name, event) VALUES (?, ?)', name, last)
  for (const table of ['tasks', 'members', 'messages', 'budgets', 'reservations', 'blobs', 'teams'])
    store.run(`DELETE FROM ${table} WHERE team = ?`, team)
  store.run('DELETE FROM events WHERE team = ? AND event < ?', team, last)
  return orphans.map(({ hash }) => hash)
}

/** Within a write of its own: whoever keeps a blob holds the same lock, and so cannot miss that its file is gone. */
export function removeBlobs(store: Store, hashes: readonly string[]): void {
  for (const hash of hashes)
    if (!store.one('SELECT 1 FROM blobs WHERE hash = ? LIMIT 1', hash)) store.blobs.remove(hash)
}
