// Budgets: what a team may use of a unit, reserved before it is used.

import type { Budget, Reservation } from '@shoal/base/model/ledger'
import { lookup } from '@shoal/base/model/lookup'
import type { Session } from '@shoal/base/model/team'
import { budgetReached } from '../refusals.ts'
import { checkAmounts } from '../rules.ts'
import { budgetDetail } from '../wording.ts'
import { livingMember, teamRow } from './rows.ts'
import type { Store } from './store.ts'

type Amounts = Readonly<Record<string, number>>

export function setBudget(store: Store, teamName: string, unit: string, limit: number): void {
  checkAmounts({ [unit]: limit })
  const { team } = teamRow(store, teamName)
  store.run(
    'INSERT INTO budgets (team, unit, ceiling, used) VALUES (?, ?, ?, 0) ON CONFLICT DO UPDATE SET ceiling = excluded.ceiling',
    team,
    unit,
    limit,
  )
  store.event('budget-changed', team, { detail: budgetDetail(unit, limit) })
}

export function budgets(store: Store, teamName: string): readonly Budget[] {
  return budgetsOf(store, teamRow(store, teamName).team)
}

function budgetsOf(store: Store, team: number): readonly Budget[] {
  return store
    .all<{ unit: string; ceiling: number; used: number; reserved: number }>(
      `SELECT unit, ceiling, used, coalesce((SELECT sum(amount) FROM reservations r WHERE r.team = b.team AND r.unit = b.unit), 0)
         AS reserved FROM budgets b WHERE team = ? ORDER BY unit`,
      team,
    )
    .map(({ unit, ceiling, used, reserved }) => ({ unit, limit: ceiling, used, reserved }))
}

export function reserve(store: Store, session: Session, amounts: Amounts): Reservation {
  checkAmounts(amounts)
  const { team, member } = livingMember(store, session)
  for (const { unit, limit, used, reserved } of budgetsOf(store, team)) {
    const wanted = lookup(amounts, unit)
    if (wanted !== undefined && used + reserved + wanted > limit) throw budgetReached(unit, limit, wanted)
  }
  const { number } = store.one<{ number: number }>('UPDATE last_reservation SET number = number + 1 RETURNING number')!
  // A reservation of nothing has a row too, so that it can be settled.
  for (const [unit, amount] of Object.entries({ '': 0, ...amounts }))
    store.run(
      'INSERT INTO reservations (team, number, unit, member, amount) VALUES (?, ?, ?, ?, ?)',
      team,
      number,
      unit,
      member,
      amount,
    )
  return { team: session.team, number }
}

/** No-op for one that is settled already, be it by its member's death. */
export function settle(store: Store, { team: teamName, number }: Reservation, used: Amounts): void {
  checkAmounts(used)
  const team = store.one<{ team: number }>('SELECT team FROM teams WHERE name = ?', teamName)?.team
  if (team === undefined) return
  if (store.run('DELETE FROM reservations WHERE team = ? AND number = ?', team, number) === 0) return
  for (const [unit, amount] of Object.entries(used))
    store.run('UPDATE budgets SET used = used + ? WHERE team = ? AND unit = ?', amount, team, unit)
}
