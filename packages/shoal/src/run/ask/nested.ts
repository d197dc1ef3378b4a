// A question within the question: the smaller model looks for the answer to a part of it itself, with the tools that cost nothing. One level
// deep; its calls are in the record of the run, and the whole of it is one step.
import { printable } from '@shoal/base/text/printable'
import { MOST_RESULT } from '../../stages/asking/ask-tool.ts'
import type { ActionInput } from '../../stages/asking/inputs.ts'
import { askLoop } from '../../stages/asking/loop.ts'
import { withToolsInWords } from '../../stages/asking/tools-in-words.ts'
import { CHARACTERS_A_TOKEN } from '../../stages/model-room.ts'
import { actionsOver, type SubReader } from './actions.ts'
import type { FileSet, FileSetOptions } from './file-set.ts'
import type { NestedAnswer } from './nested-text.ts'
import { overviewOf } from './overview.ts'
import type { StepStore } from './steps.ts'
import { toolsOver } from './tools.ts'

const MOST_CALLS = 8
/** Where the model's context is not known, as for every request. */
const ROOM = 100_000
const ROOM_SHARE = 0.5

export interface Looker extends Pick<SubReader, 'model' | 'context'> {
  readonly set: FileSet
  readonly options: FileSetOptions
  /** How much of what it may use is used, from 0 to 1. */
  spent(): number
}

export async function lookedUp(
  { question, paths }: Pick<ActionInput<'llm'>, 'question' | 'paths'>,
  { set, options, model, context, spent }: Looker,
): Promise<NestedAnswer> {
  const files = set.below(paths)
  const tools = toolsOver(set, actionsOver(set, options, null), UNKEPT)
  const room = model.window === undefined ? ROOM : model.window * CHARACTERS_A_TOKEN * ROOM_SHARE
  const named = files.length === set.files.length ? '' : ` Look in ${paths.map(path => printable(path)).join(', ')}.`
  try {
    const { outcome, failure } = await askLoop({
      question: `${question}${named}`,
      overview: (await overviewOf(question, set)).slice(0, Math.min(MOST_RESULT, room / 2)),
      whole: null,
      model: withToolsInWords(model),
      tools: tools.all,
      finder: set,
      context,
      maxSteps: MOST_CALLS,
      room,
      isNested: true,
      spent,
    })
    // Held back by the budget or the user: what was not asked is no answer of this step.
    if (failure?.kind === 'aborted') throw new Error('aborted')
    const { sentences, notes, missing, stopped } = outcome
    const said = sentences.length > 0 ? sentences : notes.map(({ id, claim: text }) => ({ text, cites: [id] }))
    return {
      sentences: said.map(({ text, cites }) => ({
        text,
        quotes: notes
          .filter(({ id }) => cites.includes(id))
          .flatMap(({ quotes }) => quotes.map(({ path, line, quote }) => ({ path, line, quote }))),
      })),
      missing,
      failed: said.length > 0 ? null : (stopped ?? null),
    }
  } finally {
    tools.close()
  }
}

/** Its steps cost no money: a run that is resumed takes them again. */
const UNKEPT: StepStore = { once: async (_, make) => ({ value: await make(), isNew: true }) }
