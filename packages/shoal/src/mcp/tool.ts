// What a tool of the MCP server is: one object with its schemas, and one function that does the work.

import type { Ledger } from '@shoal/base/model/ledger'
import type { z } from 'zod'
import type { Settings } from '../config/resolve.ts'
import type { Jail } from './jail.ts'

/** An object goes out as data and as its JSON; a text as it is, which is what an agent quotes from best. */
export type OutputSchema = z.ZodObject | z.ZodString

/**
 * One tool. Its input has been checked when `run` is called; what it throws becomes one line for the agent. JSON keys are
 * snake_case. An answer is short: it points at what else there is (`next_cursor`, a resource) instead of carrying it.
 * `run` imports what does the work when it is called: clients start a server to learn its tools, often for nothing more.
 */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends OutputSchema = OutputSchema> {
  readonly name: string
  /** For people. */
  readonly title: string
  /** For agents: what it does, when to use it and what comes back, in two to four sentences. */
  readonly description: string
  readonly input: Input
  /** What it promises, checked before it goes out. Clients are not shown it: models never were, and it is most of a list. */
  readonly output: Output
  /** What it does to shoal's own state; the user's files are never touched. `nothing` is what MCP calls read-only. */
  readonly changes: 'nothing' | 'adds' | 'removes'
  /** Answers with what members of a team wrote to each other, which is handed on as it is; all else passes the gate. */
  readonly isOfMembers?: true
  run(input: z.output<Input>, context: ToolContext): Promise<Answer<z.input<Output>>>
}

export interface Answer<Data> {
  /** What the agent reads: most clients show it this and no text beside it. */
  readonly data: Data
  /** It is what is wrong, in more than the one line of an error. */
  readonly isError?: boolean
  /** Resources with more. */
  readonly links?: readonly Link[]
}

export interface Link {
  readonly uri: string
  readonly name: string
  readonly description: string
  readonly mimeType: string
}

export interface ToolContext {
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal
  /** Every path that an agent names passes through it. */
  readonly jail: Jail
  /** Of the server's command line and config file. */
  readonly settings: Settings
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where relative paths start: the first root. */
  readonly cwd: string
  /** Opened when first asked for, shared by all calls, closed with the server. */
  ledger(): Promise<Ledger>
  /** Where a run may keep what would be slow to make again. */
  runDirectory(run: string): string
  /** Values that live as long as the server, made when first asked for; `close` is called with the server. */
  shared<T extends { close(): Promise<void> | void }>(key: string, make: () => T): T
  /** Told to a client that asked for progress; harmless else. `total` null when it is not known. */
  progress(done: number, total: number | null, message: string): void
  /** The client, as it introduced itself: `claude-code 2.1.325`; null when it did not. */
  readonly client: string | null
}

/** Infers the schemas of a tool. */
export function defineTool<Input extends z.ZodObject, Output extends OutputSchema>(tool: Tool<Input, Output>): Tool {
  return tool as unknown as Tool
}
