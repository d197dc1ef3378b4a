// Where a text comes from that does not stand on the disk as it is read: it was unpacked from a file.

export interface Origin {
  /** The real path of the packed file, and how it is shown. */
  readonly file: string
  readonly path: string
  /** Stands for what the packed file held, and how it was unpacked. */
  readonly key: string
  /** Forms, the outermost first: `gzip`, `tar`. */
  readonly by: readonly string[]
}

/** Where a text may be read by whoever may read the packed file. */
export function standsIn({ file, from }: { readonly file: string; readonly from?: Origin }): string {
  return from?.file ?? file
}
