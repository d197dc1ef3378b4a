// Both built-in syntheses as a thread carries them out: files are opened only as long as they are what was planned.
import { ShoalError } from '../../model/errors.ts'
import { lookup } from '../../model/lookup.ts'
import type { PlannedFile } from '../../model/plan.ts'
import type { Brief } from '../../model/question.ts'
import type { Registry } from '../../model/registry.ts'
import type { AnalystResult, ComparedType, TypeReport } from '../../model/report.ts'
import type { SourceText } from '../../model/source.ts'
import { type SentReport, sentReports } from '../../stages/kept-reports.ts'
import { type CrossContext, type CrossSynthesis, synthesiseCross } from '../../stages/synthesise-cross.ts'
import { type Results, synthesiseType, type TypeContext } from '../../stages/synthesise-type.ts'
import { plural } from '../../text/printable.ts'
import { type FileStamp, openPlanned } from '../file-stamp.ts'

export interface TypeMerge {
  readonly contentType: string
  readonly brief: Brief
  /** Of the type; reports on others are passed over. */
  readonly files: readonly PlannedFile[]
  readonly stamps: Readonly<Record<string, FileStamp>>
  /** Each file is heard alone: what its analyst makes of all of them could not be had. */
  readonly isAlone: boolean
}

/** As a thread gives it back. */
export interface MergedType {
  readonly report: Omit<TypeReport, 'files'>
  readonly files: readonly SentReport[]
}

export interface CrossMerge extends Pick<CrossContext, 'brief' | 'skipped' | 'lacksReading' | 'asked'> {
  readonly types: readonly ComparedType[]
  readonly stamps: Readonly<Record<string, FileStamp>>
  /** Files are not compared. */
  readonly isAlone: boolean
}

interface MergeContext {
  readonly registry: Registry
  readonly signal: AbortSignal
  onFile(number: number): void
}

export async function mergeReports(merge: TypeMerge, results: Results, context: MergeContext): Promise<MergedType> {
  const { contentType, brief, files, isAlone } = merge
  const { registry, signal } = context
  const type = registry.get(contentType) ?? registry.get('unknown')!
  const analyst = await type.builtIn()
  const own = new Set(files.map(({ path }) => path))
  const { files: reports, ...report } = await synthesiseType(reportsOn(own, results), {
    type,
    analyst: isAlone ? { ...analyst, synthesise: eachAlone } : analyst,
    brief,
    files: files.map(file => ({ ...file, language: file.detection.language })),
    openSource: opener(merge, context),
    signal,
  })
  return { report, files: sentReports(reports) }
}

export function mergeAcrossTypes(merge: CrossMerge, context: MergeContext): CrossSynthesis {
  const { types, isAlone } = merge
  const compared = isAlone ? types.map(type => ({ ...type, anchors: [] })) : types
  return synthesiseCross(compared, { ...merge, openSource: opener(merge, context) })
}

async function* reportsOn(files: ReadonlySet<string>, results: Results): AsyncGenerator<AnalystResult> {
  for await (const result of results)
    yield { ...result, reports: result.reports.filter(({ filePath }) => files.has(filePath)) }
}

const eachAlone: TypeContext['analyst']['synthesise'] = files => ({
  summary: plural(files.length, 'file'),
  metadata: {},
  panels: [],
  findings: [],
  answers: [],
})

/** Quotes are checked against what was read. A file that is opened is a step. */
function opener({ stamps }: Pick<TypeMerge, 'stamps'>, { onFile }: MergeContext): (path: string) => SourceText {
  let opened = 0
  return path => {
    onFile(opened++)
    const stamp = lookup(stamps, path)
    if (!stamp) throw new ShoalError('internal', `${path} is in no plan`)
    return openPlanned(path, stamp)
  }
}
