// `plan`: cuts files for agents to read, and keeps the run that they report to.

import { ShoalError } from '@shoal/base/model/errors'
import { lookup } from '@shoal/base/model/lookup'
import { plural } from '@shoal/base/text/printable'
import { z } from 'zod'
import type { AnalysisDefinition } from '../../run/analysis/definition.ts'
import type { FollowUp } from '../../run/delegated/follow-up.ts'
import { finalOf, type LeftByReaders, leftByReaders, type Standing, standingOf } from '../../run/delegated/standing.ts'
import { openRun, readerName } from '../delegated/open-run.ts'
import { type PlanPage, planAnswer, planShape } from '../delegated/plan-answer.ts'
import { exclude, first, goal, include, paths, query, runName, types } from '../fields.ts'
import { readablePaths } from '../paths.ts'
import { readRun } from '../run-access.ts'
import { selecting } from '../selection.ts'
import { defineTool, type ToolContext } from '../tool.ts'

const input = z.object({
  paths: paths.optional(),
  query: query.optional(),
  goal: goal.optional(),
  include: include.optional(),
  exclude: exclude.optional(),
  first: first.optional(),
  max_files: z.int().min(1).describe('Only so many files, the largest; 20 if left out.').optional(),
  types: types.optional(),
  dry_run: z.boolean().describe('Only look: make no run.').optional(),
  run: runName.describe('Instead of paths: another stage of this run.').optional(),
  stage: z.int().min(1).describe('Which; the first with open tasks if left out.').optional(),
})

export const plan = defineTool({
  name: 'plan',
  title: 'Plan a reading by agents',
  description:
    'To have everything read: cuts files into tasks, one agent each (`read_chunk`, `submit_findings`), whose findings are checked and merged (`synthesize`). For judgement over all of more than fits a context. Gives totals and a stage of at most 15 tasks with a prompt for each agent; page on with `run` and `stage`.',
  changes: 'adds',
  input,
  output: planShape,
  run: async (asked, context) => ({ data: planAnswer(await planned(asked, context)) }),
})

async function planned(asked: z.output<typeof input>, context: ToolContext): Promise<PlanPage> {
  const { paths, query = null, run, stage, dry_run } = asked
  if ((paths === undefined) === (run === undefined))
    throw new ShoalError('missing-argument', 'plan needs either `paths` or `run`')
  if (run !== undefined) {
    const { run: _, stage: __, ...others } = asked
    const [other] = Object.keys(others).filter(key => others[key as keyof typeof others] !== undefined)
    if (other !== undefined)
      throw new ShoalError('bad-value', `\`${other}\` cannot be changed once a run is planned`, {
        detail: other,
        advice: 'pass `run` and `stage` alone, or plan anew with `paths`',
      })
    return await known(run, stage, context)
  }
  const [{ delegate }, { forAgents }] = await Promise.all([
    import('../../run/delegated/create.ts'),
    import('../../run/analysis/plan-for-agents.ts'),
  ])
  if (stage !== undefined)
    throw new ShoalError('bad-value', '`stage` is of a run that was planned before', {
      detail: 'stage',
      advice: 'leave it out: the first stage comes with the plan',
    })
  const { signal, cwd } = context
  const own = readablePaths(context, paths!)
  const settings = selecting(context.settings, asked)
  const onFile = (done: number, of: number) => context.progress(done, of, `${done} of ${plural(of, 'file')} looked at`)
  if (dry_run) {
    const { planWork } = await import('../../run/plan.ts')
    const { plan: made } = await planWork(own, query, forAgents(settings), { signal, cwd, onFile })
    return { run: null, plan: made, open: readersOf(made), byFigures: await figuresIn(settings) }
  }
  const engine = readerName(context)
  const made = await delegate(own, query, { ledger: await context.ledger(), settings, signal, cwd, engine, onFile })
  return { ...made, open: readersOf(made.plan), byFigures: await figuresIn(settings) }
}

async function known(run: string, stage: number | undefined, context: ToolContext): Promise<PlanPage> {
  const { definition } = await openRun(context, run)
  const ledger = await context.ledger()
  const standing = await standingOf(ledger, run, definition)
  const { open } = standing
  const isMerged = (await finalOf(ledger, run, definition)) !== null
  const { plan, stamps } = definition
  const left = open.length === 0 && !isMerged ? await leftByReaders(ledger, run, definition) : null
  return {
    run,
    plan,
    open: new Set(open.map(({ id }) => id)),
    stage,
    isMerged,
    left: left?.open ?? [],
    followUps: left === null ? [] : await followed(left, standing, context, run),
    byFigures: await figuresIn(context.settings),
    changed: await changedIn(plan, stamps),
  }
}

/** Looked for in the files of the plan that are as they were. */
async function followed(
  left: LeftByReaders,
  standing: Standing,
  context: ToolContext,
  run: string,
): Promise<readonly FollowUp[]> {
  if (left.open.length === 0) return []
  const [{ followUps }, { plannedFiles }] = await Promise.all([
    import('../../run/delegated/follow-up.ts'),
    import('../../run/search/files.ts'),
  ])
  const { settings, signal, jail } = context
  const { files } = await plannedFiles(await readRun(context, run), settings, file => jail.inside(file))
  return await followUps(left, standing, { ledger: await context.ledger(), run, files, settings, signal })
}

/** Types whose figures and an excerpt stand for their lines. */
async function figuresIn(settings: ToolContext['settings']): Promise<PlanPage['byFigures']> {
  const { registryFor } = await import('../../run/registry.ts')
  const registry = registryFor(settings)
  return type => registry.get(type)?.extent === 'figures'
}

async function changedIn({ files }: PlanPage['plan'], stamps: AnalysisDefinition['stamps']): Promise<string[]> {
  const { checkUnchanged } = await import('../../run/file-stamp.ts')
  const hasChanged = (path: string) => {
    try {
      checkUnchanged(path, lookup(stamps, path)!)
      return false
    } catch {
      return true
    }
  }
  return files.map(({ path }) => path).filter(hasChanged)
}

function readersOf({ tasks }: PlanPage['plan']): Set<string> {
  return new Set(tasks.filter(({ kind }) => kind === 'analyze').map(({ id }) => id))
}
