// The lines of a record of calls. What many requests have in common, and what a request repeats of the one before, stands
// in the file once, under its digest; requests refer to it.

import type { CallRecord } from '@shoal/base/model/call-log'
import type { Json } from '@shoal/base/model/json'
import type { ModelRequest, Passage, Turn } from '@shoal/base/model/language-model'
import { isRecord } from '@shoal/base/model/option-values'
import { digestOf, partDigest } from './digest.ts'

export type CallLine =
  | { readonly part: string; readonly value: unknown }
  | { readonly call: StoredCall }
  | { readonly verdict: Json; readonly of: number }

export type StoredCall = Omit<CallRecord, 'request' | 'verdict'> & { readonly request: FoldedRequest }

/** Every string is the digest of a part. */
export interface FoldedRequest {
  readonly system: string
  readonly turns: readonly (string | { readonly passages: readonly FoldedPassage[] })[]
  readonly tools: string
  readonly schema: string
  readonly maxOutputTokens: number
}

type FoldedPassage = Omit<Passage, 'text'> & { readonly text: string }

/** `keep` gives the digest of a part, and puts it where `unfold` will find it. */
export function fold(request: ModelRequest, keep: (part: unknown) => string): FoldedRequest {
  const { system, turns, tools, schema, maxOutputTokens } = request
  return {
    system: keep(system),
    turns: turns.map(turn =>
      turn.role === 'user'
        ? { passages: turn.passages.map(passage => ({ ...passage, text: keep(passage.text) })) }
        : keep(turn),
    ),
    tools: keep(tools),
    schema: keep(schema),
    maxOutputTokens,
  }
}

/**
 * The same for the same question to the same model. Null for a request that cannot be written as JSON, and so not be sent:
 * a model may have asked for a tool with an input that nests too deeply.
 */
export function callDigest(model: string, request: ModelRequest): string | null {
  try {
    return digestOf([model, fold(request, partDigest)])
  } catch {
    return null
  }
}

/** `find` gives the part of a digest, or undefined when the file has lost it; what is lost is said to be. */
export function unfold(folded: FoldedRequest, find: (digest: string) => unknown): ModelRequest {
  const text = (digest: string) => (find(digest) as string | undefined) ?? LOST
  const turn = (digest: string) => (find(digest) as Turn | undefined) ?? lostTurn
  return {
    system: text(folded.system),
    turns: folded.turns.map(one =>
      typeof one === 'string'
        ? turn(one)
        : { role: 'user', passages: one.passages.map(passage => ({ ...passage, text: text(passage.text) })) },
    ),
    tools: (find(folded.tools) as ModelRequest['tools'] | undefined) ?? [],
    schema: (find(folded.schema) as ModelRequest['schema'] | undefined) ?? null,
    maxOutputTokens: folded.maxOutputTokens,
  }
}

const LOST = '[the record is damaged here]'
const lostTurn: Turn = { role: 'assistant', text: LOST, toolCalls: [] }

/** Null for half a line, and for what a later version may add. */
export function readCallLine(line: string): CallLine | null {
  try {
    const read: unknown = JSON.parse(line)
    return isRecord(read) && ('part' in read || 'verdict' in read || isCall(read.call)) ? (read as CallLine) : null
  } catch {
    return null
  }
}

function isCall(call: unknown): boolean {
  return isRecord(call) && Number.isInteger(call.number) && isRecord(call.request) && isRecord(call.outcome)
}
