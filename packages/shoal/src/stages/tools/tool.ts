// What a tool of an analyst is: a name, what it takes, and what it says. Tools read; none writes, runs or connects.

import type { AnalystTool } from '@shoal/base/model/agent'
import type { ChunkSpan, FileAbout } from '@shoal/base/model/analyst'
import type { Shown } from '@shoal/base/model/shown'
import type { SourceText } from '@shoal/base/model/source'
import type { z } from 'zod'
import type { TaskFiles } from './task-files.ts'

/** Characters of one result. */
export const MOST_OUTPUT = 12_000

export interface ToolContext {
  readonly files: TaskFiles
  readonly signal: AbortSignal
  linesOf(source: SourceText, about: FileAbout, chunk: ChunkSpan): ChunkLines
}

/** The lines of a chunk as its analyst is shown them: without their ends, secrets hidden. */
export interface ChunkLines {
  readonly lines: readonly Shown[]
  /** The first line began in the chunk before. */
  readonly isInside: boolean
  /** The last line goes on in the next chunk. */
  readonly isCut: boolean
}

/** One tool. `run` throws a `ToolMistake` for what the model can do better. */
export interface Tool<Input> {
  readonly name: AnalystTool
  readonly description: string
  /** Checks the input, and is shown to the model as JSON Schema. */
  readonly input: z.ZodType<Input>
  run(input: Input, context: ToolContext): Promise<string>
}
