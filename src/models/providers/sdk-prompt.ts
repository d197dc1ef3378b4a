// A request in the words of the provider packages.
import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider'
import type { ModelRequest, Passage, ToolSpec, Turn } from '../../model/language-model.ts'

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
  const calls = turn.toolCalls.map(({ id, name, input }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input,
  }))
  // A turn that says nothing at all is refused everywhere.
  const text = turn.text === '' && calls.length === 0 ? '(nothing)' : turn.text
  return { role: 'assistant', content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...calls] }
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

export function toolsOf(tools: readonly ToolSpec[]): Pick<LanguageModelV3CallOptions, 'tools'> {
  if (tools.length === 0) return {}
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      description,
      inputSchema: parameters as SdkSchema,
    })),
  }
}

export function formatOf(schema: ModelRequest['schema']): Pick<LanguageModelV3CallOptions, 'responseFormat'> {
  if (schema === null) return {}
  return { responseFormat: { type: 'json', name: schema.name, schema: schema.schema as SdkSchema } }
}
