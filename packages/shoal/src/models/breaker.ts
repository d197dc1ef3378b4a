// Stops asking a provider that is down, so that a run ends soon and can be resumed, and finds out when it is back.
import type { FailureKind, LanguageModel, ModelOutcome } from '@shoal/base/model/language-model'
import { type Clock, systemClock } from './clock.ts'
import { unsent } from './failure.ts'

/** Signs that the provider is not there. Every other answer, even a refusal, shows that it is. */
const TROUBLE: ReadonlySet<FailureKind> = new Set(['overloaded', 'server', 'timeout', 'connection'])
/** Of our own making: like all that was never sent, they say nothing about the provider. */
const SILENT: ReadonlySet<FailureKind> = new Set(['budget', 'down', 'aborted'])

export interface BreakerLimits {
  /** So many attempts in a row, with no success between; a call that is retried is several. */
  readonly failures: number
  /** And for so long: many calls at a time that fail at the same moment are one hiccup. */
  readonly forMs: number
  /** After that one attempt is let through to see. */
  readonly restMs: number
}

const LIMITS: BreakerLimits = { failures: 20, forMs: 10_000, restMs: 30_000 }

/** One for each provider and process. */
export class Breaker {
  private readonly limits: BreakerLimits
  private failures = 0
  private since = 0
  private trouble = ''
  /** When it opened, or when the last trial failed; null while it is closed. */
  private openedAt: number | null = null
  private isTrying = false

  constructor(
    limits: Partial<BreakerLimits> = {},
    private readonly clock: Clock = systemClock,
  ) {
    this.limits = { ...LIMITS, ...limits }
  }

  /** Makes an attempt, or says why not. */
  async attempt(provider: string, send: () => Promise<ModelOutcome>): Promise<ModelOutcome> {
    const isTrial = this.openedAt !== null
    if (isTrial && !this.mayTry()) return this.down(provider)
    this.isTrying ||= isTrial
    try {
      const outcome = await send()
      this.learn(outcome)
      return outcome
    } finally {
      if (isTrial) this.isTrying = false
    }
  }

  private mayTry(): boolean {
    return !this.isTrying && this.restLeft() <= 0
  }

  private restLeft(): number {
    return (this.openedAt ?? 0) + this.limits.restMs - this.clock.now()
  }

  private learn(outcome: ModelOutcome): void {
    if (outcome.attempts === 0 || (!outcome.ok && SILENT.has(outcome.failure.kind))) return
    if (outcome.ok || !TROUBLE.has(outcome.failure.kind)) {
      this.failures = 0
      this.openedAt = null
      return
    }
    const now = this.clock.now()
    if (this.failures++ === 0) this.since = now
    this.trouble = outcome.failure.message
    if (this.failures >= this.limits.failures && now - this.since >= this.limits.forMs) this.openedAt = now
  }

  private down(provider: string): ModelOutcome {
    const message = `${provider} is down: ${this.failures} attempts in a row failed, the last with: ${this.trouble}`
    return unsent('down', message, Math.max(0, this.restLeft()))
  }
}

export function breaking(model: LanguageModel, breaker: Breaker): LanguageModel {
  const provider = model.id.split(':', 1)[0]!
  return {
    id: model.id,
    hasTools: model.hasTools,
    call: (request, context) => breaker.attempt(provider, () => model.call(request, context)),
  }
}
