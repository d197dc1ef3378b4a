// `shoal team shutdown` and `delete`: the end of members and of teams.
import { rm } from 'node:fs/promises'
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import { isRecord } from '@shoal/base/model/option-values'
import { LEAD } from '@shoal/base/model/team'
import { printable } from '@shoal/base/text/printable'
import { expireMembers } from '@shoal/team/expire-members'
import { isAlive } from '../../run/members/presence.ts'
import { confirm } from './confirm.ts'
import { note } from './follow.ts'
import type { RunVerb, VerbInput } from './verb.ts'

export const shutdown: RunVerb = async input => {
  const { args, face, ledger } = input
  const [team, member] = args as [string, string?]
  await expireMembers(ledger, team)
  if (face.now) return await stopAll(input, team, member)
  const asked = member === undefined ? await askAll(input, team) : await askOne(input, team, member)
  if (asked.length === 0) note(input.io, face, `nobody in team ${team} is alive, the lead apart`)
  const line =
    asked.length === 0
      ? 'asked nobody to leave'
      : `asked ${asked.map(printable).join(', ')} to leave after the task at hand`
  return await confirm(input, line, { team, requested: asked, stopped: false, reason: face.reason })
}

async function stopAll(input: VerbInput, team: string, member: string | undefined): Promise<0> {
  if (member !== undefined)
    throw new ShoalError('bad-value', '--now stops the whole team and takes no MEMBER', {
      detail: '--now',
      advice: 'leave out the one or the other',
    })
  const reason = input.face.reason ?? 'asked to stop by shoal team shutdown --now'
  await input.ledger.requestStop(team, reason)
  return await confirm(input, `told team ${team} to stop at once`, { team, requested: [], stopped: true, reason })
}

async function askOne({ face, ledger }: VerbInput, team: string, member: string): Promise<readonly string[]> {
  await ledger.requestShutdown(team, member, request(face.reason))
  return [member]
}

async function askAll({ face, ledger }: VerbInput, team: string): Promise<readonly string[]> {
  const asked: string[] = []
  for (const member of await livingMembers(ledger, team)) {
    try {
      await ledger.requestShutdown(team, member, request(face.reason))
      asked.push(member)
    } catch (error) {
      // It went by itself, which is all that was wanted of it.
      if (!(error instanceof ShoalError && error.code === 'member-not-alive')) throw error
    }
  }
  return asked
}

async function livingMembers(ledger: Ledger, team: string): Promise<readonly string[]> {
  const members = await ledger.members(team)
  return members.filter(member => member.name !== LEAD && isAlive(member)).map(({ name }) => name)
}

function request(reason: string | null) {
  return { by: LEAD, ...(reason === null ? {} : { reason }) }
}

export const remove: RunVerb = async input => {
  const [team] = input.args as [string]
  await deleteTeam(input, team)
  return await confirm(input, `deleted team ${team}`, { team, deleted: true })
}

export async function deleteTeam({ io, face, ledger, world }: Omit<VerbInput, 'args'>, team: string): Promise<void> {
  await expireMembers(ledger, team)
  const definition = await ledger.definition(team)
  await ledger.deleteTeam(team, { force: face.force })
  if (isRecord(definition) && definition.repository) {
    const { endWorktrees } = await import('../../run/pattern-worktrees.ts')
    await endWorktrees(definition, world.runDirectory(io, team))
  }
  await rm(world.runDirectory(io, team), { recursive: true, force: true })
}
