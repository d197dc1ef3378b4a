// The stages of a plan in order: enumerate, look at every file, count and cut, then plan.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Detection } from '@shoal/base/model/content-type'
import { errnoReason } from '@shoal/base/model/errors'
import { emptyRecord } from '@shoal/base/model/lookup'
import type { Plan, PlannedInput, Skipped } from '@shoal/base/model/plan'
import type { Settings } from '../config/resolve.ts'
import { limitFiles } from '../stages/enumerate.ts'
import type { FoundFile } from '../stages/enumerate-entry.ts'
import { mayNeedLabels } from '../stages/labels/may-need-labels.ts'
import { plan, sentOf, tierOf } from '../stages/plan.ts'
import { prioritiesOf } from '../stages/priorities.ts'
import type { Counted } from '../text/count.ts'
import { readQuestion } from '../text/question.ts'
import { chunkLimit, cutSize, packsOf } from './budget.ts'
import type { FileStamp } from './file-stamp.ts'
import { findFiles } from './files.ts'
import { isKeptOf } from './kept/kept-place.ts'
import { type KeptCut, keptCut, keptLooks } from './kept/kept-planning.ts'
import { KeptResults } from './kept/kept-results.ts'
import { type ModelSettings, withModels } from './model-settings.ts'
import { registryFor } from './registry.ts'
import { objectAt } from './remote/mirror.ts'
import { GaveUp, workOn } from './threads/work-on.ts'
import { outerPath } from './unpacking/member-root.ts'

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
  /** What earlier runs found out; nothing if left out. */
  readonly kept?: KeptResults
  /** Programs read, so a file is one task; if left out, the tasks are those of readers with a context. */
  readonly byFile?: boolean
  /** Hears how many files have been looked at, before those that are large are cut. */
  onFile?(done: number, of: number): void
}

export async function planWork(
  paths: readonly string[],
  query: string | null,
  given: Settings,
  {
    signal,
    cwd = process.cwd(),
    models = withModels(given, cwd),
    kept: keptBefore = new KeptResults(null),
    byFile = false,
    onFile,
  }: PlanningOptions,
): Promise<PlannedWork> {
  const { settings, byAgent } = models
  const registry = registryFor(settings)
  const found = await findFiles(paths, settings, signal, cwd)
  const kept = isKeptOf(found.files.length) ? keptBefore : new KeptResults(null)
  const named = new Set(paths.map(path => resolve(cwd, path)))
  const { known, skipped } = await inspectAll(found.files, settings, { signal, onFile, named, kept })
  const limited = limitFiles(known, settings.maxFiles ?? (settings.model === null ? null : MAX_FILES_FOR_MODELS))
  const byFigures = (name: string) => settings.read === 'auto' && registry.get(name)?.extent === 'figures'
  const cutting = { signal, skipped, kept, byFigures }
  const isOne = found.files.length === 1 && isAlone(paths, cwd)
  const inputs = await countAndCut(limited.files, isOne, settings, cutting)
  const recordLines = inputs
    .filter(({ detection }) => registry.get(detection.contentType)?.records)
    .reduce((sum, { lineCount }) => sum + lineCount, 0)
  const made = plan(inputs, {
    query,
    goals: settings.goal,
    maxTokens: chunkLimit(settings),
    packs: packsOf(settings),
    roles: name => registry.get(name)!,
    byFile,
    model: settings.model,
    synthesisModel: settings.synthesisModel,
    byAgent,
    prices: settings.prices,
    byFigures,
    rounds: settings.rounds,
    priorityOf: prioritiesOf(limited.files, { question: readQuestion(query), first: settings.first }),
    labels: settings.labels.length > 0 || mayNeedLabels(readQuestion(query), recordLines),
    skipped: [...found.skipped, ...skipped, ...limited.skipped],
    warnings: [...found.warnings, ...limited.warnings],
  })
  const stamps = emptyRecord<FileStamp>()
  for (const known of limited.files) stamps[known.path] = stampOf(known)
  return { plan: made, stamps }
}

/** What is unpacked or fetched anew has another time of its last change. */
function stampOf({ file, sizeBytes, mtimeMs, ctimeMs, mark, from }: Known): FileStamp {
  const object = objectAt(from?.file ?? file)
  // Of very many files each has one: written as it is, it takes half of the memory.
  if (!from && !object) return { file, sizeBytes, mtimeMs, mark, ctimeMs }
  return { file, sizeBytes, mtimeMs, mark, ...(object && { object }), ...(from && { from }) }
}

/** A file that is named by itself is cut for itself. */
export function isAlone(paths: readonly string[], cwd = process.cwd()): boolean {
  return (
    paths.length === 1 &&
    statSync(resolve(cwd, outerPath(paths[0]!, cwd)), { throwIfNoEntry: false })?.isFile() === true
  )
}

interface Known extends FoundFile {
  readonly detection: Detection
  readonly counted: Counted | null
  readonly mark: string
}

async function inspectAll(
  files: readonly FoundFile[],
  settings: Settings,
  {
    signal,
    onFile,
    named,
    kept,
  }: {
    readonly signal: AbortSignal
    readonly onFile: PlanningOptions['onFile'] | undefined
    /** Files that were asked for by name. */
    readonly named: ReadonlySet<string>
    readonly kept: KeptResults
  },
) {
  const known: Known[] = []
  const skipped: Skipped[] = []
  const same = sharedDetections()
  for await (const look of keptLooks(files, settings, { signal, kept })) {
    const found = look.of
    const { path } = found
    if ('error' in look) skipped.push(unreadable(path, look.error))
    else {
      const { detection, counted, binary, mark, isOwnReport } = look.result
      if (isOwnReport && !named.has(found.file))
        skipped.push({ path, reason: 'a report that shoal made', cause: 'default' })
      else if (binary === null) known.push({ ...found, detection: same(detection), counted, mark })
      else skipped.push({ path, reason: binary, cause: 'binary' })
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

interface Cutting {
  readonly signal: AbortSignal
  readonly skipped: Skipped[]
  readonly kept: KeptResults
  /** Of such content models are sent figures and an excerpt. */
  byFigures(contentType: string): boolean
}

/** Bytes of a file that a model may be given as one part, be it in figures. */
const MOST_AT_ONCE = 8 * 1024 * 1024

/**
 * A small file stays whole, unless it is alone and a size of chunks was asked for; of the others one by itself is cut for itself, those of
 * a directory by target. For models a file is small when it fits into one call.
 */
async function countAndCut(
  files: readonly Known[],
  alone: boolean,
  settings: Settings,
  { signal, skipped, kept, byFigures }: Cutting,
): Promise<PlannedInput[]> {
  const packs = packsOf(settings)
  const limit = chunkLimit(settings)
  const size = cutSize(settings, alone ? 'single' : 'directory')
  // A size that was asked for holds for a file that is read alone.
  const isCut = alone && settings.chunkSize !== null
  const room =
    packs && (await fitsAtOnce(files, packs.whole, settings, { signal, byFigures })) ? packs.whole : packs?.tokens
  const isSmall = ({ sizeBytes, detection }: Known, { lines, tokens }: Counted) =>
    room === undefined
      ? !isCut && tierOf(lines, tokens, limit) === 'small'
      : sizeBytes <= MOST_AT_ONCE && sentOf({ detection, tokens }, byFigures) <= room
  const whole = (known: Known, counted: Counted): PlannedInput | null => {
    const { path, sizeBytes, detection } = known
    const { lines, tokens } = counted
    return isSmall(known, counted)
      ? { path, sizeBytes, detection, lineCount: lines, tokens, chunks: [], ...originOf(known) }
      : null
  }
  const worked = async (known: Known): Promise<PlannedInput | Skipped> => {
    const { path, file, sizeBytes, detection } = known
    const how = { settings, signal, type: detection.contentType, bytes: sizeBytes }
    const most = mostCounted(known, limit, byFigures)
    const made = async (): Promise<KeptCut> => {
      const counted = known.counted ?? (await workOn('count', { file, path, sizeBytes, most }, how))
      const small = counted && whole(known, counted)
      if (small) return { lineCount: small.lineCount, tokens: small.tokens, chunks: [] }
      const { lineCount, chunks: cut } = await workOn('cut', { file, path, sizeBytes, detection, size }, how)
      const chunks = cut.map(({ id, index, of, body, continuation, tokens }) => {
        return { id, index, of, body, continuation, tokens }
      })
      return { lineCount, chunks, tokens: chunks.reduce((sum, chunk) => sum + chunk.tokens, 0) }
    }
    try {
      const { lineCount, tokens, chunks } = await keptCut(known, { detection, size, most, isCut, room }, made, {
        signal,
        kept,
      })
      return { path, sizeBytes, detection, lineCount, tokens, chunks, ...originOf(known) }
    } catch (error) {
      signal.throwIfAborted()
      return unreadable(path, error)
    }
  }
  const inputs: (PlannedInput | Skipped)[] = []
  const pending: Promise<void>[] = []
  for (const [k, known] of files.entries()) {
    // Most of very many files are small and counted: nothing has to be waited for.
    const small = known.counted && whole(known, known.counted)
    if (small) inputs[k] = small
    else pending.push(worked(known).then(input => void (inputs[k] = input)))
  }
  await Promise.all(pending)
  for (const input of inputs) if ('reason' in input) skipped.push(input)
  return inputs.filter((input): input is PlannedInput => !('reason' in input))
}

function originOf({ from }: Known): Pick<PlannedInput, 'from'> {
  if (!from) return {}
  const { path, by, parts } = from
  return { from: { path, by, ...(parts && { parts }) } }
}

/** A table of which a model is sent figures is small however many rows it has. */
function mostCounted({ detection, sizeBytes }: Known, limit: number, byFigures: Cutting['byFigures']): number {
  return byFigures(detection.contentType) && sizeBytes <= MOST_AT_ONCE ? Number.MAX_SAFE_INTEGER : limit
}

/** Whether a model can be given all files in one call. */
async function fitsAtOnce(
  files: readonly Known[],
  room: number,
  settings: Settings,
  { signal, byFigures }: Pick<Cutting, 'signal' | 'byFigures'>,
): Promise<boolean> {
  let all = 0
  for (const known of files) {
    const { path, file, sizeBytes, detection } = known
    if (sizeBytes > MOST_AT_ONCE) return false
    const most = mostCounted(known, room, byFigures)
    const how = { settings, signal, type: detection.contentType, bytes: sizeBytes }
    try {
      const counted = known.counted ?? (await workOn('count', { file, path, sizeBytes, most }, how))
      if (!counted) return false
      all += sentOf({ detection, tokens: counted.tokens }, byFigures)
    } catch {
      signal.throwIfAborted()
      continue
    }
    if (all > room) return false
  }
  return true
}

function unreadable(path: string, error: unknown): Skipped {
  return { path, reason: errnoReason(error), cause: error instanceof GaveUp ? 'given-up' : 'unreadable' }
}
