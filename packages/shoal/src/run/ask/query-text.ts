// A query of a model over the relations of files, as text; without one, what can be asked.

import { clipped, MOST_RESULT } from '../../stages/asking/ask-tool.ts'
import { LIMITS } from './actions.ts'
import type { FileSet } from './file-set.ts'
import { relationsText } from './overview.ts'
import { rowLines } from './shown-rows.ts'

export async function queryText(query: string, set: FileSet): Promise<string> {
  const relations = await set.relations()
  if (query === '') return clipped(await relationsText(relations))
  return rowLines(await relations.query(query, LIMITS), MOST_RESULT - 100).join('\n')
}
