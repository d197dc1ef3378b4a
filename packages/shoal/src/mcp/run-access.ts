// Runs are of the whole machine, agents of their roots: who may see a run.
import { resolve } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import { standsIn } from '@shoal/base/model/origin'
import type { RunReport } from '@shoal/base/model/report'
import { type AnalysisDefinition, readAnalysis } from '../run/analysis/definition.ts'
import { type AskDefinition, readAsk } from '../run/ask/definition.ts'
import { patternOf } from '../run/definition.ts'
import type { ReportFormat } from '../run/render-report.ts'
import type { Jail } from './jail.ts'
import type { ToolContext } from './tool.ts'

/** Throws `outside-roots` when a file of the run lies outside. */
export function checkRun({ jail }: Pick<ToolContext, 'jail'>, run: string, { stamps }: AnalysisDefinition): void {
  if (!mayRead(jail, { stamps }))
    throw new ShoalError('outside-roots', `run "${run}" reads files outside of what this server may read`, {
      detail: run,
      advice: 'plan a run over paths inside the roots; whoever starts the server can allow more with `--root`',
    })
}

function mayRead({ holds }: Jail, { stamps }: Pick<AnalysisDefinition, 'stamps'>): boolean {
  return Object.values(stamps).every(stamp => holds(standsIn(stamp)))
}

/** The definition of an analysis that the agent may see. Throws `not-a-run` and `outside-roots`. */
export async function readRun(context: Pick<ToolContext, 'jail' | 'ledger'>, run: string): Promise<AnalysisDefinition> {
  const ledger = await context.ledger()
  const definition = readAnalysis(run, await definitionOf(run, ledger.definition(run)))
  checkRun(context, run, definition)
  return definition
}

/** The report of such an analysis, once it is complete. */
export async function readRunReport(context: ToolContext, run: string): Promise<RunReport> {
  const definition = await readRun(context, run)
  const { readReport } = await import('../run/analysis/report.ts')
  return await readReport({ ledger: await context.ledger(), run, definition, directory: context.runDirectory(run) })
}

/** A question to files that the agent may see. Throws `not-a-run` and `outside-roots`. */
export async function readQuestion(
  { jail, ledger }: Pick<ToolContext, 'jail' | 'ledger'>,
  run: string,
): Promise<AskDefinition> {
  const definition = readAsk(run, await definitionOf(run, (await ledger()).definition(run)))
  for (const path of definition.paths) jail.inside(resolve(definition.cwd, path))
  return definition
}

/** It is a question to files, and not an analysis. */
export async function isQuestion({ ledger }: Pick<ToolContext, 'ledger'>, run: string): Promise<boolean> {
  return patternOf(await definitionOf(run, (await ledger()).definition(run))) === 'ask'
}

/** The answer to such a question as a document. Throws `wrong-state` while there is none. */
export async function questionReport(
  context: Pick<ToolContext, 'jail' | 'ledger'>,
  run: string,
  { format, full }: { readonly format: ReportFormat; readonly full: boolean },
): Promise<string> {
  await readQuestion(context, run)
  const [{ readAskReport }, { renderAnswer }] = await Promise.all([
    import('../run/ask/ask.ts'),
    import('../run/ask/render-answer.ts'),
  ])
  return await renderAnswer(await readAskReport(await context.ledger(), run), format, { full })
}

async function definitionOf(run: string, definition: Promise<Json>): Promise<Json> {
  return await definition.catch(error => {
    if (error instanceof ShoalError && error.code === 'unknown-team')
      throw new ShoalError('not-a-run', `there is no run "${run}"`, { detail: run })
    throw error
  })
}
