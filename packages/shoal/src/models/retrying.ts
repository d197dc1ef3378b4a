// Asks again after failures that pass, later and later and never all at the same moment (full jitter).
import type {
  FailureKind,
  LanguageModel,
  ModelFailure,
  ModelOutcome,
  TokenUsage,
} from '@shoal/base/model/language-model'
import { type Clock, LONGEST_WAIT_MS, pause, systemClock } from './clock.ts'
import { addUsage } from './cost.ts'

const PASSING: ReadonlySet<FailureKind> = new Set(['rate-limited', 'overloaded', 'server', 'timeout', 'connection'])

export interface Patience {
  /** How often a request is sent at most. */
  readonly attempts: number
  /** The first wait is at most this long; the bound doubles with each attempt, up to `maxMs`. */
  readonly baseMs: number
  readonly maxMs: number
}

const PATIENCE: Patience = { attempts: 6, baseMs: 1000, maxMs: 60_000 }

/** So often at most when the address of the provider looks wrong: who runs shoal should hear of it soon. */
const MISADDRESSED_ATTEMPTS = 2

/**
 * What the provider asks for (`retryAfterMs`) is never undercut; if it is more than ten minutes the call fails instead.
 * The outcome says how often the request was sent, and its usage covers every attempt.
 */
export function retrying(
  model: LanguageModel,
  patience: Partial<Patience> = {},
  { random = Math.random, clock = systemClock }: { readonly random?: () => number; readonly clock?: Clock } = {},
): LanguageModel {
  const { attempts, baseMs, maxMs } = { ...PATIENCE, ...patience }
  return {
    id: model.id,
    hasTools: model.hasTools,
    async call(request, context) {
      let sent = 0
      let lost: TokenUsage | null = null
      for (let tries = 1; ; tries++) {
        const outcome = await model.call(request, context)
        sent += outcome.attempts ?? 1
        if (outcome.ok || !mayPass(outcome.failure)) return total(outcome, sent, lost)
        const most = outcome.failure.isMisaddressed ? Math.min(attempts, MISADDRESSED_ATTEMPTS) : attempts
        if (tries >= most) return total(outcome, sent, lost)
        const jitter = random() * Math.min(baseMs * 2 ** (tries - 1), maxMs)
        const isOver = await pause(clock, (outcome.failure.retryAfterMs ?? 0) + jitter, context.signal)
        if (!isOver) return total(stopped(outcome.failure), sent, lost)
        lost = addUsage(lost, outcome.failure.usage)
      }
    },
  }
}

function mayPass({ kind, retryAfterMs }: ModelFailure): boolean {
  return PASSING.has(kind) && (retryAfterMs ?? 0) <= LONGEST_WAIT_MS
}

function stopped({ message, usage }: ModelFailure): ModelOutcome {
  return {
    ok: false,
    failure: { kind: 'aborted', message: `stopped before it was tried again: ${message}`, retryAfterMs: null, usage },
  }
}

function total(outcome: ModelOutcome, attempts: number, lost: TokenUsage | null): ModelOutcome {
  if (lost === null) return { ...outcome, attempts }
  if (!outcome.ok)
    return { ok: false, failure: { ...outcome.failure, usage: addUsage(outcome.failure.usage, lost) }, attempts }
  return { ok: true, reply: { ...outcome.reply, usage: addUsage(outcome.reply.usage, lost) }, attempts }
}
