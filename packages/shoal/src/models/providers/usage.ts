// What a call has probably used, where nobody says.
import type { ModelRequest, TokenUsage } from '@shoal/base/model/language-model'
import { requestTokens, textTokens } from '../request-tokens.ts'

export function guessUsage(request: ModelRequest, said: string): TokenUsage {
  return { input: requestTokens(request), output: textTokens(said), cacheRead: 0, cacheWrite: 0, isGuess: true }
}
