// What programs do in an analysis: read chunks and batches, and merge what was found. Exact, and with no model.

import type { AskedAnswer } from '@shoal/base/model/asked'
import type { ContentType } from '@shoal/base/model/content-type'
import { toShoalError } from '@shoal/base/model/errors'
import type { ImportedFinding } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { pushAll } from '@shoal/base/model/lists'
import { lookup } from '@shoal/base/model/lookup'
import { MIXED, type PlannedFile, type PlannedTask } from '@shoal/base/model/plan'
import type { Brief } from '@shoal/base/model/question'
import type {
  AnalystReport,
  AnalystResult,
  ComparedType,
  FileAnchors,
  FileReport,
  TypeReport,
} from '@shoal/base/model/report'
import type { Settings } from '../../config/resolve.ts'
import { receivedAnchors, receivedReport, type SentAnchors, sentAnchors } from '../../stages/kept-reports.ts'
import type { CrossSynthesis } from '../../stages/synthesise-cross.ts'
import type { Results } from '../../stages/synthesise-type.ts'
import { shownText } from '../../text/gate/shown.ts'
import { checkUnchanged } from '../file-stamp.ts'
import type { PlannedWork } from '../plan.ts'
import { answersFrom } from '../threads/one-by-one.ts'
import { NO_TYPE, type WorkSettings, workOn } from '../threads/work-on.ts'
import { type CrossQuestion, type MergeQuestion, TOLD } from './merge-reports.ts'
import type { Surveys } from './surveys.ts'

export interface ExactOptions extends PlannedWork {
  readonly surveys: Surveys
  readonly brief: Brief
  readonly settings: WorkSettings & Pick<Settings, 'suppress'>
  typeNamed(name: string): ContentType
  /** What other scanners found; left out when nothing was imported. */
  readonly imported?: readonly ImportedFinding[]
}

/** An `analyze` task of programs. */
export interface ExactTask {
  readonly id: string
  /** All that its result depends on; null where that cannot be said. */
  keyOf(): Promise<Json | null>
  /** Its result is known: its files count as read. */
  heard(): void
  read(): Promise<AnalystResult>
}

export function exactTask(task: PlannedTask, options: ExactOptions, signal: AbortSignal): ExactTask {
  const { surveys } = options
  return {
    id: task.id,
    keyOf: () => surveys.keyOf(task),
    heard: () => surveys.heardOf(task),
    read: () => readExactly(task, options, signal),
  }
}

/** The result of an `analyze` task. */
export async function readExactly(
  { chunk, batch, file }: Pick<PlannedTask, 'chunk' | 'batch' | 'file'>,
  { surveys, plan }: ExactOptions,
  signal: AbortSignal,
): Promise<AnalystResult> {
  if (file) return { reports: [await surveys.whole(file.path, signal)], unread: [] }
  if (!chunk) {
    const own = new Set(batch?.files.map(({ path }) => path))
    const planned = batch?.contentType === MIXED ? plan.files.filter(({ path }) => own.has(path)) : []
    const groups = planned.length > 0 ? byType(planned) : [[...own]]
    return await readBatch(groups, surveys, signal)
  }
  const { reports, stamp } = await surveys.of(chunk.path, signal)
  checkUnchanged(chunk.path, stamp)
  return { reports: [reports[chunk.index - 1]!], unread: [] }
}

/** One that fails does not take the others along. Files of one group are of one type. */
async function readBatch(
  groups: readonly (readonly string[])[],
  surveys: Surveys,
  signal: AbortSignal,
): Promise<AnalystResult> {
  const reports: AnalystReport[] = []
  const unread: AnalystResult['unread'][number][] = []
  for (const files of groups)
    for await (const outcome of surveys.reports(files, signal)) {
      const { path } = outcome.of
      if ('result' in outcome) reports.push(outcome.result)
      else unread.push({ path, reason: toShoalError(outcome.error, path).message })
    }
  return { reports, unread }
}

function byType(files: readonly PlannedFile[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const { path, detection } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
    groups.set(detection.contentType, [...(groups.get(detection.contentType) ?? []), path])
  return [...groups.values()]
}

/**
 * Phase 1, on a thread. What the analyst never comes to the end of is given up: then each file is heard alone, and the
 * report says so. `results` may be asked for twice.
 */
export async function mergeType(
  contentType: string,
  results: () => Results,
  options: ExactOptions,
  signal: AbortSignal,
): Promise<TypeReport> {
  const { stamps, settings } = options
  const { title, ...told } = toMerge(contentType, options)
  const { contentType: name, files } = told
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const merge = async (isAlone: boolean): Promise<TypeReport> => {
    const reports: FileReport[] = []
    const anchors: FileAnchors[] = []
    const next = answersFrom(results())
    const answer = async (question: unknown) => {
      const asked = question as MergeQuestion
      if (asked === null) return await next()
      if ('stampOf' in asked) return lookup(stamps, asked.stampOf) ?? null
      if ('anchors' in asked) pushAll(anchors, asked.anchors.map(receivedAnchors))
      else for (const { file, report } of asked.told) reports.push(receivedReport(files[file]!.path, report))
      return null
    }
    const how = { settings, signal, type: name, bytes, isVast: files.length > VAST, answer }
    const report = await workOn('merge', { ...told, isAlone }, how)
    return { ...report, files: reports, anchors }
  }
  const { value, reason } = await orElse(merge)
  if (reason === null) return value
  const missing = { what: `What all files say together (${title})`, reason }
  return { ...value, unusable: [...(value.unusable ?? []), missing] }
}

/** Files of a type, of which a merge leaves some 100 MB behind. */
const VAST = 10_000

/** All that a merge depends on beside the results of readers. */
export function mergeOf(contentType: string, options: ExactOptions): Json {
  return toMerge(contentType, options) as unknown as Json
}

function toMerge(contentType: string, { plan, brief, settings, typeNamed, imported: all = [] }: ExactOptions) {
  const { name, title } = typeNamed(contentType)
  const files = plan.files.flatMap(({ path, detection, sizeBytes, lineCount }) =>
    detection.contentType === name ? [{ path, language: detection.language, sizeBytes, lineCount }] : [],
  )
  const own = new Set(files.map(({ path }) => path))
  const imported = all.filter(({ path }) => own.has(path))
  return { contentType: name, title, brief, files, ignores: settings.suppress, imported }
}

export interface MergedAcross {
  readonly cross: CrossSynthesis
  /** Why files were not compared; null when they were. */
  readonly unusable: string | null
}

/** Phase 2, on a thread. `lacksReading`: models were asked, and some of what they were to say is missing. */
export async function mergeAcross(
  types: readonly TypeReport[],
  { plan, stamps, brief, settings }: ExactOptions,
  signal: AbortSignal,
  { lacksReading, asked = null }: { readonly lacksReading?: boolean; readonly asked?: AskedAnswer | null } = {},
): Promise<MergedAcross> {
  const bytes = plan.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const skipped = plan.skipped.map(({ path }) => path)
  const input = {
    types: types.map(type => ({ ...type, files: type.files.map(namesAndCounts), anchors: [] })),
    brief,
    skipped,
    ignores: settings.suppress,
    ...(lacksReading !== undefined && { lacksReading }),
    asked,
  }
  const { value, reason } = await orElse(isAlone => {
    const next = answersFrom(anchorsOf(types))
    const answer = async (question: unknown) => {
      const asks = question as CrossQuestion
      return asks === null ? await next() : asks.stampsOf.map(path => lookup(stamps, path) ?? null)
    }
    return workOn('across', { ...input, isAlone }, { settings, signal, type: NO_TYPE, bytes, answer })
  })
  return { cross: value, unusable: reason }
}

function namesAndCounts({ path, findings, problems }: FileReport): ComparedType['files'][number] {
  return { path, findings, ...(problems && { problems }) }
}

/** Once more, each by itself, when seeing all together was given up or met a fault of ours: a report without it is more than none. */
async function orElse<T>(merge: (isAlone: boolean) => Promise<T>) {
  try {
    return { value: await merge(false), reason: null }
  } catch (error) {
    const { code, message } = toShoalError(error)
    if (code !== 'gave-up' && code !== 'internal') throw error
    return { value: await merge(true), reason: shownText(message) }
  }
}

/** Some at a time: all together would be in memory three times. */
function* anchorsOf(types: readonly TypeReport[]): Generator<SentAnchors[]> {
  for (const { anchors } of types)
    for (let at = 0; at < anchors.length; at += TOLD) yield anchors.slice(at, at + TOLD).map(sentAnchors)
}
