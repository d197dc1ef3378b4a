// What `claude -p --output-format json` prints, read as the outcome of a call.

import type { FailureKind, ModelOutcome, TokenUsage } from '@shoal/base/model/language-model'
import { lookup } from '@shoal/base/model/lookup'
import { isRecord } from '@shoal/base/model/option-values'
import { messageOf } from './failure.ts'
import { replyWithoutKey } from './without-key.ts'

interface Printed {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** `spent` is what the call has used if the answer does not say. */
export function readAnswer(
  printed: Printed,
  { key, spent }: { readonly key: string | null; readonly spent: TokenUsage },
): ModelOutcome {
  const answer = readResult(printed.stdout)
  if (answer === null) {
    const why = printed.stderr.trim() || printed.stdout.trim() || 'it printed nothing'
    return failedAnswer(kindOf(why), `ended with status ${printed.code}: ${why}`, key, null)
  }
  const text = typeof answer.result === 'string' ? answer.result : ''
  const used = usageIn(answer.usage)
  if (answer.is_error === true)
    return failedAnswer(kindOf(text), `answered: ${text || String(answer.subtype)}`, key, used)
  // A reply held to a schema arrives as a value; everybody else sends it as text.
  const said = answer.structured_output === undefined ? text : JSON.stringify(answer.structured_output)
  const finish = finishOf(answer.stop_reason)
  return { ok: true, reply: replyWithoutKey({ text: said, toolCalls: [], finish, usage: used ?? spent }, key) }
}

/** `what` it did, behind its name. */
export function failedAnswer(
  kind: FailureKind,
  what: string,
  key: string | null,
  usage: TokenUsage | null,
): ModelOutcome {
  return { ok: false, failure: { kind, message: messageOf(kind, `claude ${what}`, key), retryAfterMs: null, usage } }
}

/** The result is the last JSON object on a line of its own: notices may be printed before it. */
function readResult(stdout: string): Record<string, unknown> | null {
  for (const line of [stdout, ...stdout.split('\n').reverse()]) {
    try {
      const value: unknown = JSON.parse(line)
      const last = Array.isArray(value) ? value.at(-1) : value
      if (isRecord(last)) return last
    } catch {}
  }
  return null
}

function usageIn(value: unknown): TokenUsage | null {
  if (!isRecord(value)) return null
  const count = (name: string) => (Number.isFinite(lookup(value, name)) ? (lookup(value, name) as number) : 0)
  const cacheRead = count('cache_read_input_tokens')
  const cacheWrite = count('cache_creation_input_tokens')
  return {
    input: count('input_tokens') + cacheRead + cacheWrite,
    output: count('output_tokens'),
    cacheRead,
    cacheWrite,
  }
}

function finishOf(reason: unknown): 'stop' | 'length' | 'refused' {
  if (reason === 'max_tokens') return 'length'
  return reason === 'refusal' ? 'refused' : 'stop'
}

/** It says in words what the API told it: `API Error: 429 …`, `Invalid API key · Please run /login`. */
function kindOf(text: string): FailureKind {
  const status = Number(/API Error:? \(?(\d{3})/i.exec(text)?.[1] ?? 0)
  if (status === 429 || /rate.?limit|usage limit/i.test(text)) return 'rate-limited'
  if (status === 529 || status === 503 || /overloaded/i.test(text)) return 'overloaded'
  if (status === 401 || status === 403 || /api key|\/login|not logged in|credit balance/i.test(text))
    return 'credentials'
  if (/prompt is too long|context (?:length|window)/i.test(text)) return 'too-long'
  if (status === 400 || status === 404) return 'refused'
  return 'server'
}
