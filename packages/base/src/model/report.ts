// Reports: of one analyst about its chunk or batch (A4), and of a whole run.

import type { Answer, FileSurvey, Unjudged } from './analyst.ts'
import type { Anchor } from './anchor.ts'
import type { AskedAnswer } from './asked.ts'
import type { Finding, FindingDraft, Panel, Severity, Standing } from './finding.ts'
import type { Aim } from './goal.ts'
import type { IgnoreNote, PlacedNote, Suppressed } from './ignore.ts'
import type { Json } from './json.ts'
import type { LabelTally } from './label.ts'
import type { PlannedFile, Skipped } from './plan.ts'
import type { Compared, Narrowed } from './standing.ts'

/** How the quotes of some findings fared. */
export interface Verification {
  readonly quotes: number
  /** Found where they were said to be, relocated ones included. */
  readonly verified: number
  /** Found elsewhere in the file; the line was corrected. */
  readonly relocated: number
  /** Not in the file: the finding is not believed. */
  readonly rejected: number
}

/** A finding whose quote is not in the file. Kept for the list, never for the report. */
export interface RejectedQuote {
  readonly path: string
  readonly line: number
  readonly summary: string
  /** Secrets masked. */
  readonly quote: string
  readonly reason: string
}

/** What one analyst says about one chunk, or about one file of a batch. */
export interface AnalystReport {
  readonly filePath: string
  readonly chunkId: string
  readonly index: number
  readonly of: number
  /** It has something to do with the question. */
  readonly relevant: boolean
  /** Checked and masked. */
  readonly findings: readonly Finding[]
  readonly anchors: readonly Anchor[]
  readonly missing: readonly string[]
  readonly suggestedQueries: readonly string[]
  readonly completeAnswer: string | null
  /** Questions of others that a checked finding of it answers; left out where there are none. */
  readonly answered?: readonly string[]
  readonly metadata: Json
  readonly verification: Verification
  readonly rejected: readonly RejectedQuote[]
  readonly lines: number
  readonly bytes: number
  /** What holds for the whole file: with its first chunk only. */
  readonly survey: FileWide | null
  /** The labels of its records; left out where none were labelled. */
  readonly labelled?: LabelledPart
}

export interface LabelledPart {
  readonly tally: LabelTally
  /** Checked quotes, one for each label where there is one. */
  readonly examples: readonly { readonly label: string; readonly line: number; readonly quote: string }[]
  /** The model that labelled. */
  readonly by: string
}

export interface FileWide extends Omit<FileSurvey, 'findings' | 'anchors' | 'answers'> {
  readonly answers: readonly Answer[]
  /** Notes in its comments that accept findings; left out when there are none. */
  readonly ignores?: readonly IgnoreNote[]
}

/** What a model said about one part, read and normalised but not yet believed. Lines are relative to the chunk's body
 * (0 is its first line), so that it holds wherever the same chunk stands. JSON: this is what the cache keeps. */
export interface PartReply {
  readonly relevant: boolean
  readonly findings: readonly FindingDraft[]
  readonly missing: readonly string[]
  readonly suggestedQueries: readonly string[]
  readonly completeAnswer: string | null
  readonly metadata: Json
}

/** The result of an analyst's task in the ledger: one report for a chunk, one per file for a batch. */
export interface AnalystResult {
  readonly reports: readonly AnalystReport[]
  /** Files of a batch that could not be read, with the reason. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[]
  /** Why a model's reading of it is missing; null when there is one, or none was asked for. */
  readonly unusable?: string | null
  /** What agents of a client handed in, in all their submissions together: one for each report, null where none was. */
  readonly said?: readonly (PartReply | null)[]
  /** What whoever read all files in this one task makes of them. */
  readonly closing?: Closing
  /** Every line was shown to a model. */
  readonly isShownWhole?: boolean
  /** Of a follow-up: the reader's task whose part was read again, for what others left open. */
  readonly followed?: {
    readonly task: string
    readonly questions: readonly string[]
  }
}

/** What analysts left open or wrote in their own words: told to whoever synthesises, but no evidence. */
export interface SynthesisNotes {
  readonly missing: readonly string[]
  readonly answers: readonly { readonly text: string; readonly path: string; readonly line: number }[]
  /** What whoever read all files at once makes of them. */
  readonly closing?: Closing
  /** Every line of everything was shown to whoever read it. */
  readonly isShownWhole?: boolean
  /** Of what is missing, what was found in another part since. */
  readonly answered?: readonly string[]
  /** Of readers that are not ours: each says that its part alone settles the question. */
  readonly complete?: readonly Claim[]
}

/** A sentence of whoever read all files at once, with what it rests on: findings, by file and key, or what programs answer. */
export interface ClosingSentence {
  readonly text: string
  readonly cites: readonly ({ readonly path: string; readonly key: string } | { readonly isAnswer: true })[]
}

/** What whoever read all files in one call makes of them. */
export interface Closing {
  /** `provider:name`. */
  readonly by: string
  readonly answer: readonly ClosingSentence[]
  readonly summary: readonly ClosingSentence[]
  readonly recommendations: readonly ClosingSentence[]
  /** What the question asks for and nothing tells. */
  readonly open: readonly string[]
  readonly rejected: readonly { readonly text: string; readonly reason: string }[]
}

/** A sentence of a model's synthesis with the checked quotes that it rests on: without any only where a query shows it, which it then names. */
export interface Claim {
  readonly text: string
  readonly evidence: Answer['evidence']
  /** Ids of the findings it cites. */
  readonly findings: readonly string[]
  /** What somebody who read it against its quotes holds against it. */
  readonly objection?: string
}

/** What a model makes of the reports that it was given. */
export interface ModelSynthesis {
  /** `provider:name`. */
  readonly by: string
  readonly answer: readonly Claim[]
  readonly summary: readonly Claim[]
  readonly recommendations: readonly Claim[]
  /** Of single readers, each of whom says that its part alone settles the question; left out where none does. */
  readonly complete?: readonly Claim[]
  /** What nothing that was read shows. */
  readonly missing: readonly string[]
  /** Sentences that were not kept, with the reason: they cite nothing that is there, or state figures of their own. */
  readonly rejected: readonly { readonly text: string; readonly reason: string }[]
}

/** Phase 1: one content type. */
export interface TypeReport {
  readonly contentType: string
  readonly title: string
  readonly summary: string
  /** The kinds of problems that were looked for. */
  readonly lookedFor?: string
  readonly metadata: Json
  readonly panels: readonly Panel[]
  /** United and ranked. */
  readonly findings: readonly Finding[]
  /** How many there are when not all are kept. */
  readonly findingCount: number
  readonly answers: readonly Answer[]
  readonly files: readonly FileReport[]
  readonly rejected: readonly RejectedQuote[]
  readonly verification: Verification
  readonly read: { readonly files: number; readonly bytes: number; readonly lines: number }
  /** Notes in its files that accept findings, and what was accepted; left out when there are none. */
  readonly ignores?: readonly PlacedNote[]
  readonly suppressed?: readonly Suppressed[]
  /** What could not be judged for something. */
  readonly unjudged?: readonly Unjudged[]
  readonly unread: readonly { readonly path: string; readonly reason: string }[]
  /** For the synthesis across types. */
  readonly anchors: readonly FileAnchors[]
  /** What models said that could not be used, with the reason: only the exact part of it is here. */
  readonly unusable?: readonly { readonly what: string; readonly reason: string }[]
  /** What a model made of it; null when none was asked or its reply could not be used. */
  readonly reading: ModelSynthesis | null
  /** For the synthesis across types, where no model made anything of this one. */
  readonly notes?: SynthesisNotes
}

export interface FileAnchors {
  readonly path: string
  readonly contentType: string
  readonly language: string | null
  readonly anchors: readonly Anchor[]
}

export interface FileReport {
  readonly path: string
  readonly summary: string
  readonly figures: Json
  readonly panels: readonly Panel[]
  readonly topics: readonly string[]
  readonly notes: readonly string[]
  readonly findings: number
  /** Those of the findings that are problems; runs of before 0.1.0 do not say. */
  readonly problems?: Readonly<Record<Severity, number>>
}

/** As much of a report as answers and comparisons are made of: of a file only its name and what was found in it. */
export type ComparedType = Omit<TypeReport, 'files'> & {
  readonly files: readonly Pick<FileReport, 'path' | 'findings' | 'problems'>[]
}

/** One thing that two or more files say about each other. Every end is quoted and checked. */
export interface CrossFinding {
  /** `undefined-setting`, `unused-setting`, `hard-coded-value`, `shape-differs`, `log-origin`, `model-link` … */
  readonly kind: string
  readonly summary: string
  readonly severity: Finding['severity']
  readonly nature: Finding['nature']
  readonly files: readonly string[]
  /** What shows it best first, then every other place of it. */
  readonly evidence: Answer['evidence']
  /** How many places there are, where a limit left some out. */
  readonly evidenceCount?: number
  readonly relevance: number
  /** The model that says so, `provider:name`; left out for the exact checks. */
  readonly by?: string
  /** As of a finding. */
  readonly standing?: Standing
  /** What somebody who read it against its quotes holds against it. */
  readonly objection?: string
}

/** Findings across files of one kind that were counted and are not listed; those listed are at least as grave. */
export interface UnlistedLinks {
  readonly kind: string
  readonly problems: number
  readonly facts: number
}

/** What was read of what there is. No total is stated without it. */
export interface Coverage {
  readonly files: number
  readonly filesRead: number
  readonly bytes: number
  readonly bytesRead: number
  readonly lines: number
  readonly linesRead: number
  readonly tasks: number
  readonly tasksCompleted: number
  readonly tasksFailed: number
}

export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** Some of it is an estimate: calls that were cut off or hung do not say what they took. */
  readonly isGuess?: boolean
  /** Null when a price is not known; 0 when no model was called. */
  readonly costUsd: number | null
  readonly calls: number
  /** Results that were paid for before. */
  readonly cached: number
  /** What it would have taken to send every line to the model; null when no model was called. */
  readonly wholeInputTokens: number | null
}

/** The whole result of an analysis; faces render it. */
export interface RunReport extends Aim {
  readonly run: string
  readonly query: string | null
  /** `built-in`, or the models at work. */
  readonly engine: string
  readonly answer: string | null
  /** What the answer rests on. */
  readonly answerEvidence: Answer['evidence']
  readonly answerPanels: readonly Panel[]
  /** How the question was read; null without one, and for runs of before 0.2.0. */
  readonly question: AskedAnswer | null
  readonly files: readonly PlannedFile[]
  readonly skipped: readonly Skipped[]
  /** Of all types, ranked. */
  readonly findings: readonly Finding[]
  readonly perType: readonly Omit<TypeReport, 'anchors' | 'findings'>[]
  readonly crossFile: readonly CrossFinding[]
  /** Left out when all are listed; runs of before 0.2.0 do not say. */
  readonly crossFileUnlisted?: readonly UnlistedLinks[]
  readonly recommendations: readonly string[]
  readonly coverage: Coverage
  readonly verification: Verification
  readonly rejected: readonly RejectedQuote[]
  /** Tasks that failed and files that could not be read, with the reason. */
  readonly failed: readonly { readonly what: string; readonly reason: string }[]
  readonly usage: Usage
  /** What models made of it as a whole; null without one. */
  readonly reading: ModelSynthesis | null
  /** Why it is not the whole report, in one sentence; null when it is. */
  readonly partial: string | null
  readonly warnings: readonly string[]
  /** Places of problems that somebody has accepted, with the reason; left out when there are none. */
  readonly suppressed?: readonly Suppressed[]
  /** Left out when it was compared with no baseline. */
  readonly compared?: Compared
  /** Left out when it is not limited to what was changed. */
  readonly narrowed?: Narrowed
}
