// Runs a pattern file, and goes on with a run that was started from one.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { settingsFrom } from '../config/resolve.ts'
import { isRecord } from '../config/values.ts'
import { ShoalError, toShoalError } from '../model/errors.ts'
import type { Json } from '../model/json.ts'
import type { Plan } from '../model/plan.ts'
import type { TeamDraft } from '../team/draft.ts'
import { draftOf } from '../team/pattern-file/draft.ts'
import { type PatternFile, readPatternFile, storedPatternFile } from '../team/pattern-file/parse.ts'
import { patterns } from '../team/pattern-file/patterns.ts'
import { ChunkTexts } from './chunk-texts.ts'
import { planPaths } from './plan.ts'
import { createRun, type LeadOptions, type LedRun, leadRun } from './run-team.ts'

export interface RunOutcome extends LedRun {
  readonly pattern: string
}

export interface RunPatternOptions extends LeadOptions {
  readonly cwd: string
  /** Instead of the file's; then it must not be taken. */
  readonly name?: string
  readonly concurrency?: number
  /** A directory that a run's commands may share; they find it as SHOAL_RUN_DIR. It is made when it is not there. */
  runDirectory?(run: string): string
  /** Hears the name of the run before anything is done. */
  onStart?(run: string): void
}

export async function runPatternFile(path: string, options: RunPatternOptions): Promise<RunOutcome> {
  const { ledger, cwd, name, signal, onStart } = options
  const file = readPatternFile(path, cwd)
  const plan = await planOf(file, signal)
  const { spec } = file
  const definition = { kind: 'pattern', file, ...(plan ? { plan } : {}) } as unknown as Json
  const run = await createRun(
    ledger,
    {
      name: name ?? spec.name,
      isExact: name !== undefined,
      definition,
      ...(spec.purpose ? { purpose: spec.purpose } : {}),
    },
    draftOf(file, { plan }),
  )
  onStart?.(run)
  return { ...(await leadRun(run, draftFor(run, file, plan, options), options)), pattern: spec.pattern }
}

export type ResumeOptions = LeadOptions & Pick<RunPatternOptions, 'concurrency' | 'runDirectory'>

export async function resumeRun(run: string, options: ResumeOptions): Promise<RunOutcome> {
  const { file, plan } = readDefinition(run, await options.ledger.definition(run))
  return { ...(await leadRun(run, draftFor(run, file, plan, options), options)), pattern: file.spec.pattern }
}

function readDefinition(run: string, definition: Json): { readonly file: PatternFile; readonly plan?: Plan } {
  if (!isRecord(definition) || definition.kind !== 'pattern')
    throw new ShoalError('not-a-run', `team "${run}" was not started from a pattern file`, { detail: run })
  const plan = definition.plan as Plan | undefined
  return { file: storedPatternFile(definition.file as Json), ...(plan ? { plan } : {}) }
}

/** Paths are kept in full, so that a resumed run finds them from anywhere. */
async function planOf({ spec, dir }: PatternFile, signal: AbortSignal): Promise<Plan | undefined> {
  if (!patterns[spec.pattern].needsPlan || spec.pattern !== 'rlm') return undefined
  const paths = spec.paths.map(path => resolve(dir, path))
  return await planPaths(paths, spec.query ?? null, settingsFrom(), signal)
}

/** The draft with all that its workers need in this process. */
function draftFor(run: string, file: PatternFile, plan: Plan | undefined, options: ResumeOptions): TeamDraft {
  const directory = options.runDirectory?.(run)
  if (directory !== undefined) makeDirectory(directory)
  const draft = draftOf(file, { plan, env: directory === undefined ? {} : { SHOAL_RUN_DIR: directory } })
  const texts = plan ? new ChunkTexts(plan) : null
  return {
    ...draft,
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
    members: draft.members.map(member => (texts ? { ...member, worker: texts.givenTo(member.worker) } : member)),
  }
}

function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw toShoalError(error, directory)
  }
}
