// The question of a run, asked of the relations of its files; they are read only where something is asked of the data.
import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import { isGeneral } from '../../question/general.ts'
import type { AskRequest } from '../ask-relations.ts'
import { plannedRelationFiles } from '../relations/relation-file.ts'
import type { AnalysisDefinition } from './definition.ts'

/** Null where nothing was asked. */
export async function askDefinition(
  { plan, stamps }: AnalysisDefinition,
  options: Pick<AskRequest, 'settings' | 'signal' | 'cache'>,
): Promise<AskedAnswer | null> {
  if (plan.query === null) return null
  if (isGeneral(plan.query)) return UNASKED
  const { askRelations } = await import('../ask-relations.ts')
  return await askRelations({ question: plan.query, files: plannedRelationFiles(plan, stamps), ...options })
}
