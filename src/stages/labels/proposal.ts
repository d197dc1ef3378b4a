// What a model proposes to label records by: its schema, and what is taken of the reply.
import { z } from 'zod'
import type { LabelSet } from '../../model/label.ts'
import type { JsonSchema } from '../../model/language-model.ts'
import { shownText } from '../../text/gate/shown.ts'
import { readJson } from '../reading/read-json.ts'
import { MOST_LABELS, makeLabelSet, ownLabels } from './label-set.ts'
import type { Sample } from './sample-records.ts'

const proposalSchema = z.object({
  judgement: z.boolean(),
  why: z.string(),
  judged: z.string(),
  labels: z.array(z.object({ name: z.string(), meaning: z.string() })),
  content_types: z.array(z.string()),
  fields: z.array(z.string()),
})

export function proposalJsonSchema(): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(proposalSchema, { target: 'draft-7' })
  return schema as JsonSchema
}

export type Proposal =
  | { readonly status: 'chosen'; readonly set: LabelSet }
  | { readonly status: 'none'; readonly reason: string }
  /** What is wrong, as the model may be told. */
  | { readonly status: 'unusable'; readonly complaint: string }

const LONGEST_REASON = 300

/** `contentTypes`: those there are. Fields that no sample has are dropped: whole records are judged then. */
export function readProposal(text: string, contentTypes: readonly string[], samples: readonly Sample[]): Proposal {
  const json = readJson(text)
  if ('complaint' in json) return { status: 'unusable', complaint: json.complaint }
  // What is not needed to say no may be left out.
  const read = proposalSchema.partial().safeParse(json.value)
  if (!read.success) return { status: 'unusable', complaint: z.prettifyError(read.error) }
  const { judgement, why = '', judged = '', labels = [], content_types = [], fields = [] } = read.data
  if (judgement === undefined) return { status: 'unusable', complaint: '`judgement` is missing.' }
  if (!judgement)
    return { status: 'none', reason: shownText(why).trim().slice(0, LONGEST_REASON) || 'no judgement is needed' }
  const set = makeLabelSet({
    judged,
    labels,
    contentTypes: content_types.filter(name => contentTypes.includes(name)),
    fields: fields.filter(name => samples.some(sample => sample.hasField(name))),
  })
  const complaint = faultOf(set, contentTypes)
  return complaint === null ? { status: 'chosen', set } : { status: 'unusable', complaint }
}

function faultOf(set: LabelSet, contentTypes: readonly string[]): string | null {
  const count = ownLabels(set).length
  if (count < 2) return 'there must be at least two labels besides `other` and `unclear`.'
  if (count > MOST_LABELS) return `there must be at most ${MOST_LABELS} labels, not ${count}.`
  if (set.judged === '') return '`judged` does not say what is judged.'
  if (set.contentTypes.length === 0) return `\`content_types\` names none of ${contentTypes.join(', ')}.`
  return null
}
