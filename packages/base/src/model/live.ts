// What a page that watches runs is told: a whole state once, then what changes. JSON throughout.
import type { AskProgress, AskReport } from './asking.ts'
import type { Finding } from './finding.ts'
import type { Json } from './json.ts'
import type { Budget } from './ledger.ts'
import type { Message } from './message.ts'
import type { Approval, TaskCounts, TaskStatus } from './task.ts'
import type { MemberState } from './team.ts'

export interface LiveListed {
  readonly run: string
  /** `analyze` for an analysis, else the pattern it was started with. */
  readonly pattern: string
  readonly status: 'running' | 'waiting' | 'interrupted' | 'open' | 'completed' | 'failed' | 'stopped'
  /** One clause on why it ended so. */
  readonly reason: string | null
  readonly query: string | null
  /** Capped: `pathCount` says how many there are. */
  readonly paths: readonly string[]
  readonly pathCount?: number
  /** `built-in`, or the models at work; null for a run that is no analysis. */
  readonly engine: string | null
  readonly tasks: TaskCounts
  readonly startedAt: number
  readonly endedAt: number | null
  /** How long somebody led it, without the time in which it lay still; so far, while it is at work. Null if nobody did. */
  readonly tookMs: number | null
  /** A lead was killed: what it did after the last sign of it is not known. */
  readonly tookIsLeast: boolean
  readonly hasReport: boolean
}

/** One run as it stands after event `cursor`. */
export interface LiveRun extends LiveListed {
  readonly cursor: number
  /** The server's clock, for how long things have taken. */
  readonly now: number
  /** Of `tookMs`, how long all there was to do was to wait for plans to be decided on. */
  readonly waitedMs: number
  /** In order; a task is in one of them. */
  readonly stages: readonly LiveStage[]
  /** In order of creation. Capped: `tasks.total` says how many there are. */
  readonly taskList: readonly LiveTask[]
  readonly members: readonly LiveMember[]
  /** What readers have found so far, the newest first; capped. Synthesis unites those that are one thing. */
  readonly findings: readonly LiveFinding[]
  readonly findingCount: number
  /** The newest first; capped. */
  readonly messages: readonly Message[]
  readonly messageCount?: number
  readonly budgets: readonly Budget[]
  readonly progress: LiveProgress | null
  /** What programs and agents do at the moment, where they are seen; capped. */
  readonly workers?: readonly LiveWorker[]
  /** What models were asked; null when none is. */
  readonly calls: LiveCalls | null
  readonly canStop: boolean
  readonly canResume: boolean
  /** The limit that it stopped at: without a higher one it would stop there again. Null where none was reached. */
  readonly limit?: LiveLimit | null
}

/** In millionths of a dollar, or in tokens. */
export interface LiveLimit {
  readonly unit: 'micro_usd' | 'tokens'
  readonly limit: number
  readonly used: number
  /** What the next call may take at most. */
  readonly next: number
  /** What is left to do takes about so much more; null when that is not known. */
  readonly rest: number | null
}

/**
 * What is new: what is left out has not changed. `taskList` holds the tasks that changed, `findings` and `messages` new ones.
 * One that names its `run` is a whole state and takes the place of all that was known: the run was started over, or
 * something that was found was taken back.
 */
export type LiveChange = Partial<LiveRun> & Pick<LiveRun, 'cursor' | 'now'>

export interface LiveStage {
  /** `Read`, `Merge per type`, `Merge across types`. */
  readonly title: string
  readonly tasks: number
  readonly done: number
  readonly failed: number
  readonly working: number
  /** Whose plans wait to be decided on; left out where there are none. */
  readonly toApprove?: number
}

export interface LiveTask {
  readonly id: string
  readonly stage: number
  readonly subject: string
  readonly activeForm: string | null
  readonly status: TaskStatus
  /** Pending, and nothing stands in its way. */
  readonly isReady: boolean
  readonly owner: string | null
  readonly blockedBy: readonly string[]
  /** Where its plan stands; null where none is wanted. */
  readonly approval: Pick<Approval, 'status' | 'round'> | null
  readonly contentType: string | null
  /** What it reads, when it is one file. */
  readonly path: string | null
  readonly startLine: number | null
  readonly endLine: number | null
  readonly bytes: number | null
  readonly tokens: number | null
  readonly attempts: number
  readonly summary: string | null
  readonly reason: string | null
  readonly claimedAt: number | null
  readonly endedAt: number | null
}

export interface LiveMember {
  readonly name: string
  readonly role: string | null
  readonly kind: string | null
  readonly state: MemberState
  readonly task: string | null
  /** Tasks it has completed. */
  readonly completed: number
}

export interface LiveWorker {
  readonly member: string
  readonly task: string
  /** Its last lines, the newest last; secrets are masked. */
  readonly lines: readonly string[]
  /** Of a coding agent, so far; 0 where it does not tell. */
  readonly turns: number
  readonly tokens?: number
  /** About, by list prices; left out where it is not known. */
  readonly costUsd?: number
}

export interface LiveFinding
  extends Pick<
    Finding,
    'id' | 'summary' | 'severity' | 'nature' | 'type' | 'contentType' | 'path' | 'line' | 'evidence' | 'verified'
  > {
  readonly task: string
  readonly by: string | null
}

export interface LiveProgress {
  readonly bytesRead: number
  readonly bytes: number
  readonly tasksDone: number
  readonly tasks: number
  /** Since it was last started; null too early or too late to say. */
  readonly bytesPerSecond: number | null
  readonly leftMs: number | null
  /** What says how far it is: where models read, or agents of a client, bytes that are surveyed are not what is left to do. */
  readonly goesBy?: 'bytes' | 'tasks'
}

export interface LiveCalls {
  readonly calls: number
  readonly failed: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Null when a price is not known. */
  readonly costUsd: number | null
  readonly isGuess: boolean
  /** In the last minute. */
  readonly perMinute: number
}

/** One task, opened. */
export interface LiveTaskPage {
  readonly task: LiveTask
  readonly description: string | null
  /** Why it waits; null when it does not. */
  readonly waitsFor: string | null
  readonly approval: Approval | null
  /** There is more of the plan than is shown. */
  readonly isPlanCut: boolean
  /** The files, or stretches of them, that it reads. */
  readonly pieces: readonly LivePiece[]
  readonly pieceCount?: number
  readonly findings: readonly LiveFinding[]
  readonly findingCount?: number
  /** The last of them. */
  readonly calls: readonly LiveCall[]
  readonly callCount?: number
  /** Of tasks that are no readers; clipped. */
  readonly result: Json
  readonly log: string | null
}

export interface LivePiece {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
}

/** Lines of a piece, secrets masked. */
export interface LiveText {
  readonly path: string
  readonly line: number
  readonly lines: readonly string[]
  /** The first line behind these that can be asked for; null at the end of the piece. */
  readonly next: number | null
  /** The file is not what was read: it has changed since, or is gone. */
  readonly problem: string | null
}

export interface LiveCall {
  readonly number: number
  readonly at: number
  readonly tookMs: number
  readonly attempts: number
  readonly task: string
  readonly purpose: string
  readonly model: string
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costUsd: number | null
  /** How it failed; null when it did not. */
  readonly failure: string | null
  /** What was made of the reply, in one line. */
  readonly verdict: string
}

/** One call, opened. */
export interface LiveCallPage extends LiveCall {
  /** What was asked, in order, and what came back last: `system`, `user`, `assistant`, `tool`, `reply`, `failure`. */
  readonly turns: readonly { readonly role: string; readonly text: string }[]
  /** The names of tools it could use, and the schema it had to keep to. */
  readonly tools: readonly string[]
  readonly schema: Json
  readonly verdictJson: Json
}

/** A question that a model answers step by step, as far as it is. */
export interface LiveAsking {
  readonly model: string
  readonly subModel: string
  readonly turns: readonly AskProgress[]
  /** What it does now; null when it waits for the model, or nobody goes on. */
  readonly working: string | null
  /** Null before it is answered. */
  readonly report: Omit<AskReport, 'steps'> | null
}

/** What is decided on a plan. `round` says which one was seen: another may have been handed in since. */
export interface LiveDecision {
  readonly decision: 'approve' | 'reject'
  readonly round: number
  /** Goes to whoever made the plan. Without one, no plan is rejected. */
  readonly feedback: string | null
}

/** What came of a decision. */
export interface LiveDecided {
  /** The same was decided before; nothing has changed. */
  readonly isRepeated: boolean
}

/** In place of a model: the built-in analysts read alone, whatever the config file names. */
export const BUILT_IN = 'built-in'

/** What starts a run. Paths are relative to the server's working directory. */
export interface LiveStart {
  readonly paths: readonly string[]
  readonly query: string | null
  /** Null for what the config file says; `built-in` for none. */
  readonly model: string | null
  readonly maxCostUsd: number | null
  /** A model looks step by step, in place of everything being read; needs a question and a model. */
  readonly asks?: boolean
}

/** What a run is resumed with: limits for all of it, what was used before included. Null leaves one as it is. */
export interface LiveResume {
  readonly maxCostUsd: number | null
  readonly maxTokens: number | null
}

/** What it would read and cost, before it is started. */
export interface LivePlan {
  readonly files: number
  readonly bytes: number
  readonly tasks: number
  readonly byType: readonly { readonly contentType: string; readonly files: number; readonly bytes: number }[]
  readonly skipped: LiveSkipped
  readonly engine: string
  readonly inputTokens: number
  readonly costUsd: number | null
  readonly warnings: readonly string[]
}

/** Files and directories that would not be read. */
export interface LiveSkipped {
  readonly count: number
  /** How many reasons there are; those with the most files are told. */
  readonly reasonCount: number
  readonly reasons: readonly LiveSkipReason[]
}

export interface LiveSkipReason {
  readonly reason: string
  readonly count: number
  /** The first of them. `reason` says more of one, where it differs from that of all. */
  readonly paths: readonly { readonly path: string; readonly reason: string | null }[]
}
