// The question that a call is about, as far as the agent may see it.
import { resolve } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { z } from 'zod'
import { cacheDir } from '../../config/cache-dir.ts'
import type { AskDefinition } from '../../run/ask/definition.ts'
import type { Looking, Told } from '../../run/ask/looking.ts'
import { runName } from '../fields.ts'
import { pathFrom } from '../jail.ts'
import { readQuestion } from '../run-access.ts'
import { type Answer, defineTool, type Tool, type ToolContext } from '../tool.ts'
import { text } from './text.ts'

export const run = runName.describe('The run that `overview` gave')

/** Throws `not-a-run`, `wrong-state` for one that a model answers, and `outside-roots`. */
export async function withLooking<T>(
  context: ToolContext,
  name: string,
  act: (looking: Looking) => Promise<T>,
): Promise<T> {
  const definition = await readQuestion(context, name)
  if (!definition.delegated)
    throw new ShoalError('wrong-state', `run "${name}" is answered by a model`, {
      detail: name,
      advice: `\`report\` shows its answer, \`overview\` with its paths opens a run of your own`,
    })
  return await lookingInto(context, { run: name, definition }, act)
}

export async function lookingInto<T>(
  context: ToolContext,
  { run: name, definition }: { readonly run: string; readonly definition: AskDefinition },
  act: (looking: Looking) => Promise<T>,
): Promise<T> {
  const { Lookings } = await import('../../run/ask/lookings.ts')
  const lookings = context.shared('lookings', () => new Lookings())
  const { cwd, settings } = definition
  const { include, exclude } = settings
  const call = {
    paths: definition.paths.map(path => pathFrom(cwd, context.jail.inside(resolve(cwd, path)))),
    settings: { ...context.settings, include, exclude },
    signal: context.signal,
    cache: cacheDir(context.env, process.platform, context.cwd),
    onProgress: (done: number, of: number, path: string) => context.progress(done, of, `reading ${path}`),
  }
  return await lookings.call({ run: name, definition, ledger: await context.ledger() }, call, act)
}

/** One step of the loop: its result as text, under the id that it is cited by. */
export function stepTool<Input extends z.ZodObject>(tool: {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
}): Tool {
  return defineTool({
    ...tool,
    changes: 'adds',
    input: tool.input.extend({ run }),
    output: text,
    run: async (given, context) => {
      const { run: name, ...input } = given as { readonly run: string }
      return told(await withLooking(context, name, looking => looking.step(tool.name, input as Json, context.signal)))
    },
  })
}

export function told({ text: data, isError }: Told): Answer<string> {
  return { data, isError }
}
