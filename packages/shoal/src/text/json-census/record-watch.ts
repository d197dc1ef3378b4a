// Who is told of every record that a census counts, and what of it.
import type { Tape } from './tape.ts'

/** A record that has been counted. `seen[k]` is the token of the value watched as k, a container too, or -1. */
export interface WatchedRecord {
  readonly tape: Tape
  readonly buffer: Uint8Array
  readonly seen: Int32Array
  readonly at: number
  readonly line: number
  /** Too many keys were met somewhere in records: what is watched there is no longer seen. */
  readonly blind: boolean
}

/** Told of every record that has been counted, with the tokens of the values that are watched. */
export interface RecordWatch {
  /** The number under which a path of a record (`.user.name`) is watched; -1 if it is not. */
  indexOf(within: string): number
  /** How many paths may be watched. */
  readonly room: number
  onRecord(record: WatchedRecord): void
}
