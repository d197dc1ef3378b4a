// People who have left stand among those who are there; the answer says so.
import { stem } from '@shoal/base/text/stem'
import type { Hypothesis } from './hypothesis.ts'
import { isOfPeople } from './people.ts'
import type { Query } from './query.ts'
import { isTime } from './schema.ts'

const ENDS = new Set(['termination', 'left', 'leaving', 'exit', 'resignation', 'departure'].map(stem))

/** "how many people work in Berlin", where a column tells who has left: that they are counted too. */
export function tellGone({ table, reading, conditions, doubts }: Hypothesis, { measures }: Query): void {
  const gone = table.fields.find(
    field =>
      isTime(field) &&
      field.present < table.relation.rows &&
      field.present > 0 &&
      field.core.some(part => ENDS.has(part)),
  )
  const isNow =
    /\b(?:works?|are|is|have|has|earns?|lives?)\b/i.test(reading.text) &&
    !/\b(?:was|were|had|did|ever)\b/i.test(reading.text)
  const isCounted = measures.some(({ kind }) => kind === 'count')
  if (!gone || !isNow || !isCounted || !isOfPeople(table)) return
  if (conditions.some(({ what }) => 'field' in what && isTime(what.field))) return
  doubts.push(`only those without a \`${gone.column.name}\``)
}
