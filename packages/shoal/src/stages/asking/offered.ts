// Which tools a request offers: all; those that count where all files stand in it; and those that keep and end.
import type { ToolSpec } from '@shoal/base/model/language-model'
import { specOf } from '../tools/tool-input.ts'
import type { AskTool } from './ask-tool.ts'
import { loopAnswer, noteInput, SAID } from './inputs.ts'
import { withRivals } from './rivals.ts'

/** Where all files stand in the first turn there is nothing to search and read. */
const WHOLE = new Set(['sql', 'run', 'label'])
const NOTE = withRivals(specOf({ name: 'note', description: SAID.note, input: noteInput }))
const ANSWER = withRivals(specOf({ name: 'answer', description: SAID.answer, input: loopAnswer }))

/** What finds something out. */
export function findingTools(tools: readonly AskTool[], isWhole: boolean): ToolSpec[] {
  if (!isWhole) return tools.map(({ spec }) => spec)
  return tools.map(({ spec, specWhole = spec }) => specWhole).filter(({ name }) => WHOLE.has(name))
}

/** Where the files stand in the request sentences bring their proof, and there is nothing to be kept for later. */
export function endingTools(isWhole: boolean): ToolSpec[] {
  return isWhole ? [ANSWER] : [NOTE, ANSWER]
}
