// Versions of one table hold the same things at different times: over all of them a thing is counted several times. Only a question that
// says which file it means, or that it means all, has a sure answer.
import { basename } from 'node:path'
import { keyOf } from './changes.ts'
import type { DerivedRelations } from './derived.ts'
import type { Query } from './query.ts'

const SAYS_ALL =
  /\b(?:all|both|every|each|any) (?:of the |of these |the |these |\w+ )?(?:files?|versions?|tables?|sheets?|months?)\b|\baltogether\b|\bcombined\b/i

/** Why a figure over several versions is none to rely on; null where it is. */
export async function countedTwice(question: string, query: Query, asked: DerivedRelations): Promise<string | null> {
  const union = asked.unions.find(({ relation }) => relation === query.table.relation)
  if (!union || query.shape !== 'figures' || SAYS_ALL.test(question)) return null
  const fields = [
    ...query.keys.map(({ field }) => field),
    ...[...query.where, ...(query.some ?? []).map(({ what }) => what)].flatMap(one =>
      one.kind === 'related' ? [] : [one.field],
    ),
  ]
  // Different things are different over all files too.
  if (fields.some(({ role }) => role === 'file') || query.measures.every(({ kind }) => kind === 'distinct')) return null
  const [first, second] = union.of
  const key = await keyOf(first!, second!, asked.rows)
  if (!key) return null
  const names = union.of.slice(0, 3).map(({ paths }) => `\`${basename(paths[0]!)}\``)
  const more = union.of.length > 3 ? ` and ${union.of.length - 3} more` : ''
  return `${names.join(', ')}${more} hold the same \`${key.name}\` and are taken together; name the file to ask one of them`
}
