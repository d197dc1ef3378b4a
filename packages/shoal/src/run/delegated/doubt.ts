// What agents found and concluded is read by another of them as a sceptic: what it objects to is shown with the objection, as in an analysis
// with a model.
import { goalsOf } from '@shoal/base/model/goal'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Challenge, Challenged } from '../../stages/asking/sceptic.ts'
import { challengedIn, withDoubts } from '../../stages/model-synthesis/challenge.ts'
import { briefOf } from '../../text/question.ts'
import type { AnalysisDefinition } from '../analysis/definition.ts'
import { type FinalResult, finalResults } from '../analysis/stored-results.ts'

/** Null where nothing is grave, and nothing says why. */
export function doubtfulIn(
  final: FinalResult,
  { plan }: Pick<AnalysisDefinition, 'plan'>,
): { readonly challenged: Challenged; doubted(said: Challenge): FinalResult } | null {
  const { crossFile: links, findings, reading } = final.cross
  const { answer = [], summary = [], missing = [] } = reading ?? {}
  const read = challengedIn({ answer, summary, links, findings, missing }, plan.query)
  if (read === null) return null
  const brief = briefOf(plan.query, goalsOf(plan))
  return {
    challenged: read.challenged,
    doubted: ({ objections, rival }) => ({ ...final, cross: withDoubts(final, read.doubts(objections, rival), brief) }),
  }
}

/** Throws when the result has changed since it was read. */
export async function keepDoubts(
  {
    ledger,
    run,
    definition,
  }: { readonly ledger: Ledger; readonly run: string; readonly definition: AnalysisDefinition },
  from: FinalResult,
  to: FinalResult,
): Promise<void> {
  const last = definition.plan.tasks.at(-1)!
  await ledger.amend(run, last.id, { from: finalResults.toJson(from), to: finalResults.toJson(to) })
}
