// A tool of an asking model: checked input, a text as result. Whatever goes wrong is a result that says so.

import { toShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { ToolSpec } from '@shoal/base/model/language-model'
import type { z } from 'zod'
import { complaint, specOf, tidied } from '../tools/tool-input.ts'
import { ToolMistake } from '../tools/tool-mistake.ts'

/** Characters of one result: enough for a page, too little to fill a context by accident. */
export const MOST_RESULT = 6_000

export interface AskTool {
  readonly spec: ToolSpec
  /** The same for a model that is given all files whole, where that differs. */
  readonly specWhole?: ToolSpec
  /** Total: never throws but for an abort. */
  run(input: Json, signal: AbortSignal): Promise<{ readonly text: string; readonly isError: boolean }>
}

export function askTool<Input>({
  run,
  ...about
}: {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType<Input>
  /** Throws a `ToolMistake` for what the model can do better. */
  run(input: Input, signal: AbortSignal): Promise<string>
}): AskTool {
  return {
    spec: specOf(about),
    async run(given, signal) {
      const read = about.input.safeParse(tidied(given))
      if (!read.success)
        return { text: `${about.name} cannot be called like this: ${complaint(read.error)}`, isError: true }
      try {
        return { text: clipped(await run(read.data, signal)), isError: false }
      } catch (error) {
        signal.throwIfAborted()
        return { text: clipped(messageOf(error)), isError: true }
      }
    },
  }
}

export function clipped(text: string, most = MOST_RESULT): string {
  if (text.length <= most) return text
  return `${text.slice(0, most - 60)}\n… (cut after ${most - 60} of ${text.length} characters: ask for less)`
}

/** What is unforeseen is not for a model: it may name places outside of the files. */
function messageOf(error: unknown): string {
  if (error instanceof ToolMistake) return error.message
  const { code, message, advice } = toShoalError(error)
  if (code === 'internal') return 'The tool failed; go on without it'
  return advice ? `${message}; ${advice}` : message
}
