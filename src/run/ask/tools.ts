// The tools of an asking model: what it is told they do, and their results as text. Each call is a step in the ledger.
import { z } from 'zod'
import type { Json } from '../../model/json.ts'
import { type AskTool, askTool } from '../../stages/asking/ask-tool.ts'
import { ToolMistake } from '../../stages/tools/tool-mistake.ts'
import { plural } from '../../text/printable.ts'
import { type Actions, filesOf, INPUTS } from './actions.ts'
import { diffText } from './diff-text.ts'
import type { FileSet } from './file-set.ts'
import { Sandbox } from './sandbox.ts'
import { byKind, numbered, rowLines } from './shown-rows.ts'
import type { Steps } from './steps.ts'

const runInput = z.object({
  code: z
    .string()
    .min(1)
    .max(40_000)
    .describe(
      'JavaScript. The value of the last expression is the result, and what print() was given. Functions: search(query, mode, paths), read(path, from, to), sql(query) → rows as objects, diff(before, after), llm(question, passages); each gives its value at once, without await. What is declared with var or set on globalThis stays for later steps',
    ),
})

export interface AskTools {
  readonly all: readonly AskTool[]
  close(): void
}

export function toolsOver(set: FileSet, actions: Actions, steps: Steps): AskTools {
  const sandbox = new Sandbox({
    functions: Object.keys(INPUTS),
    async call(name, input) {
      if (!Object.hasOwn(INPUTS, name)) throw new ToolMistake(`there is no function ${name}`)
      const known = name as keyof Actions
      const read = INPUTS[known].safeParse(input)
      if (!read.success) throw new ToolMistake(`${name}: ${read.error.issues[0]!.message}`)
      return (await actions[known](read.data as never)) as unknown as Json
    },
  })
  /** All code so far: what a piece gives depends on what was run before it. */
  const ran: string[] = []
  const step = (name: keyof Actions, text: (input: never) => Promise<string>) => async (input: unknown) => {
    const digest = set.digest(filesOf(name, input as Json, set))
    return await toldOnce(steps, { tool: name, input: input as Json, digest }, () => text(input as never))
  }
  const run = async ({ code }: z.infer<typeof runInput>, signal: AbortSignal) => {
    const input = { code, after: ran.length === 0 ? null : ran.join('\n;\n') }
    let isNew = false
    try {
      return await toldOnce(steps, { tool: 'run', input, digest: set.digest() }, () => {
        isNew = true
        return sandbox.run(code, signal)
      })
    } catch (error) {
      if (error instanceof ToolMistake) return Promise.reject(error)
      throw error
    } finally {
      if (!isNew) sandbox.remember(code)
      ran.push(code)
    }
  }
  return {
    all: [
      askTool({
        name: 'search',
        description:
          'Lines that hold a text, match a regular expression, or answer to words best, with path and line, and how many there are in all.',
        input: INPUTS.search,
        run: step('search', async (input: Parameters<Actions['search']>[0]) =>
          foundText(await actions.search(input), input.offset),
        ),
      }),
      askTool({
        name: 'read',
        description: 'Lines of a file with their numbers.',
        input: INPUTS.read,
        run: step('read', async (input: Parameters<Actions['read']>[0]) => linesText(await actions.read(input))),
      }),
      askTool({
        name: 'sql',
        description:
          'Asks the relations of the overview: exact counts, sums, joins, first and last times. Rows of tables, log entries, settings, code, all with their places.',
        input: INPUTS.sql,
        run: step('sql', async (input: Parameters<Actions['sql']>[0]) => rowLines(await actions.sql(input)).join('\n')),
      }),
      askTool({
        name: 'diff',
        description:
          'What differs between two files or directories: rows, settings, symbols, sections, log templates or lines, with both places.',
        input: INPUTS.diff,
        run: step('diff', async (input: Parameters<Actions['diff']>[0]) => diffText(await actions.diff(input))),
      }),
      askTool({
        name: 'run',
        description:
          'Runs JavaScript in a sandbox without network, disk or clock, with the other tools as functions: for what takes more than one query.',
        input: runInput,
        run,
      }),
      askTool({
        name: 'llm',
        description:
          'Has a smaller model read passages for their meaning, all with the same question, and quote what it rests on. It costs money: only for more text than you should read yourself.',
        input: INPUTS.llm,
        run: step('llm', async (input: Parameters<Actions['llm']>[0]) => passagesText(await actions.llm(input))),
      }),
    ],
    close: () => sandbox.close(),
  }
}

/** What the model was told, also that it was wrong: told the same again. */
async function toldOnce(
  steps: Steps,
  step: Parameters<Steps['once']>[0],
  make: () => Promise<string>,
): Promise<string> {
  const { value } = await steps.once<{ text: string; isError: boolean }>(step, async () => {
    try {
      return { text: await make(), isError: false }
    } catch (error) {
      if (error instanceof ToolMistake) return { text: error.message, isError: true }
      throw error
    }
  })
  if (value.isError) throw new ToolMistake(value.text)
  return value.text
}

function foundText({ total, isExact, files, matches }: Awaited<ReturnType<Actions['search']>>, offset: number): string {
  if (matches.length === 0)
    return total === 0 ? 'No line matches.' : `There are ${plural(total, 'line')}; none behind ${offset}.`
  const count = `${isExact ? '' : 'at least '}${plural(total, 'line')} in ${plural(files, 'file')}`
  const lines = byKind(matches.map(({ path, line, text }) => ({ label: `${path}:${line}`, text })))
  const last = offset + matches.length
  const more = total > last ? `, here ${offset + 1} to ${last} (more with offset ${last})` : ''
  return [`${count}${more}:`, ...lines].join('\n')
}

function linesText({ path, lines, from, text }: Awaited<ReturnType<Actions['read']>>): string {
  const last = from + text.length - 1
  const head = `${path}, lines ${from} to ${last}${lines === null ? '' : ` of ${lines}`}:`
  return [head, ...numbered(text.map((one, k) => ({ label: String(from + k), text: one })))].join('\n')
}

function passagesText(answers: Awaited<ReturnType<Actions['llm']>>): string {
  return answers
    .map(({ path, from, to, answer, quotes, failed }) =>
      [
        `${path}, lines ${from} to ${to}: ${failed === null ? (answer ?? 'says nothing to it') : `was not read: ${failed}`}`,
        ...quotes.map(({ line, quote }) => `  ${path}:${line}| ${quote}`),
      ].join('\n'),
    )
    .join('\n')
}
