// A burst in a log as it is told: what came too often, when, with what, and after what.
import type { Burst } from '../../../text/timeline/bursts.ts'
import type { Moment } from '../../../text/timeline/order.ts'
import type { TemplateStat } from './picture.ts'
import type { RowCell } from './time-rows.ts'

export type BurstKind = 'errors' | 'warnings' | 'server errors' | 'client errors' | 'template' | 'volume'

export interface LogBurst {
  readonly what: BurstKind
  readonly template: TemplateStat | null
  /** On the axis as it was found; count and ratio are those of the time told. */
  readonly burst: Burst
  /** When it began and ended, in milliseconds; `to` exclusive. */
  readonly from: number
  readonly to: number
  readonly first: RowCell
  /** The last entry, where it is known exactly. */
  readonly last: Moment | null
  readonly precursors: readonly Precursor[]
  /** Templates that have most of the burst's entries, with how many. */
  readonly members: readonly { readonly template: TemplateStat; readonly count: number }[]
  /** All bursts of this kind, where they are so many that only the strongest is told: it comes in waves. */
  readonly waves: readonly Burst[]
  /** Everything else rose with it: not a trouble of its own. */
  readonly withAll: boolean
}

/** A template that is new, or comes more often, shortly before a burst. */
export interface Precursor {
  readonly template: TemplateStat
  readonly how: 'new' | 'raised'
  /** Entries in the time looked at. */
  readonly count: number
  /** As many as that time usually has. */
  readonly usual: number
  readonly place: RowCell
}
