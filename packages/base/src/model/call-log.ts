// The record of a run's model calls: what was asked, what came back, what it cost, and what was believed of it.
import type { Json } from './json.ts'
import type { CallPurpose, ModelOutcome, ModelReply, ModelRequest, TokenUsage } from './language-model.ts'

export interface CallRecord {
  /** 1 for the first call of the run. */
  readonly number: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly tookMs: number
  /** Times it was sent: 1 unless it had to be tried again. */
  readonly attempts: number
  readonly task: string
  readonly purpose: CallPurpose
  readonly model: string
  /** Of model and request: the same for the same question. */
  readonly digest: string
  readonly request: ModelRequest
  readonly outcome: ModelOutcome
  /** Millionths of a dollar; null when the price is not known. */
  readonly microUsd: number | null
  /** How its findings fared: schema complaints, quotes verified, moved and rejected. Null while nothing was said. */
  readonly verdict: Json
}

export interface CallTotals extends Omit<TokenUsage, 'isGuess'> {
  readonly calls: number
  readonly failed: number
  /** Null when a price is not known. */
  readonly microUsd: number | null
  /** The tokens of some calls, and so their cost, are estimated: they hung, were cut off, or the server does not count. */
  readonly guessed: boolean
}

/**
 * One run's calls, kept in the order they ended. A reply that was recorded is never paid for again: whoever asks the
 * same of the same model in this run gets it from here. What is recorded outlives the process.
 */
export interface CallLog {
  /** Takes in what other machines have recorded of the run. */
  refresh?(): Promise<void>
  /** The reply to the same request, if there was one. */
  replyTo(digest: string): ModelReply | null
  /** Appends a call; gives back its number. */
  add(call: Omit<CallRecord, 'number' | 'verdict'>): Promise<number>
  /** What came of the last call of a task. Never rejects: nobody waits for it. */
  judge(task: string, verdict: Json): Promise<void>
  totals(): CallTotals
  records(): AsyncIterable<CallRecord>
  close(): Promise<void>
}
