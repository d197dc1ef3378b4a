// The tools of an asking model: what it is told they do, and their results as text. Each call is a step that is kept.

import type { Json } from '@shoal/base/model/json'
import { plural } from '@shoal/base/text/printable'
import type { z } from 'zod'
import { type AskTool, askTool, MOST_RESULT } from '../../stages/asking/ask-tool.ts'
import { ACTION_INPUTS, type ActionInput, type ActionName, codeInput, SAID } from '../../stages/asking/inputs.ts'
import { specOf } from '../../stages/tools/tool-input.ts'
import { ToolMistake } from '../../stages/tools/tool-mistake.ts'
import { type Actions, filesOf, type PassageAnswer } from './actions.ts'
import { diffText } from './diff-text.ts'
import type { FileSet } from './file-set.ts'
import { labelledText } from './label-action.ts'
import { inOneLine, type NestedAnswer, nestedText, quotedLine } from './nested-text.ts'
import { Sandbox } from './sandbox.ts'
import { byKind, type NumberedLine, numbered, rowLines } from './shown-rows.ts'
import type { StepStore } from './steps.ts'

export interface AskTools {
  readonly all: readonly AskTool[]
  close(): void
}

/** `earlier`: code that was run before, in another process. */
export function toolsOver(set: FileSet, actions: Actions, steps: StepStore, earlier: readonly string[] = []): AskTools {
  const functions = Object.keys(actions) as ActionName[]
  const sandbox = new Sandbox({
    functions,
    async call(name, input) {
      const known = functions.find(one => one === name)
      if (!known) throw new ToolMistake(`there is no function ${name}`)
      const read = ACTION_INPUTS[known].safeParse(input)
      if (!read.success) throw new ToolMistake(`${name}: ${read.error.issues[0]!.message}`)
      return (await actions[known]!(read.data as never)) as unknown as Json
    },
  })
  /** All code so far that stands: what a piece gives depends on what was run before it. */
  const ran = [...earlier]
  for (const code of earlier) sandbox.remember(code)
  const input = codeInput(functions)
  const run = async ({ code }: z.infer<typeof input>, signal: AbortSignal) => {
    let isNew = false
    const after = ran.length === 0 ? null : ran.join('\n;\n')
    const text = await toldOnce(steps, { tool: 'run', input: { code, after }, digest: set.digest() }, () => {
      isNew = true
      return sandbox.run(code, signal)
    })
    if (!isNew) sandbox.remember(code)
    ran.push(code)
    return text
  }
  const step = <Name extends ActionName>(name: Name, text: (given: ActionInput<Name>) => Promise<string>) =>
    askTool({
      name,
      description: SAID[name],
      input: ACTION_INPUTS[name] as unknown as z.ZodType<ActionInput<Name>>,
      run: async given => {
        const digest = set.digest(filesOf(name, given as Json, set))
        return await toldOnce(steps, { tool: name, input: given as Json, digest }, () => text(given))
      },
    })
  const { llm, label } = actions
  return {
    all: [
      step('search', async given => foundText(await actions.search(given), given.offset)),
      step('read', async given => linesText(await actions.read(given))),
      step('sql', async given => rowLines(await actions.sql(given), ROOM).join('\n')),
      step('diff', async given => diffText(await actions.diff(given))),
      { ...askTool({ name: 'run', description: SAID.run, input, run }), specWhole: runOverWhole(functions) },
      ...(llm ? [step('llm', async given => readText(await llm(given)))] : []),
      ...(label ? [step('label', async given => labelledText(await label(given), given))] : []),
    ],
    close: () => sandbox.close(),
  }
}

/** In a request that holds all files nobody need compare or read them for the model. */
function runOverWhole(functions: readonly ActionName[]): AskTool['spec'] {
  const input = codeInput(functions.filter(name => name !== 'diff' && name !== 'llm'))
  return specOf({ name: 'run', description: SAID.run, input })
}

/** What the model was told, also that it was wrong: told the same again. */
async function toldOnce(
  steps: StepStore,
  step: Parameters<StepStore['once']>[0],
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

/** Of a result, with room for how to go on. */
const ROOM = MOST_RESULT - 100

/** What is no longer is shown as it stands, line by line: whoever asks for a few lines wants to see them. */
const PLAIN = 3_000

function shownLines(lines: readonly NumberedLine[], shortened: (lines: readonly NumberedLine[]) => string[]): string[] {
  const plain = lines.map(({ label, text }) => `${label}| ${text}`)
  return plain.reduce((sum, line) => sum + line.length + 1, 0) <= PLAIN ? plain : shortened(lines)
}

/** Of `count` things as many as fit, told by `text`: what is left out must be said, not cut off. */
function asFits(count: number, text: (shown: number) => string): string {
  for (let shown = count; shown > 1; shown = Math.min(shown - 1, Math.ceil(shown * 0.85))) {
    const told = text(shown)
    if (told.length <= ROOM) return told
  }
  return text(Math.min(1, count))
}

function foundText({ total, isExact, files, matches }: Awaited<ReturnType<Actions['search']>>, offset: number): string {
  if (matches.length === 0)
    return total === 0 ? 'No line matches.' : `There are ${plural(total, 'line')}; none behind ${offset}.`
  const count = `${isExact ? '' : 'at least '}${plural(total, 'line')} in ${plural(files, 'file')}`
  return asFits(matches.length, shown => {
    const page = matches.slice(0, shown)
    const named = page.map(({ path, line, text }) => ({ label: `${path}:${line}`, text }))
    const last = offset + shown
    const more = total > last ? `, here ${offset + 1} to ${last} (more with offset ${last})` : ''
    return [`${count}${more}:`, ...shownLines(named, byKind)].join('\n')
  })
}

function linesText({ path, lines, from, text }: Awaited<ReturnType<Actions['read']>>): string {
  return asFits(text.length, shown => {
    const last = from + shown - 1
    const head = `${path}, lines ${from} to ${last}${lines === null ? '' : ` of ${lines}`}:`
    const more = shown < text.length ? [`(more with from ${last + 1})`] : []
    const page = text.slice(0, shown).map((one, k) => ({ label: String(from + k), text: one }))
    return [head, ...shownLines(page, numbered), ...more].join('\n')
  })
}

export function readText(answers: readonly PassageAnswer[] | NestedAnswer): string {
  if ('sentences' in answers) return nestedText(answers)
  return answers
    .map(({ path, from, to, answer, quotes, unfound, failed }) =>
      [
        `${path}, lines ${from} to ${to}: ${failed === null ? inOneLine(answer ?? 'says nothing to it') : `was not read: ${inOneLine(failed)}`}${unfound > 0 ? ` (${plural(unfound, 'quote')} of it that ${unfound === 1 ? 'stands' : 'stand'} nowhere in the file left out)` : ''}`,
        ...quotes.map(({ line, quote }) => quotedLine(path, line, quote)),
      ].join('\n'),
    )
    .join('\n')
}
