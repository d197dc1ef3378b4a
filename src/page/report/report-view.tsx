// The page of a report, from the answer to what it cost.
import type { ReportPage } from '../../model/report-page.ts'

export interface ReportViewProps {
  readonly page: ReportPage
  /** The path of the page's addresses: '' for a file, `runs/NAME/report` in the live view. */
  readonly base: string
}

export function ReportView({ page }: ReportViewProps) {
  return <main>{page.report.answer}</main>
}
