// What a model proposes to label records by: its schema, and what is taken of the reply.

import type { LabelSet, TallyForm } from '@shoal/base/model/label'
import type { JsonSchema } from '@shoal/base/model/language-model'
import { readJson } from '@shoal/base/text/loose-json'
import { z } from 'zod'
import { shownText } from '../../text/gate/shown.ts'
import { MOST_LABELS, makeLabelSet, nameKey, ownLabels } from './label-set.ts'
import type { Sample } from './sample-records.ts'

/** The most that one `top` lists. */
const MOST_TOP = 50
const MOST_FORMS = 8

const formSchema = z.object({
  form: z.enum(['counts', 'count', 'compare', 'most', 'least', 'top']),
  labels: z.array(z.string()),
  per_group: z.boolean(),
  by_share: z.boolean(),
  n: z.number(),
})

const proposalSchema = z.object({
  judgement: z.boolean(),
  why: z.string(),
  judged: z.string(),
  labels: z.array(z.object({ name: z.string(), meaning: z.string() })),
  content_types: z.array(z.string()),
  fields: z.array(z.string()),
  group_by: z.string().nullable(),
  tell: z.array(formSchema),
  not_records: z.array(z.string()),
})

/** What can be left out is: a form without labels is about all. */
const readSchema = proposalSchema.extend({ tell: z.array(formSchema.partial().required({ form: true })) }).partial()

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
  const read = readSchema.safeParse(json.value)
  if (!read.success) return { status: 'unusable', complaint: z.prettifyError(read.error) }
  const { judgement, why = '', judged = '', labels = [], content_types = [], fields = [] } = read.data
  if (judgement === undefined) return { status: 'unusable', complaint: '`judgement` is missing.' }
  if (!judgement)
    return { status: 'none', reason: shownText(why).trim().slice(0, LONGEST_REASON) || 'no judgement is needed' }
  const { group_by: groupBy = null, tell = [], not_records: notRecords = [] } = read.data
  const has = (name: string) => samples.some(sample => sample.hasField(name))
  const bare = makeLabelSet({
    judged,
    labels,
    contentTypes: content_types.filter(name => contentTypes.includes(name)),
    fields: fields.filter(has),
    groupBy: groupBy === '' ? null : groupBy,
    notRecords,
  })
  const forms = formsOf(tell, bare)
  const complaint =
    faultOf(bare, contentTypes) ??
    (bare.groupBy !== null && !has(bare.groupBy)
      ? `\`group_by\` must be a field of the records, named as it is listed, not ${JSON.stringify(bare.groupBy)}.`
      : 'complaint' in forms
        ? forms.complaint
        : null)
  if (complaint !== null || 'complaint' in forms) return { status: 'unusable', complaint: complaint ?? '' }
  return { status: 'chosen', set: { ...bare, forms: forms.forms } }
}

/** With labels as the set writes them. */
function formsOf(
  tell: NonNullable<z.infer<typeof readSchema>['tell']>,
  { labels, groupBy }: LabelSet,
): { readonly forms: readonly TallyForm[] } | { readonly complaint: string } {
  const names = new Map(labels.map(({ name }) => [nameKey(name), name]))
  const forms = tell.slice(0, MOST_FORMS)
  const unknown = forms.flatMap(form => form.labels ?? []).filter(name => !names.has(nameKey(name)))
  if (unknown.length > 0)
    return { complaint: `\`tell\` names ${JSON.stringify(unknown[0])}, which is none of the labels.` }
  if (groupBy === null && forms.some(form => form.per_group))
    return { complaint: '`per_group` needs `group_by`, the field whose values are the groups.' }
  return {
    forms: forms.map(({ form, labels: own = [], per_group = false, by_share = false, n = 1 }) => ({
      tell: form,
      labels: [...new Set(own.map(name => names.get(nameKey(name))!))],
      perGroup: per_group,
      byShare: by_share,
      n: Math.min(MOST_TOP, Math.max(1, Math.round(n))),
    })),
  }
}

function faultOf(set: LabelSet, contentTypes: readonly string[]): string | null {
  const count = ownLabels(set).length
  if (count < 2) return 'there must be at least two labels besides `other` and `unclear`.'
  if (count > MOST_LABELS) return `there must be at most ${MOST_LABELS} labels, not ${count}.`
  if (set.judged === '') return '`judged` does not say what is judged.'
  if (set.contentTypes.length === 0) return `\`content_types\` names none of ${contentTypes.join(', ')}.`
  return null
}
