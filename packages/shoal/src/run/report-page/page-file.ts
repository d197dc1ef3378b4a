// The page of a report as one file.
import type { ReportPage } from '@shoal/base/model/report-page'
import { reportHtml } from '../../stages/report/html.ts'
import { boundedPieces } from '../../text/bounded-work.ts'
import { pageBundle } from './bundle.ts'

/** Piece by piece: a report may be large. Throws `gave-up` when `ms` of work bring no next one. */
export function pageFile(page: ReportPage, ms?: number): Iterable<string> {
  const bound = { what: 'the report as a page', size: page.report.findings.length, ms }
  return boundedPieces(bound, reportHtml(page, pageBundle()))
}
