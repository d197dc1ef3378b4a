// The registry as the stages see it: which content types there are, and which of them claims a file name.
import type { ContentType, NameClaim } from './content-type.ts'

/** A claim found for a name, with the type that makes it. `by` is what matched: `.csv`, `Makefile`. */
export interface Claim extends NameClaim {
  readonly type: ContentType
  readonly via: 'extension' | 'name'
  readonly by: string
}

/**
 * All content types of a run, in order of precedence: of two types that fit a text equally well the first wins.
 * A name, an extension or a file name belongs to one type at most.
 */
export interface Registry {
  readonly types: readonly ContentType[]
  /** The type of that name, or undefined. */
  get(name: string): ContentType | undefined
  /** The type of that name, or the one for anything else: of a run that knew a type which is gone. */
  typeOf(name: string): ContentType
  /** The claim on a base name: by the whole name, by its extension, or by what stands before an unknown extension. */
  claim(baseName: string): Claim | undefined
}
