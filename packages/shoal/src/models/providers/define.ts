// Providers of one's own, for config files: what is left out is what fits a provider without a key and a place.
import { errnoReason } from '@shoal/base/model/errors'
import type { LanguageModel } from '@shoal/base/model/language-model'
import type { Connection, Provider } from '@shoal/base/model/provider'
import { oneLine } from './one-line.ts'

export interface ProviderDefinition extends Partial<Omit<Provider, 'name' | 'open'>> {
  /** What stands before the colon in `--model acme:small`: small letters, digits and hyphens. */
  readonly name: string
  /** Opens the model of this name. It is asked through budgets, limits, retries, the record and the gate, as all are. */
  open(name: string, connection: Connection): LanguageModel | Promise<LanguageModel>
}

/** For `providers` of a config file. It needs a key if it names variables that may hold one. */
export function defineProvider({ open, ...given }: ProviderDefinition): Provider {
  const { keyVariables = [], urlVariables = [], defaultUrl = null, hasTools = false } = given
  return {
    title: given.name,
    keyVariables,
    needsKey: keyVariables.length > 0,
    urlVariables,
    defaultUrl,
    needsUrl: urlVariables.length > 0 && defaultUrl === null,
    classes: null,
    hasTools,
    isLocal: false,
    apiUrl: url => url.href,
    ...given,
    open: async (name, connection) => total(await open(name, connection), hasTools, connection.key),
  }
}

/**
 * Whoever wrote it may have forgotten that a call never throws: what it throws is a failure of the server. The provider says whether
 * tools are offered: a record is replayed without its models, and asks the same.
 */
function total(model: LanguageModel, hasTools: boolean, key: string | null): LanguageModel {
  return {
    ...model,
    hasTools,
    async call(request, context) {
      try {
        return await model.call(request, context)
      } catch (error) {
        const kind = context.signal.aborted ? 'aborted' : 'server'
        const message = `${model.id} failed: ${oneLine(errnoReason(error), key)}`
        return { ok: false, failure: { kind, message, retryAfterMs: null, usage: null } }
      }
    },
  }
}
