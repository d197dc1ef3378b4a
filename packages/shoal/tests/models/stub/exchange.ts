// What the stub server is asked and what it is told to do about it, whichever API it was asked through.
import type { Json } from '@shoal/base/model/json'
import type { TokenUsage, ToolSpec } from '@shoal/base/model/language-model'

export type StubApi = 'anthropic' | 'openai' | 'google'

/** What a request says, read from its body. */
export interface Asked {
  readonly model: string
  readonly system: string
  /** The text of all user turns, joined by blank lines. */
  readonly text: string
  /** The turns as the API has them. */
  readonly messages: readonly Json[]
  readonly tools: readonly ToolSpec[]
  readonly schema: Json | null
  readonly isStream: boolean
}

export interface StubRequest extends Asked {
  readonly api: StubApi
  /** From 1, in the order of arrival. */
  readonly number: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json
}

export interface StubToolCall {
  readonly name: string
  readonly input: Json
  readonly id?: string
}

/**
 * What to do: say something (`text`, `json`, `toolCalls`), or with a `status` of 300 and more, fail. Both may be delayed,
 * dripped, cut or never ended.
 */
export interface StubAction {
  readonly text?: string
  /** The text is this value as JSON. */
  readonly json?: unknown
  readonly toolCalls?: readonly StubToolCall[]
  /** What it thought before: with a signature, or encrypted, as the API has it. */
  readonly thinks?: string
  /** The model says why it will not answer. */
  readonly refusal?: string
  readonly finish?: 'stop' | 'length' | 'tools' | 'refused'
  readonly usage?: Partial<TokenUsage>

  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Instead of the API's own body: a text as it is, a value as JSON. */
  readonly body?: unknown

  /** Milliseconds before the first byte. */
  readonly delayMs?: number
  /** Milliseconds between the events of a stream. */
  readonly dripMs?: number
  /** The connection is cut after so many bytes of the body. */
  readonly cutAfter?: number
  /** The body ends after so many bytes as if that were all. */
  readonly endAfter?: number
  /** Nothing is sent and nothing ended; with `cutAfter` the silence begins after so many bytes. */
  readonly hang?: boolean
}

/** What is said, with nothing left open. */
export interface Said {
  /** The number of the request: no two answers share an id, for some clients join those that do. */
  readonly number: number
  readonly text: string
  readonly thought: string | null
  readonly refusal: string | null
  readonly toolCalls: readonly Required<StubToolCall>[]
  readonly finish: 'stop' | 'length' | 'tools' | 'refused'
  readonly usage: TokenUsage
}

/** One API: how its requests are read and its answers written. */
export interface Dialect {
  readonly api: StubApi
  /** Whether requests to this path are its own. */
  serves(path: string): boolean
  read(body: Json, path: string): Asked
  /** The whole answer in one. */
  document(said: Said, asked: Asked, body: Json): Json
  /** The same as the events of a stream, ready to be sent. */
  events(said: Said, asked: Asked, body: Json): readonly string[]
  error(status: number, message: string): Json
}

export function saidBy(action: StubAction, asked: Asked, number: number): Said {
  const text = action.text ?? (action.json === undefined ? '' : JSON.stringify(action.json))
  const toolCalls = (action.toolCalls ?? []).map((call, index) => ({ id: `call_${number}_${index}`, ...call }))
  const usage = {
    input: Math.ceil((asked.system.length + asked.text.length) / 4),
    output: Math.ceil((text.length + JSON.stringify(toolCalls).length) / 4),
    cacheRead: 0,
    cacheWrite: 0,
    ...action.usage,
  }
  const { thinks: thought = null, refusal = null } = action
  const finish = action.finish ?? (refusal !== null ? 'refused' : toolCalls.length > 0 ? 'tools' : 'stop')
  return { number, text, thought, refusal, toolCalls, finish, usage }
}

/** A text in the pieces that a stream brings it in; none for the empty one. */
export function piecesOf(text: string, size = 400): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size))
  return pieces
}

// Bodies come from clients under test: what is missing or of another kind reads as nothing.

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The text of content that is a string or a list of blocks. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map(block => textOf(field(block, 'text')))
    .filter(text => text !== '')
    .join('\n\n')
}
