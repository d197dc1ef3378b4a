// A recorded call as a row of a table, as a page of its own and as JSON.
import type { CallRecord, CallTotals } from '@shoal/base/model/call-log'
import type { TokenUsage, Turn } from '@shoal/base/model/language-model'
import { formatCount, plural, printable } from '@shoal/base/text/printable'
import { clock, iso, lasted } from '@shoal/base/text/times'
import { replyText, turnText, usageOf, verdictWords } from '../models/call-words.ts'
import type { Column } from './table.ts'
import { jsonText } from './team/json-text.ts'
import { cut, type Sheet } from './team/sheet.ts'

export const callColumns: readonly Column[] = [
  { title: '#', align: 'right' },
  { title: 'time' },
  { title: 'task' },
  { title: 'purpose' },
  { title: 'model' },
  { title: 'in', align: 'right' },
  { title: 'out', align: 'right' },
  { title: 'cost', align: 'right' },
  { title: 'took', align: 'right' },
  { title: 'tries', align: 'right' },
  { title: 'came of it' },
]

export function callCells(call: CallRecord): string[] {
  const { input = 0, output = 0 } = usageOf(call.outcome) ?? {}
  return [
    String(call.number),
    clock(call.at),
    printable(call.task),
    printable(call.purpose),
    printable(call.model),
    formatCount(input),
    formatCount(output),
    costWords(call.microUsd),
    lasted(call.tookMs),
    String(call.attempts),
    cut(printable(verdictWords(call)) || '-', VERDICT_WIDTH),
  ]
}

export function totalsLine({ calls, failed, input, output, microUsd }: CallTotals): string {
  const failures = failed > 0 ? `, ${formatCount(failed)} failed` : ''
  const price = microUsd === null ? 'price not known' : costWords(microUsd)
  return `${plural(calls, 'call')}${failures}: ${formatCount(input)} tokens in, ${formatCount(output)} out, ${price}`
}

/** All of it: what was said in full, made safe for a terminal. */
export function drawCall(sheet: Sheet, call: CallRecord): void {
  const { request, outcome } = call
  const usage = usageOf(outcome)
  sheet.entry('call', `${call.number}, ${iso(call.at)}, took ${lasted(call.tookMs)}`)
  sheet.entry('task', `${printable(call.task)} (${printable(call.purpose)})`)
  sheet.entry('model', printable(call.model))
  if (usage) sheet.entry('tokens', usageWords(usage))
  sheet.entry('cost', call.microUsd === null ? 'price not known' : costWords(call.microUsd))
  sheet.entry('tries', String(call.attempts))
  section(sheet, 'system', request.system)
  if (request.tools.length > 0) section(sheet, 'tools', request.tools.map(({ name }) => name).join(', '))
  if (request.schema) section(sheet, `schema ${request.schema.name}`, jsonText(request.schema.schema))
  for (const turn of request.turns) section(sheet, turn.role, turnText(turn))
  if (outcome.ok) section(sheet, `reply (${outcome.reply.finish})`, replyText(outcome.reply))
  else section(sheet, `failure (${outcome.failure.kind})`, outcome.failure.message)
  if (call.verdict !== null) section(sheet, 'came of it', jsonText(call.verdict))
}

export function callJson(call: CallRecord) {
  const { outcome } = call
  const usage = usageOf(outcome)
  return {
    number: call.number,
    at: iso(call.at),
    took_ms: call.tookMs,
    attempts: call.attempts,
    task: call.task,
    purpose: call.purpose,
    model: call.model,
    digest: call.digest,
    usage: usage && {
      input_tokens: usage.input,
      output_tokens: usage.output,
      cache_read_tokens: usage.cacheRead,
      cache_write_tokens: usage.cacheWrite,
    },
    cost_usd: call.microUsd === null ? null : call.microUsd / 1e6,
    finish: outcome.ok ? outcome.reply.finish : null,
    failure: outcome.ok ? null : { kind: outcome.failure.kind, message: outcome.failure.message },
    verdict: call.verdict,
  }
}

/** With the prompt and the reply. */
export function wholeCallJson(call: CallRecord) {
  const { request, outcome } = call
  return {
    ...callJson(call),
    request: {
      system: request.system,
      turns: request.turns.map(turnJson),
      tools: request.tools,
      schema: request.schema,
      max_output_tokens: request.maxOutputTokens,
    },
    reply: outcome.ok ? { text: outcome.reply.text, tool_calls: outcome.reply.toolCalls } : null,
  }
}

function turnJson(turn: Turn) {
  if (turn.role === 'assistant') return { role: turn.role, text: turn.text, tool_calls: turn.toolCalls }
  if (turn.role === 'tool')
    return { role: turn.role, results: turn.results.map(({ isError, ...rest }) => ({ ...rest, is_error: isError })) }
  const passages = turn.passages.map(({ text, isShared = false }) => ({ text, is_shared: isShared }))
  return { role: turn.role, passages }
}

function usageWords({ input, output, cacheRead, cacheWrite }: TokenUsage): string {
  const cached = cacheRead + cacheWrite > 0
  const kept = cached ? ` (${formatCount(cacheRead)} from its cache, ${formatCount(cacheWrite)} into it)` : ''
  return `${formatCount(input)} in${kept}, ${formatCount(output)} out`
}

/** A tenth of a cent matters when there are ten thousand calls. */
function costWords(microUsd: number | null): string {
  return microUsd === null ? '?' : `$${(microUsd / 1e6).toFixed(4)}`
}

const VERDICT_WIDTH = 60

function section(sheet: Sheet, title: string, text: string): void {
  sheet.heading(printable(title))
  for (const line of text.split(/\r?\n/)) sheet.line(printable(line.replaceAll('\t', '    ')))
}
