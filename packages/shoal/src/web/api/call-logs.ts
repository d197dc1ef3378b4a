// What a run asks its models: all together, page by page, and one call with every word of it.
import { ShoalError } from '@shoal/base/model/errors'
import type { LiveCall, LiveCallPage, LiveCalls } from '@shoal/base/model/live'
import { plural } from '@shoal/base/text/printable'
import type { CallHead, IndexedLog } from '../../models/call-log.ts'
import { replyText, turnText, usageOf, verdictWords } from '../../models/call-words.ts'
import type { ApiContext } from '../api-context.ts'
import { type Mirrored, mirrorOf, type RunParams } from './mirrors.ts'

const PAGE = 200
const MINUTE_MS = 60_000
/** Of a line of a list. */
const MOST_WORDS = 500

export interface CallList {
  /** In the order in which they ended. */
  readonly calls: readonly LiveCall[]
  readonly totals: LiveCalls
  /** What to ask for calls after; null when these are the last so far. */
  readonly next: number | null
}

export async function listCalls(
  context: ApiContext,
  { run, after }: RunParams & { readonly after: number },
): Promise<CallList> {
  const log = await logOf(context, run)
  const numbers = log.numbers({ after })
  const page = numbers.slice(0, PAGE)
  return {
    calls: headsOf(log, page),
    totals: totalsOf(log, context.now()),
    next: numbers.length > PAGE ? page.at(-1)! : null,
  }
}

/** Throws `not-recorded`. */
export async function readCall(
  context: ApiContext,
  { run, number }: RunParams & { readonly number: number },
): Promise<LiveCallPage> {
  const log = await logOf(context, run)
  const call = log.record(number)
  if (!call)
    throw new ShoalError('not-recorded', `run "${run}" has no call ${number}`, {
      detail: String(number),
      advice: `it has ${plural(log.totals().calls, 'call')}`,
    })
  const { request, outcome } = call
  const last = outcome.ok
    ? { role: 'reply', text: replyText(outcome.reply) }
    : { role: 'failure', text: `${outcome.failure.kind}: ${outcome.failure.message}` }
  return {
    ...liveCall(call),
    turns: [
      { role: 'system', text: request.system },
      ...request.turns.map(turn => ({ role: turn.role, text: turnText(turn) })),
      last,
    ],
    tools: request.tools.map(({ name }) => name),
    schema: request.schema?.schema ?? null,
    verdictJson: call.verdict,
  }
}

export async function callTotals({ calls }: Pick<Mirrored, 'calls'>, now: number): Promise<LiveCalls> {
  return totalsOf(await calls.current(), now)
}

export interface TaskCalls {
  /** The last of them. */
  readonly calls: readonly LiveCall[]
  readonly callCount: number
}

export async function callsOfTask({ calls }: Pick<Mirrored, 'calls'>, task: string): Promise<TaskCalls> {
  const log = await calls.current()
  const numbers = log.numbers({ task })
  return { calls: headsOf(log, numbers.slice(-PAGE)), callCount: numbers.length }
}

async function logOf(context: ApiContext, run: string): Promise<IndexedLog> {
  const { calls } = await mirrorOf(context, run)
  return await calls.current()
}

function totalsOf(log: IndexedLog, now: number): LiveCalls {
  const { calls, failed, input, output, microUsd, guessed } = log.totals()
  return {
    calls,
    failed,
    inputTokens: input,
    outputTokens: output,
    costUsd: microUsd === null ? null : microUsd / 1e6,
    isGuess: guessed,
    perMinute: log.endedSince(now - MINUTE_MS),
  }
}

function headsOf(log: IndexedLog, numbers: readonly number[]): LiveCall[] {
  return numbers.flatMap(number => {
    const head = log.head(number)
    return head ? [liveCall(head)] : []
  })
}

function liveCall(call: CallHead): LiveCall {
  const { number, at, tookMs, attempts, task, purpose, model, outcome, microUsd } = call
  const { input = 0, output = 0 } = usageOf(outcome) ?? {}
  return {
    number,
    at,
    tookMs,
    attempts,
    task,
    purpose,
    model,
    inputTokens: input,
    outputTokens: output,
    costUsd: microUsd === null ? null : microUsd / 1e6,
    failure: outcome.ok ? null : `${outcome.failure.kind}: ${outcome.failure.message}`.slice(0, MOST_WORDS),
    verdict: verdictWords(call).slice(0, MOST_WORDS),
  }
}
