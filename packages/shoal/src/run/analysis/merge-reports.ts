// Both built-in syntheses as a thread carries them out: files are opened only as long as they are what was planned.
import { ShoalError } from '@shoal/base/model/errors'
import type { ImportedFinding } from '@shoal/base/model/finding'
import type { ConfiguredIgnore } from '@shoal/base/model/ignore'
import type { Brief } from '@shoal/base/model/question'
import type { Registry } from '@shoal/base/model/registry'
import type { AnalystResult, ComparedType, TypeReport } from '@shoal/base/model/report'
import type { SourceText } from '@shoal/base/model/source'
import { plural } from '@shoal/base/text/printable'
import { readAnchors, type SentAnchors, type SentReport, sentAnchors, sentReport } from '../../stages/kept-reports.ts'
import {
  type CrossContext,
  type CrossSynthesis,
  indexOf,
  linksOf,
  synthesiseCross,
} from '../../stages/synthesise-cross.ts'
import { type Results, synthesiseType, type TypeContext } from '../../stages/synthesise-type.ts'
import { type FileStamp, openPlanned } from '../file-stamp.ts'
import { asked } from '../threads/one-by-one.ts'

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

/** As a thread gives it back: its files and their anchors were told before. */
export type MergedType = Omit<TypeReport, 'files' | 'anchors'>

/** What a thread that merges asks for: the next result, or a stamp; or it tells what it has made. */
export type MergeQuestion =
  | null
  | { readonly stampOf: string }
  | { readonly told: readonly { readonly file: number; readonly report: SentReport }[] }
  | { readonly anchors: readonly SentAnchors[] }

/** What the one that compares files asks for: the next anchors, or where files are that it wants to open. */
export type CrossQuestion = null | { readonly stampsOf: readonly string[] }

/** Reports that are told at a time: all together would be in memory as often as they are copied. */
export const TOLD = 1000

export interface CrossMerge extends Pick<CrossContext, 'brief' | 'skipped' | 'lacksReading' | 'asked' | 'ignores'> {
  /** Without their anchors, which are asked for. */
  readonly types: readonly ComparedType[]
  /** Files are not compared. */
  readonly isAlone: boolean
}

interface MergeContext {
  readonly registry: Registry
  readonly signal: AbortSignal
  onFile(number: number): void
  ask(question: MergeQuestion | CrossQuestion): Promise<unknown>
}

export async function mergeReports(merge: TypeMerge, results: Results, context: MergeContext): Promise<MergedType> {
  const { contentType, brief, files, isAlone } = merge
  const { registry, signal, ask } = context
  const type = registry.typeOf(contentType)
  const analyst = await type.builtIn()
  const own = new Map(files.map(({ path }, k) => [path, k]))
  const open = opener(context)
  const {
    files: reports,
    anchors,
    ...report
  } = await synthesiseType(reportsOn(own, results), {
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
  for (let at = 0; at < anchors.length; at += TOLD)
    await ask({ anchors: anchors.slice(at, at + TOLD).map(sentAnchors) })
  return report
}

/** Only what is quoted of files is looked up in them. */
export async function mergeAcrossTypes(merge: CrossMerge, context: MergeContext): Promise<CrossSynthesis> {
  const { types, isAlone } = merge
  const { ask } = context
  const anchors = indexOf(types, merge)
  if (!isAlone)
    for await (const some of asked<readonly SentAnchors[]>(ask))
      for (const file of some) anchors.hear(readAnchors(file))
  const links = linksOf(anchors)
  const quoted = [...new Set(links.listed.flatMap(({ ends, more = [] }) => [...ends, ...more].map(({ file }) => file)))]
  const stamps = (await ask({ stampsOf: quoted })) as readonly (FileStamp | null)[]
  const stampOf = new Map(quoted.map((path, k) => [path, stamps[k]]))
  const open = opener(context)
  return synthesiseCross(types, { ...merge, openSource: path => open(path, stampOf.get(path)) }, links)
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
