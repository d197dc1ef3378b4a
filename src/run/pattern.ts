// Runs a pattern file, and goes on with a run that was started from one.
import { resolve } from 'node:path'
import { settingsFrom } from '../config/resolve.ts'
import { isRecord } from '../config/values.ts'
import { ShoalError } from '../model/errors.ts'
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
  /** Hears the name of the run before anything is done. */
  onStart?(run: string): void
}

export async function runPatternFile(path: string, options: RunPatternOptions): Promise<RunOutcome> {
  const { ledger, cwd, name, concurrency, signal, onStart } = options
  const file = readPatternFile(path, cwd)
  const plan = await planOf(file, signal)
  const draft = limited(draftWithTexts(file, plan), concurrency)
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
    draft,
  )
  onStart?.(run)
  return { ...(await leadRun(run, draft, options)), pattern: spec.pattern }
}

export async function resumeRun(
  run: string,
  options: LeadOptions & { readonly concurrency?: number },
): Promise<RunOutcome> {
  const { file, plan } = readDefinition(run, await options.ledger.definition(run))
  const draft = limited(draftWithTexts(file, plan), options.concurrency)
  return { ...(await leadRun(run, draft, options)), pattern: file.spec.pattern }
}

/** The name of the pattern that a run was started with; `run` for one of another origin. */
export function patternOf(definition: Json): string {
  const file = isRecord(definition) ? definition.file : null
  const spec = isRecord(file) ? file.spec : null
  return isRecord(spec) && typeof spec.pattern === 'string' ? spec.pattern : 'run'
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

function draftWithTexts(file: PatternFile, plan: Plan | undefined): TeamDraft {
  const draft = draftOf(file, plan)
  if (!plan) return draft
  const texts = new ChunkTexts(plan)
  return { ...draft, members: draft.members.map(member => ({ ...member, worker: texts.givenTo(member.worker) })) }
}

function limited(draft: TeamDraft, concurrency: number | undefined): TeamDraft {
  return concurrency === undefined ? draft : { ...draft, concurrency }
}
