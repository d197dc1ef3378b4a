// A model of a provider package as a LanguageModel: asked as a stream, so that silence is noticed, and never throwing.
import type { LanguageModelV3, LanguageModelV3StreamPart, SharedV3ProviderOptions } from '@ai-sdk/provider'
import type { Json } from '@shoal/base/model/json'
import type {
  JsonSchema,
  LanguageModel,
  ModelOutcome,
  ModelReply,
  ModelRequest,
  SaidPart,
  TokenUsage,
  ToolCall,
} from '@shoal/base/model/language-model'
import { isRecord } from '@shoal/base/model/option-values'
import type { Connection, Provider } from '@shoal/base/model/provider'
import { parseExactly } from '@shoal/base/text/numeral'
import { failureOf, StreamFault, unsendable } from './failure.ts'
import { oneLine } from './one-line.ts'
import { formatOf, promptOf, toolsOf } from './sdk-prompt.ts'
import { guessUsage } from './usage.ts'
import { replyWithoutKey } from './without-key.ts'

export interface SdkModelOptions {
  readonly connection: Connection
  readonly provider: Provider
  /** What marks a passage as worth keeping in the provider's prompt cache. */
  readonly sharedMark?: SharedV3ProviderOptions
  /** What this provider makes of the schema, and options of its own. */
  readonly adapt?: (asked: { schema: JsonSchema | null; tools: ModelRequest['tools'] }) => Adapted
  /** Tokens it may think, beside those of its reply. */
  readonly thinkingTokens?: number
  /** Whether inputs of tools are held to their schemas, for a provider that asks; null for others. */
  readonly areToolsStrict?: boolean | null
}

interface Adapted {
  readonly schema: JsonSchema | null
  readonly options: SharedV3ProviderOptions
}

export function sdkModel(model: LanguageModelV3, options: SdkModelOptions): LanguageModel {
  const { connection, provider, sharedMark = null, thinkingTokens = 0, areToolsStrict = null } = options
  const adapt = options.adapt ?? (({ schema }) => ({ schema, options: {} }))
  const self = { id: connection.id, hasTools: provider.hasTools, thinkingTokens }
  return {
    ...self,
    async call(request, { signal }): Promise<ModelOutcome> {
      const unsent = unsendable(request, self, signal)
      if (unsent !== null) return unsent
      const heard = new Heard(provider.name, connection.key)
      try {
        const { schema, options: own } = adapt({ schema: request.schema?.schema ?? null, tools: request.tools })
        const { stream, response } = await model.doStream({
          prompt: promptOf(request, sharedMark),
          maxOutputTokens: request.maxOutputTokens + thinkingTokens,
          ...toolsOf(request.tools, areToolsStrict),
          ...formatOf(request.schema && schema && { name: request.schema.name, schema }),
          abortSignal: signal,
          // They say what the packages do not: that a reply has come to its end, and that a model has refused.
          includeRawChunks: true,
          providerOptions: own,
        })
        heard.contentType = response?.headers?.['content-type'] ?? null
        for await (const part of stream) heard.take(part)
        return { ok: true, reply: replyWithoutKey(heard.reply(request), connection.key) }
      } catch (thrown) {
        const spent = guessUsage(request, heard.text)
        return { ok: false, failure: failureOf(thrown, { provider, connection, signal, spent, heard }) }
      }
    },
  }
}

/** The packages begin and end every stream so, whatever is in it. */
const MADE_UP: readonly LanguageModelV3StreamPart['type'][] = ['stream-start', 'error', 'finish', 'raw']

type Finish = Extract<LanguageModelV3StreamPart, { type: 'finish' }>
type Mark = LanguageModelV3StreamPart & { readonly providerMetadata?: SharedV3ProviderOptions }

/** What came of a stream so far. */
class Heard {
  text = ''
  contentType: string | null = null
  /** Something that only the API says. */
  isApi = false
  readonly #toolCalls: ToolCall[] = []
  readonly #parts = new Map<
    string,
    { kind: 'thought' | 'text' | 'call'; text: string; mark: SharedV3ProviderOptions }
  >()
  /** Why the model will not answer, in its own words. */
  #refusal = ''
  #isEnded = false
  #finish: Finish | null = null

  constructor(
    private readonly provider: string,
    private readonly key: string | null,
  ) {}

  take(part: LanguageModelV3StreamPart): void {
    this.isApi ||= !MADE_UP.includes(part.type)
    if (part.type === 'text-delta') this.text += part.delta
    if (part.type.startsWith('text-') && 'id' in part) this.#keep('text', part.id, part)
    else if (part.type.startsWith('reasoning-') && 'id' in part) this.#keep('thought', part.id, part)
    else if (part.type === 'tool-call') {
      this.#toolCalls.push({ id: part.toolCallId, name: part.toolName, input: readInput(part.input) })
      this.#keep('call', part.toolCallId, part)
    } else if (part.type === 'raw') this.#look(part.rawValue)
    else if (part.type === 'finish') this.#finish = part
    else if (part.type === 'error' && !isMissingEnd(part.error)) throw new StreamFault(part.error)
  }

  /** Throws when the stream ended before the reply did. */
  reply(request: ModelRequest): ModelReply {
    const { text } = this
    const toolCalls = this.#toolCalls
    // Where a stream has no end one is made up; only a real one comes with the provider's own word for it.
    if (this.#finish === null || (this.#finish.finishReason.raw === undefined && !this.#isEnded))
      throw new StreamFault(this.isApi ? 'cut' : 'empty')
    const { finishReason, usage } = this.#finish
    const finish = text === '' && this.#refusal !== '' ? 'refused' : finishOf(finishReason, toolCalls)
    const parts = this.#said()
    return {
      text,
      toolCalls,
      finish,
      usage: usageOf(usage, request, text),
      ...(parts.length > 0 && { parts }),
      ...(finish === 'refused' && { withheld: this.#withheld() }),
    }
  }

  #keep(kind: 'thought' | 'text' | 'call', id: string, part: Mark): void {
    const key = `${kind} ${id}`
    const kept = this.#parts.get(key) ?? { kind, text: kind === 'call' ? id : '', mark: {} }
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') kept.text += part.delta
    for (const [name, said] of Object.entries(part.providerMetadata ?? {}))
      kept.mark[name] = { ...kept.mark[name], ...said }
    this.#parts.set(key, kept)
  }

  /** A thought without a mark is nobody's to send back: servers that know none refuse it. */
  #said(): SaidPart[] {
    const all = [...this.#parts.values()].filter(({ kind, mark }) => kind !== 'thought' || !isEmpty(mark))
    if (all.every(({ kind, mark }) => kind !== 'thought' && isName(mark))) return []
    return all.map(({ kind, text, mark }) => ({
      ...(kind === 'call' ? { kind, call: text } : { kind, text }),
      ...(!isEmpty(mark) && { mark: mark as Json }),
    }))
  }

  #look(value: unknown): void {
    const { type, delta, choices } = asRecord(value)
    // OpenAI's responses end without a word for it.
    if (type === 'response.completed' || type === 'response.incomplete') this.#isEnded = true
    if (type === 'response.refusal.delta' && typeof delta === 'string') this.#refusal += delta
    const [choice] = Array.isArray(choices) ? choices : []
    const { refusal } = asRecord(asRecord(choice).delta)
    if (typeof refusal === 'string') this.#refusal += refusal
  }

  #withheld(): string {
    const { finishReason, providerMetadata = {} } = this.#finish!
    const { stopDetails, promptFeedback } = asRecord(providerMetadata[this.provider])
    const details = asRecord(stopDetails)
    const why = [details.category, details.explanation].filter(one => typeof one === 'string').join(': ')
    const blocked = asRecord(promptFeedback).blockReason
    const said =
      this.#refusal !== '' || finishReason.raw === 'refusal'
        ? `the model refused to answer${this.#refusal || why ? `: ${this.#refusal || why}` : ''}`
        : typeof blocked === 'string'
          ? `${this.provider} blocked the request (${blocked})`
          : `the filter of ${this.provider} withheld the reply (${finishReason.raw})`
    return oneLine(said, this.key)
  }
}

/** Nothing but a name that the provider has given the part. */
function isName(mark: SharedV3ProviderOptions): boolean {
  return Object.values(mark).every(said => Object.keys(said).every(key => key === 'itemId'))
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

/** One of the packages says itself that the stream has no end; `reply` finds that for all of them. */
function isMissingEnd(error: unknown): boolean {
  return error instanceof Error && error.name === 'AI_InvalidResponseDataError' && !(error as { data?: unknown }).data
}

function finishOf({ unified, raw }: Finish['finishReason'], toolCalls: readonly ToolCall[]): ModelReply['finish'] {
  if (unified === 'length') return 'length'
  if (unified === 'content-filter') return 'refused'
  if (unified === 'error') throw new StreamFault(raw ?? 'error')
  if (toolCalls.length > 0) return 'tools'
  return unified === 'stop' ? 'stop' : 'other'
}

/** Servers that do not say what was used are believed to have used what it looks like. */
function usageOf({ inputTokens, outputTokens }: Finish['usage'], request: ModelRequest, text: string): TokenUsage {
  const isTold = inputTokens.total !== undefined && outputTokens.total !== undefined
  const guess = isTold ? null : guessUsage(request, text)
  return {
    input: inputTokens.total ?? guess?.input ?? 0,
    output: outputTokens.total ?? guess?.output ?? 0,
    cacheRead: inputTokens.cacheRead ?? 0,
    cacheWrite: inputTokens.cacheWrite ?? 0,
    ...(isTold ? {} : { isGuess: true }),
  }
}

/** Models write the input of a call as text; what is no JSON goes on as that text, and the tool says so. */
function readInput(text: string): Json {
  try {
    return text === '' ? {} : (parseExactly(text) as Json)
  } catch {
    return text
  }
}
