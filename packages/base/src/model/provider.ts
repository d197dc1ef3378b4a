// What a provider of language models is: where it is reached, which variables hold its key, and how a model is opened.
import type { ModelClass } from './agent.ts'
import type { LanguageModel, RateHeaders } from './language-model.ts'

export interface Provider {
  /** What stands before the colon: `anthropic`. */
  readonly name: string
  /** For people: `Anthropic`. */
  readonly title: string
  /** Environment variables that may hold its key; the first that is set counts. */
  readonly keyVariables: readonly string[]
  readonly needsKey: boolean
  /** Environment variables that may say where it is; the first that is set counts. */
  readonly urlVariables: readonly string[]
  /** Null if there is no such place: it must be said, or nothing is reached over a URL at all. */
  readonly defaultUrl: string | null
  readonly needsUrl: boolean
  /** Its model of each class; null where only the user knows which models there are. */
  readonly classes: Readonly<Record<ModelClass, string>> | null
  /** Whether tools are offered to its models. */
  readonly hasTools: boolean
  /** Runs on the user's own machines, where one model usually does all. */
  readonly isLocal: boolean
  /** A URL as people write it, as the API wants it. */
  apiUrl(url: URL): string
  /** Loads what is needed only now. Throws a ShoalError when the model cannot be asked at all. */
  open(name: string, connection: Connection): Promise<LanguageModel>
}

export interface Connection {
  /** `provider:name`, as the model is called everywhere. */
  readonly id: string
  readonly key: string | null
  /** Null for a provider that has none. */
  readonly url: string | null
  readonly env: Environment
  /** How long nothing may be heard. */
  readonly timeoutMs: number
  /** Told of the limits that the provider announces. */
  readonly onRates: (news: RateHeaders) => void
}

export type Environment = Readonly<Record<string, string | undefined>>
