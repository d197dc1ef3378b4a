// Why a ledger refuses a move, as the errors that every store throws.
import { ShoalError } from '@shoal/base/model/errors'
import { shown } from './rules.ts'

export function unknownTeam(team: string): ShoalError {
  return new ShoalError('unknown-team', `there is no team ${shown(team)}`, { detail: team })
}

export function teamExists(team: string): ShoalError {
  return new ShoalError('team-exists', `there is a team ${shown(team)} already`, { detail: team })
}

export function membersAlive(team: string, members: readonly string[]): ShoalError {
  const [first = '', ...others] = members
  const named = others.length === 0 ? `${first} is` : `${first} and ${others.length} more are`
  return new ShoalError('members-alive', `team ${shown(team)} cannot be deleted: ${named} alive`, { detail: team })
}

export function unknownMember(team: string, member: string): ShoalError {
  return new ShoalError('unknown-member', `team ${shown(team)} has no member ${shown(member)}`, { detail: member })
}

export function nobodyElse(team: string, member: string): ShoalError {
  return new ShoalError('unknown-member', `team ${shown(team)} has nobody but ${shown(member)}`, { detail: member })
}

export function memberAlive(member: string): ShoalError {
  return new ShoalError('member-alive', `${shown(member)} has joined already and is alive`, { detail: member })
}

export function memberNotAlive(member: string): ShoalError {
  return new ShoalError('member-not-alive', `${shown(member)} is not alive and would not answer`, { detail: member })
}

export function unknownTask(team: string, task: string): ShoalError {
  return new ShoalError('unknown-task', `team ${shown(team)} has no task ${shown(task)}`, { detail: task })
}

export function alreadyPlanned(team: string): ShoalError {
  return new ShoalError('wrong-state', `team ${shown(team)} is not a run that is still to be planned`, { detail: team })
}

/** `move` completes the sentence: `task "a" is completed and cannot be skipped`. */
export function wrongState(task: string, status: string, move: string): ShoalError {
  return new ShoalError('wrong-state', `task ${shown(task)} is ${status} and cannot ${move}`, { detail: task })
}

export function wrongPhase(task: string, ending: string, phase: string): ShoalError {
  return new ShoalError('wrong-state', `task ${shown(task)} is in phase ${phase} and cannot end as ${ending}`, {
    detail: task,
  })
}

export function builtOn(task: string, dependent: string): ShoalError {
  return new ShoalError(
    'wrong-state',
    `the result of task ${shown(task)} cannot be amended: task ${shown(dependent)} builds on it`,
    { detail: task },
  )
}

export function resultChanged(task: string): ShoalError {
  return new ShoalError('wrong-state', `the result of task ${shown(task)} has changed in the meantime`, {
    detail: task,
    advice: 'read it again and amend what it is now',
  })
}

export function hasClaim(member: string, task: string): ShoalError {
  return new ShoalError('has-claim', `${shown(member)} has task ${shown(task)} in hand`, { detail: task })
}

export function noPlan(task: string): ShoalError {
  return new ShoalError('no-request', `no plan of task ${shown(task)} awaits a decision`, { detail: task })
}

export function noShutdown(member: string): ShoalError {
  return new ShoalError('no-request', `nobody asked ${shown(member)} to shut down`, { detail: member })
}

export function sessionLost(member: string): ShoalError {
  return new ShoalError('lease-lost', `the session of ${shown(member)} is over`, { detail: member })
}

export function claimLost(task: string): ShoalError {
  return new ShoalError('lease-lost', `the claim on task ${shown(task)} is no longer valid`, { detail: task })
}

export function unknownMessage(team: string, number: number): ShoalError {
  return new ShoalError('bad-value', `team ${shown(team)} has no message ${number}`, {
    detail: String(number),
    advice: 'run `shoal team messages` for the messages',
  })
}

export function needsText(what: string): ShoalError {
  return new ShoalError('bad-value', `${what} needs a text`)
}

export function budgetReached(unit: string, limit: number, wanted: number): ShoalError {
  const amount = (number: number) => (unit === 'micro_usd' ? `$${number / 1e6}` : `${number} ${unit}`)
  const short = wanted <= 1 ? 'is used up' : `does not allow ${amount(wanted)} more`
  return new ShoalError('budget-reached', `the budget of ${amount(limit)} ${short}`, { detail: unit })
}
