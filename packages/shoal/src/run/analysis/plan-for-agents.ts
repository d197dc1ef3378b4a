// The plan of an analysis whose chunks are read by agents of a client.

import type { Plan } from '@shoal/base/model/plan'
import type { NewTask } from '@shoal/base/model/task'
import { storedPatternFile } from '@shoal/team/pattern-file/parse'
import type { Settings } from '../../config/resolve.ts'
import { withFollowUps } from '../../stages/plan-tasks.ts'
import { isAlone, type PlanningOptions, planWork } from '../plan.ts'
import type { Asked, PlannedRun } from '../planned-run.ts'
import { type RlmSpec, retriesOf, rlmOf } from '../rlm-file.ts'
import { type AnalysisDefinition, analysisDefinition, analysisDefinitions } from './definition.ts'
import { analysisTasks } from './draft.ts'
import { nothingToRead } from './naming.ts'

/** What one agent is given at most, beside its instructions: half of what the small models hold. */
const MOST_TOKENS = 96_000
/** Agents are paid by the file, as models are (M1). */
const MOST_FILES = 20

/** The same settings, with the limits of readers that are models. */
export function forAgents(settings: Settings): Settings & { readonly chunkTokens: number } {
  return {
    ...settings,
    model: null,
    synthesisModel: null,
    maxFiles: settings.maxFiles ?? MOST_FILES,
    chunkTokens: settings.chunkTokens ?? MOST_TOKENS,
  }
}

/** Throws `nothing-to-read`. */
export async function planForAgents(
  { paths, query, cwd, settings, team }: Asked,
  engine: string,
  options: Pick<PlanningOptions, 'signal' | 'onFile'>,
): Promise<PlannedRun> {
  const limited = forAgents(settings)
  const planned = await planWork(paths, query, limited, { ...options, cwd })
  const spec = team === undefined ? null : rlmOf(storedPatternFile(team))
  const work = spec ? { ...planned, plan: withFollowUps(planned.plan, spec.rounds ?? settings.rounds) } : planned
  if (work.plan.files.length === 0) throw nothingToRead(paths, work.plan.skipped)
  const definition: AnalysisDefinition = {
    ...analysisDefinition(paths, work, null),
    engine,
    ...(team !== undefined && { team }),
    delegated: {
      mode: isAlone(paths, cwd) ? 'single' : 'directory',
      maxTokens: limited.chunkTokens,
      chunkSize: limited.chunkSize,
    },
  }
  const tasks = analysisTasks(work.plan)
  return {
    definition: analysisDefinitions.toJson(definition),
    tasks: spec === null ? tasks : withRetries(tasks, work.plan, spec),
  }
}

/** As often as the pattern file says. */
function withRetries(tasks: readonly NewTask[], plan: Plan, spec: RlmSpec): readonly NewTask[] {
  return tasks.map((task, k) => {
    const { kind, contentType } = plan.tasks[k]!
    return { ...task, retries: retriesOf(spec, kind === 'analyze' ? contentType : null) }
  })
}
