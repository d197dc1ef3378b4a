// `shoal team approve`, `reject`, `retry` and `skip`: what a person decides about a task.
import { ShoalError } from '@shoal/base/model/errors'
import { LEAD } from '@shoal/base/model/team'
import { printable } from '@shoal/base/text/printable'
import { currentOverview } from '../../run/overviews.ts'
import { confirmTask } from './create.ts'
import { note } from './follow.ts'
import type { RunVerb, VerbInput } from './verb.ts'

export const approve: RunVerb = async input => {
  const { args, face, ledger } = input
  const [team, id] = args as [string, string]
  await ledger.approve(team, id, { by: LEAD, ...(face.feedback === null ? {} : { feedback: face.feedback }) })
  return await decided(input, team, id, `approved the plan of task ${printable(id)}`)
}

export const reject: RunVerb = async input => {
  const { args, face, ledger } = input
  const [team, id] = args as [string, string]
  if (face.feedback === null)
    throw new ShoalError('missing-argument', 'shoal team reject needs --feedback: what is wrong with the plan', {
      detail: '--feedback',
      advice: 'add --feedback TEXT',
    })
  await ledger.reject(team, id, { by: LEAD, feedback: face.feedback })
  return await decided(input, team, id, `rejected the plan of task ${printable(id)}; it will be revised`)
}

export const retry: RunVerb = async input => {
  const [team, id] = input.args as [string, string]
  await input.ledger.retry(team, id)
  return await decided(input, team, id, `task ${printable(id)} is to be done again`)
}

export const skip: RunVerb = async input => {
  const { args, face, ledger } = input
  const [team, id] = args as [string, string]
  await ledger.skip(team, id, face.reason ?? 'skipped by hand')
  return await decided(input, team, id, `skipped task ${printable(id)}; others no longer wait for it`)
}

/** A decision changes nothing by itself when nobody is there to go on. */
async function decided(input: VerbInput, team: string, id: string, line: string): Promise<0> {
  const status = await confirmTask(input, team, id, line)
  const { overview } = await currentOverview(input.ledger, team)
  if (overview.isRun && !overview.leadAlive && overview.tasks.ready > 0)
    note(input.io, input.face, `nobody is at work on it: go on with \`shoal resume ${team}\``)
  return status
}
