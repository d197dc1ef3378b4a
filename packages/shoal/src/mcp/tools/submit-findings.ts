// `submit_findings`: what an agent found, checked against the source before it is stored.

import type { Json } from '@shoal/base/model/json'
import { z } from 'zod'
import type { Refusal } from '../../run/delegated/judge-reports.ts'
import { MOST_EVIDENCE, MOST_FINDINGS, MOST_REPORT } from '../../stages/reading/contract.ts'
import { opening, openRun, readerName } from '../delegated/open-run.ts'
import { runName } from '../fields.ts'
import { within } from '../room.ts'
import { defineTool } from '../tool.ts'

/** Words beside these are understood where they can be: `critical` is high. */
const degree = z.string()

/** What is asked for, of which other forms are understood too, null above all. */
const loosely = (type: 'string' | 'boolean' | 'integer', description: string) =>
  z.unknown().meta({ type, description }).optional()

/** Generous: what is nearly right is read, and what is not is complained about by name. */
const findingInput = z.looseObject({
  type: z.string().describe("One of the chunk's `finding_types`, else `pattern`.").optional(),
  nature: z.string().describe('`problem` when something may be wrong.').optional(),
  summary: z.string().describe('One sentence, clear without the file. No number of your own.'),
  evidence: z.string().describe(`The quote that shows it, verbatim, at most ${MOST_EVIDENCE} characters.`),
  line: loosely('integer', 'The line where the quote starts.'),
  severity: degree.describe('high: act now; medium: look into it; low: know of it.').optional(),
  confidence: degree.describe('high: the quote says it; medium: it follows; low: you infer it.').optional(),
  scope: loosely('string', 'Of code: `function:name`, `class:Name` or `module`.'),
  column: loosely('string', 'Of a table.'),
  path: loosely('string', 'Of JSON: `$.events[*].source`.'),
  answers: z.array(z.string()).describe('Open questions that it answers, word for word.').optional(),
})

const reportInput = z.looseObject({
  file_path: z.string().describe('As `read_chunk` gave it.').optional(),
  chunk_id: z.string().describe('As `read_chunk` gave it.').optional(),
  relevant: loosely('boolean', 'Whether it bears on the question.'),
  findings: z
    .array(findingInput)
    .describe(`At most ${MOST_FINDINGS}, the most important first; none is fine.`)
    .optional(),
  missing: z.array(z.string()).describe('What this chunk cannot show.').optional(),
  suggested_queries: z.array(z.string()).describe('What another part could answer.').optional(),
  complete_answer: loosely('string', 'The answer, if this chunk alone settles it.'),
  metadata: z.looseObject({}).describe('`key_topics` and the like.').optional(),
})

export const submitFindings = defineTool({
  name: 'submit_findings',
  title: 'Hand in findings',
  description: `Hands in your report on a task: one for each file, at most ${MOST_REPORT} characters each. Quotes and figures are checked; what holds is stored, the rest refused with the reason. On \`needs_correction\` submit once more, only what you corrected; then reply with \`line\`.`,
  changes: 'adds',
  input: z.object({
    run: runName,
    task: z.string().min(1).max(200).describe('The id of your task.'),
    nothing_else: z.boolean().describe('You have read all files; those without a report say nothing.').optional(),
    reports: z
      .array(reportInput)
      .min(1)
      .max(500)
      .describe('One for each file; with `nothing_else` those that say something.'),
  }),
  output: z.object({
    status: z.enum(['complete', 'needs_correction']).describe('Whether anything was refused.'),
    accepted: z.number().describe('Findings that hold and are stored.'),
    relocated: z.number().describe('Of these, those whose line was corrected.'),
    rejected: z
      .array(
        z.object({
          file_path: z.string().describe('The file.'),
          summary: z.string().describe('What you said.'),
          evidence: z.string().describe('What you quoted.'),
          problem: z.string().describe('Why it is not believed.'),
          nearest: z
            .object({ line: z.number().describe('Its line.'), text: z.string().describe('The text.') })
            .nullable()
            .describe('The text most like the quote; null when nothing is.'),
        }),
      )
      .describe('Not believed: quote what stands there, or leave them out.'),
    rejected_count: z.number().describe('How many there are; not all may be listed.'),
    complaints: z.array(z.string()).describe('What is wrong with the form of the report.'),
    notes: z.array(z.string()).describe('What became of the rest; nothing to do about it.'),
    line: z.string().describe('Your reply to the lead, word for word; may be empty.'),
  }),
  run: async ({ run: name, task, reports, nothing_else }, context) => {
    const run = await openRun(context, name)
    const by = `${readerName(context)}:${run.reader(task).agent}`
    const ledger = await context.ledger()
    const { submit } = await import('../../run/delegated/submit.ts')
    const done = await submit(run, task, reports as unknown as Json[], {
      ledger,
      by,
      nothingElse: nothing_else ?? false,
      ...opening(context),
    })
    return {
      data: {
        status: done.isClean ? ('complete' as const) : ('needs_correction' as const),
        accepted: done.accepted,
        relocated: done.relocated,
        rejected: within(done.refused.map(rejection), MOST_REJECTED),
        rejected_count: done.refused.length,
        complaints: within(done.complaints, MOST_COMPLAINTS),
        notes: [...done.notes],
        line: done.line,
      },
    }
  },
})

const MOST_REJECTED = 30_000
const MOST_COMPLAINTS = 6000

function rejection({ path, summary, evidence, problem, nearest }: Refusal) {
  return { file_path: path, summary, evidence: evidence.slice(0, 400), problem, nearest: nearest && clipped(nearest) }
}

function clipped({ line, text }: NonNullable<Refusal['nearest']>) {
  return { line, text: text.slice(0, 400) }
}
