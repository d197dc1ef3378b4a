// How findings stand to what was known before: a baseline, a commit, and notes that say which of them are accepted.
import type { Severity } from './finding.ts'

/** One finding of one file, as a baseline keeps it: without its line, so that it is the same when lines move. */
export interface KnownFinding {
  readonly path: string
  /** The rule, or content type and type where it breaks none. */
  readonly rule: string
  /** Digest of what it is and what it quotes, but for where it stands. */
  readonly id: string
  /** How many places of the file have it. */
  readonly count: number
  readonly severity: Severity
  /** The day it was first written to a baseline: `2026-11-17`. */
  readonly firstSeen: string
  readonly summary: string
}

/** One thing that files say about each other. */
export interface KnownLink {
  readonly kind: string
  /** Digests of what its ends quote, in order. */
  readonly ids: readonly string[]
  readonly files: readonly string[]
  readonly severity: Severity
  readonly firstSeen: string
  readonly summary: string
}

export interface Baseline {
  readonly findings: readonly KnownFinding[]
  readonly links: readonly KnownLink[]
}

export interface Compared {
  /** The baseline file, as it was named. */
  readonly baseline: string
  readonly new: number
  readonly unchanged: number
  readonly fixed: readonly (Pick<KnownFinding, 'rule' | 'severity' | 'firstSeen' | 'summary' | 'count'> & {
    readonly path: string | null
  })[]
  /** Known ones of files that this run did not read, or whose list was cut: nobody knows how they stand. */
  readonly unknown: number
}

/** What the report is limited to. */
export interface Narrowed {
  /** The ref as it was named, and the commit that it was compared with. */
  readonly ref: string
  readonly commit: string
  /** Files of the run that were changed or added. */
  readonly changed: readonly string[]
  readonly deleted: readonly string[]
  /** Problems, facts and links in other files: found, and not listed. */
  readonly elsewhere: { readonly problems: number; readonly facts: number; readonly links: number }
}
