// Chooses the labels of a run: those the user names, or those a model proposes after a look at some records. None when
// the built-in analysts can count what is asked.
import type { Answer } from '@shoal/base/model/analyst'
import type { AskedAnswer } from '@shoal/base/model/asked'
import type { LabelChoice, LabelSet } from '@shoal/base/model/label'
import type { CallContext, LanguageModel, ModelRequest } from '@shoal/base/model/language-model'
import type { ResultCache } from '@shoal/base/model/model-work'
import type { Brief } from '@shoal/base/model/question'
import { shownText } from '../../text/gate/shown.ts'
import { digestText } from '../../text/text-digest.ts'
import { CHOICE_VERSION, choiceRequest, type DescribedFile, withComplaint } from './choice-prompt.ts'
import { isExactAnswer } from './exact-answer.ts'
import { makeLabelSet } from './label-set.ts'
import { type Proposal, readProposal } from './proposal.ts'
import { type Samples, sampleRecords } from './sample-records.ts'

/** A file with what the built-in analyst says of it. */
export interface LabelFile extends DescribedFile {
  readonly answers: readonly Answer[]
}

export interface Choosing {
  readonly brief: Brief
  /** What the relations of the files say; null where nothing was asked. */
  readonly asked: AskedAnswer | null
  /** Labels that the user asks for; none to have a set proposed. */
  readonly names: readonly string[]
  readonly files: readonly LabelFile[]
  /** The larger model: one call decides about many. */
  readonly model: LanguageModel
  readonly context: Omit<CallContext, 'purpose'>
  readonly cache: ResultCache
  /** A choice that was paid for before was used. */
  onCached?(): void
}

const SAMPLES = 24

/** At most two calls. Throws only for I/O and abort. */
export async function chooseLabels(choosing: Choosing): Promise<LabelChoice> {
  const { brief, asked, names, files, context } = choosing
  if (names.length > 0) return { status: 'chosen', set: namedSet(choosing) }
  const { text } = brief.question
  if (text === null) return { status: 'none', reason: 'nothing was asked' }
  const isCounted = asked?.asksFigure && asked.status === 'answered'
  const isTold = ({ answers, about }: LabelFile) =>
    answers.some(answer => isExactAnswer(answer, brief.question, about.path))
  if (isCounted || files.some(isTold)) return { status: 'none', reason: 'the exact figures answer the question' }
  // Lines of code and settings are no records: programs can tell whatever is to be counted in them.
  const withRecords = files.filter(({ type }) => type.records)
  const samples = await sampleRecords(withRecords, SAMPLES, context.signal)
  if (samples.spread.length === 0) return { status: 'none', reason: 'there are no records' }
  return await proposedSet({ ...choosing, files: withRecords }, text, samples)
}

/** For files that are made of records, if there are any: lines of code are none to speak of. */
function namedSet({ brief, names, files }: Choosing): LabelSet {
  const { text } = brief.question
  const withRecords = files.filter(({ type }) => type.records)
  return makeLabelSet({
    judged: text === null ? 'the kind of record' : `what "${shownText(text)}" asks`,
    labels: names.map(name => ({ name, meaning: '' })),
    contentTypes: (withRecords.length > 0 ? withRecords : files).map(({ about }) => about.contentType),
    fields: [],
  })
}

async function proposedSet(choosing: Choosing, question: string, samples: Samples): Promise<LabelChoice> {
  const { files, model, cache } = choosing
  const request = choiceRequest(question, files, samples)
  const contentTypes = [...new Set(files.map(({ about }) => about.contentType))]
  const read = (reply: string) => readProposal(reply, contentTypes, samples.spread)
  const depends = [CHOICE_VERSION, digestText(JSON.stringify(request.turns))]
  let trouble: LabelChoice = { status: 'none', reason: 'no labels were proposed' }
  const { value, isCached } = await cache.once({ kind: 'label-set', model: model.id, depends }, async () => {
    const asked = await askForProposal(request, read, choosing)
    if ('reply' in asked) return asked.reply
    trouble = asked
    return null
  })
  if (isCached) choosing.onCached?.()
  const proposal = value === null ? null : read(value)
  return proposal && proposal.status !== 'unusable' ? proposal : trouble
}

/** A reply that can be used, asked for once more if need be; or what came of it. */
async function askForProposal(
  request: ModelRequest,
  read: (reply: string) => Proposal,
  { model, context }: Choosing,
): Promise<{ readonly reply: string } | LabelChoice> {
  let asked = request
  let complaint = ''
  for (const purpose of ['label-set', 'repair'] as const) {
    const outcome = await model.call(asked, { ...context, purpose })
    if (!outcome.ok) return { status: 'failed', failure: outcome.failure }
    const { text } = outcome.reply
    const proposal = read(text)
    if (proposal.status !== 'unusable') return { reply: text }
    complaint = proposal.complaint
    asked = withComplaint(request, text, complaint)
  }
  return { status: 'none', reason: `the labels that ${model.id} proposes cannot be used: ${complaint}` }
}
