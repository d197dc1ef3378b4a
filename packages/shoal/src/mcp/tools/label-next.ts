// `label_next`: the next records for the agent to judge.
import { ACTION_INPUTS } from '../../stages/asking/inputs.ts'
import { labelling } from '../looking/labelling.ts'
import { run, told, withLooking } from '../looking/open-looking.ts'
import { text } from '../looking/text.ts'
import { defineTool } from '../tool.ts'

export const labelNext = defineTool({
  name: 'label_next',
  title: 'Records to label',
  description:
    'Counts what only a reader can tell (topic, tone, reason): name labels and records, get them to judge some at a time, equal ones once. Code counts.',
  changes: 'adds',
  input: ACTION_INPUTS.label.partial().extend({ run, labelling: labelling.optional() }),
  output: text,
  run: async ({ run: name, labelling: known, ...input }, context) =>
    told(await withLooking(context, name, looking => looking.labelNext(known, input))),
})
