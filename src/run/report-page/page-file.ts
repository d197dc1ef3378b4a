// The page of a report as one file, with the script and the style that `npm run build` made of src/page/.
import { readFileSync } from 'node:fs'
import type { ReportPage } from '../../model/report-page.ts'
import { reportHtml } from '../../stages/report/html.ts'

/** Piece by piece: a report may be large. */
export function pageFile(page: ReportPage): Iterable<string> {
  return reportHtml(page, { script: built('report.js'), style: built('report.css') })
}

function built(name: string): string {
  return readFileSync(new URL(`../../../dist/page/${name}`, import.meta.url), 'utf8')
}
