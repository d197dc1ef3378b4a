// The team that a call names, for those who may see it.
import { ShoalError } from '../../model/errors.ts'
import type { Ledger } from '../../model/ledger.ts'
import { isAnalysis } from '../../run/analysis/definition.ts'
import { checkTeam } from '../run-access.ts'
import type { ToolContext } from '../tool.ts'

/** To look, to talk, and to decide about tasks. Throws `unknown-team`, and `outside-roots` for an analysis of other files. */
export async function openTeam(context: Pick<ToolContext, 'jail' | 'ledger'>, team: string): Promise<Ledger> {
  await checkTeam(context, team)
  return await context.ledger()
}

/** To do tasks and to add some. Those of an analysis have tools of their own, which check every quote. */
export async function openForWork(context: Pick<ToolContext, 'jail' | 'ledger'>, team: string): Promise<Ledger> {
  const ledger = await openTeam(context, team)
  if (isAnalysis(await ledger.definition(team)))
    throw new ShoalError('wrong-state', `"${team}" is an analysis, and its tasks are not done by hand`, {
      detail: team,
      advice: 'read with `read_chunk` and hand in with `submit_findings`',
    })
  return ledger
}
