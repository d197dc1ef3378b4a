// What the process of a query and the thread that watches it agree on.

/** Bytes of the process, all in all. */
export const MOST_MEMORY = 1_000_000_000
/** A disk may keep a statement waiting so many times as long as it may work. */
export const WAITS = 10
/** What it says before it ends itself. */
export const TOOK_TOO_MUCH = 'too much memory\n'
export const TOOK_TOO_LONG = 'too much work\n'

export interface WatchData {
  /** At `CALL` the number of the call that is under way, or 0; at `MOST_WORK` how long it may work, in milliseconds, or 0. */
  readonly state: Int32Array
  /** The process that has to live. */
  readonly parent: number
}

export const CALL = 0
export const MOST_WORK = 1
