// `synthesize`: programs merge what agents found; synthesizer agents add sentences that cite it.

import { ShoalError } from '@shoal/base/model/errors'
import { plural } from '@shoal/base/text/printable'
import { z } from 'zod'
import type { DelegatedRun } from '../../run/delegated/delegated-run.ts'
import { finalOf, leftByReaders, standingOf } from '../../run/delegated/standing.ts'
import { synthesisInput } from '../../run/delegated/synthesis-input.ts'
import { openRun, readerName } from '../delegated/open-run.ts'
import { runName } from '../fields.ts'
import { clipped, within } from '../room.ts'
import { reportLinks } from '../run-uris.ts'
import { defineTool, type ToolContext } from '../tool.ts'

export const synthesize = defineTool({
  name: 'synthesize',
  title: 'Merge findings',
  description:
    'With a run alone: programs merge all that was handed in, per content type and then across types. With `synthesis`: adds what a synthesizer makes of it; a sentence of at most 600 characters cites findings by the ids that `findings` gives and has no figure that stands in none of them. What does not hold is refused with the reason.',
  changes: 'adds',
  input: z.object({
    run: runName,
    open_tasks: z
      .enum(['refuse', 'exact'])
      .default('refuse')
      .describe('Tasks that no agent has reported on: refuse, or `exact`: leave them to programs.'),
    synthesis: synthesisInput.describe('What a synthesizer makes of the findings.').optional(),
  }),
  output: z.object({
    status: z.enum(['merged', 'added']).describe('Programs merged the run, or sentences were added to it.'),
    answer: z.string().nullable().describe('The answer as it stands now.'),
    per_type: z
      .array(
        z.object({
          content_type: z.string().describe('The content type.'),
          summary: z.string().describe('What it comes to.'),
          findings: z.number().describe('How many findings there are.'),
        }),
      )
      .describe('By content type.'),
    links: z.number().describe('Links between files.'),
    kept: z.number().describe('Sentences that were added.'),
    rejected: z
      .array(
        z.object({ text: z.string().describe('The sentence.'), reason: z.string().describe('Why it is left out.') }),
      )
      .describe('Sentences that do not hold: correct and submit these alone, once.'),
    open_questions: z.array(z.string()).describe('What readers could not see, or another part may answer.'),
    reader_answers: z
      .array(
        z.object({ file_path: z.string().describe('The file.'), text: z.string().describe('What its reader says.') }),
      )
      .describe('Of readers whose chunk settles the question alone; a sentence that says so still cites findings.'),
    next: z.string().describe('What to do next.'),
  }),
  run: async ({ run: name, open_tasks, synthesis }, context) => {
    const run = await openRun(context, name)
    const added = synthesis ? await add(run, synthesis, context) : await merge(run, open_tasks, context)
    const final = await finalOf(await context.ledger(), name, run.definition)
    const { types, cross } = final!
    const left = await leftByReaders(await context.ledger(), name, run.definition)
    return {
      data: {
        status: synthesis ? ('added' as const) : ('merged' as const),
        answer: cross.answer === null ? null : clipped(cross.answer, MOST_ANSWER),
        per_type: types.map(({ contentType, summary, findingCount }) => ({
          content_type: contentType,
          summary: summary.slice(0, 600),
          findings: findingCount,
        })),
        links: cross.crossFile.length,
        kept: added.kept,
        rejected: within(
          added.rejected.map(({ text, reason }) => ({ text: text.slice(0, 300), reason })),
          MOST_REJECTED,
        ),
        open_questions: within(left.open, MOST_QUESTIONS),
        reader_answers: within(
          left.answers.map(({ path, text }) => ({ file_path: path, text: text.slice(0, 600) })),
          MOST_QUESTIONS,
        ),
        next: synthesis
          ? `report with run "${name}" gives it all.`
          : `Optional: one rlm-synthesizer for each content type, then one for all types, each with run "${name}". Then report with run "${name}".`,
      },
      links: reportLinks(name),
    }
  },
})

const MOST_ANSWER = 8000
const MOST_REJECTED = 16_000
const MOST_QUESTIONS = 4000

type SynthesisInput = z.output<typeof synthesisInput>

async function add(run: DelegatedRun, { content_type, ...said }: SynthesisInput, context: ToolContext) {
  const { definition } = run
  const types = new Set(definition.plan.tasks.map(({ contentType }) => contentType))
  if (content_type !== undefined && !types.has(content_type))
    throw new ShoalError('unknown-type', `run "${run.run}" has no files of type "${content_type}"`, {
      detail: content_type,
      advice: `it has ${[...types].filter(type => type !== null).join(', ')}`,
    })
  const ledger = await context.ledger()
  const by = `${readerName(context)}:rlm-synthesizer`
  const { addSynthesis } = await import('../../run/delegated/synthesise.ts')
  return await addSynthesis(
    run.run,
    { contentType: content_type ?? null, ...said },
    { ledger, definition, by, signal: context.signal },
  )
}

const MOST_NAMED = 10

async function merge({ run, definition }: DelegatedRun, openTasks: 'refuse' | 'exact', context: ToolContext) {
  const ledger = await context.ledger()
  const none = { kept: 0, rejected: [] }
  if (await finalOf(ledger, run, definition)) return none
  const { open } = await standingOf(ledger, run, definition)
  if (open.length > 0 && openTasks === 'refuse') {
    const named = open.slice(0, MOST_NAMED).map(({ id }) => id)
    const rest = open.length > named.length ? ` and ${open.length - named.length} more` : ''
    throw new ShoalError(
      'wrong-state',
      `${plural(open.length, 'task')} not reported on yet: ${named.join(', ')}${rest}`,
      {
        detail: run,
        advice: 'start agents for them (`plan` with the run gives their prompts), or pass `open_tasks: "exact"`',
      },
    )
  }
  const { env, cwd, signal } = context
  const { resumeAnalysis } = await import('../../run/analysis/analyze.ts')
  const { report, stop } = await resumeAnalysis(
    run,
    { ...context.settings, model: null, synthesisModel: null },
    {
      ledger,
      signal,
      env,
      cwd,
      takesOver: true,
      runDirectory: started => context.runDirectory(started),
      onProgress: ({ tasksDone, tasks }) =>
        context.progress(tasksDone, tasks, `${tasksDone} of ${plural(tasks, 'task')}`),
    },
  )
  if (report === null) throw stop ?? new ShoalError('interrupted', `the synthesis of run "${run}" was stopped`)
  return none
}
