// `note`: what the agent holds to be so, kept if the gate lets it pass.
import { noteInput, SAID } from '../../stages/asking/inputs.ts'
import { run, told, withLooking } from '../looking/open-looking.ts'
import { text } from '../looking/text.ts'
import { defineTool } from '../tool.ts'

export const note = defineTool({
  name: 'note',
  title: 'Note a finding',
  description: SAID.note,
  changes: 'adds',
  input: noteInput.extend({ run }),
  output: text,
  run: async ({ run: name, ...draft }, context) =>
    told(await withLooking(context, name, looking => looking.note(draft, context.signal))),
})
