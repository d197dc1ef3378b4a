// What answers at an address: what it is given, and what it may answer with.
import type { ReportPage } from '@shoal/base/model/report-page'
import type { ChildRuns } from './actions/child-runs.ts'
import type { PlanTurns } from './actions/plan-turns.ts'
import type { ApiContext } from './api-context.ts'
import type { Addressed } from './router.ts'
import type { SharedWork } from './shared-work.ts'

export interface Route extends Addressed {
  answer(context: RouteContext, asked: Asked): Promise<Answer>
}

export interface RouteContext extends ApiContext {
  readonly runs: ChildRuns
  readonly plans: PlanTurns
  /** The pages of reports. */
  readonly reports: SharedWork<ReportPage>
  readonly token: string
}

export interface Asked {
  /** The named parts of the address. */
  readonly parts: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** As JSON; null when there is none. */
  readonly body: unknown
  /** What a stream was told last, before it broke off. */
  readonly lastEventId: string | null
}

interface Head {
  /** 200 if left out. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export type Answer =
  | (Head & { readonly json: unknown })
  | (Head & { readonly text: string | Buffer })
  /** For what is large: made while it is sent. */
  | (Head & { readonly pieces: Iterable<string> })
  | Events

/** `idOf` says what a client names to go on behind a value. */
interface Events {
  readonly events: AsyncIterable<unknown>
  readonly idOf?: (value: unknown) => number | null
}
