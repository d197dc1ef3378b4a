// Budgets of the in-memory ledger: a limit per unit, what was used of it, and what is reserved.
import type { Budget, Reservation } from '@shoal/base/model/ledger'
import type { Session } from '@shoal/base/model/team'
import { budgetReached } from '../refusals.ts'
import { checkAmounts } from '../rules.ts'
import { budgetDetail } from '../wording.ts'
import { appendEvent, findTeam, mustBePresent, type Store, type TeamState } from './state.ts'

export function setBudget(store: Store, teamName: string, unit: string, limit: number): void {
  const team = findTeam(store, teamName)
  checkAmounts({ [unit]: limit })
  team.budgets.set(unit, { limit, used: team.budgets.get(unit)?.used ?? 0 })
  appendEvent(store, team.name, 'budget-changed', { detail: budgetDetail(unit, limit) })
}

export function budgets(store: Store, teamName: string): readonly Budget[] {
  const team = findTeam(store, teamName)
  return [...team.budgets]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([unit, { limit, used }]) => ({ unit, limit, used, reserved: reserved(team, unit) }))
}

export function reserve(store: Store, session: Session, amounts: Readonly<Record<string, number>>): Reservation {
  const { team, member } = mustBePresent(store, session)
  checkAmounts(amounts)
  for (const [unit, amount] of Object.entries(amounts)) {
    const budget = team.budgets.get(unit)
    if (budget && budget.used + reserved(team, unit) + amount > budget.limit)
      throw budgetReached(unit, budget.limit, amount)
  }
  const number = ++store.lastReservation
  team.reservations.set(number, { member: member.name, amounts: new Map(Object.entries(amounts)) })
  return { team: team.name, number }
}

export function settle(store: Store, { team: teamName, number }: Reservation, used: Readonly<Record<string, number>>) {
  checkAmounts(used)
  const team = store.teams.get(teamName)
  if (team?.reservations.delete(number)) use(team, Object.entries(used))
}

/** What a member leaves open: given back when it left in order, taken as used when it died. */
export function closeReservations(team: TeamState, memberName: string, as: 'free' | 'used'): void {
  for (const [number, { member, amounts }] of [...team.reservations]) {
    if (member !== memberName) continue
    team.reservations.delete(number)
    if (as === 'used') use(team, amounts)
  }
}

function use(team: TeamState, amounts: Iterable<readonly [string, number]>): void {
  for (const [unit, amount] of amounts) {
    const budget = team.budgets.get(unit)
    if (budget) budget.used += amount
  }
}

function reserved(team: TeamState, unit: string): number {
  return [...team.reservations.values()].reduce((sum, { amounts }) => sum + (amounts.get(unit) ?? 0), 0)
}
