// The small part of Google's Gemini API that is needed: POST /v1beta/models/NAME:generateContent and
// :streamGenerateContent.
import type { Json } from '@shoal/base/model/json'
import { contentText, type Dialect, field, listOf, piecesOf, type Said, textOf } from './exchange.ts'

const FINISH_REASONS = { stop: 'STOP', length: 'MAX_TOKENS', tools: 'STOP', refused: 'SAFETY' } as const

const PATH = /\/models\/([^/:]+):(stream)?generateContent$/i

export const google: Dialect = {
  api: 'google',
  serves: path => PATH.test(path),

  read(body, path) {
    const [, model = '', stream] = PATH.exec(path) ?? []
    const messages = listOf(field(body, 'contents')) as Json[]
    const declared = listOf(field(body, 'tools')).flatMap(tool => listOf(field(tool, 'functionDeclarations')))
    const config = field(body, 'generationConfig')
    return {
      model,
      system: contentText(field(field(body, 'systemInstruction'), 'parts')),
      text: messages
        .filter(message => field(message, 'role') === 'user')
        .map(message => contentText(field(message, 'parts')))
        .join('\n\n'),
      messages,
      tools: declared.map(tool => ({
        name: textOf(field(tool, 'name')),
        description: textOf(field(tool, 'description')),
        parameters: (field(tool, 'parameters') ?? {}) as Record<string, Json>,
      })),
      schema: (field(config, 'responseSchema') ?? field(config, 'responseJsonSchema') ?? null) as Json,
      isStream: stream !== undefined,
    }
  },

  document: said => answer(said, [...(said.text === '' ? [] : [{ text: said.text }]), ...callsOf(said)], true),

  events(said) {
    const pieces = piecesOf(said.text).map(text => answer(said, [{ text }], false))
    const thoughts = piecesOf(said.thought ?? '').map(text => answer(said, [{ text, thought: true }], false))
    // Of a request that is blocked there is no candidate at all.
    const blocked = { promptFeedback: { blockReason: said.refusal }, usageMetadata: usageOf(said) }
    const all = said.refusal === null ? [...thoughts, ...pieces, answer(said, callsOf(said), true)] : [blocked]
    return all.map(value => `data: ${JSON.stringify(value)}\n\n`)
  },

  error: (status, message) => ({
    error: { code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'UNKNOWN' },
  }),
}

function answer(said: Said, parts: Json[], isLast: boolean): Json {
  const candidate = { content: { role: 'model', parts }, index: 0 }
  if (!isLast) return { candidates: [candidate] }
  return { candidates: [{ ...candidate, finishReason: FINISH_REASONS[said.finish] }], usageMetadata: usageOf(said) }
}

/** Of calls that were thought of together the first carries the signature. */
function callsOf({ toolCalls, thought, number }: Said): Json[] {
  return toolCalls.map(({ name, input }, k) => ({
    functionCall: { name, args: input },
    ...(thought !== null && k === 0 && { thoughtSignature: `signature-${number}` }),
  }))
}

function usageOf({ usage }: Said) {
  return {
    promptTokenCount: usage.input,
    candidatesTokenCount: usage.output,
    cachedContentTokenCount: usage.cacheRead,
    totalTokenCount: usage.input + usage.output,
  }
}
