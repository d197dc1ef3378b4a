// `overview`: opens a question over files, or says how far one is.

import { ShoalError } from '@shoal/base/model/errors'
import { z } from 'zod'
import { MOST_RESULT } from '../../stages/asking/ask-tool.ts'
import { howToLook } from '../../stages/asking/root-prompt.ts'
import { readerName } from '../delegated/open-run.ts'
import { exclude, include, paths } from '../fields.ts'
import { lookingInto, run, withLooking } from '../looking/open-looking.ts'
import { text } from '../looking/text.ts'
import { readablePaths } from '../paths.ts'
import { selecting } from '../selection.ts'
import { defineTool, type ToolContext } from '../tool.ts'

const input = z.object({
  paths: paths.optional(),
  question: z.string().min(1).max(10_000).describe('What is to be answered, in plain words').optional(),
  include: include.optional(),
  exclude: exclude.optional(),
  run: run.describe('Instead of paths: where this run stands').optional(),
  page: z.int().min(1).default(1).describe('Of a long overview'),
})

export const overview = defineTool({
  name: 'overview',
  title: 'Open a question',
  description:
    'Begin here: what files there are, what can be asked of them in SQL, what stands out in their logs and what exact programs say to the question. Gives the `run` that the other steps take, and how to go on.',
  changes: 'adds',
  input,
  output: text,
  run: async (asked, context) => {
    if ((asked.paths === undefined) === (asked.run === undefined))
      throw new ShoalError('missing-argument', 'overview needs either `paths` and a `question`, or a `run`')
    return {
      data: asked.run === undefined ? await opened(asked, context) : await known(asked.run, asked.page, context),
    }
  },
})

async function opened(asked: z.output<typeof input>, context: ToolContext): Promise<string> {
  const { question, page, include: only, exclude: without } = asked
  if (question === undefined) throw new ShoalError('missing-argument', 'overview needs a `question` with `paths`')
  const { Lookings } = await import('../../run/ask/lookings.ts')
  const ledger = await context.ledger()
  const created = await Lookings.create(
    {
      paths: readablePaths(context, asked.paths!),
      question,
      cwd: context.cwd,
      by: readerName(context),
      settings: selecting(context.settings, { include: only, exclude: without }),
    },
    ledger,
  )
  try {
    const overviewText = await lookingInto(context, created, looking => looking.overview())
    return pageOf(`Run ${created.run}, result R1.\n\n${overviewText}`, created.run, page, howToLook(created.run))
  } catch (error) {
    // Nothing was found out: there is nothing to go on with.
    await ledger.deleteTeam(created.run, { force: true }).catch(() => {})
    throw error
  }
}

async function known(name: string, page: number, context: ToolContext): Promise<string> {
  return await withLooking(context, name, async looking => {
    const overviewText = await looking.overview()
    const { results, notes } = looking.standing()
    const found = [...results, ...notes].map(line => `  ${line.slice(0, 300)}`)
    const kept = found.length === 0 ? 'Nothing is kept yet.' : `Kept so far:\n${found.join('\n')}`
    return pageOf(`Run ${name}.\n\n${kept}\n\n${overviewText}`, name, page, howToLook(name))
  })
}

/** Whole lines; how to go on stands on the first page. */
function pageOf(all: string, name: string, page: number, how: string): string {
  const pages: string[] = []
  let rest = all
  while (rest !== '') {
    const room = MOST_RESULT - 120 - (pages.length === 0 ? how.length : 0)
    const end = rest.length <= room ? rest.length : rest.lastIndexOf('\n', room)
    pages.push(rest.slice(0, end > 0 ? end : room))
    rest = rest.slice(pages.at(-1)!.length).replace(/^\n+/, '')
  }
  const shown = pages[page - 1]
  if (shown === undefined)
    throw new ShoalError('bad-value', `the overview of run "${name}" has ${pages.length} pages`, { detail: 'page' })
  const more = page < pages.length ? `\n(page ${page} of ${pages.length}: overview {run, page} has the others)` : ''
  return `${shown}${more}${page === 1 ? `\n\n${how}` : ''}`
}
