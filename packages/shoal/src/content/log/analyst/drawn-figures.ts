// The figures of a log as pictures read them: typed as far as they are drawn.
import type { Json } from '@shoal/base/model/json'

export interface TimelineFigure {
  readonly bucket_seconds: number
  readonly from: string
  readonly entries: readonly number[]
  readonly errors: readonly number[]
  readonly levels: Readonly<Record<string, readonly number[]>>
  readonly server_errors?: readonly number[]
  readonly by_template: {
    readonly bucket_seconds: number
    readonly rows: readonly {
      readonly template: string
      readonly level: string
      readonly count: number
      readonly line: number
      readonly values: readonly number[]
    }[]
  }
  readonly silent: readonly { readonly from: string; readonly to: string; readonly line: number }[]
}

export interface BurstFigure {
  readonly what: string
  readonly template: string | null
  readonly from: string
  readonly to: string
  readonly count: number
  readonly first_line: number
}

export interface SharesFigure {
  readonly distinct: number
  readonly exact: boolean
  readonly top: readonly { readonly value: string; readonly count: number }[]
}

export interface LogFigures {
  readonly entries: number
  readonly timeline: TimelineFigure | null
  readonly bursts: readonly BurstFigure[]
  readonly template_count: number
  readonly templates: readonly {
    readonly template: string
    readonly count: number
    readonly first_line: number
    readonly first_time: string | null
    readonly last_time: string | null
    readonly levels: Readonly<Record<string, number>>
  }[]
  readonly error_cluster_count: number
  readonly error_clusters: readonly {
    readonly class: string | null
    readonly message: string | null
    readonly template: string
    readonly level: string
    readonly root_frame: string | null
    readonly count: number
    readonly first_line: number
    readonly last_line: number
  }[]
  readonly periodic: readonly {
    readonly template: string
    readonly period_seconds: number
    readonly beats: number
    readonly missed: readonly { readonly beats: number }[]
    readonly stopped_beats_before_end: number
  }[]
  readonly sequence: readonly { readonly time: string; readonly line: number; readonly event: string }[]
  readonly components: SharesFigure
  readonly hosts: SharesFigure
  readonly http: {
    readonly requests: number
    readonly statuses: Readonly<Record<string, number>>
    readonly latency_ms: {
      readonly count: number
      readonly steps: readonly { readonly from_ms: number; readonly to_ms: number; readonly count: number }[]
    } | null
  } | null
  readonly failed_logins: { readonly addresses: SharesFigure; readonly users: SharesFigure } | null
}

/** Null for figures that another analyst gave. */
export function drawnFigures(figures: Json): LogFigures | null {
  const isOurs = typeof figures === 'object' && figures !== null && 'template_count' in figures && 'timeline' in figures
  return isOurs ? (figures as unknown as LogFigures) : null
}
