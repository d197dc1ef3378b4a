// Teams and runs of the in-memory ledger.
import type { Json } from '@shoal/base/model/json'
import type { NewTask } from '@shoal/base/model/task'
import { type Ended, LEAD, type NewTeam, type Team, type TeamOverview } from '@shoal/base/model/team'
import { alreadyPlanned, membersAlive, teamExists } from '../refusals.ts'
import { checkName } from '../rules.ts'
import { lineOrNull, reasonLine, runEndedDetail } from '../wording.ts'
import { addMember, isLeadAlive, livingMembers } from './members.ts'
import { appendEvent, findTeam, fromText, type Store, type TeamState, toText } from './state.ts'
import { addTasks, counts, prepareTasks } from './tasks.ts'

export function createTeam(store: Store, { name, purpose, definition, tasks = [] }: NewTeam): Team {
  checkName('team', name)
  if (store.teams.has(name)) throw teamExists(name)
  const team: TeamState = {
    name,
    purpose: lineOrNull(purpose),
    isRun: definition !== undefined,
    definition: toText(definition ?? null),
    ended: null,
    endedReason: null,
    createdAt: store.now(),
    endedAt: null,
    stop: null,
    firstEvent: store.lastEvent + 1,
    sessionBase: lastDeletion(store, name),
    members: new Map(),
    tasks: new Map(),
    nextTask: 1,
    messages: [],
    budgets: new Map(),
    reservations: new Map(),
  }
  const prepared = prepareTasks(store, team, tasks)
  store.teams.set(name, team)
  addMember(team, LEAD)
  appendEvent(store, name, 'team-created', { detail: team.purpose })
  addTasks(store, team, prepared)
  return teamView(team)
}

export function replaceTeam(store: Store, given: NewTeam): Team {
  checkName('team', given.name)
  const before = { teams: new Map(store.teams), events: store.events, lastEvent: store.lastEvent }
  deleteTeam(store, given.name)
  try {
    return createTeam(store, given)
  } catch (error) {
    Object.assign(store, before)
    throw error
  }
}

export function planRun(
  store: Store,
  name: string,
  { definition, tasks }: { readonly definition: Json; readonly tasks: readonly NewTask[] },
): void {
  const team = findTeam(store, name)
  if (!team.isRun || team.tasks.size > 0) throw alreadyPlanned(name)
  const prepared = prepareTasks(store, team, tasks)
  team.definition = toText(definition)
  addTasks(store, team, prepared)
}

/**
 * The event of the last deletion of a team of this name, or 0. Every session has an event of its own, so sessions that
 * start from here have never been before: those of a deleted team stay void when its name is used again.
 */
function lastDeletion(store: Store, name: string): number {
  return store.events.findLast(({ team, kind }) => team === name && kind === 'team-deleted')?.number ?? 0
}

export function team(store: Store, name: string): Team {
  return teamView(findTeam(store, name))
}

export function teams(store: Store): readonly TeamOverview[] {
  return [...store.teams.keys()].reverse().map(name => overview(store, name))
}

export function overview(store: Store, name: string): TeamOverview {
  const team = findTeam(store, name)
  const alive = livingMembers(store, team).length
  return { ...teamView(team), tasks: counts(team), alive, leadAlive: isLeadAlive(store, team) }
}

function teamView({ name, purpose, isRun, ended, endedReason, createdAt, endedAt }: TeamState): Team {
  return { name, purpose, isRun, ended, endedReason, createdAt, endedAt }
}

export function definition(store: Store, name: string): Json {
  return fromText(findTeam(store, name).definition)
}

export function endRun(store: Store, name: string, ended: Ended, reason?: string): void {
  const team = findTeam(store, name)
  if (team.ended === ended) return
  Object.assign(team, { ended, endedReason: lineOrNull(reason), endedAt: store.now() })
  appendEvent(store, name, 'run-ended', { detail: runEndedDetail(ended, team.endedReason) })
}

export function reopenRun(store: Store, name: string): void {
  const team = findTeam(store, name)
  const hadEnded = team.ended !== null
  Object.assign(team, { ended: null, endedReason: null, endedAt: null, stop: null })
  if (hadEnded) appendEvent(store, name, 'run-resumed')
}

export function requestStop(store: Store, name: string, reason: string): void {
  const team = findTeam(store, name)
  team.stop = reasonLine(reason)
  appendEvent(store, name, 'stop-requested', { detail: team.stop })
}

export function deleteTeam(store: Store, name: string, { force = false }: { readonly force?: boolean } = {}): void {
  const team = findTeam(store, name)
  const living = livingMembers(store, team)
  if (living.length > 0 && !force) throw membersAlive(name, living)
  store.teams.delete(name)
  store.events = store.events.filter(event => event.team !== name || event.number < team.firstEvent)
  appendEvent(store, name, 'team-deleted')
}
