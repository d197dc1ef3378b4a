// What a walk takes in and hands out.
import type { Origin } from '@shoal/base/model/origin'

export interface EnumerateOptions {
  /** Only files that match one of these; none means all. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** Go into subdirectories; true unless told otherwise. */
  readonly recursive?: boolean
  /** Globs of names that are read whatever the defaults say of them. */
  readonly readable?: readonly string[]
  /** Leave out what M2 lists; true unless told otherwise. */
  readonly defaultExclusions?: boolean
  /** Honour .gitignore, .git/info/exclude and .shoalignore; true unless told otherwise. */
  readonly ignoreFiles?: boolean
  /** Where relative roots start; the working directory if left out. */
  readonly cwd?: string
  /** Real directories that no root may lie outside of, once it is resolved. */
  readonly within?: readonly string[]
}

/** A file that a walk has come upon. */
export interface FoundPath {
  /** As the user would type it: the root as given, joined with what lies below it. */
  readonly path: string
  /** The real, absolute path. */
  readonly file: string
}

export interface FoundFile extends FoundPath {
  readonly sizeBytes: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  /** Of a text that was unpacked: what it was unpacked from. */
  readonly from?: Origin
}
