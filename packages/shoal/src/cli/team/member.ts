// `shoal team join`, `claim` and `answer`: members that are no process of shoal's, but whoever calls in their name.
import { ShoalError } from '@shoal/base/model/errors'
import { printable } from '@shoal/base/text/printable'
import { clock, iso } from '@shoal/base/text/times'
import { taskPrompt } from '@shoal/team/agents/prompt'
import { assignmentOf } from '@shoal/team/assignment'
import { requestOf } from '@shoal/team/command-protocol'
import { checkByHand } from '../../run/members/by-hand.ts'
import { answerShutdown, bePresent, type Coming, type Presence, stayPresent } from '../../run/members/presence.ts'
import { type Taken, takeAgain, takeTask } from '../../run/members/taking.ts'
import { waitFor } from '../../run/members/wait-for.ts'
import { isHopeless, restOrLeave, whatToExpect } from '../../run/members/waiting.ts'
import { callingMember, comingOf, tellMember, waitSeconds } from './as-member.ts'
import { textLines } from './sheet.ts'
import type { RunVerb, VerbInput } from './verb.ts'
import { shellArgument } from './words.ts'

export const join: RunVerb = async input => {
  const { args, face, ledger } = input
  const [team, member] = args as [string, string]
  await checkByHand(ledger, team)
  const { session, role, leaseUntil, shutdown, stop } = await bePresent(ledger, comingOf(face, team, member))
  const as = role === null ? '' : ` as ${printable(role)}`
  const lines = [
    `${member} is a member of ${team}${as}, alive until ${clock(leaseUntil)}; every call in its name renews that`,
    `next: shoal team claim ${team} --as ${member}`,
  ]
  return await tellMember(input, { team, member }, lines, {
    team,
    member,
    role,
    session: session.session,
    lease_until: iso(leaseUntil),
    reason: whatToExpect({ shutdown, stop }),
  })
}

export const claim: RunVerb = async input => {
  const { args, face, ledger } = input
  const [team, task] = args as [string, string?]
  const member = callingMember(input, 'claim', team)
  await checkByHand(ledger, team)
  if (task !== undefined) await ledger.task(team, task)
  const coming = comingOf(face, team, member)
  const { presence, taken } = await takeTask(ledger, coming, task)
  const found = taken ?? (await waited(input, coming, presence, task))
  return found ? await tellTask(input, presence, found) : await tellNothing(input, coming, task)
}

async function waited({ io, face, ledger }: VerbInput, coming: Coming, presence: Presence, task?: string) {
  let present = presence
  const look = async () => {
    present = await stayPresent(ledger, coming, present)
    return (await takeAgain(ledger, present, task)) ?? ((await isHopeless(ledger, present)) ? 'nothing' : null)
  }
  const seconds = waitSeconds(face)
  const found = seconds > 0 ? await waitFor(ledger, look, { seconds, signal: io.signal }) : null
  return found === 'nothing' ? null : found
}

async function tellTask(input: VerbInput, presence: Presence, { claim, isAgain }: Taken): Promise<0> {
  const { face, ledger } = input
  const { team, member } = claim
  const { role, leaseUntil } = presence
  const assignment = assignmentOf(claim, role, ledger, async () => [])
  const reason = whatToExpect(presence)
  const lines =
    face.format === 'json'
      ? []
      : textLines(
          await taskPrompt(assignment, {
            instructions: reason,
            schema: null,
            access: null,
            commands: endingCommands(team, member, claim.task.id, claim.phase),
          }),
        )
  const request = face.format === 'json' ? requestOf(assignment, await assignment.blockers(), []) : {}
  return await tellMember(input, { team, member }, lines, {
    ...request,
    again: isAgain,
    lease_until: iso(leaseUntil),
    next: 'work',
    reason,
  })
}

/** To be copied into a shell. */
function endingCommands(team: string, member: string, task: string, phase: 'plan' | 'work'): string {
  const target = `--as ${member} ${team} ${shellArgument(task)}`
  const ends =
    phase === 'plan'
      ? [`shoal team plan ${target} PLAN    change nothing yet: the plan is decided on first`]
      : [`shoal team done ${target} RESULT    JSON or text; - reads it from stdin; --summary TEXT for the lead`]
  return [
    ...ends,
    `shoal team fail --reason TEXT ${target}`,
    `shoal team release ${target}    gives it back undone`,
  ].join('\n')
}

async function tellNothing(input: VerbInput, coming: Coming, task?: string): Promise<0> {
  const { team, member } = coming
  const { presence, hasLeft, next, isAsked, ...idle } = await restOrLeave(input.ledger, coming, task)
  const how = isAsked ? `; answer with \`shoal team answer ${team} leave --as ${member}\`, or stay` : ''
  const reason = `${idle.reason}${how}`
  return await tellMember(input, { team, member }, [`${next}: ${printable(reason)}`], {
    team,
    member: { name: member, role: presence.role },
    task: null,
    again: false,
    lease_until: hasLeft ? null : iso(presence.leaseUntil),
    next,
    reason,
  })
}

export const answer: RunVerb = async input => {
  const { args, face, ledger } = input
  const [team, word] = args as [string, string]
  const member = callingMember(input, 'answer', team)
  if (word !== 'leave' && word !== 'stay')
    throw new ShoalError('bad-value', `an answer is leave or stay; it is "${word}"`, { detail: word })
  const isLeaving = word === 'leave'
  if (!isLeaving && face.reason === null)
    throw new ShoalError('missing-argument', 'to stay needs --reason: why not now', {
      detail: '--reason',
      advice: 'add --reason TEXT',
    })
  await answerShutdown(
    ledger,
    { team, member },
    isLeaving ? { approve: true } : { approve: false, reason: face.reason! },
  )
  const line = isLeaving ? `${member} has left ${team}` : `${member} stays in ${team}`
  return await tellMember(input, { team, member }, [line], { team, member, answer: word, reason: face.reason })
}
