// The team that a call names, for those who may see it.
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import { isAnalysis, readAnalysis } from '../../run/analysis/definition.ts'
import { checkRun } from '../run-access.ts'
import type { ToolContext } from '../tool.ts'
import { placesOf } from './places.ts'

type Access = Pick<ToolContext, 'jail' | 'ledger' | 'runDirectory'>

/** To look and to talk. Throws `unknown-team`, and `outside-roots` for one of other directories. */
export async function openTeam(context: Access, team: string): Promise<Ledger> {
  return (await look(context, team)).ledger
}

/** To do tasks and to add some. Those of an analysis have tools of their own, which check every quote. */
export async function openForWork(context: Access, team: string): Promise<Ledger> {
  const { ledger, isRead } = await look(context, team)
  if (isRead)
    throw new ShoalError('wrong-state', `"${team}" is an analysis, and its tasks are not done by hand`, {
      detail: team,
      advice: 'read with `read_chunk` and hand in with `submit_findings`',
    })
  return ledger
}

/** To leave tasks out and to have them tried again. An analysis without its syntheses would never end. */
export async function openForDeciding(context: Access, team: string): Promise<Ledger> {
  const { ledger, isRead } = await look(context, team)
  if (isRead)
    throw new ShoalError(
      'wrong-state',
      `"${team}" is an analysis, and its tasks are not skipped or tried again by hand`,
      { detail: team, advice: 'go on without what is open: `synthesize` with open_tasks "exact"' },
    )
  return ledger
}

/** What is not known to be the agent's own is deleted only with `force`. */
export async function openForDeleting(context: Access, team: string, force: boolean): Promise<Ledger> {
  const { ledger, isKnown } = await look(context, team)
  if (!isKnown && !force)
    throw new ShoalError('wrong-state', `it is not known where team "${team}" was made`, {
      detail: team,
      advice: 'ask whoever you work for, and pass `force: true` if it is to go',
    })
  return ledger
}

async function look(context: Access, name: string) {
  const ledger = await context.ledger()
  const definition = await ledger.definition(name)
  if (isAnalysis(definition)) {
    checkRun(context, name, readAnalysis(name, definition))
    return { ledger, isRead: true, isKnown: true }
  }
  const places = await placesOf(context, await ledger.team(name), definition)
  if (places && !places.every(place => context.jail.holds(place)))
    throw new ShoalError('outside-roots', `team "${name}" is of directories outside of what this server may read`, {
      detail: name,
      advice: 'make a team of your own with `team_create`; whoever starts the server can allow more with `--root`',
    })
  return { ledger, isRead: false, isKnown: places !== null }
}
