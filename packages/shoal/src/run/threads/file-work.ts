// All that is done with the content of files, as orders that a thread can carry out: what goes in and what comes out are
// plain values.
import type { FileAbout, Stretch } from '@shoal/base/model/analyst'
import type { Partition } from '@shoal/base/model/chunk'
import type { Detection } from '@shoal/base/model/content-type'
import type { SweptValues } from '@shoal/base/model/model-work'
import type { Brief } from '@shoal/base/model/question'
import type { Registry } from '@shoal/base/model/registry'
import type { DocumentCopy, LineCopy } from '../../sql/record-copy.ts'
import type { TableCopy } from '../../sql/table-copy.ts'
import type { TypeOverride } from '../../stages/detect.ts'
import type { PassedReport } from '../../stages/kept-reports.ts'
import type { CrossSynthesis } from '../../stages/synthesise-cross.ts'
import type { Counted } from '../../text/count.ts'
import type { GatedSurvey } from '../analysis/gated.ts'
import type { CrossMerge, MergedType, TypeMerge } from '../analysis/merge-reports.ts'
import type { WholeFile } from '../analysis/whole-file.ts'
import type { CutSize } from '../budget.ts'
import type { CsvCopyOrder, CsvReading, Masked } from '../data/csv-reading.ts'
import type { RecordCopyOrder, RecordLines } from '../data/json-reading.ts'
import type { Inspected } from '../inspect.ts'
import type { QuotedLinesOrder } from '../quoted-lines.ts'
import type { FoundRecords, RecordsOrder } from '../records-in.ts'
import type { FactCopies, FactOrder } from '../relations/fact-copy.ts'
import type { Fingerprint } from '../relations/fingerprint.ts'
import type { Drawn, TypeToDraw } from '../report-page/charts.ts'
import type { ExcerptOrder, SizedExcerpts } from '../report-page/excerpts-in.ts'
import type { SecretMemory } from '../search/secret-memory.ts'
import type { SearchAnswer } from '../search/task.ts'
import type { SearchOrder } from '../search.ts'
import type { TextPageOrder } from '../text-page/text-page.ts'
import type { Stored, StoreOrder } from '../unpacking/store.ts'
import type { ThrownError } from './thrown-error.ts'

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
  readonly signal: AbortSignal
  /** Secrets of small files that this thread has swept before. */
  readonly secrets: SecretMemory
  /** The content types, which are loaded by the first who asks. */
  registry(): Promise<Registry>
  onRead(bytes: number): void
  /** The file of that number is begun. */
  onFile(number: number): void
  /** Whoever gave the order answers. */
  ask(question: unknown): Promise<unknown>
}

export type Works = {
  readonly [K in WorkKind]: (input: FileWork[K]['input'], context: WorkContext) => Promise<FileWork[K]['result']>
}
