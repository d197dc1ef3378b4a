// A model of a provider package as a LanguageModel: asked as a stream, so that silence is noticed, and never throwing.
import type { LanguageModelV3, LanguageModelV3StreamPart, SharedV3ProviderOptions } from '@ai-sdk/provider'
import type { Json } from '../../model/json.ts'
import type {
  JsonSchema,
  LanguageModel,
  ModelOutcome,
  ModelReply,
  ModelRequest,
  TokenUsage,
  ToolCall,
} from '../../model/language-model.ts'
import { parseExactly } from '../../text/numeral.ts'
import { failureOf, StreamFault, unsendable } from './failure.ts'
import type { Connection, Provider } from './provider.ts'
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
}

interface Adapted {
  readonly schema: JsonSchema | null
  readonly options: SharedV3ProviderOptions
}

export function sdkModel(model: LanguageModelV3, options: SdkModelOptions): LanguageModel {
  const { connection, provider, sharedMark = null } = options
  const adapt = options.adapt ?? (({ schema }) => ({ schema, options: {} }))
  const self = { id: connection.id, hasTools: provider.hasTools }
  return {
    ...self,
    async call(request, { signal }): Promise<ModelOutcome> {
      const unsent = unsendable(request, self, signal)
      if (unsent !== null) return unsent
      const heard = new Heard()
      try {
        const { schema, options: own } = adapt({ schema: request.schema?.schema ?? null, tools: request.tools })
        const { stream, response } = await model.doStream({
          prompt: promptOf(request, sharedMark),
          maxOutputTokens: request.maxOutputTokens,
          ...toolsOf(request.tools),
          ...formatOf(request.schema && schema && { name: request.schema.name, schema }),
          abortSignal: signal,
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
const MADE_UP: readonly LanguageModelV3StreamPart['type'][] = ['stream-start', 'error', 'finish']

type Finish = Extract<LanguageModelV3StreamPart, { type: 'finish' }>

/** What came of a stream so far. */
class Heard {
  text = ''
  contentType: string | null = null
  /** Something that only the API says. */
  isApi = false
  readonly #toolCalls: ToolCall[] = []
  #finish: Finish | null = null

  take(part: LanguageModelV3StreamPart): void {
    this.isApi ||= !MADE_UP.includes(part.type)
    if (part.type === 'text-delta') this.text += part.delta
    else if (part.type === 'tool-call')
      this.#toolCalls.push({ id: part.toolCallId, name: part.toolName, input: readInput(part.input) })
    else if (part.type === 'finish') this.#finish = part
    else if (part.type === 'error' && !isMissingEnd(part.error)) throw new StreamFault(part.error)
  }

  /** Throws when the stream ended before the reply did. */
  reply(request: ModelRequest): ModelReply {
    const { text } = this
    const toolCalls = this.#toolCalls
    // Where a stream has no end one is made up; only a real one comes with the provider's own word for it.
    if (this.#finish?.finishReason.raw === undefined) throw new StreamFault(this.isApi ? 'cut' : 'empty')
    const { finishReason, usage } = this.#finish
    return { text, toolCalls, finish: finishOf(finishReason.unified, toolCalls), usage: usageOf(usage, request, text) }
  }
}

/** One of the packages says itself that the stream has no end; `reply` finds that for all of them. */
function isMissingEnd(error: unknown): boolean {
  return error instanceof Error && error.name === 'AI_InvalidResponseDataError' && !(error as { data?: unknown }).data
}

function finishOf(unified: string, toolCalls: readonly ToolCall[]): ModelReply['finish'] {
  if (unified === 'length') return 'length'
  if (unified === 'content-filter') return 'refused'
  if (unified === 'error') throw new StreamFault('error')
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
