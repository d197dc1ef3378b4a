// Runs are of the whole machine, agents of their roots: who may see a run.
import { ShoalError } from '../model/errors.ts'
import type { Json } from '../model/json.ts'
import type { RunReport } from '../model/report.ts'
import { type AnalysisDefinition, readAnalysis } from '../run/analysis/definition.ts'
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
  return Object.values(stamps).every(({ file }) => holds(file))
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

async function definitionOf(run: string, definition: Promise<Json>): Promise<Json> {
  return await definition.catch(error => {
    if (error instanceof ShoalError && error.code === 'unknown-team')
      throw new ShoalError('not-a-run', `there is no run "${run}"`, { detail: run })
    throw error
  })
}
