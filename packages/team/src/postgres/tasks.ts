// Looks at tasks: one, many, how many, and what was given and came of them.
import type { Json } from '@shoal/base/model/json'
import type { Claim, Outlook, Task, TaskStatus } from '@shoal/base/model/task'
import { Approving, State } from '../stored/numbers.ts'
import type { TaskRow } from '../stored/rows.ts'
import {
  isBlobLost,
  type PlanRow,
  statesOf,
  toApproval,
  toTask,
  valueLost,
  type WholeRow,
} from '../stored/task-views.ts'
import { unpack } from './blobs.ts'
import { taskRow, teamRow } from './rows.ts'
import type { Turn } from './turn.ts'

/** With the ids of its blockers as JSON. */
export interface FullRow extends WholeRow {
  readonly team: number
  readonly blocked_by: string | null
}

/** Of a task `t` with its texts `x` and notes `n`. */
export const FULL = `t.task, t.team, t.id, t.state, t.role, t.priority, t.attempts, t.retries, t.blockers, t.open_blockers,
  t.approval, t.created_at, t.claimed_at, t.ended_at, t.result_bytes, t.summary, x.subject, x.description, x.active_form,
  n.reason, (n.log IS NOT NULL)::int AS has_log,
  CASE WHEN t.blockers > 0 THEN (SELECT json_agg(b.id ORDER BY d.blocker)::text
    FROM dependencies d JOIN tasks b ON b.task = d.blocker WHERE d.blocked = t.task) END AS blocked_by`

const WHOLE = `SELECT ${FULL}, m.name AS owner_name FROM tasks t JOIN task_texts x USING (task)
  LEFT JOIN members m ON m.member = t.owner LEFT JOIN task_notes n USING (task)`

/** In their order. */
export async function toTasks(turn: Turn, rows: readonly FullRow[]): Promise<readonly Task[]> {
  const planned = rows.filter(({ approval }) => approval !== Approving.none)
  const plans = new Map<number, PlanRow[]>()
  if (planned.length > 0)
    for (const { task, ...plan } of await turn.all<PlanRow & { readonly task: number }>(
      'SELECT task, round, plan, feedback FROM plans WHERE task = ANY($1::bigint[]) ORDER BY task, round DESC',
      planned.map(({ task }) => task),
    ))
      plans.set(task, [...(plans.get(task) ?? []), plan])
  const tasks: Task[] = []
  for (const row of rows) {
    const own = plans.get(row.task) ?? []
    const isPlanned = row.approval !== Approving.none
    tasks.push(
      toTask(row, {
        blockedBy: row.blocked_by === null ? [] : JSON.parse(row.blocked_by),
        approval: isPlanned
          ? toApproval(row.approval, own, own[0] ? await planIn(turn, row.team, own[0].plan) : null)
          : null,
      }),
    )
  }
  return tasks
}

/** A plan that is lost is made again when it is rejected; until then a list of tasks must not fail for it. */
async function planIn(turn: Turn, team: number, cell: string): Promise<Json> {
  try {
    return await unpack(turn, team, cell)
  } catch (error) {
    if (isBlobLost(error)) return { lost: error.message }
    throw error
  }
}

export async function task(turn: Turn, teamName: string, id: string): Promise<Task> {
  const { task: row } = await taskRow(turn, await teamRow(turn, teamName), id)
  return await wholeTask(turn, row)
}

async function wholeTask(turn: Turn, row: number): Promise<Task> {
  const [whole] = await toTasks(turn, await turn.all<FullRow>(`${WHOLE} WHERE t.task = $1`, row))
  return whole!
}

export interface TaskFilter {
  readonly status?: TaskStatus
  readonly after?: string
  readonly limit?: number
}

export async function tasks(
  turn: Turn,
  teamName: string,
  { status, after, limit }: TaskFilter,
): Promise<readonly Task[]> {
  const team = await teamRow(turn, teamName)
  const behind = after === undefined ? 0 : (await taskRow(turn, team, after)).task
  const states = status === undefined ? Object.values(State) : statesOf[status]
  const rows = await turn.all<FullRow>(
    `${WHOLE} WHERE t.team = $1 AND t.task > $2 AND t.state IN (${states.join(', ')}) ORDER BY t.task LIMIT $3`,
    team.team,
    behind,
    limit ?? null,
  )
  return await toTasks(turn, rows)
}

/** In the order of their index: else the first of many that are ready is looked for among all that are done. */
export const readyOf = (team: string) =>
  `tasks WHERE team = ${team} AND state = ${State.ready} ORDER BY role, priority DESC, tasks.task`

export async function readyTasks(
  turn: Turn,
  teamName: string,
  limit: number,
): Promise<readonly { readonly task: string; readonly attempts: number }[]> {
  return await turn.all(
    `SELECT id AS task, attempts FROM ${readyOf('$1')} LIMIT $2`,
    (await teamRow(turn, teamName)).team,
    limit,
  )
}

export async function stateCounts(turn: Turn, team: number): Promise<ReadonlyMap<number, number>> {
  const rows = await turn.all<{ state: number; n: number }>(
    'SELECT state, count(*) AS n FROM tasks WHERE team = $1 GROUP BY state',
    team,
  )
  return new Map(rows.map(({ state, n }) => [state, n]))
}

export async function outlook(turn: Turn, teamName: string): Promise<Outlook> {
  const { team } = await teamRow(turn, teamName)
  const isAny = async (from: string) => (await turn.one(`SELECT 1 FROM ${from} LIMIT 1`, team)) !== undefined
  const has = (state: number) => isAny(`tasks WHERE team = $1 AND state = ${state}`)
  if ((await isAny(readyOf('$1'))) || (await has(State.inProgress))) return 'working'
  if (await has(State.awaiting)) return 'waiting'
  return (await has(State.blocked)) ? 'stuck' : 'done'
}

/** A task that was taken before, by whichever process, with its input. */
export async function heldTaskAndInput(turn: Turn, row: number): Promise<Pick<Claim, 'task' | 'input'>> {
  const held = (await turn.one<{ team: number; id: string; input: string | null }>(
    'SELECT t.team, t.id, x.input FROM tasks t JOIN task_texts x USING (task) WHERE t.task = $1',
    row,
  ))!
  return { task: await wholeTask(turn, row), input: await inputIn(turn, held) }
}

export async function inputIn(
  turn: Turn,
  { team, id, input: cell }: { readonly team: number; readonly id: string; readonly input: string | null },
): Promise<Json> {
  return cell === null ? null : await valueIn(turn, team, { cell, what: 'input', id })
}

export async function input(turn: Turn, teamName: string, id: string): Promise<Json> {
  const { task: row, team } = await taskRow(turn, await teamRow(turn, teamName), id)
  const texts = await turn.one<{ input: string | null }>('SELECT input FROM task_texts WHERE task = $1', row)
  return await inputIn(turn, { team, id, input: texts!.input })
}

interface Lying {
  readonly cell: string
  readonly what: 'input' | 'result'
  readonly id: string
}

async function valueIn(turn: Turn, team: number, { cell, what, id }: Lying): Promise<Json> {
  try {
    return await unpack(turn, team, cell)
  } catch (error) {
    throw isBlobLost(error) ? valueLost(what, id, error) : error
  }
}

async function resultCell(turn: Turn, row: number): Promise<string | null> {
  return (await turn.one<{ result: string | null }>('SELECT result FROM tasks WHERE task = $1', row))!.result
}

/** Its result was there, and what is left of it cannot be read. */
export async function isResultLost(turn: Turn, { task: row, team, state }: TaskRow): Promise<boolean> {
  if (state !== State.completed) return false
  const cell = await resultCell(turn, row)
  try {
    if (cell) await unpack(turn, team, cell)
    return false
  } catch (error) {
    return isBlobLost(error)
  }
}

export async function result(turn: Turn, teamName: string, id: string): Promise<Json> {
  const { task: row, team } = await taskRow(turn, await teamRow(turn, teamName), id)
  const cell = await resultCell(turn, row)
  return cell === null ? null : await valueIn(turn, team, { cell, what: 'result', id })
}

export async function log(turn: Turn, teamName: string, id: string): Promise<string | null> {
  const { task: row, team } = await taskRow(turn, await teamRow(turn, teamName), id)
  const notes = await turn.one<{ log: string | null }>('SELECT log FROM task_notes WHERE task = $1', row)
  return notes?.log ? ((await unpack(turn, team, notes.log)) as string) : null
}
