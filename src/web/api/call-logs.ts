// What a run asks its models: all together, page by page, and one call with every word of it.
import { ShoalError } from '../../model/errors.ts'
import type { LiveCall, LiveCallPage, LiveCalls } from '../../model/live.ts'
import type { CallHead, IndexedLog } from '../../models/call-log.ts'
import { CallWatch } from '../../models/call-watch.ts'
import { replyText, turnText, usageOf, verdictWords } from '../../models/call-words.ts'
import { plural } from '../../text/printable.ts'
import type { ApiContext } from '../api-context.ts'
import { mirrorOf, type RunParams } from './mirrors.ts'

const PAGE = 200
const MINUTE_MS = 60_000
const MOST_WATCHED = 16
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

export function callTotals(directory: string, now: number): LiveCalls {
  return totalsOf(watched(directory), now)
}

/** Of one task. */
export function callsOfTask(directory: string, task: string): readonly LiveCall[] {
  const log = watched(directory)
  return headsOf(log, log.numbers({ task }).slice(-PAGE))
}

async function logOf(context: ApiContext, run: string): Promise<IndexedLog> {
  await mirrorOf(context, run)
  return watched(context.runDirectory(run))
}

const watches = new Map<string, CallWatch>()

function watched(directory: string): IndexedLog {
  const watch = watches.get(directory) ?? new CallWatch(directory)
  watches.delete(directory)
  watches.set(directory, watch)
  const [oldest] = watches.keys()
  if (watches.size > MOST_WATCHED && oldest !== undefined) watches.delete(oldest)
  return watch.current()
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
