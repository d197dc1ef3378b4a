// What a form of input is: a file that is packed, compressed or written in another form, and becomes readable texts with names.

import type { DocumentParts } from '@shoal/base/model/origin'

/** Bytes as they come. */
export type Bytes = AsyncIterable<Uint8Array>

/** Why something in a packed file is not read. `damaged`: it would be, if it were whole. `failed`: it may be the next time. */
export type LeftOutCause = 'damaged' | 'failed' | 'refused' | 'encrypted' | 'limit' | 'binary' | 'special' | 'absent'

/** One thing in a container: to be read, or left out with its reason. */
export type Entry =
  | {
      readonly name: string
      /** Read at most once, and before the next entry is asked for. */
      readonly bytes: Bytes
      /** How the text was made, where it does not stand in the file as it is: `sheet as CSV`. */
      readonly by?: string
      /** Where it could not be read to its end, and yet is worth reading. */
      readonly note?: string
      /** What its lines are in a document; asked once its bytes were read. */
      parts?(): DocumentParts
    }
  | { readonly name: string; readonly reason: string; readonly cause: LeftOutCause }

/** A file as a container reads it. */
export interface PackedFile {
  /** The real path. */
  readonly file: string
  readonly sizeBytes: number
  /** What it is called, without directories. */
  readonly name: string
  /** Bytes that may be unpacked of it. */
  readonly mostBytes: number
  readonly signal: AbortSignal
  /** A copy of it, and of `beside` next to it, that may be opened by what writes beside a file; removed in the end. */
  copied(beside?: { readonly file: string; readonly ending: string } | null): Promise<string>
  /** A step was made: whoever watches need not give it up. */
  onStep(): void
}

interface Recognised {
  /** As people call it: `gzip`, `zip`, `a spreadsheet`. */
  readonly name: string
  /** Of file names, in lower case, with the dot. */
  readonly endings: readonly string[]
  /** By the first bytes of a file, at least 512 where it has so many. */
  matches(head: Uint8Array): boolean
}

/** One stream of bytes in another: the file keeps its name, and is what it holds. */
export interface Codec extends Recognised {
  readonly kind: 'codec'
  decode(bytes: Bytes): Bytes
}

/** Several files in a stream of bytes. */
export interface StreamContainer extends Recognised {
  readonly kind: 'stream'
  entries(bytes: Bytes): AsyncIterable<Entry>
}

/** Several texts in a file that has to be read here and there. */
export interface FileContainer extends Recognised {
  readonly kind: 'file'
  /** The name alone does not make it one: with other endings the first bytes say nothing. */
  readonly needsEnding?: boolean
  entries(packed: PackedFile): AsyncIterable<Entry>
}

export type Form = Codec | StreamContainer | FileContainer

/** A form that cannot be read to its end; `message` is a clause for people. */
export class Damaged extends Error {
  constructor(
    message: string,
    readonly cause_: LeftOutCause = 'damaged',
  ) {
    super(message)
  }
}

/** A form that is not read, and why. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly cause_: LeftOutCause = 'refused',
  ) {
    super(message)
  }
}

export function startsWith(head: Uint8Array, bytes: readonly number[] | string, at = 0): boolean {
  const wanted = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
  return head.length >= at + wanted.length && wanted.every((byte: number, k: number) => head[at + k] === byte)
}
