// Both built-in syntheses as a thread carries them out: files are opened only as long as they are what was planned.
import { ShoalError } from '@shoal/base/model/errors'
import type { ImportedFinding } from '@shoal/base/model/finding'
import type { ConfiguredIgnore } from '@shoal/base/model/ignore'
import { lookup } from '@shoal/base/model/lookup'
import type { Brief } from '@shoal/base/model/question'
import type { Registry } from '@shoal/base/model/registry'
import type { AnalystResult, ComparedType, TypeReport } from '@shoal/base/model/report'
import type { SourceText } from '@shoal/base/model/source'
import { plural } from '@shoal/base/text/printable'
import { type SentReport, sentReport } from '../../stages/kept-reports.ts'
import { type CrossContext, type CrossSynthesis, synthesiseCross } from '../../stages/synthesise-cross.ts'
import { type Results, synthesiseType, type TypeContext } from '../../stages/synthesise-type.ts'
import { type FileStamp, openPlanned } from '../file-stamp.ts'

export interface TypeMerge {
  readonly contentType: string
  readonly brief: Brief
  /** Of the type; reports on others are passed over. */
  readonly files: TypeContext['files']
  /** Each file is heard alone: what its analyst makes of all of them could not be had. */
  readonly isAlone: boolean
  readonly ignores?: readonly ConfiguredIgnore[]
  /** What other scanners found in these files. */
  readonly imported?: readonly ImportedFinding[]
}

/** As a thread gives it back: its files were told before. */
export type MergedType = Omit<TypeReport, 'files'>

/** What a thread that merges asks for: the next result, or a stamp; or it tells what it has made. */
export type MergeQuestion =
  | null
  | { readonly stampOf: string }
  | { readonly told: readonly { readonly file: number; readonly report: SentReport }[] }

/** Reports that are told at a time: all together would be in memory as often as they are copied. */
const TOLD = 1000

export interface CrossMerge extends Pick<CrossContext, 'brief' | 'skipped' | 'lacksReading' | 'asked' | 'ignores'> {
  readonly types: readonly ComparedType[]
  readonly stamps: Readonly<Record<string, FileStamp>>
  /** Files are not compared. */
  readonly isAlone: boolean
}

interface MergeContext {
  readonly registry: Registry
  readonly signal: AbortSignal
  onFile(number: number): void
  ask(question: MergeQuestion): Promise<unknown>
}

export async function mergeReports(merge: TypeMerge, results: Results, context: MergeContext): Promise<MergedType> {
  const { contentType, brief, files, isAlone } = merge
  const { registry, signal, ask } = context
  const type = registry.typeOf(contentType)
  const analyst = await type.builtIn()
  const own = new Map(files.map(({ path }, k) => [path, k]))
  const open = opener(context)
  const { files: reports, ...report } = await synthesiseType(reportsOn(own, results), {
    type,
    analyst: isAlone ? { ...analyst, synthesise: eachAlone } : analyst,
    brief,
    files,
    openSource: async path => open(path, (await ask({ stampOf: path })) as FileStamp | null),
    signal,
    ...(merge.ignores && { ignores: merge.ignores }),
    ...(merge.imported && { imported: merge.imported }),
  })
  for (let at = 0; at < reports.length; at += TOLD) {
    const some = reports.slice(at, at + TOLD)
    await ask({ told: some.map(one => ({ file: own.get(one.path)!, report: sentReport(one) })) })
  }
  return report
}

export function mergeAcrossTypes(merge: CrossMerge, context: MergeContext): CrossSynthesis {
  const { types, stamps, isAlone } = merge
  const compared = isAlone ? types.map(type => ({ ...type, anchors: [] })) : types
  const open = opener(context)
  return synthesiseCross(compared, { ...merge, openSource: path => open(path, lookup(stamps, path)) })
}

async function* reportsOn(files: ReadonlyMap<string, number>, results: Results): AsyncGenerator<AnalystResult> {
  for await (const result of results)
    yield {
      ...result,
      reports: result.reports.filter(({ filePath }) => files.has(filePath)),
      unread: result.unread.filter(({ path }) => files.has(path)),
    }
}

const eachAlone: TypeContext['analyst']['synthesise'] = files => ({
  summary: plural(files.length, 'file'),
  metadata: {},
  panels: [],
  findings: [],
  answers: [],
})

/** Quotes are checked against what was read. A file that is opened is a step. */
function opener({ onFile }: MergeContext): (path: string, stamp: FileStamp | null | undefined) => SourceText {
  let opened = 0
  return (path, stamp) => {
    onFile(opened++)
    if (!stamp) throw new ShoalError('internal', `${path} is in no plan`)
    return openPlanned(path, stamp)
  }
}
