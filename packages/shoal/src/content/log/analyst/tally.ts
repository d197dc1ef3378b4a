// What one stretch of a log comes to: plain data that travels between threads and unites exactly with its neighbours.
import type { Level } from '../../../text/log/format.ts'
import type { TallyData } from '../../../text/log/tally.ts'
import type { PackedGrid } from '../../../text/timeline/cell-grid.ts'
import type { OrderTally } from '../../../text/timeline/order.ts'
import type { LadderData } from './ladder-counts.ts'

/** Levels in order of seriousness; the last is for entries that name none. */
export const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'none'] as const satisfies readonly (
  | Level
  | 'none'
)[]
export type LevelName = (typeof LEVELS)[number]

/** The row of server errors in the grid of levels, beyond those of the levels themselves. */
export const SERVER_ERRORS = LEVELS.length
/** And that of requests that were turned away, with an answer of 4xx. */
export const CLIENT_ERRORS = SERVER_ERRORS + 1

/** An entry's place. `stamp` is its time as written (as told, once all stretches are united), `time` in milliseconds, NaN when unknown. */
export interface Spot {
  line: number
  offset: number
  time: number
  stamp: string
}

/** All entries of a key that have a time, in order of the file: rows side by side. */
export interface Beats {
  readonly times: number[]
  readonly lines: number[]
  readonly offsets: number[]
  /** By place in LEVELS. */
  readonly levels: number[]
}

/** Entries that are alike in level and in whether they carry a stack trace. */
export interface EntryGroup {
  /** Place in LEVELS. */
  readonly level: number
  readonly traced: boolean
  count: number
  first: Spot
  last: Spot
}

/** What is known of the entries of one key. */
export interface KeyStat {
  count: number
  /** By level and trace, those that occur. */
  groups: EntryGroup[]
  /** Null when there are too many to keep; `single` while there is one, which stands in its group. */
  beats: Beats | 'single' | null
}

/** An entry that is not ended yet: lines that continue it may follow. */
export interface OpenEntry {
  readonly key: string
  readonly level: number
  readonly spot: Spot
  readonly content: string
  /** The lines that continue it: the first few as text. */
  details: string[]
  detailCount: number
  /** One bit for each wanted word that it holds. */
  matched: number
}

/** All entries that the question asks to be listed. */
export interface ListTally {
  /** The wanted words that an entry must hold, a bit each, and the levels it may have, by place in LEVELS. */
  readonly need: number
  readonly levels: readonly number[]
  count: number
  readonly byLevel: number[]
  readonly spots: Spot[]
}

/** Lines that continue an entry which began before. */
export interface Details {
  lines: string[]
  count: number
  matched: number
}

/** Entries that raised the same error at the same place; those at a calm level apart from all others. */
export interface TraceStat {
  readonly key: string
  readonly errorClass: string | null
  /** Of the first. */
  readonly message: string
  readonly language: string
  /** `post (gateway.py:41)`. */
  readonly root: string
  /** They are at a level below error. */
  readonly calm: boolean
  /** Of the first, innermost first. */
  readonly frames: readonly string[]
  readonly outer: readonly string[]
  count: number
  levels: number[]
  first: Spot
  last: Spot
  /** Lines that continue the first entry. */
  readonly detailLines: number
}

/** In the order of the file; `step` tells how much of a trace is no longer told apart. */
export interface TraceTally {
  step: number
  stats: Map<string, TraceStat>
}

export interface HttpTally {
  requests: number
  /** By status. */
  statuses: Map<number, number>
  /** Paths of answers from 500 on. */
  failing: LadderData
  /** Paths of answers from 400 to 499, and who asked. */
  rejected: LadderData
  rejectedClients: LadderData
  /** Milliseconds with a decimal point. */
  durations: LadderData
  /** Paths of requests that took long. */
  slow: LadderData
}

/** What the question asks to be counted. */
export interface WantTally {
  count: number
  levels: number[]
  first: Spot | null
  last: Spot | null
}

export interface LogTally {
  lines: number
  /** Lines so long that only their beginning was looked at. */
  cutLines: number
  blank: number
  entries: number
  timed: number
  multiline: number
  detailLines: number
  levels: number[]
  templates: TallyData
  /** In the order in which keys first came. */
  keys: Map<string, KeyStat>
  /** Entries per key and time; rows are named by `keyRow`. */
  keyGrid: PackedGrid
  levelGrid: PackedGrid
  /** Errors and server errors once more, by their rows in the grid of levels: they are few, so their steps are finer. */
  graveGrid: PackedGrid
  order: OrderTally
  traces: TraceTally
  http: HttpTally
  components: LadderData
  hosts: LadderData
  /** Who failed to log in: addresses, and names tried. */
  denied: LadderData
  deniedUsers: LadderData
  addresses: LadderData
  users: LadderData
  /** The same for the entries at the levels that the question asks for. */
  levelComponents: LadderData
  levelHosts: LadderData
  levelAddresses: LadderData
  levelUsers: LadderData
  wants: WantTally[]
  /** Null when the question asks for no list. */
  listed: ListTally | null
  span: WantTally & { keys: Map<string, number> }
  /** Lines before the first entry, and the last entry, still open. */
  lead: Details | null
  open: OpenEntry | null
}
