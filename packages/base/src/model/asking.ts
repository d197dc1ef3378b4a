// A question that a model answers by reaching for the files: its steps, what it noted with its proof, and the answer.
import type { Json } from './json.ts'
import type { Usage } from './report.ts'

/** Words of a file, where they stand. */
export interface AskQuote {
  readonly path: string
  readonly line: number
  readonly quote: string
  /** When the line was written, where that stands in it and not in the quote. */
  readonly time?: string
}

/** What the model holds to be so, and what shows it. */
export interface AskNote {
  /** `N1`. */
  readonly id: string
  readonly claim: string
  /** It says why something happened. */
  readonly isCause: boolean
  /** Made of what a sentence of an answer brought: it holds proof, and its claim is no more than what that sentence said. */
  readonly isOfSentence?: true
  readonly quotes: readonly AskQuote[]
  /** Ids of results. */
  readonly results: readonly string[]
}

/** One call of a tool. */
export interface AskStep {
  readonly number: number
  readonly tool: string
  readonly input: Json
  /** `R1`, what it is cited by; null when it failed. */
  readonly result: string | null
  /** As the model was told it. */
  readonly text: string
}

export interface AskSentence {
  readonly text: string
  /** Ids of notes. */
  readonly cites: readonly string[]
  /** What the sceptic still holds against it; null for nothing. */
  readonly objection: string | null
}

export interface AskOutcome {
  /** `partial`: something is said to be missing, or was objected to, or the end came before the answer. */
  readonly status: 'answered' | 'partial' | 'unanswered'
  readonly sentences: readonly AskSentence[]
  /** What could not be shown. */
  readonly missing: readonly string[]
  /** Another explanation that what was noted does not rule out; null for none. */
  readonly rival: string | null
  readonly notes: readonly AskNote[]
  readonly steps: readonly AskStep[]
  /** Sentences of the first answer that the sceptic objected to; they were changed, left out, or stand with the objection. */
  readonly objected: number
  /** The model, or the agent, that read the answer as a sceptic; none did where it is left out. */
  readonly challengedBy?: string
  /** Why it ended before the model was done, or counts in part only; null for neither. */
  readonly stopped: string | null
}

export interface AskReport extends AskOutcome {
  readonly run: string
  readonly question: string
  readonly paths: readonly string[]
  /** Of a delegated question the client, such as `claude-code`. */
  readonly model: string
  /** An agent of a client asked, over MCP: what it cost is not known. */
  readonly isDelegated?: true
  /** The one that read passages. */
  readonly subModel: string
  readonly files: number
  readonly bytes: number
  /** All files were given to the model at once. */
  readonly isWhole: boolean
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  readonly usage: Usage
}

/** What the sceptic said of an answer. */
export interface AskChallenge {
  readonly objections: readonly { readonly sentence: number; readonly why: string }[]
  readonly rival: string | null
}

/** What one reply of the model brought: told while the question is open, and kept with the run. */
export interface AskTurn {
  /** From 1. */
  readonly number: number
  /** Words beside its calls. */
  readonly said: string
  /** Their texts are cut. */
  readonly steps: readonly AskStep[]
  readonly notes: readonly AskNote[]
  /** What it wanted to note or to answer and was refused, and why. */
  readonly refused: readonly string[]
  /** Explanations that still fit, as the model names them; null when it names none. */
  readonly rivals: readonly string[] | null
  readonly sceptic: AskChallenge | null
}

/** With what the run has used by then. */
export interface AskProgress extends AskTurn {
  readonly usage: Usage
}
