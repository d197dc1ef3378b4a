// Whether the tasks of a team may be done by hand. Those of an analysis and of a question are checked as they are done.

import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import { isRecord } from '@shoal/base/model/option-values'

const OWN_WORK: Readonly<Record<string, string>> = { analyze: 'an analysis', ask: 'a question' }

/** Throws `wrong-state` for a run whose tasks only shoal itself may end, and whatever looking for the team throws. */
export async function checkByHand(ledger: Ledger, team: string): Promise<void> {
  const definition = await ledger.definition(team)
  const kind = isRecord(definition) ? definition.kind : null
  const what = typeof kind === 'string' && Object.hasOwn(OWN_WORK, kind) ? OWN_WORK[kind] : undefined
  if (what === undefined) return
  throw new ShoalError('wrong-state', `"${team}" is ${what}, and its tasks are not done by hand`, {
    detail: team,
    advice: 'agents read an analysis with `read_chunk` and `submit_findings` of `shoal mcp`',
  })
}
