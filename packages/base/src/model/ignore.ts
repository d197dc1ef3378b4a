// Findings that somebody has looked at and accepted, with the reason: beside the code, or in the config file.
import type { Severity } from './finding.ts'

/** The word that begins such a note in a comment: `shoal-ignore RULE: reason`. */
export const IGNORE_WORD = 'shoal-ignore'

/** A note as it stands in a file. */
export interface IgnoreNote {
  readonly line: number
  /** The line it speaks of: its own, or the next line of code where nothing else stands beside it. */
  readonly target: number
  /** Ids of rules, or types of findings. */
  readonly rules: readonly string[]
  /** Null when none is given: then it is not honoured. */
  readonly reason: string | null
}

export interface PlacedNote extends IgnoreNote {
  readonly path: string
}

/** The same in a config file. */
export interface ConfiguredIgnore {
  readonly rule: string
  /** A glob of paths; everywhere if left out. */
  readonly path?: string
  readonly reason: string
}

/** One place of a finding that is not reported as a problem any more. */
export interface Suppressed {
  readonly rule: string
  readonly severity: Severity
  readonly summary: string
  readonly path: string
  readonly line: number
  /** What the place quotes, as in a baseline. */
  readonly id: string
  readonly reason: string
  /** Where it says so: the line of the note, or the number of the entry in the config file. */
  readonly by: { readonly note: number } | { readonly entry: number }
}
