// `submit_labels`: the agent's labels, checked and counted.
import { z } from 'zod'
import { readerName } from '../delegated/open-run.ts'
import { labelling } from '../looking/labelling.ts'
import { run, told, withLooking } from '../looking/open-looking.ts'
import { text } from '../looking/text.ts'
import { defineTool } from '../tool.ts'

export const submitLabels = defineTool({
  name: 'submit_labels',
  title: 'Hand in labels',
  description: 'Labels by id; gives the next records, and after the last the counts, as a result to cite.',
  changes: 'adds',
  input: z.object({
    run,
    labelling,
    labels: z.record(z.string(), z.string()).describe('{"1": "billing"}'),
  }),
  output: text,
  run: async ({ run: name, labelling: id, labels }, context) =>
    told(await withLooking(context, name, looking => looking.submitLabels(id, labels, readerName(context)))),
})
