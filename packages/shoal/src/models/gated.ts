// A model that is told nothing but what has passed the gate: whatever a prompt was made of, secrets that show by their shape
// or their name are hidden before it is digested, recorded and sent.
import type { LanguageModel, ModelRequest, Turn } from '@shoal/base/model/language-model'
import { shownText } from '../text/gate/shown.ts'

export function gated(model: LanguageModel): LanguageModel {
  const { id, hasTools } = model
  return { id, hasTools, call: async (request, context) => await model.call(shownRequest(request), context) }
}

function shownRequest(request: ModelRequest): ModelRequest {
  return { ...request, system: shownText(request.system), turns: request.turns.map(shownTurn) }
}

/** What the model said itself it is told as it said it. */
function shownTurn(turn: Turn): Turn {
  if (turn.role === 'user')
    return { ...turn, passages: turn.passages.map(passage => ({ ...passage, text: shownText(passage.text) })) }
  if (turn.role === 'tool')
    return { ...turn, results: turn.results.map(result => ({ ...result, text: shownText(result.text) })) }
  return turn
}
