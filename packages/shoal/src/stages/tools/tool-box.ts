// The tools of a model analyst: Read, Grep and Glob over the files of its task, read-only and bounded.
import type { AnalystTool } from '@shoal/base/model/agent'
import { toShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { ToolCall, ToolResult, ToolSpec } from '@shoal/base/model/language-model'
import { chunkLines, type HideStretch } from './chunk-lines.ts'
import { globTool } from './glob-tool.ts'
import { grepTool } from './grep-tool.ts'
import { readTool } from './read-tool.ts'
import { type TaskFile, TaskFiles } from './task-files.ts'
import { MOST_OUTPUT, type Tool, type ToolContext } from './tool.ts'
import { complaint, specOf, tidied } from './tool-input.ts'
import { ToolMistake } from './tool-mistake.ts'

export interface ToolBoxOptions {
  readonly hide: HideStretch
}

/**
 * - total: `run` never throws; every trouble is a result with `isError`, an abort too
 * - jailed: nothing but the files it was opened with can be read, whatever a call asks for
 * - bounded: a result has at most 12,000 characters and says what it leaves out
 */
export interface ToolBox {
  readonly specs: readonly ToolSpec[]
  run(call: ToolCall, signal: AbortSignal): Promise<ToolResult>
}

type AnyTool = Pick<Tool<never>, 'name' | 'description' | 'input'> & {
  answer(input: unknown, context: ToolContext): Promise<string>
}

const TOOLS: Readonly<Record<AnalystTool, AnyTool>> = {
  Read: checked(readTool),
  Grep: checked(grepTool),
  Glob: checked(globTool),
}

export function openToolBox(
  tools: readonly AnalystTool[],
  files: readonly TaskFile[],
  { hide }: ToolBoxOptions,
): ToolBox {
  const offered = new Map<string, AnyTool>([...new Set(tools)].map(name => [name, TOOLS[name]]))
  const taskFiles = new TaskFiles(files)
  const linesOf = chunkLines(hide)
  return {
    specs: specsOf([...offered.values()]),
    async run({ id, name, input }, signal) {
      try {
        const tool = offered.get(name)
        if (!tool) throw new ToolMistake(`There is no such tool. The tools are ${[...offered.keys()].join(', ')}`)
        signal.throwIfAborted()
        const text = await tool.answer(input, { files: taskFiles, signal, linesOf })
        return { id, name, text: text.slice(0, MOST_OUTPUT), isError: false }
      } catch (error) {
        return { id, name, text: messageOf(error).slice(0, MOST_OUTPUT), isError: true }
      }
    },
  }
}

/** What is unforeseen is not for a model: it may name places outside of the task. */
function messageOf(error: unknown): string {
  if (error instanceof ToolMistake) return error.message
  const { code, message } = toShoalError(error)
  return code === 'internal' ? 'The tool failed; go on without it' : message
}

/** Every task offers the same few, and making a schema takes longer than most calls leave time for. */
const specsMade = new Map<string, readonly ToolSpec[]>()

function specsOf(tools: readonly AnyTool[]): readonly ToolSpec[] {
  const names = tools.map(({ name }) => name).join()
  const specs = specsMade.get(names) ?? tools.map(specOf)
  specsMade.set(names, specs)
  return specs
}

/** The tool behind the check of its input. */
function checked<Input>(tool: Tool<Input>): AnyTool {
  const { name, description, input, run } = tool
  return {
    name,
    description,
    input: input as AnyTool['input'],
    async answer(given, context) {
      const read = input.safeParse(tidied(given as Json))
      if (!read.success) throw new ToolMistake(`${name} cannot be called like this: ${complaint(read.error)}`)
      return await run(read.data, context)
    },
  }
}
