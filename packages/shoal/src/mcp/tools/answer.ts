// `answer`: the answer of the agent, kept as that of the run if every sentence passes the gate.
import { loopAnswer, SAID } from '../../stages/asking/inputs.ts'
import { readerName } from '../delegated/open-run.ts'
import { run, told, withLooking } from '../looking/open-looking.ts'
import { text } from '../looking/text.ts'
import { reportLinks } from '../run-uris.ts'
import { defineTool } from '../tool.ts'

export const answer = defineTool({
  name: 'answer',
  title: 'Answer the question',
  description: SAID.answer,
  changes: 'adds',
  input: loopAnswer.extend({ run }),
  output: text,
  run: async ({ run: name, ...draft }, context) => {
    const { report, ...said } = await withLooking(context, name, looking =>
      looking.answer(draft, readerName(context), context.signal),
    )
    if (!report) return told(said)
    const { acceptedText } = await import('../../stages/asking/accepted-text.ts')
    return { data: acceptedText(report), links: reportLinks(name) }
  },
})
