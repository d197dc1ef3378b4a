// Findings: what an analyst says about a stretch of a file, with the words of the file that show it.
import type { Confidence } from './confidence.ts'
import type { Concern } from './goal.ts'
import type { Json } from './json.ts'
import type { DocumentPlace } from './origin.ts'

export const severities = ['high', 'medium', 'low'] as const

/** What somebody should do about it: high, act now; medium, look into it; low, know of it. */
export type Severity = (typeof severities)[number]

/** A rule that was broken: the same for every finding it leads to. */
export interface Rule {
  /** Stable, with a dot after its family: `python.sql-injection`. */
  readonly id: string
  /** One line: `SQL built from untrusted text`. */
  readonly title: string
  /** Why it matters, in a sentence or two; the last sentence says what to do, as an imperative that stands by itself. */
  readonly explanation: string
  /** What it is about: the one definition of which findings are security findings. A CWE does not tell. */
  readonly concern: Concern
  /** `CWE-89`. */
  readonly cwe?: string
}

/** A rule of another scanner. */
export interface ToolRule {
  /** `ESLint`. */
  readonly tool: string
  /** `no-eval`. */
  readonly rule: string
}

/** How often a value occurs; ordered by count, the largest first. */
export interface Share {
  readonly value: string
  readonly count: number
}

/** A cell of a table that is wrong, and what should stand there where that is known. */
export interface CellPlace {
  /** From 1, below the header. */
  readonly row: number
  readonly column: string
  readonly value?: string
  readonly expected?: string
}

/** Another place where the thing stands that a finding is about; its quote is checked like the first. */
export interface PlaceDraft {
  readonly cell?: CellPlace
  readonly line: number
  readonly endLine?: number
  readonly evidence: string
  /** As in a finding. */
  readonly at?: number
}

/**
 * Places of one finding that an analyst keeps of one file. What a file repeats a million times must not fill the memory;
 * beyond it `placeTotal` says how many there are.
 */
export const MOST_PLACES_IN_A_FILE = 10_000

/**
 * A finding as an analyst hands it in, before its quote was checked.
 * - `evidence` stands in the file, character for character, starting on `line`; it is short (at most 400 characters)
 *   and may be part of a line or go over several
 * - `summary` holds exact figures only, and says its subject: `12 of 2,400 rows have no region`
 */
export interface FindingDraft {
  /** One of the words of A5: vulnerability, complexity, dead_code, missing_data, outlier, schema_variation, burst … */
  readonly type: string
  /**
   * What makes two findings the same thing, within one content type: findings of equal keys are united, over chunks and
   * files, with all their places. `missing:region`, `python.sql-injection:load_user:query`.
   */
  readonly key: string
  readonly summary: string
  readonly severity: Severity
  readonly confidence: Confidence
  /** `problem`: something is or may be wrong. `fact`: something the reader may want to know; never fails a build. */
  readonly nature: 'problem' | 'fact'
  /** 1-based, of the source. */
  readonly line: number
  readonly endLine?: number
  readonly evidence: string
  /** Where the quote starts, in code units of the source, if known: on a long line the same words may stand often. */
  readonly at?: number
  readonly cell?: CellPlace
  /** Where else the same stands, in order of line. */
  readonly more?: readonly PlaceDraft[]
  /** How many places there are, its own included, where not all are listed. */
  readonly placeTotal?: number
  /** `function:load_user`, `class:Orders`, `module`. */
  readonly scope?: string
  readonly column?: string
  /** `$.events[*].metadata.source`. */
  readonly jsonPath?: string
  readonly distribution?: readonly Share[]
  /** How many values there are, where a limit was reached. */
  readonly distributionTotal?: number
  readonly totalRows?: number
  /** Figures behind the summary, snake_case. */
  readonly stats?: Json
  readonly rule?: Rule
  /** What to do about it, an imperative without an end: for problems that break no rule. The same for all of a kind. */
  readonly advice?: string
  /** How many rows, entries or places it speaks of; 1 when left out. */
  readonly count?: number
  /** Names and words it is about, for questions that name them: `region`, `GatewayTimeout`, `sql injection`. */
  readonly topics?: readonly string[]
  /** 0 to 1, order among findings of the same severity; 0.5 when left out. */
  readonly weight?: number
  readonly panel?: Panel
  /** What a reply calls it, for sentences of the same reply. */
  readonly ref?: string
  /** The model that says so, `provider:name`; left out for the built-in analysts. */
  readonly by?: string
  /** Questions that others left open and this answers, in their words: only until it is checked. */
  readonly answers?: readonly string[]
  /** Other scanners whose imported results say so. */
  readonly tools?: readonly ToolRule[]
  /** What else a model quotes for it, also from other files that it was shown. */
  readonly proof?: readonly ProofDraft[]
  /** Where that stands, once it was looked up: in a finding these are places like the others. */
  readonly placed?: readonly Place[]
  /** What programs answered to queries of the model: numbers of the summary stand there. */
  readonly results?: readonly QueryProof[]
  /** What somebody who read it against its quotes holds against it. */
  readonly objection?: string
  /** What the file is to the program, where it is not the program itself: it weighs less there. */
  readonly role?: string
}

/** What another scanner found in a file; where it quotes nothing, the lines that it names are its quote. */
export interface ImportedFinding extends FindingDraft {
  readonly path: string
}

/** A further quote of a finding. */
export interface ProofDraft {
  /** Of another file; left out for the finding's own. */
  readonly path?: string
  /** As the line of its finding. */
  readonly line: number
  readonly quote: string
}

export interface QueryProof {
  /** `sql SELECT …`. */
  readonly asked: string
  readonly text: string
}

/** Where a finding stands. */
export interface Place extends DocumentPlace {
  readonly path: string
  readonly line: number
  /** 1-based, in UTF-16 code units, of the start of the quote; only where the line is too long to be searched by eye. */
  readonly character?: number
  readonly endLine: number
  /** As it stands in the file, secrets masked. */
  readonly evidence: string
  /** Without its texts where the quote had a secret masked. */
  readonly cell?: CellPlace
  readonly chunkId: string | null
}

/** How a problem stands to what was known before; facts have none. */
export interface Standing {
  /** Left out without a baseline. `new`: at least one of its places is. */
  readonly state?: 'new' | 'unchanged'
  /** Of the places that are known; null when all are new. */
  readonly firstSeen?: string | null
  readonly newPlaces?: number
  /** Only with `--since`: it stands on a line that was changed, not only in a file that was. */
  readonly onChangedLine?: boolean
}

/** A finding whose quote was checked. Its own place is the first; duplicates were united into it. */
export interface Finding
  extends Omit<
      FindingDraft,
      'at' | 'endLine' | 'count' | 'weight' | 'more' | 'placeTotal' | 'proof' | 'placed' | 'cell'
    >,
    DocumentPlace {
  /** Stable between runs over the same content: a digest of what it is, where and what it quotes. */
  readonly id: string
  readonly contentType: string
  readonly path: string
  /** As in its place. */
  readonly character?: number
  readonly endLine: number
  readonly verified: boolean
  readonly chunkIds: readonly string[]
  readonly count: number
  readonly weight: number
  /** All places, its own first. Where a limit was reached, `placeCount` says how many there are. */
  readonly places: readonly Place[]
  readonly placeCount: number
  /** 0 to 1: how much it has to do with the question. */
  readonly relevance: number
  /** Only in a report that was compared with something. */
  readonly standing?: Standing
}

/** Something to look at: a small table, bars or a line over time. Faces draw it, nobody else. */
export type Panel =
  | {
      readonly kind: 'facts'
      readonly title: string
      readonly rows: readonly (readonly [label: string, value: string | number])[]
    }
  | {
      readonly kind: 'table'
      readonly title: string
      /** `isCode`: to be copied as it is, so never wrapped or cut. */
      readonly columns: readonly {
        readonly label: string
        readonly align?: 'left' | 'right'
        readonly isCode?: true
      }[]
      readonly rows: readonly (readonly (string | number | null)[])[]
      /** Rows there are when not all are listed. */
      readonly of?: number
    }
  | {
      readonly kind: 'bars'
      readonly title: string
      readonly rows: readonly {
        readonly label: string
        readonly value: number
        /** The value as it is told elsewhere, where it must not be rounded otherwise. */
        readonly text?: string
        readonly note?: string
      }[]
      /** Sum of all rows, listed or not; shares are reckoned against it. */
      readonly total?: number
    }
  | {
      readonly kind: 'series'
      readonly title: string
      /** What the ends of the line are: times, line numbers. */
      readonly from: string
      readonly to: string
      readonly values: readonly number[]
      /** What each value is of, where that is more than an equal part of the way between the ends. */
      readonly steps?: readonly string[]
      /** Several lines over the same ends: one per level. */
      readonly more?: readonly { readonly label: string; readonly values: readonly number[] }[]
    }
