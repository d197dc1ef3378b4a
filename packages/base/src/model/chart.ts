// Pictures of exact figures, for faces that can draw: what is shown, never how. Panels are the ones that words can tell.
import type { Panel } from './finding.ts'

/** Plain values, JSON throughout. `note` is one sentence below the picture: what was left out, or how it was reckoned. */
export type Chart = Panel | Histogram | Matrix | Timeline | Tree | Points

/** How numbers are spread. Steps may differ in width: the first and the last hold what lies far out. */
export interface Histogram {
  readonly kind: 'histogram'
  readonly title: string
  /** What is counted: `rows`. */
  readonly counted: string
  /** One more than counts, growing. */
  readonly edges: readonly number[]
  readonly counts: readonly number[]
  /** Values worth a line of their own: `median`, `mean`. */
  readonly marks?: readonly { readonly label: string; readonly value: number }[]
  readonly note?: string
}

/**
 * A grid of values; null where there is none. `share` is 0 to 1, a part of a whole; `strength` is 0 to 1 and no part of anything;
 * `correlation` is -1 to 1, two colours from the middle; `count` is scaled to its largest.
 */
export interface Matrix {
  readonly kind: 'matrix'
  readonly title: string
  readonly measure: 'share' | 'strength' | 'correlation' | 'count'
  /** What a cell says, for its tip: `missing`. */
  readonly value: string
  readonly rows: readonly { readonly label: string; readonly line?: number }[]
  readonly columns: readonly string[]
  /** One list for each row. */
  readonly cells: readonly (readonly (number | null)[])[]
  readonly note?: string
}

/** Counts in equal steps of time, stacked, with stretches that stand out. */
export interface Timeline {
  readonly kind: 'timeline'
  readonly title: string
  /** What is counted: `entries`. */
  readonly counted: string
  /** The start of the first step, as the file writes times; without a zone it is nobody's local time. */
  readonly from: string
  readonly stepSeconds: number
  readonly series: readonly {
    readonly label: string
    readonly tone: 'bad' | 'warn' | 'plain'
    readonly values: readonly number[]
  }[]
  readonly spans: readonly {
    readonly label: string
    readonly from: string
    readonly to: string
    readonly line: number | null
  }[]
  readonly note?: string
}

/** Parts of parts, sized and coloured: the functions of a file, the sections of a document. */
export interface Tree {
  readonly kind: 'tree'
  readonly title: string
  /** What size counts, and what heat measures: `lines`, `complexity`. */
  readonly size: string
  readonly heat: string | null
  /** Parents before their children; a node without a parent stands at the top. Size is its own, without its children's. */
  readonly nodes: readonly {
    readonly label: string
    readonly parent: number | null
    readonly size: number
    readonly heat: number | null
    /** Where it starts. */
    readonly path?: string
    readonly line?: number
    /** One line for its tip. */
    readonly about?: string
  }[]
  readonly note?: string
}

/** Things measured twice: functions by lines and complexity. */
export interface Points {
  readonly kind: 'points'
  readonly title: string
  readonly x: string
  readonly y: string
  readonly points: readonly {
    readonly label: string
    readonly x: number
    readonly y: number
    readonly path?: string
    readonly line?: number
  }[]
  /** A line above which something is worth a look. */
  readonly limit?: { readonly label: string; readonly y: number }
  readonly note?: string
}
