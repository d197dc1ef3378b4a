// A language model that says what a test tells it to: for code that talks to models. Providers are tested over HTTP.
import type {
  CallContext,
  LanguageModel,
  ModelFailure,
  ModelOutcome,
  ModelReply,
  ModelRequest,
} from '../../src/model/language-model.ts'
import { unlimitedCallBudget } from '../../src/model/language-model.ts'

/** A text, a whole reply, or a failure. */
export type Scripted = string | Partial<ModelReply> | { readonly failure: Partial<ModelFailure> }

export interface ScriptedModel extends LanguageModel {
  readonly requests: readonly ModelRequest[]
}

/** Answers with `script` in order, or as a function of the request; asked too often it fails with `server`. */
export function scriptedModel(
  script: readonly Scripted[] | ((request: ModelRequest, number: number) => Scripted),
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

function failed(failure: Partial<ModelFailure>): ModelOutcome {
  return { ok: false, failure: { kind: 'server', message: 'it failed', retryAfterMs: null, usage: null, ...failure } }
}

export function callContext(rest: Partial<CallContext> = {}): CallContext {
  return {
    signal: new AbortController().signal,
    task: 'analyze-1',
    purpose: 'report',
    callBudget: unlimitedCallBudget,
    ...rest,
  }
}
