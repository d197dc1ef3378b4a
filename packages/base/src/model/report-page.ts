// What the page of a report is drawn from: the same frozen in a file and live from a server. JSON throughout.
import type { Chart } from './chart.ts'
import type { Severity } from './finding.ts'
import type { FileReport, RunReport } from './report.ts'

export interface ReportPage {
  /** The shoal that made it. */
  readonly shoal: string
  /** Milliseconds since 1970; null in documents that must not differ between runs. */
  readonly madeAt: number | null
  readonly report: PageReport
  /** By content type. */
  readonly charts: Readonly<Record<string, TypeCharts>>
  /** Problems in each file by severity, listed or not; files without any are left out. By path. */
  readonly problems: Readonly<Record<string, Readonly<Record<Severity, number>>>>
  /** By path. */
  readonly excerpts: Readonly<Record<string, Excerpts>>
}

/** A report without what only programs read. */
export interface PageReport extends Omit<RunReport, 'perType'> {
  readonly perType: readonly PageType[]
}

export interface PageType extends Omit<RunReport['perType'][number], 'files' | 'metadata' | 'rejected'> {
  /** Those with the most findings first, then the largest. Capped: `read.files` says how many there are. */
  readonly files: readonly Omit<FileReport, 'figures'>[]
}

export interface TypeCharts {
  /** Of all files of the type. */
  readonly together: readonly Chart[]
  /** Of some files, in the order of `PageType.files`. */
  readonly files: readonly { readonly path: string; readonly charts: readonly Chart[] }[]
  /** Files of the type, when more of them than these may have charts. */
  readonly of?: number
}

/** Lines of one file around what is quoted of it. */
export interface Excerpts {
  /**
   * In order of their first line; they may overlap where lines are so long that each shows only what is around one quote.
   * Secrets are masked. Every quote of the report that could be looked up stands in one of them, on its line.
   */
  readonly windows: readonly ExcerptWindow[]
  /** Why lines are missing, as a clause: the file has changed, is gone, or may not be read. Null when none are. */
  readonly problem: string | null
  /** The file is gone, another, or was written again since it was read: what is shown of it are its lines of now. */
  readonly isChanged: boolean
}

export interface ExcerptWindow {
  /** 1-based, of the first of `lines`. */
  readonly line: number
  /** Without line ends. A long line is cut, with `…` where it was. */
  readonly lines: readonly string[]
}
