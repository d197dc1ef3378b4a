// A request in the words of the provider packages.
import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider'
import type { ModelRequest, Passage, ToolCall, ToolSpec, Turn } from '@shoal/base/model/language-model'
import { pushAll } from '@shoal/base/model/lists'
import { isRecord } from '@shoal/base/model/option-values'

/** `sharedMark` is put on shared passages; without one, passages are joined to a single text, which all servers take. */
export function promptOf(
  { system, turns }: Pick<ModelRequest, 'system' | 'turns'>,
  sharedMark: SharedV3ProviderOptions | null,
): LanguageModelV3Prompt {
  const messages = turns.map(turn => messageOf(turn, sharedMark))
  return system === '' ? messages : [{ role: 'system', content: system }, ...messages]
}

function messageOf(turn: Turn, sharedMark: SharedV3ProviderOptions | null): LanguageModelV3Message {
  if (turn.role === 'user') return { role: 'user', content: textParts(turn.passages, sharedMark) }
  if (turn.role === 'tool') {
    const content = turn.results.map(({ id, name, text, isError }) => ({
      type: 'tool-result' as const,
      toolCallId: id,
      toolName: name,
      output: { type: isError ? ('error-text' as const) : ('text' as const), value: text },
    }))
    return { role: 'tool', content }
  }
  return { role: 'assistant', content: saidParts(turn) }
}

type Said = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'][number]
type AssistantTurn = Extract<Turn, { role: 'assistant' }>

/** As it was said, where the provider has marked it; else the words before the calls. */
function saidParts({ text, toolCalls, parts }: AssistantTurn): Said[] {
  const calls = new Map(toolCalls.map(call => [call.id, callPart(call)]))
  const said: Said[] = []
  for (const part of parts ?? [{ kind: 'text' as const, text }]) {
    const marked = part.mark === undefined ? {} : { providerOptions: part.mark as SharedV3ProviderOptions }
    if (part.kind === 'call') {
      const call = calls.get(part.call)
      if (call) said.push({ ...call, ...marked })
      calls.delete(part.call)
    } else if (part.kind === 'thought') said.push({ type: 'reasoning', text: part.text, ...marked })
    else if (part.text !== '') said.push({ type: 'text', text: part.text, ...marked })
  }
  pushAll(said, [...calls.values()])
  // A turn that says nothing at all is refused everywhere, and one that only thinks too.
  if (said.every(({ type }) => type === 'reasoning')) said.push({ type: 'text', text: text || '(nothing)' })
  return said
}

/** Providers take nothing but objects: what is none was not understood, and is told back as such. */
function callPart({ id, name, input }: ToolCall) {
  return {
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: isRecord(input) ? input : { unreadable: input },
  }
}

function textParts(passages: readonly Passage[], sharedMark: SharedV3ProviderOptions | null) {
  if (sharedMark === null) return [{ type: 'text' as const, text: passages.map(({ text }) => text).join('\n\n') }]
  return passages.map(({ text, isShared }) => ({
    type: 'text' as const,
    text,
    ...(isShared ? { providerOptions: sharedMark } : {}),
  }))
}

type SdkTools = NonNullable<LanguageModelV3CallOptions['tools']>
type SdkSchema = Extract<SdkTools[number], { type: 'function' }>['inputSchema']

/** `areStrict`: null where the provider does not ask. */
export function toolsOf(
  tools: readonly ToolSpec[],
  areStrict: boolean | null,
): Pick<LanguageModelV3CallOptions, 'tools'> {
  if (tools.length === 0) return {}
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      description,
      inputSchema: parameters as SdkSchema,
      ...(areStrict !== null && { strict: areStrict }),
    })),
  }
}

export function formatOf(schema: ModelRequest['schema']): Pick<LanguageModelV3CallOptions, 'responseFormat'> {
  if (schema === null) return {}
  return { responseFormat: { type: 'json', name: schema.name, schema: schema.schema as SdkSchema } }
}
