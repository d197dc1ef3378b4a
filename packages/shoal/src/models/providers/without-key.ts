// What others say, without the key that it was asked with: gateways and models have been seen to repeat it.

import type { Json } from '@shoal/base/model/json'
import type { ModelReply, SaidPart, ToolCall } from '@shoal/base/model/language-model'
import { isRecord } from '@shoal/base/model/option-values'

/** Shorter ones are the dummies of local servers, and would tear words apart. */
const SHORTEST = 6

export function withoutKey(text: string, key: string | null): string {
  return key === null || key.length < SHORTEST ? text : text.replaceAll(key, '[key]')
}

export function replyWithoutKey(reply: ModelReply, key: string | null): ModelReply {
  const { parts } = reply
  return {
    ...reply,
    text: withoutKey(reply.text, key),
    toolCalls: reply.toolCalls.map(call => callWithoutKey(call, key)),
    ...(parts && {
      parts: mapStrings(parts as unknown as Json, text => withoutKey(text, key)) as unknown as readonly SaidPart[],
    }),
  }
}

function callWithoutKey({ id, name, input }: ToolCall, key: string | null): ToolCall {
  const clean = (text: string) => withoutKey(text, key)
  return { id: clean(id), name: clean(name), input: mapStrings(input, clean) }
}

/** Names of properties too. A value that nests too deeply to be walked is one that no tool takes. */
function mapStrings(value: Json, clean: (text: string) => string): Json {
  try {
    return JSON.parse(JSON.stringify(value), (_name, part: Json) => {
      if (typeof part === 'string') return clean(part)
      return isRecord(part) ? Object.fromEntries(Object.entries(part).map(([name, one]) => [clean(name), one])) : part
    }) as Json
  } catch {
    return '[nested too deeply]'
  }
}
