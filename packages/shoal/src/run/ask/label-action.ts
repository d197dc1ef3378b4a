// Labels as a step of an asking model: a smaller model judges each record, and programs count.

import { ShoalError } from '@shoal/base/model/errors'
import type { LabelSet, LabelTally } from '@shoal/base/model/label'
import type { CallContext, LanguageModel } from '@shoal/base/model/language-model'
import { MOST_RESULT } from '../../stages/asking/ask-tool.ts'
import type { ActionInput } from '../../stages/asking/inputs.ts'
import { askPack } from '../../stages/labels/ask-pack.ts'
import type { LabelBook } from '../../stages/labels/label-book.ts'
import { labelsKey } from '../../stages/labels/label-prompt.ts'
import { makeLabelSet, ownLabels, UNLABELLED } from '../../stages/labels/label-set.ts'
import { packRecords } from '../../stages/labels/pack-records.ts'
import { exampleRecords, judgedRecords, type RecordList, tallyRecords } from '../../stages/labels/record-list.ts'
import { labelResult } from '../../stages/labels/result-text.ts'
import { ToolMistake } from '../../stages/tools/tool-mistake.ts'
import type { FileSet } from './file-set.ts'
import { gatherRecords } from './label-records.ts'

export interface Labeller {
  readonly model: LanguageModel
  readonly context: Omit<CallContext, 'purpose'>
  /** What was labelled before. */
  labelBook(key: string): LabelBook
  /** Throws a `ToolMistake` when it would cost more than it may; else it counts as spent. */
  spend(characters: number, outputTokens: number): void
}

/** JSON, for code in the sandbox. */
export interface Labelled {
  /** The model that labelled. */
  readonly by: string
  readonly judged: string
  readonly total: number
  readonly counts: LabelTally['counts']
  readonly groups: LabelTally['groups']
  readonly examples: readonly {
    readonly label: string
    readonly path: string
    readonly line: number
    readonly text: string
  }[]
  /** Each different record, where these are few. */
  readonly wordings: readonly { readonly label: string; readonly text: string; readonly count: number }[]
  /** Every record with its label. */
  readonly records: readonly {
    readonly path: string | null
    readonly line: number | null
    readonly group: string | null
    readonly label: string
  }[]
  readonly different: number
  readonly empty: number
}

/** Around the records of a request: instructions, the set, the frame. */
const FRAME_CHARACTERS = 1_500
const LABEL_TOKENS = 15

export async function labelRecords(set: FileSet, input: ActionInput<'label'>, labeller: Labeller): Promise<Labelled> {
  const labels = labelSetOf(input)
  const list = await gatherRecords(set, input)
  const judged = judgedRecords(list)
  const packs = packRecords(judged).length
  labeller.spend(
    judged.reduce((sum, { text }) => sum + text.length, packs * FRAME_CHARACTERS),
    judged.length * LABEL_TOKENS,
  )
  const { model, context } = labeller
  const book = labeller.labelBook(labelsKey(labels, model.id))
  const settled = await book.settle(judged, pack => askPack(pack, { model, set: labels, context }))
  if (!settled.ok) {
    context.signal.throwIfAborted()
    const done = judged.filter(({ digest }) => book.labelOf(digest) !== undefined).length
    throw new ShoalError(
      'model-failed',
      `labelling stopped after ${done} of ${judged.length} different records: ${settled.failure.message}`,
      { advice: 'what is labelled is kept: call label again to go on' },
    )
  }
  const given = judged.map(({ digest }) => book.labelOf(digest))
  return await labelledOf(set, labels, list, { given, by: model.id })
}

/** Throws a `ToolMistake`. */
export function labelSetOf({
  judged,
  labels,
  fields,
}: Pick<ActionInput<'label'>, 'judged' | 'labels' | 'fields'>): LabelSet {
  const set = makeLabelSet({ judged, labels, contentTypes: [], fields })
  if (ownLabels(set).length < 2)
    throw new ToolMistake('there must be at least two labels besides `other` and `unclear`, which every set has')
  return set
}

/** What is told of labels, whoever gave them: counts of all records, and examples as they stand in the files. */
export async function labelledOf(
  set: Pick<FileSet, 'lines'>,
  { judged }: LabelSet,
  list: RecordList,
  { given, by }: { readonly given: readonly (string | undefined)[]; readonly by: string },
): Promise<Labelled> {
  const { total, counts, groups } = tallyRecords(list, given)
  const wordings = list.texts.length <= FEW_DIFFERENT ? wordingsOf(list, given) : []
  const places = exampleRecords(list, given, EXAMPLES).filter(({ label }) => label !== UNLABELLED)
  const examples: Labelled['examples'][number][] = []
  for (const place of places) {
    const [text] = await set.lines(place.path, place.line, place.line).catch(() => [null])
    if (text) examples.push({ ...place, text: text.slice(0, LONGEST_EXAMPLE) })
  }
  const records = list.records.map(({ of, ...place }) => ({ ...place, label: given[of] ?? UNLABELLED }))
  const { length: different } = list.texts
  return { by, judged, total, counts, groups, examples, wordings, records, different, empty: list.empty }
}

/** Which label each different record got can be checked by whoever sees the counts. */
const FEW_DIFFERENT = 30

function wordingsOf({ texts, records }: RecordList, given: readonly (string | undefined)[]): Labelled['wordings'] {
  const counts = texts.map(() => 0)
  for (const { of } of records) counts[of]!++
  return texts.map((text, k) => ({ label: given[k] ?? UNLABELLED, text, count: counts[k]! }))
}

const EXAMPLES = 2
const LONGEST_EXAMPLE = 240

export function labelledText(labelled: Labelled, input: ActionInput<'label'>): string {
  const own = ownLabels(labelSetOf(input)).map(({ name }) => name)
  return labelResult({ ...labelled, own, groupBy: input.group_by ?? null }, MOST_RESULT - 100)
}
