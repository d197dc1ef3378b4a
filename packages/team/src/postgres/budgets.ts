// Budgets: what a team may use of a unit, reserved before it is used.
import type { Budget, Reservation } from '@shoal/base/model/ledger'
import { lookup } from '@shoal/base/model/lookup'
import type { Session } from '@shoal/base/model/team'
import { budgetReached } from '../refusals.ts'
import { checkAmounts } from '../rules.ts'
import { budgetDetail } from '../wording.ts'
import { livingMember, teamRow } from './rows.ts'
import type { Turn } from './turn.ts'

type Amounts = Readonly<Record<string, number>>

export async function setBudget(turn: Turn, teamName: string, unit: string, limit: number): Promise<void> {
  checkAmounts({ [unit]: limit })
  const { team } = await teamRow(turn, teamName)
  await turn.run(
    `INSERT INTO budgets (team, unit, ceiling, used) VALUES ($1, $2, $3, 0)
     ON CONFLICT (team, unit) DO UPDATE SET ceiling = excluded.ceiling`,
    team,
    unit,
    limit,
  )
  await turn.event('budget-changed', team, { detail: budgetDetail(unit, limit) })
}

export async function budgets(turn: Turn, teamName: string): Promise<readonly Budget[]> {
  return await budgetsOf(turn, (await teamRow(turn, teamName)).team)
}

/** In the order of their bytes, on whatever server. */
async function budgetsOf(turn: Turn, team: number): Promise<readonly Budget[]> {
  return await turn.all<Budget>(
    `SELECT unit, ceiling AS limit, used,
       coalesce((SELECT sum(amount) FROM reservations r WHERE r.team = b.team AND r.unit = b.unit), 0)::bigint AS reserved
     FROM budgets b WHERE team = $1 ORDER BY unit COLLATE "C"`,
    team,
  )
}

export async function reserve(turn: Turn, session: Session, amounts: Amounts): Promise<Reservation> {
  checkAmounts(amounts)
  const { team, member } = await livingMember(turn, session)
  await lockBudgets(turn, team)
  for (const { unit, limit, used, reserved } of await budgetsOf(turn, team)) {
    const wanted = lookup(amounts, unit)
    if (wanted !== undefined && used + reserved + wanted > limit) throw budgetReached(unit, limit, wanted)
  }
  // A reservation of nothing has a row too, so that it can be settled.
  const parts = Object.entries({ '': 0, ...amounts })
  const made = await turn.one<{ number: number }>(
    `WITH next AS (SELECT nextval('reservation_numbers') AS number)
     INSERT INTO reservations (team, number, unit, member, amount)
     SELECT $1, next.number, given.unit, $2, given.amount FROM next, unnest($3::text[], $4::bigint[]) AS given (unit, amount)
     RETURNING number`,
    team,
    member,
    parts.map(([unit]) => unit),
    parts.map(([, amount]) => amount),
  )
  return { team: session.team, number: made!.number }
}

/** Nobody else reserves until this move is made. A statement of its own: the next sees what those before have done. */
async function lockBudgets(turn: Turn, team: number): Promise<void> {
  await turn.run('SELECT FROM budgets WHERE team = $1 ORDER BY unit COLLATE "C" FOR UPDATE', team)
}

/** No-op for one that is settled already, be it by its member's death. */
export async function settle(turn: Turn, { team: teamName, number }: Reservation, used: Amounts): Promise<void> {
  checkAmounts(used)
  const found = await turn.one<{ team: number }>('SELECT team FROM teams WHERE name = $1', teamName)
  if (!found) return
  await lockBudgets(turn, found.team)
  if ((await turn.run('DELETE FROM reservations WHERE team = $1 AND number = $2', found.team, number)) === 0) return
  for (const [unit, amount] of Object.entries(used))
    await turn.run('UPDATE budgets SET used = used + $1 WHERE team = $2 AND unit = $3', amount, found.team, unit)
}
