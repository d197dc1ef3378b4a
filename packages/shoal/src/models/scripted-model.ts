// A language model that says what it is told to: for tests of whatever talks to models, here and at home.
import type {
  LanguageModel,
  ModelFailure,
  ModelOutcome,
  ModelReply,
  ModelRequest,
} from '@shoal/base/model/language-model'
import type { Provider } from '@shoal/base/model/provider'
import { defineProvider } from './providers/define.ts'

/** A text, a whole reply, or a failure. */
export type Scripted = string | Partial<ModelReply> | { readonly failure: Partial<ModelFailure> }

/** What is said in order, or as a function of the request. Asked too often a model fails with `server`. */
export type Script = readonly Scripted[] | ((request: ModelRequest, number: number) => Scripted)

export interface ScriptedModel extends LanguageModel {
  readonly requests: readonly ModelRequest[]
}

export function scriptedModel(
  script: Script,
  { id = 'stub:small', hasTools = false }: { readonly id?: string; readonly hasTools?: boolean } = {},
): ScriptedModel {
  const requests: ModelRequest[] = []
  return {
    id,
    hasTools,
    requests,
    async call(request): Promise<ModelOutcome> {
      requests.push(request)
      const said = typeof script === 'function' ? script(request, requests.length) : script[requests.length - 1]
      if (said === undefined) return failed({ message: 'the script has ended' })
      if (typeof said === 'object' && 'failure' in said) return failed(said.failure)
      const reply = typeof said === 'string' ? { text: said } : said
      const usage = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 }
      return { ok: true, reply: { text: '', toolCalls: [], finish: 'stop', usage, ...reply } }
    },
  }
}

/** For `providers` of a config: every model of it follows the script. Each says 100 tokens in and 10 out, which cost nothing. */
export function scriptedProvider(name: string, script: Script): Provider {
  return defineProvider({ name, open: (_, { id }) => scriptedModel(script, { id }) })
}

function failed(failure: Partial<ModelFailure>): ModelOutcome {
  return { ok: false, failure: { kind: 'server', message: 'it failed', retryAfterMs: null, usage: null, ...failure } }
}
