// The stages of a plan in order: enumerate, look at every file, count and cut, then plan.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Settings } from '../config/resolve.ts'
import type { ContentType, Detection } from '../model/content-type.ts'
import { errnoReason } from '../model/errors.ts'
import type { Plan, PlannedInput, Skipped } from '../model/plan.ts'
import type { Registry } from '../model/registry.ts'
import { limitFiles } from '../stages/enumerate.ts'
import type { FoundFile } from '../stages/enumerate-entry.ts'
import { asksForLabels } from '../stages/labels/asks-for-labels.ts'
import { plan, tierOf } from '../stages/plan.ts'
import { type Counted, countText } from '../text/count.ts'
import { isOwnReport } from '../text/own-report.ts'
import { readQuestion } from '../text/question.ts'
import { openSource } from '../text/source-file.ts'
import { turnTaker } from '../text/turns.ts'
import { chunkLimit } from './budget.ts'
import { type CutJob, cutAll } from './cut-pool.ts'
import { findFiles } from './files.ts'
import { inspect } from './inspect.ts'
import { type ModelSettings, withModels } from './model-settings.ts'
import { registryFor } from './registry.ts'

/** A cap against cost: models are paid per file, the built-in analysts are not (M1). */
const MAX_FILES_FOR_MODELS = 20

export async function planPaths(
  paths: readonly string[],
  query: string | null,
  settings: Settings,
  signal: AbortSignal,
): Promise<Plan> {
  return (await planWork(paths, query, settings, { signal })).plan
}

/** A file as it was when it was planned: what tells that it has changed since. */
export interface FileStamp {
  /** The real, absolute path. */
  readonly file: string
  readonly sizeBytes: number
  readonly mtimeMs: number
}

/** A plan, with what is needed to carry it out: where its files are. */
export interface PlannedWork {
  readonly plan: Plan
  readonly stamps: Readonly<Record<string, FileStamp>>
}

export interface PlanningOptions {
  readonly signal: AbortSignal
  /** Where relative paths start; the working directory if left out. */
  readonly cwd?: string
  readonly models?: ModelSettings
  /** Hears how many files have been looked at, before those that are large are cut. */
  onFile?(done: number, of: number): void
}

export async function planWork(
  paths: readonly string[],
  query: string | null,
  given: Settings,
  { signal, cwd = process.cwd(), models = withModels(given, cwd), onFile }: PlanningOptions,
): Promise<PlannedWork> {
  const { settings, byAgent } = models
  const registry = registryFor(settings)
  const found = await findFiles(paths, settings, signal, cwd)
  const named = new Set(paths.map(path => resolve(cwd, path)))
  const { known, skipped } = await inspectAll(found.files, registry, settings, { signal, onFile, named })
  const limited = limitFiles(known, settings.maxFiles ?? (settings.model === null ? null : MAX_FILES_FOR_MODELS))
  const inputs = await countAndCut(limited.files, isAlone(paths, cwd), settings, signal, skipped)
  const made = plan(inputs, {
    query,
    goal: settings.goal ?? undefined,
    maxTokens: chunkLimit(settings),
    roles: name => registry.get(name)!,
    model: settings.model,
    synthesisModel: settings.synthesisModel,
    byAgent,
    prices: settings.prices,
    byFigures: name => settings.read === 'auto' && registry.get(name)?.extent === 'figures',
    rounds: settings.rounds,
    labels: settings.labels.length > 0 || asksForLabels(readQuestion(query)),
    skipped: [...found.skipped, ...skipped, ...limited.skipped],
    warnings: [...found.warnings, ...limited.warnings],
  })
  const stampOf = ({ path, file, sizeBytes, mtimeMs }: FoundFile) => [path, { file, sizeBytes, mtimeMs }] as const
  return { plan: made, stamps: Object.fromEntries(limited.files.map(stampOf)) }
}

/** A file that is named by itself is cut for itself. */
export function isAlone(paths: readonly string[], cwd = process.cwd()): boolean {
  return paths.length === 1 && statSync(resolve(cwd, paths[0]!), { throwIfNoEntry: false })?.isFile() === true
}

interface Known extends FoundFile {
  readonly type: ContentType
  readonly detection: Detection
  readonly counted: Counted | null
}

async function inspectAll(
  files: readonly FoundFile[],
  registry: Registry,
  settings: Settings,
  {
    signal,
    onFile,
    named,
  }: {
    readonly signal: AbortSignal
    readonly onFile: PlanningOptions['onFile'] | undefined
    /** Files that were asked for by name. */
    readonly named: ReadonlySet<string>
  },
) {
  const known: Known[] = []
  const skipped: Skipped[] = []
  const turn = turnTaker()
  const same = sharedDetections()
  for (const found of files) {
    await turn()
    signal.throwIfAborted()
    try {
      const { probe, detection, binary, counted } = inspect(found.file, found.path, registry, settings)
      if (isOwnReport(probe.text) && !named.has(found.file))
        skipped.push({ path: found.path, reason: 'a report that shoal made', cause: 'default' })
      else if (binary === null)
        known.push({ ...found, detection: same(detection), counted, type: registry.get(detection.contentType)! })
      else skipped.push({ path: found.path, reason: binary, cause: 'binary' })
    } catch (error) {
      skipped.push(unreadable(found.path, error))
    }
    onFile?.(known.length + skipped.length, files.length)
  }
  return { known, skipped }
}

/** What was said of many files is kept once. */
function sharedDetections(): (detection: Detection) => Detection {
  const known = new Map<string, Detection>()
  return detection => {
    const key = JSON.stringify(detection)
    const first = known.get(key)
    if (first === undefined) known.set(key, detection)
    return first ?? detection
  }
}

/** A file by itself is cut for itself; within a directory a small one stays whole and the others are cut by target. */
async function countAndCut(
  files: readonly Known[],
  alone: boolean,
  settings: Settings,
  signal: AbortSignal,
  skipped: Skipped[],
): Promise<PlannedInput[]> {
  const limit = chunkLimit(settings)
  const inputs: (PlannedInput | null)[] = []
  const jobs: (CutJob & { readonly slot: number })[] = []
  for (const known of files) {
    signal.throwIfAborted()
    const { path, sizeBytes, detection } = known
    try {
      const counted = alone ? null : (known.counted ?? (await count(known, limit, signal)))
      const small = counted !== null && tierOf(counted.lines, counted.tokens, limit) === 'small'
      if (!small) jobs.push({ ...known, mode: alone ? 'single' : 'directory', slot: inputs.length })
      inputs.push(
        small ? { path, sizeBytes, detection, lineCount: counted.lines, tokens: counted.tokens, chunks: [] } : null,
      )
    } catch (error) {
      signal.throwIfAborted()
      skipped.push(unreadable(path, error))
    }
  }
  for (const [k, outcome] of (await cutAll(jobs, settings, signal)).entries()) {
    const { path, sizeBytes, detection, slot } = jobs[k]!
    if ('error' in outcome) {
      skipped.push(unreadable(path, outcome.error))
      continue
    }
    const { lineCount, chunks } = outcome.partition
    const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0)
    inputs[slot] = { path, sizeBytes, detection, lineCount, tokens, chunks }
  }
  return inputs.filter(input => input !== null)
}

async function count({ file, path }: Known, limit: number, signal: AbortSignal): Promise<Counted | null> {
  const source = openSource(file, { path })
  try {
    return await countText(source, limit, signal)
  } finally {
    source.close()
  }
}

function unreadable(path: string, error: unknown): Skipped {
  return { path, reason: errnoReason(error), cause: 'unreadable' }
}
