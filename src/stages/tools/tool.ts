// What a tool of an analyst is: a name, what it takes, and what it says. Tools read; none writes, runs or connects.
import type { z } from 'zod'
import type { AnalystTool } from '../../model/agent.ts'
import type { TaskFiles } from './task-files.ts'

/** Characters of one result. */
export const MOST_OUTPUT = 12_000

export interface ToolContext {
  readonly files: TaskFiles
  readonly signal: AbortSignal
  /** Hides the secrets of a file's text. The text keeps its line ends. */
  hide(text: string, path: string): string
}

/** One tool. `run` throws a `ToolMistake` for what the model can do better. */
export interface Tool<Input> {
  readonly name: AnalystTool
  readonly description: string
  /** Checks the input, and is shown to the model as JSON Schema. */
  readonly input: z.ZodType<Input>
  run(input: Input, context: ToolContext): Promise<string>
}
