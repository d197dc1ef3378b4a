// How many tokens a request has, by estimate: what a limit counts before the provider has counted.
import type { ModelRequest, Turn } from '@shoal/base/model/language-model'
import { estimateTokens } from '../text/tokens.ts'

const encoder = new TextEncoder()
/** A request passes several wrappers, and is sent again after a failure. */
const known = new WeakMap<ModelRequest, number>()

export function requestTokens(request: ModelRequest): number {
  let tokens = known.get(request)
  if (tokens === undefined) {
    tokens = textTokens(requestText(request))
    known.set(request, tokens)
  }
  return tokens
}

export function textTokens(text: string): number {
  return estimateTokens(encoder.encode(text))
}

function requestText({ system, turns, tools, schema }: ModelRequest): string {
  const around = tools.length > 0 || schema !== null ? JSON.stringify({ tools, schema }) : ''
  return [system, ...turns.map(turnText), around].join('\n')
}

function turnText(turn: Turn): string {
  switch (turn.role) {
    case 'user':
      return turn.passages.map(passage => passage.text).join('\n')
    case 'assistant':
      return [
        turn.text,
        turn.toolCalls.length > 0 ? JSON.stringify(turn.toolCalls) : '',
        turn.parts ? JSON.stringify(turn.parts) : '',
      ].join('')
    case 'tool':
      return turn.results.map(result => result.text).join('\n')
  }
}
