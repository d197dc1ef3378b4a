// All that is done with the content of files, as orders that a thread can carry out: what goes in and what comes out are
// plain values.
import type { FileAbout, Stretch } from '@shoal/base/model/analyst'
import type { Partition } from '@shoal/base/model/chunk'
import type { Detection } from '@shoal/base/model/content-type'
import type { SweptValues } from '@shoal/base/model/model-work'
import type { Brief } from '@shoal/base/model/question'
import type { Registry } from '@shoal/base/model/registry'
import type { AnalystResult } from '@shoal/base/model/report'
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import type { DocumentCopy, LineCopy } from '../../sql/record-copy.ts'
import type { TableCopy } from '../../sql/table-copy.ts'
import type { TypeOverride } from '../../stages/detect.ts'
import { type PassedReport, passedReport } from '../../stages/kept-reports.ts'
import { partition } from '../../stages/partition.ts'
import { surveySource } from '../../stages/survey.ts'
import type { CrossSynthesis } from '../../stages/synthesise-cross.ts'
import { type Counted, countText } from '../../text/count.ts'
import { sweptValues } from '../../text/gate/known-values.ts'
import { hashBytes } from '../../text/hash.ts'
import { isOwnReport } from '../../text/own-report.ts'
import { openSource } from '../../text/source-file.ts'
import { type GatedSurvey, gate } from '../analysis/gated.ts'
import {
  type CrossMerge,
  type MergedType,
  mergeAcrossTypes,
  mergeReports,
  type TypeMerge,
} from '../analysis/merge-reports.ts'
import { reportOnWhole, type WholeFile } from '../analysis/whole-file.ts'
import { type CutSize, sizedRequest } from '../budget.ts'
import { type CsvCopyOrder, type CsvReading, csvCopy, csvReading, type Masked } from '../data/csv-reading.ts'
import { documentCopy, linesCopy, type RecordCopyOrder, type RecordLines, recordLines } from '../data/json-reading.ts'
import { markOfFile } from '../file-stamp.ts'
import { type Inspected, inspect } from '../inspect.ts'
import { type QuotedLinesOrder, quotedLines } from '../quoted-lines.ts'
import { type FoundRecords, type RecordsOrder, recordsIn } from '../records-in.ts'
import { copyFacts, type FactCopies, type FactOrder } from '../relations/fact-copy.ts'
import { type Fingerprint, fingerprintOf } from '../relations/fingerprint.ts'
import { type Drawn, drawCharts, type TypeToDraw } from '../report-page/charts.ts'
import { type ExcerptOrder, excerptsIn, type SizedExcerpts } from '../report-page/excerpts-in.ts'
import type { SecretMemory } from '../search/near-secrets.ts'
import { tabledTypes } from '../search/tabled-types.ts'
import type { SearchAnswer } from '../search/task.ts'
import { type SearchOrder, search } from '../search.ts'
import { tellTemplates } from '../template-lines.ts'
import { type TextPageOrder, textPage } from '../text-page/text-page.ts'
import { type Stored, type StoreOrder, storedUnpacked } from '../unpacking/store.ts'
import { asked } from './one-by-one.ts'
import { sendableError, type ThrownError } from './thrown-error.ts'

/** A file as an order names it. */
export interface NamedFile {
  /** The path that is opened. */
  readonly file: string
  /** The path that is shown. */
  readonly path: string
  /** No more of it is read. */
  readonly sizeBytes?: number
}

export interface SizedFile extends NamedFile {
  readonly sizeBytes: number
}

export interface Looked extends Pick<Inspected, 'detection' | 'binary' | 'counted'> {
  readonly sizeBytes: number
  /** As in its stamp. */
  readonly mark: string
  /** It is a report that shoal made. */
  readonly isOwnReport: boolean
}

interface Surveying extends SizedFile {
  readonly about: FileAbout
  readonly brief: Brief
}

/** Every kind of order. */
export interface FileWork {
  /** A first look at some files, one after the other: at text that fits into a moment. */
  look: {
    input: { readonly files: readonly NamedFile[]; readonly overrides: readonly TypeOverride[] }
    result: readonly (Looked | { readonly error: ThrownError })[]
  }
  /** Of some files, one after the other. */
  fingerprint: {
    input: { readonly files: readonly NamedFile[] }
    result: readonly (Fingerprint | { readonly error: ThrownError })[]
  }
  /** The rows that a content type tells of some files, written to copies. */
  facts: { input: FactOrder; result: FactCopies }
  /** Null when it has more than `most` tokens. */
  count: { input: SizedFile & { readonly most: number }; result: Counted | null }
  cut: { input: SizedFile & { readonly detection: Detection; readonly size: CutSize }; result: Partition }
  /** The records of a file, to be labelled. */
  records: { input: SizedFile & RecordsOrder; result: FoundRecords }
  /** One stretch, to its tally. */
  read: { input: Surveying & { readonly stretch: Stretch }; result: unknown }
  /** The whole file, behind the gate; with `inStretches` made of tallies that it asks for while it is swept for secrets. */
  survey: { input: Surveying & { readonly inStretches: boolean }; result: GatedSurvey }
  /** Reports on files of one type, each small enough to be read whole, one after the other. */
  report: {
    input: { readonly files: readonly WholeFile[]; readonly contentType: string; readonly brief: Brief }
    result: readonly (PassedReport | { readonly error: ThrownError })[]
  }
  /** The secrets of a file. */
  sweep: { input: SizedFile & { readonly isTable: boolean }; result: SweptValues }
  /** The template of every line: told some at a time. */
  templates: { input: Surveying; result: null }
  /** Reports on files of one type become one; it asks for the results of their readers, one after the other. */
  merge: { input: TypeMerge; result: MergedType }
  /** The reports of all types become one. */
  across: { input: CrossMerge; result: CrossSynthesis }
  /** With `overrides` null it asks whether files, by their number, are tables. */
  search: {
    input: { readonly order: SearchOrder; readonly overrides: readonly TypeOverride[] | null }
    result: SearchAnswer
  }
  /** The lines around quotes of one file. */
  excerpts: { input: ExcerptOrder; result: SizedExcerpts }
  /** Some lines of a file, to be quoted. */
  quotedLines: { input: QuotedLinesOrder; result: readonly (string | null)[] }
  /** A page of the lines that a task reads. */
  textPage: { input: TextPageOrder; result: readonly string[] }
  /** What SQL needs to know of a table, and copies of tables that DuckDB reads without a doubt. */
  csvReading: { input: SizedFile & { readonly hasSecrets: boolean }; result: CsvReading }
  csvCopy: { input: SizedFile & CsvCopyOrder; result: TableCopy & Masked }
  recordLines: { input: SizedFile; result: RecordLines }
  linesCopy: { input: SizedFile & RecordCopyOrder; result: LineCopy & Masked }
  documentCopy: { input: SizedFile & RecordCopyOrder; result: DocumentCopy & Masked }
  /** What a packed file holds, unpacked. */
  unpack: { input: SizedFile & StoreOrder; result: Stored }
  /** The charts of one type. */
  charts: { input: Omit<TypeToDraw, 'analyst'>; result: Drawn }
}

export type WorkKind = keyof FileWork

export interface WorkContext {
  readonly registry: Registry
  readonly signal: AbortSignal
  /** Secrets of small files that this thread has swept before. */
  readonly secrets: SecretMemory
  onRead(bytes: number): void
  /** The file of that number is begun. */
  onFile(number: number): void
  /** Whoever gave the order answers. */
  ask(question: unknown): Promise<unknown>
}

type Works = {
  readonly [K in WorkKind]: (input: FileWork[K]['input'], context: WorkContext) => Promise<FileWork[K]['result']>
}

export const fileWork: Works = {
  async look({ files, overrides }, { registry, signal, onFile }) {
    return files.map((named, k) => {
      signal.throwIfAborted()
      onFile(k)
      try {
        const { probe, detection, binary, counted, prefix } = inspect(named, registry, { overrides })
        const { sizeBytes } = probe
        const mark = probe.whole ? hashBytes(prefix) : markOfFile(named.file, sizeBytes)
        return { detection, binary, counted, sizeBytes, mark, isOwnReport: isOwnReport(probe.text) }
      } catch (error) {
        return { error: sendableError(error) }
      }
    })
  },
  async fingerprint({ files }, { signal, onFile, onRead }) {
    return files.map(({ file }, k) => {
      signal.throwIfAborted()
      onFile(k)
      try {
        return fingerprintOf(file, onRead)
      } catch (error) {
        return { error: sendableError(error) }
      }
    })
  },
  facts: (input, context) => copyFacts(input, context),
  count: (input, { signal }) => withSource(input, source => countText(source, input.most, signal)),
  cut: (input, { registry, signal }) =>
    withSource(input, source => {
      const type = registry.typeOf(input.detection.contentType)
      return partition(source, type, sizedRequest(type, input.detection, input.size, signal))
    }),
  records: (input, { registry, signal }) =>
    withSource(input, source => recordsIn(source, registry.typeOf(input.detection.contentType), input, signal)),
  read: (input, context) =>
    withSource(input, async source => {
      const analyst = await context.registry.typeOf(input.about.contentType).builtIn()
      return await analyst.read(source, input.stretch, { ...input, ...context })
    }),
  async survey(input, context) {
    const { about, brief } = input
    const analyst = await context.registry.typeOf(about.contentType).builtIn()
    return await withSource(input, source =>
      gate(
        async () =>
          input.inStretches
            ? await analyst.survey((await context.ask(null)) as readonly unknown[], source, {
                about,
                brief,
                ...context,
              })
            : await surveySource(analyst, source, { about, brief, ...context }),
        { source, about, brief, analyst, signal: context.signal },
      ),
    )
  },
  async report({ files, contentType, brief }, { registry, signal, onFile, onRead }) {
    const analyst = await registry.typeOf(contentType).builtIn()
    const outcomes: (PassedReport | { readonly error: ThrownError })[] = []
    const turn = yieldToEventLoop()
    for (const [k, file] of files.entries()) {
      await turn()
      signal.throwIfAborted()
      onFile(k)
      try {
        outcomes.push(passedReport(await reportOnWhole(file, { analyst, brief, signal, onRead })))
      } catch (error) {
        signal.throwIfAborted()
        outcomes.push({ error: sendableError(error) })
      }
    }
    return outcomes
  },
  sweep: (input, { signal }) => withSource(input, source => sweptValues(source, { signal, isTable: input.isTable })),
  async templates(input, context) {
    const analyst = await context.registry.typeOf(input.about.contentType).builtIn()
    await withSource(input, source => tellTemplates(source, analyst, { ...input, ...context, tell: context.ask }))
    return null
  },
  merge: (input, context) => mergeReports(input, asked<AnalystResult>(context.ask), context),
  across: (input, context) => mergeAcrossTypes(input, context),
  search: ({ order, overrides }, context) => {
    const { registry, secrets: memory } = context
    const isTabled = tabledTypes(registry)
    const lookForTable = async (file: number) => {
      if (overrides === null) return (await context.ask(file)) as boolean
      return await isTabled(inspect(order.files[file]!, registry, { overrides }).detection.contentType)
    }
    return search({ ...order, ...context, memory, lookForTable })
  },
  excerpts: (input, { signal }) => excerptsIn(input, signal),
  quotedLines: (input, { signal }) => quotedLines(input, signal),
  textPage: (input, context) => textPage(input, context),
  csvReading: (input, context) => withSource(input, source => csvReading(source, input.hasSecrets, context)),
  csvCopy: (input, context) => withSource(input, source => csvCopy(source, input, context)),
  recordLines: (input, context) => withSource(input, source => recordLines(source, context)),
  linesCopy: (input, context) => withSource(input, source => linesCopy(source, input, context)),
  documentCopy: (input, context) => withSource(input, source => documentCopy(source, input, context)),
  unpack: (input, context) => storedUnpacked(input, context),
  async charts(input, { registry, signal }) {
    const analyst = await registry.typeOf(input.type.contentType).builtIn()
    return await drawCharts({ ...input, analyst }, signal)
  },
}

async function withSource<T>(
  { file, path, sizeBytes }: SizedFile,
  use: (source: SourceText) => Promise<T>,
): Promise<T> {
  const source = openSource(file, { path, sizeBytes })
  try {
    return await use(source)
  } finally {
    source.close()
  }
}
