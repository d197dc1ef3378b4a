// `findings`: what was found in a run, verified, page by page.

import { ShoalError } from '@shoal/base/model/errors'
import { type Finding, severities } from '@shoal/base/model/finding'
import { goalsOf } from '@shoal/base/model/goal'
import type { TypeReport } from '@shoal/base/model/report'
import { z } from 'zod'
import type { AnalysisDefinition } from '../../run/analysis/definition.ts'
import { foundIn, standingOf } from '../../run/delegated/standing.ts'
import { figuresText } from '../../stages/model-synthesis/figures.ts'
import { shownQuestion } from '../../text/gate/shown.ts'
import { cursor, nextCursor, runName } from '../fields.ts'
import { findingAnswer, findingShape, placeAnswer, placeShape } from '../finding.ts'
import { type PageRequest, pageOf, ROOM } from '../page.ts'
import { clipped, within } from '../room.ts'
import { readRun } from '../run-access.ts'
import { defineTool } from '../tool.ts'

export const findings = defineTool({
  name: 'findings',
  title: 'List findings',
  description:
    'The checked findings of a run with their ids, which `synthesize` cites, the most important first. Once merged, what was found in several places is one finding; with its `id` all its places come.',
  changes: 'nothing',
  input: z.object({
    run: runName,
    content_type: z.string().max(100).describe('Only of this content type.').optional(),
    severity: z.enum(severities).describe('Only of this severity and above.').optional(),
    nature: z.enum(['problem', 'fact']).describe('Only problems, or only facts.').optional(),
    path: z.string().max(4000).describe('Only in this file.').optional(),
    task: z.string().max(200).describe('Only of this task.').optional(),
    id: z.string().max(100).describe('Only this finding, with its places.').optional(),
    limit: z.int().min(1).max(200).default(50).describe('Findings, or places of one, in one answer.'),
    cursor: cursor.optional(),
  }),
  output: z.object({
    findings: z.array(findingShape).describe('One page, the most important first.'),
    total: z.number().describe('How many findings there are on all pages.'),
    places: z
      .array(placeShape)
      .describe(
        'One page of the places of the finding that `id` names, those in `path` where it is given; else empty.',
      ),
    tasks: z
      .object({ total: z.number().describe("Readers' tasks."), done: z.number().describe('Reported on.') })
      .describe('How much of the run has been read: totals are those of what is done.'),
    question: z.string().nullable().describe('What was asked; null when nothing particular was.'),
    goal: z.string().describe('What readers looked for.'),
    goals: z.array(z.string()).describe('All that they looked for, when the question asks for several things.'),
    syntheses: z
      .array(
        z.object({
          content_type: z.string().describe('The content type.'),
          summary: z.string().describe('What programs say of it.'),
          figures: z.string().describe('Exact figures and answers, counted by programs over everything that was read.'),
          sentences: z.array(z.string()).describe('What a synthesizer wrote about it.'),
        }),
      )
      .describe('By content type, once the run is synthesised; with the first page only.'),
    next_cursor: nextCursor,
  }),
  run: async ({ run, content_type, severity, nature, path, task, id, limit, cursor }, context) => {
    const definition = await readRun(context, run)
    checkFilters(definition, { content_type, path, task })
    const ledger = await context.ledger()
    const found = await foundIn(ledger, run, { definition, ...(task !== undefined && { task }) })
    const grave = severity === undefined ? severities : severities.slice(0, severities.indexOf(severity) + 1)
    const wanted = found.findings.filter(
      one =>
        (id === undefined || one.id === id) &&
        (content_type === undefined || one.contentType === content_type) &&
        (nature === undefined || one.nature === nature) &&
        (path === undefined || one.places.some(place => place.path === path)) &&
        grave.includes(one.severity),
    )
    const { done, open } = await standingOf(ledger, run, definition)
    const question = shownQuestion(definition.plan.query)
    const page =
      id === undefined ? findingsPage(wanted, { limit, cursor }) : placesPage(wanted, { id, path, limit, cursor })
    return {
      data: {
        ...page,
        total: wanted.length,
        tasks: { total: done.length + open.length, done: done.length },
        question: question === null ? null : clipped(question, 2000),
        goal: definition.plan.goal,
        goals: [...goalsOf(definition.plan)],
        syntheses: cursor === undefined && id === undefined ? synthesesOf(found.types ?? [], content_type) : [],
      },
    }
  },
})

function findingsPage(wanted: readonly Finding[], request: PageRequest) {
  const { items, next_cursor } = pageOf(wanted.map(findingAnswer), request)
  return { findings: [...items], places: [], next_cursor }
}

/** The finding and its places, those in one file where it is named. */
function placesPage(
  [finding]: readonly Finding[],
  { id, path, ...request }: PageRequest & { readonly id: string; readonly path: string | undefined },
) {
  if (!finding)
    throw new ShoalError('not-found', `no finding "${id}" is among those asked for`, {
      detail: id,
      advice: 'call `findings` with the same filters and no `id` to see which there are',
    })
  const answer = findingAnswer(finding)
  const all = finding.places.filter(place => path === undefined || place.path === path)
  const { items, next_cursor } = pageOf(all.map(placeAnswer), {
    ...request,
    room: ROOM - JSON.stringify(answer).length,
  })
  return { findings: [answer], places: [...items], next_cursor }
}

/** A filter that can match nothing is a mistake, not an answer. */
function checkFilters(
  { plan }: AnalysisDefinition,
  { content_type, path, task }: Readonly<Record<'content_type' | 'path' | 'task', string | undefined>>,
): void {
  const types = [...new Set(plan.files.map(({ detection }) => detection.contentType))]
  if (content_type !== undefined && !types.includes(content_type))
    throw new ShoalError('unknown-type', `the run has no files of type "${content_type}"`, {
      detail: content_type,
      advice: `it has ${types.join(', ')}`,
    })
  if (path !== undefined && !plan.files.some(file => file.path === path))
    throw new ShoalError('not-found', `the run has no file "${path}"`, {
      detail: path,
      advice: `name it as findings do, such as "${plan.files[0]?.path}"`,
    })
  if (task !== undefined && !plan.tasks.some(({ id }) => id === task))
    throw new ShoalError('unknown-task', `the run has no task "${task}"`, { detail: task })
}

/** Characters of all syntheses together; findings have the rest of the answer. */
const ROOM_OF_SYNTHESES = 7000
const MOST_SENTENCES = 12

function synthesesOf(types: readonly TypeReport[], wanted: string | undefined) {
  const shown = types.filter(({ contentType }) => wanted === undefined || contentType === wanted)
  const room = ROOM_OF_SYNTHESES / Math.max(1, shown.length)
  return shown.map(type => {
    const { contentType, summary, reading } = type
    const said = reading ? [...reading.answer, ...reading.summary] : []
    return {
      content_type: contentType,
      summary: clipped(summary, room * 0.2),
      figures: clipped(figuresText([type]), room * 0.5),
      sentences: within(
        said.slice(0, MOST_SENTENCES).map(({ text }) => text),
        room * 0.3,
      ),
    }
  })
}
