// What the process of a query and the thread that watches it agree on.

/** Bytes of the process, all in all. */
export const MOST_MEMORY = 1_000_000_000
/** What it says before it ends itself. */
export const TOOK_TOO_MUCH = 'too much memory\n'

export interface WatchData {
  /** `WORKING` while a call is under way, else 0. */
  readonly state: Int32Array
  /** The process that has to live. */
  readonly parent: number
}

export const WORKING = 1
