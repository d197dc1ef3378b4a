// `profile`: the exact figures of one file, or of one chunk of it.

import { ShoalError } from '@shoal/base/model/errors'
import { lookup } from '@shoal/base/model/lookup'
import { type PlannedTask, pathsOf } from '@shoal/base/model/plan'
import { formatBytes } from '@shoal/base/text/printable'
import { z } from 'zod'
import { cacheDir } from '../../config/cache-dir.ts'
import { name, path, query, runName } from '../fields.ts'
import { showFigures } from '../figures.ts'
import { findingAnswer, findingShape } from '../finding.ts'
import { shownPath } from '../paths.ts'
import { clipped, within } from '../room.ts'
import { readRun } from '../run-access.ts'
import { defineTool, type ToolContext } from '../tool.ts'

const MOST_FINDINGS = 10
const MOST_ANSWERS = 5
const MOST_NOTES = 20
/** Characters of JSON: of the whole answer, with what its keys take; of its figures; and of the names of their parts. */
const ROOM = 47_000
const ROOM_FOR_FIGURES = 30_000
const ROOM_FOR_NAMES = 7000

const input = z.object({
  path: path.describe('The file. Needed for a task that has several.').optional(),
  run: runName.describe('Instead of a path: the run of a task.').optional(),
  task: name.min(1).describe('The task whose chunk it is.').optional(),
  query: query.optional(),
  section: z
    .string()
    .min(1)
    .max(1000)
    .describe('Only this part of the figures: a name out of `sections` or `left_out`, and deeper ones after a slash.')
    .optional(),
})

export const profile = defineTool({
  name: 'profile',
  title: 'Profile a file',
  description:
    'The exact figures of one whole file, whatever its size: columns with types, missing values and distributions of a table, templates and levels of a log, schema of JSON, structures of code, sections of prose. Use it for numbers you would otherwise count or guess. With `run` and `task`, of a chunk of a table, a log or JSON lines alone. Figures that do not fit are named in `left_out`; fetch each with `section`.',
  changes: 'nothing',
  input,
  output: z.object({
    path: z.string().describe('The file.'),
    content_type: z.string().describe('What it is.'),
    language: z.string().nullable().describe('Its language or dialect, where there is one.'),
    size_bytes: z.number().describe('Its size.'),
    line_count: z.number().describe('Its lines.'),
    lines: z
      .object({ start: z.number().describe('The first.'), end: z.number().describe('The last.') })
      .nullable()
      .describe('The lines that the figures are of; null for the whole file.'),
    summary: z.string().describe('One line on it.'),
    answers: z.array(z.string()).describe('What the figures say to the query.'),
    section: z.string().nullable().describe('The part of the figures that is shown; null for all of it.'),
    figures: z.unknown().describe('Exact figures, as JSON; a list that does not fit whole as an object by number.'),
    sections: z.array(z.string()).describe('The parts there are at this place.'),
    section_count: z.number().describe('How many parts there are.'),
    left_out: z.array(z.string()).describe('Parts that did not fit.'),
    left_out_count: z.number().describe('How many parts did not fit.'),
    findings: z.array(findingShape).describe('What stands out, the first ten, as far as there is room.'),
    notes: z.array(z.string()).describe('What could not be read, or not as it should.'),
  }),
  run: async (asked, context) => {
    const { settings, signal } = context
    const { file, chunk } = await fileOf(asked, context)
    const { profileFile } = await import('../../run/profile.ts')
    const made = await profileFile(file, {
      query: asked.query ?? null,
      settings,
      signal,
      cache: cacheDir(context.env, process.platform, context.cwd),
      ...(chunk && { chunk }),
      onRead: (bytes, of) => context.progress(bytes, of, `${formatBytes(bytes)} of ${formatBytes(of)} read`),
    })
    const path = shownPath(context, file)
    const { contentType, language, sizeBytes, lineCount, lines, summary, answers, findings, notes } = made
    const isWhole = asked.section === undefined
    const section = asked.section ?? null
    const head = {
      path,
      content_type: contentType,
      language,
      size_bytes: sizeBytes,
      line_count: lineCount,
      lines: lines && { start: lines.startLine, end: lines.endLine },
      summary: clipped(summary, 1000),
      answers: answers.slice(0, MOST_ANSWERS).map(({ text }) => clipped(text, 800)),
      section,
      notes: within(notes.slice(0, MOST_NOTES), 2000),
    }
    const room = ROOM - JSON.stringify(head).length
    const shown = showFigures(made.figures, section, Math.min(ROOM_FOR_FIGURES, room - ROOM_FOR_NAMES))
    const first = isWhole ? findings.slice(0, MOST_FINDINGS).map(one => ({ ...findingAnswer(one), path })) : []
    return { data: { ...head, ...shown, findings: within(first, room - JSON.stringify(shown).length) } }
  },
})

interface Wanted {
  readonly file: string
  readonly chunk?: PlannedTask['chunk']
}

async function fileOf({ path, run, task }: z.output<typeof input>, context: ToolContext): Promise<Wanted> {
  if (run === undefined && task === undefined && path !== undefined) return { file: context.jail.inside(path) }
  if (run === undefined || task === undefined)
    throw new ShoalError('missing-argument', 'profile needs a `path`, or `run` and `task`')
  const { plan, stamps } = await readRun(context, run)
  const planned = plan.tasks.find(({ id }) => id === task)
  const known = planned ? pathsOf(planned) : []
  if (known.length === 0)
    throw new ShoalError('unknown-task', `run "${run}" has no task "${task}" that reads a file`, { detail: task })
  const chosen = known.length === 1 ? (path ?? known[0]!) : path
  if (chosen === undefined || !known.includes(chosen))
    throw new ShoalError('bad-value', `task "${task}" reads ${known.length === 1 ? 'another file' : 'several files'}`, {
      detail: 'path',
      advice: `name one of ${known.slice(0, 20).join(', ')}`,
    })
  const { checkUnchanged } = await import('../../run/file-stamp.ts')
  const stamp = lookup(stamps, chosen)!
  checkUnchanged(chosen, stamp)
  const { namedAgain } = await import('../../run/unpacking/source-file.ts')
  return { file: context.jail.inside(namedAgain(chosen, stamp)), chunk: planned?.chunk }
}
