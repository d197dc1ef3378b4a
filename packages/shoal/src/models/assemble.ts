// A provider's model as the rest of shoal sees it: paid for, paced, asked again after passing trouble, and recorded.
import type { CallLog } from '@shoal/base/model/call-log'
import type { LanguageModel } from '@shoal/base/model/language-model'
import { microUsd, type Price } from '@shoal/base/model/prices'
import { type Breaker, breaking } from './breaker.ts'
import type { BudgetReservations } from './budget-reservation.ts'
import { budgeted } from './budgeted.ts'
import { gated } from './gated.ts'
import { limited } from './limited.ts'
import { withMoreRoom } from './more-room.ts'
import type { RateGate } from './rate-gate.ts'
import { recorded } from './recorded.ts'
import { type Patience, retrying } from './retrying.ts'
import type { Pace } from './shared-pace.ts'

export interface Assembly {
  /** Of the provider; tell the gate what the provider announces (`onRates: news => gate.hear(news)`). */
  readonly gate: RateGate
  /** Of the provider, over all machines that do the run; left out or null where there is one. */
  readonly pace?: Pace | null
  /** Of the provider. */
  readonly breaker: Breaker
  /** Of the process. */
  readonly reservations: BudgetReservations
  /** Null when it is not known: then only tokens are reserved, and costs are unknown. */
  readonly price: Price | null
  readonly log: CallLog
  readonly patience?: Partial<Patience>
}

/** Money is reserved last, so that nothing is held back while a call waits in line; every attempt pays for itself. */
export function assemble(
  model: LanguageModel,
  { gate, pace = null, breaker, reservations, price, log, patience }: Assembly,
): LanguageModel {
  const paid = budgeted(model, { price, reservations })
  const paced = breaking(limited(paid, gate, pace), breaker)
  return withMoreRoom(gated(recorded(retrying(paced, patience), log, usage => microUsd(usage, price))))
}
