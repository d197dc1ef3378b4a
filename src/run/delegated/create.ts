// A run whose chunks are read by agents of a client: planned and stored like any other, and then waiting for them.
import type { Settings } from '../../config/resolve.ts'
import type { Json } from '../../model/json.ts'
import type { Ledger } from '../../model/ledger.ts'
import type { Plan } from '../../model/plan.ts'
import { shownQuestion } from '../../text/secrets/shown-question.ts'
import { analysisDefinition } from '../analysis/definition.ts'
import { analysisTasks } from '../analysis/draft.ts'
import { nothingToRead, purposeOf, runName } from '../analysis/naming.ts'
import { isAlone, type PlanningOptions, planWork } from '../plan.ts'
import { createRun } from '../run-team.ts'

export interface DelegateOptions {
  readonly ledger: Ledger
  readonly settings: Settings
  readonly signal: AbortSignal
  /** Where relative paths start. */
  readonly cwd: string
  /** As in planning. */
  readonly onFile?: PlanningOptions['onFile']
  /** Who reads, for the report: `claude-code`. */
  readonly engine: string
}

/** What one agent is given at most, beside its instructions: half of what the small models hold. */
const MOST_TOKENS = 96_000
/** Agents are paid by the file, as models are (M1). */
const MOST_FILES = 20

/** The same settings, with the limits of readers that are models. */
export function forAgents(settings: Settings): Settings {
  return {
    ...settings,
    model: null,
    synthesisModel: null,
    maxFiles: settings.maxFiles ?? MOST_FILES,
    chunkTokens: settings.chunkTokens ?? MOST_TOKENS,
  }
}

/** Stores the run; gives back its name. Throws `nothing-to-read`. */
export async function delegate(
  paths: readonly string[],
  asked: string | null,
  { ledger, settings, signal, cwd, engine, onFile }: DelegateOptions,
): Promise<{ readonly run: string; readonly plan: Plan }> {
  const limited = forAgents(settings)
  // It is stored, and told to every agent.
  const query = shownQuestion(asked)
  const work = await planWork(paths, query, limited, { signal, cwd, ...(onFile && { onFile }) })
  const { plan } = work
  if (plan.files.length === 0) throw nothingToRead(paths, plan.skipped)
  const definition = {
    ...analysisDefinition(paths, work, null),
    engine,
    delegated: {
      mode: isAlone(paths, cwd) ? 'single' : 'directory',
      maxTokens: limited.chunkTokens,
      chunkSize: limited.chunkSize,
    },
  }
  const run = await createRun(
    ledger,
    { name: runName(paths, cwd), definition: definition as unknown as Json, ...purposeOf(query) },
    { tasks: analysisTasks(plan), members: [] },
  )
  return { run, plan }
}
