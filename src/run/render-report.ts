// A report as a document, as the command line writes it.
import { ownVersion } from '../config/own-version.ts'
import { ShoalError } from '../model/errors.ts'
import type { Severity } from '../model/finding.ts'
import type { RunReport } from '../model/report.ts'

export type ReportFormat = 'text' | 'md' | 'json' | 'sarif' | 'html' | 'github' | 'junit' | 'lines' | 'summary'

export interface ReportLook {
  /**
   * Findings that are listed, in text and Markdown; all are in the other forms. If left out, the 5 that bear most on the
   * question; without a question 20, in Markdown of each file.
   */
  readonly top?: number | null
  /** In JUnit, problems below it are skipped cases. */
  readonly failOn?: Severity | null
  /** In text and Markdown, everything that was found, whatever was asked. */
  readonly full?: boolean
  /** Say how quotes fared; true if left out. */
  readonly verification?: boolean
  /** Columns of text; 100 if left out. */
  readonly width?: number
  /** Colours for a terminal, in text. */
  readonly color?: boolean
  /**
   * The directory in which the files of the report are read again, for the lines around each quote of a page. Relative paths
   * start there; what lies outside, also by way of a link, is not opened. Without it no file is, and the page says so.
   */
  readonly root?: string
}

/**
 * The document, with a line end behind it. JSON and SARIF hold the same as `--format json` and `--format sarif`. Opens no file
 * that the report names, unless it is a page and `root` allows it.
 */
export async function renderReport(report: RunReport, format: ReportFormat, look: ReportLook = {}): Promise<string> {
  const { top = null, full = false, verification = true, width = 100, color = false, root } = look
  switch (format) {
    case 'md':
      return (await import('../stages/report/markdown.ts')).reportMarkdown(report, { top, full, verification })
    case 'json':
      return asJson((await import('../stages/report/json.ts')).reportJson(report))
    case 'sarif':
      return asJson((await import('../stages/report/sarif.ts')).reportSarif(report, ownVersion()))
    case 'github':
      return (await import('../stages/report/ci/github.ts')).reportGithub(report)
    case 'junit':
      return (await import('../stages/report/ci/junit.ts')).reportJunit(report, look.failOn)
    case 'lines':
      return (await import('../stages/report/ci/lines.ts')).reportLines(report)
    case 'summary':
      return (await import('../stages/report/ci/summary.ts')).reportSummary(report)
    case 'text':
      return (await import('../stages/report/text.ts')).reportText(report, { top, full, verification, width, color })
    case 'html':
      return await asPage(report, root)
    default:
      throw new ShoalError('bad-value', `there is no report format "${String(format)}"`, {
        detail: 'format',
        advice: 'name one of text, md, json, sarif, html, github, junit, lines, summary',
      })
  }
}

async function asPage(report: RunReport, root: string | undefined): Promise<string> {
  const [{ reportPage }, { pageFile }] = await Promise.all([
    import('./report-page/report-page.ts'),
    import('./report-page/page-file.ts'),
  ])
  return [...pageFile(await reportPage(report, root === undefined ? {} : { root }))].join('')
}

function asJson(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
