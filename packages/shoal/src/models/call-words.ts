// A recorded call in words: what was asked, what came back and what was made of it.

import type { CallRecord } from '@shoal/base/model/call-log'
import type { Json } from '@shoal/base/model/json'
import type { ModelOutcome, TokenUsage, ToolCall, Turn } from '@shoal/base/model/language-model'
import { lookup } from '@shoal/base/model/lookup'
import { isRecord } from '@shoal/base/model/option-values'

/** Null when it is not known. */
export function usageOf(outcome: ModelOutcome): TokenUsage | null {
  return outcome.ok ? outcome.reply.usage : outcome.failure.usage
}

/** How it failed, or what was made of it, in the words of whoever judged it. Empty when nothing was said. */
export function verdictWords({ outcome, verdict }: Pick<CallRecord, 'outcome' | 'verdict'>): string {
  if (!outcome.ok) return `${outcome.failure.kind}: ${outcome.failure.message}`
  const finish = lookup({ length: ['cut off'], refused: ['withheld'] }, outcome.reply.finish as string) ?? []
  return [...finish, ...partsOf(verdict)].join(', ')
}

/** `{ verified: 3, rejected: 0 }` is told as `verified 3`: what is empty says nothing. */
function partsOf(verdict: Json): readonly string[] {
  if (verdict === null) return []
  if (!isRecord(verdict)) return [typeof verdict === 'string' ? verdict : JSON.stringify(verdict)]
  return Object.entries(verdict).flatMap(([key, value]) => {
    const name = key.replaceAll('_', ' ')
    if (value === null || value === 0 || value === false || value === '') return []
    if (value === true) return [name]
    if (Array.isArray(value)) return value.length === 0 ? [] : [`${name} ${value.length}`]
    return [`${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`]
  })
}

export function turnText(turn: Turn): string {
  if (turn.role === 'user') return turn.passages.map(({ text }) => text).join('\n')
  if (turn.role === 'assistant') return replyText(turn)
  return turn.results.map(({ name, isError, text }) => `${name}${isError ? ' (error)' : ''}:\n${text}`).join('\n')
}

export function replyText({
  text,
  toolCalls,
}: {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
}): string {
  const asked = toolCalls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`)
  return [...(text === '' ? [] : [text]), ...asked].join('\n')
}
