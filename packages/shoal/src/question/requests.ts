// Several logs of which one is of requests: what is said of requests is asked of its entries, and whether they failed is told by their status.
import type { Hypothesis } from './hypothesis.ts'
import { REQUESTS } from './nouns.ts'
import type { Field } from './schema.ts'

/** What only entries of requests have. */
const OF_REQUESTS = new Set(['method', 'request_path', 'status', 'protocol', 'referrer', 'user_agent'])

/** The status of requests, where the question is about requests and what other entries say of themselves says nothing of them. */
export function askedStatus(own: Hypothesis): Field | null {
  const { relation, fields } = own.table
  const status = fields.find(({ column }) => column.name === 'status')
  if (relation.kind !== 'entries' || !status) return null
  const severity = fields.find(({ column }) => column.name === 'severity')
  if ((severity?.present ?? 0) + status.present > relation.rows) return null
  const isOne = ({ column }: Field) => OF_REQUESTS.has(column.name)
  const isSaid = own.bindings.some(binding => {
    if (binding.kind === 'column') return binding.fields.some(isOne)
    if (binding.kind === 'value') return binding.found.some(({ field }) => isOne(field))
    return binding.kind === 'entity' && REQUESTS.includes(own.reading.tokens[binding.span.from]!.stem)
  })
  return isSaid ? status : null
}

/** "requests per hour" of several logs: the entries that are requests. */
export function onlyRequests(own: Hypothesis): void {
  const status = askedStatus(own)
  if (!status || status.present === own.table.relation.rows) return
  if (own.conditions.some(({ what }) => 'field' in what && OF_REQUESTS.has(what.field.column.name))) return
  own.add({ from: 0, to: 0 }, { kind: 'present', field: status })
}
