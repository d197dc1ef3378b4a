// New tasks and new dependencies: all of them or none, and never a cycle. In moves alone.

import { pushAll } from '@shoal/base/model/lists'
import type { NewTask } from '@shoal/base/model/task'
import { findWay } from '../graph.ts'
import { wrongState } from '../refusals.ts'
import { completeTasks, cycleError, type FullTask } from '../rules.ts'
import { Approving, State } from '../stored/numbers.ts'
import type { TaskRow, TeamRow } from '../stored/rows.ts'
import { isOpen, statusOf } from '../stored/task-views.ts'
import { type Packed, pack } from '../stored/values.ts'
import { TASK, taskRow, teamRow } from './rows.ts'
import type { Turn } from './turn.ts'

/** As many rows go to the server at once. */
const BATCH = 5000

/** Before the move: it costs time that nobody should wait for. */
export function packInputs(tasks: readonly NewTask[]): readonly Packed[] {
  return tasks.map(({ input }) => pack(input ?? null))
}

export async function storeTasks(
  turn: Turn,
  team: TeamRow,
  given: readonly NewTask[],
  inputs: readonly Packed[],
): Promise<readonly string[]> {
  if (given.length === 0) return []
  const known = new KnownTasks(turn, team.team)
  const { tasks, nextNumber } = await known.complete(given, team.next_task)
  await turn.run('UPDATE teams SET next_task = $1 WHERE team = $2', nextNumber, team.team)
  const rows = await turn.all<{ task: number }>(
    "SELECT nextval('task_rows') AS task FROM generate_series(1, $1)",
    tasks.length,
  )
  const place = new Map(tasks.map((task, at) => [task.id, rows[at]!.task]))
  const dependents = new Map<string, number>()
  const dependencies: Dependency[] = []
  const inserted = tasks.map((task, at): Insertion => {
    const blockers = task.blockedBy.map(id => ({
      row: place.get(id) ?? known.get(id)!.task,
      isOpen: place.has(id) || isOpen(known.get(id)!),
    }))
    for (const id of task.blockedBy) dependents.set(id, (dependents.get(id) ?? 0) + 1)
    pushAll(
      dependencies,
      blockers.map(({ row }) => ({ blocker: row, blocked: rows[at]!.task })),
    )
    return { task, row: rows[at]!.task, input: inputs[at]!, openBlockers: blockers.filter(one => one.isOpen).length }
  })
  for (const [id, count] of dependents) if (!place.has(id)) await addDependents(turn, known.get(id)!.task, count)
  for (const batch of batches(inserted)) await insertTasks(turn, team.team, batch, dependents)
  for (const batch of batches(dependencies)) await insertDependencies(turn, batch)
  const about = tasks.length === 1 ? { task: rows[0]!.task } : { detail: `${tasks.length} tasks` }
  await turn.event('tasks-created', team.team, about)
  return tasks.map(({ id }) => id)
}

type KnownTask = Pick<TaskRow, 'task' | 'state'>

/** Which of the ids in question the team has already. */
class KnownTasks {
  private readonly rows = new Map<string, KnownTask | null>()

  constructor(
    private readonly turn: Turn,
    private readonly team: number,
  ) {}

  get(id: string): KnownTask | undefined {
    return this.rows.get(id) ?? undefined
  }

  /** The numbers that become ids are known only as they are given, so what they meet is looked up and they are given anew. */
  async complete(given: readonly NewTask[], number: number): Promise<ReturnType<typeof completeTasks>> {
    await this.load(given.flatMap(({ id, blockedBy = [] }) => (id === undefined ? blockedBy : [id, ...blockedBy])))
    for (;;) {
      const unknown = new Set<string>()
      const completed = completeTasks(given, number, id => {
        if (!this.rows.has(id)) unknown.add(id)
        return this.get(id) !== undefined
      })
      if (unknown.size === 0) return completed
      await this.load([...unknown])
    }
  }

  private async load(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.rows.set(id, null)
    const found = await this.turn.all<KnownTask & { readonly id: string }>(
      'SELECT id, task, state FROM tasks WHERE team = $1 AND id = ANY($2::text[])',
      this.team,
      [...new Set(ids)],
    )
    for (const row of found) this.rows.set(row.id, row)
  }
}

interface Insertion {
  readonly task: FullTask
  readonly row: number
  readonly input: Packed
  readonly openBlockers: number
}

interface Dependency {
  readonly blocker: number
  readonly blocked: number
}

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH)
}

async function insertTasks(
  turn: Turn,
  team: number,
  batch: readonly Insertion[],
  dependents: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = batch.map(({ row }) => row)
  await turn.run(
    `INSERT INTO tasks (task, team, id, state, role, priority, blockers, dependents, open_blockers, retries, approval, created_at)
     SELECT task, $1, id, CASE WHEN open > 0 THEN ${State.blocked} ELSE ${State.ready} END, role, priority, blockers,
       dependents, open, retries, approval, now_ms()
     FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
       $10::int[]) AS given (task, id, role, priority, blockers, dependents, open, retries, approval)`,
    team,
    rows,
    batch.map(({ task }) => task.id),
    batch.map(({ task }) => task.role ?? ''),
    batch.map(({ task }) => task.priority),
    batch.map(({ task }) => task.blockedBy.length),
    batch.map(({ task }) => dependents.get(task.id) ?? 0),
    batch.map(({ openBlockers }) => openBlockers),
    batch.map(({ task }) => task.retries),
    batch.map(({ task }) => (task.needsApproval ? Approving.wanted : Approving.none)),
  )
  await turn.run(
    `INSERT INTO task_texts (task, subject, description, active_form, input)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[])`,
    rows,
    batch.map(({ task }) => task.subject),
    batch.map(({ task }) => task.description),
    batch.map(({ task }) => task.activeForm),
    batch.map(({ input }) => (input.cell === 'null' ? null : input.cell)),
  )
  for (const { input } of batch) await turn.blobs.keep(turn, team, input)
}

async function insertDependencies(turn: Turn, batch: readonly Dependency[]): Promise<void> {
  await turn.run(
    'INSERT INTO dependencies (blocker, blocked) SELECT * FROM unnest($1::bigint[], $2::bigint[])',
    batch.map(({ blocker }) => blocker),
    batch.map(({ blocked }) => blocked),
  )
}

async function addDependents(turn: Turn, blocker: number, count: number): Promise<void> {
  await turn.run('UPDATE tasks SET dependents = dependents + $1 WHERE task = $2', count, blocker)
}

export async function addBlockedBy(
  turn: Turn,
  teamName: string,
  id: string,
  blockers: readonly string[],
): Promise<void> {
  const team = await teamRow(turn, teamName)
  const task = await taskRow(turn, team, id)
  const status = statusOf(task)
  if (status !== 'pending' && status !== 'failed') throw wrongState(id, status, 'get blockers')
  const added: TaskRow[] = []
  for (const blocker of new Set(blockers)) {
    const row = await taskRow(turn, team, blocker)
    const isKnown = await turn.one(
      'SELECT 1 FROM dependencies WHERE blocker = $1 AND blocked = $2',
      row.task,
      task.task,
    )
    if (!isKnown) added.push(row)
  }
  if (added.length === 0) return
  await checkNoCycle(turn, task, added)
  await insertDependencies(
    turn,
    added.map(row => ({ blocker: row.task, blocked: task.task })),
  )
  for (const row of added) await addDependents(turn, row.task, 1)
  await turn.run(
    `UPDATE tasks SET blockers = blockers + $3, open_blockers = open_blockers + $1,
       state = CASE WHEN $1 > 0 AND state IN (${State.ready}, ${State.awaiting}) THEN ${State.blocked} ELSE state END
     WHERE task = $2`,
    added.filter(isOpen).length,
    task.task,
    added.length,
  )
  await turn.event('task-blocked', team.team, { task: task.task, detail: added.map(row => row.id).join(', ') })
}

/** Searched from the blocked task downwards: it usually has few that wait for it. */
async function checkNoCycle(turn: Turn, task: TaskRow, blockers: readonly TaskRow[]): Promise<void> {
  const edges = await turn.all<Dependency>(
    `WITH RECURSIVE below AS (
       SELECT blocker, blocked FROM dependencies WHERE blocker = $1
       UNION SELECT d.blocker, d.blocked FROM below JOIN dependencies d ON d.blocker = below.blocked)
     SELECT blocker, blocked FROM below ORDER BY blocker, blocked`,
    task.task,
  )
  const dependents = new Map<number, number[]>()
  for (const { blocker, blocked } of edges) {
    const known = dependents.get(blocker)
    if (known) known.push(blocked)
    else dependents.set(blocker, [blocked])
  }
  for (const blocker of blockers) {
    const way = findWay(task.task, blocker.task, row => dependents.get(row) ?? [])
    if (!way) continue
    const rows = await turn.all<TaskRow>(`SELECT ${TASK} FROM tasks WHERE task = ANY($1::bigint[])`, way)
    const ids = new Map(rows.map(row => [row.task, row.id]))
    throw cycleError([task.id, ...[...way].reverse().map(row => ids.get(row)!)])
  }
}
