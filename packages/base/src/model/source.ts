// A source is one file as the engine sees it: where it is, how its bytes are to be read, and bounded access to them.

/** How the bytes of a file stand for text. `unit` is the width of a code unit in bytes, `bom` the length of its mark. */
export interface Encoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be' | 'windows-1252'
  readonly unit: 1 | 2 | 4
  readonly bom: number
}

/**
 * Bounded, random access to one file.
 *
 * Positions are *offsets in code units*: bytes for UTF-8 and Latin-1, 16-bit units for UTF-16. Every character that
 * carries structure is ASCII, so a scanner written for bytes works on any encoding; `byteAt` turns an offset into a
 * position in the file.
 */
export interface SourceText {
  /** The path as the user named it. */
  readonly path: string
  /** The path that is opened. */
  readonly file: string
  /** Length in code units. */
  readonly size: number
  readonly sizeBytes: number
  readonly encoding: Encoding
  /** The byte that ends a line: LF, or CR in a file that has no LF. */
  readonly eol: 10 | 13
  /**
   * One byte per code unit (a unit beyond ASCII in UTF-16 or UTF-32 reads as 0x80); a copy of its own, or in `into`, where it is good
   * until that is used again: memory for every block of a large file costs more than to look at it.
   */
  bytes(start: number, end: number, into?: Uint8Array): Uint8Array
  /** Decoded text, never throws on malformed input. A byte-order mark at the start of the file is dropped. */
  text(start: number, end: number): string
  byteAt(offset: number): number
  close(): void
}

/** A stretch of a source by offset (end exclusive) and by line (both included). */
export interface Extent {
  readonly start: number
  readonly end: number
  readonly first: number
  readonly last: number
}
