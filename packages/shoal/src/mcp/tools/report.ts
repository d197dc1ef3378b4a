// `report`: the report of a run, in any form, by pages.
import { z } from 'zod'
import { renderReport } from '../../run/render-report.ts'
import { cursor, nextCursor, runName } from '../fields.ts'
import { textPage } from '../page.ts'
import { isQuestion, questionReport, readRunReport } from '../run-access.ts'
import { defineTool } from '../tool.ts'

export const report = defineTool({
  name: 'report',
  title: 'Read a report',
  description: 'The report of a run that was answered, analysed or synthesised, the answer first; long ones in pages.',
  changes: 'nothing',
  input: z.object({
    run: runName,
    format: z.enum(['md', 'text', 'json', 'sarif']).default('md').describe('The form of the report.'),
    top: z.int().min(1).max(10_000).default(20).describe('Findings that md and text list; the same on every page.'),
    full: z.boolean().default(true).describe('False: in md and text only what bears on the question.'),
    cursor: cursor.optional(),
  }),
  output: z.object({
    run: z.string().describe('The run.'),
    format: z.string().describe('The form of the report.'),
    text: z.string().describe('One page of it.'),
    next_cursor: nextCursor,
  }),
  run: async ({ run, format, top, full, cursor }, context) => {
    const text = (await isQuestion(context, run))
      ? await questionReport(context, run, { format, full })
      : await renderReport(await readRunReport(context, run), format, { top, full })
    return { data: { run, format, ...textPage(text, cursor) } }
  },
})
