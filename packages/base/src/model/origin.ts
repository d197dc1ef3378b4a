// Where a text comes from that does not stand on the disk as it is read: it was unpacked from a file.

export interface Origin {
  /** The real path of the packed file, and how it is shown. */
  readonly file: string
  readonly path: string
  /** Stands for what the packed file held, and how it was unpacked. */
  readonly key: string
  /** Forms, the outermost first: `gzip`, `tar`. */
  readonly by: readonly string[]
  readonly parts?: DocumentParts
}

/** What a file of the store was fetched from: an object of a bucket, as it was then. */
export interface StoredObject {
  readonly bucket: string
  readonly key: string
  /** Of the content. */
  readonly etag: string
  readonly sizeBytes: number
  readonly modifiedMs: number
}

/** What the lines of a text are in the document that it was taken from. */
export interface DocumentParts {
  readonly unit: 'page' | 'paragraph'
  /** The first line of each, in order; left out where every line is one. */
  readonly firstLines?: readonly number[]
}

/** A place in a document, as its readers count. */
export interface DocumentPlace {
  readonly page?: number
  readonly paragraph?: number
}

export function documentPlace({ unit, firstLines }: DocumentParts, line: number): DocumentPlace {
  if (!firstLines) return { [unit]: line }
  const behind = firstLines.findIndex(first => first > line)
  return { [unit]: behind === -1 ? firstLines.length : behind }
}

/** Where a text may be read by whoever may read the packed file. */
export function standsIn({ file, from }: { readonly file: string; readonly from?: Origin }): string {
  return from?.file ?? file
}
