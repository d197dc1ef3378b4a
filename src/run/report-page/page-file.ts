// The page of a report as one file.
import type { ReportPage } from '../../model/report-page.ts'
import { reportHtml } from '../../stages/report/html.ts'
import { pageBundle } from './bundle.ts'

/** Piece by piece: a report may be large. */
export function pageFile(page: ReportPage): Iterable<string> {
  return reportHtml(page, pageBundle())
}
