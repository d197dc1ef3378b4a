// A report as a document, as the command line writes it.

import { ShoalError } from '@shoal/base/model/errors'
import type { Severity } from '@shoal/base/model/finding'
import type { RunReport } from '@shoal/base/model/report'
import { SCHEMA_VERSION } from '@shoal/base/model/schema-version'
import { ownVersion } from '../config/own-version.ts'
import { bounded } from '../text/bounded-work.ts'

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
  /** Say quote verification; true if left out. */
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
  /** Seconds of work after which it is given up; 60 if left out, and more for many findings. */
  readonly giveUpAfter?: number
}

/**
 * The document, with a line end behind it. JSON and SARIF hold the same as `--format json` and `--format sarif`. Opens no file
 * that the report names, unless it is a page and `root` allows it. Throws `gave-up` when it takes too long.
 */
export async function renderReport(report: RunReport, format: ReportFormat, look: ReportLook = {}): Promise<string> {
  const { top = null, full = false, verification = true, width = 100, color = false, root, giveUpAfter = 60 } = look
  const within = (render: () => string) => rendered(report, format, giveUpAfter, render)
  switch (format) {
    case 'md': {
      const { reportMarkdown } = await import('../stages/report/markdown.ts')
      return within(() => reportMarkdown(report, { top, full, verification }))
    }
    case 'json': {
      const { reportJson } = await import('../stages/report/json.ts')
      return within(() => asJson({ schema_version: SCHEMA_VERSION, ...reportJson(report) }))
    }
    case 'sarif': {
      const { reportSarif } = await import('../stages/report/sarif.ts')
      return within(() => asJson(reportSarif(report, ownVersion())))
    }
    case 'text': {
      const { reportText } = await import('../stages/report/text.ts')
      return within(() => reportText(report, { top, full, verification, width, color }))
    }
    case 'github': {
      const { reportGithub } = await import('../stages/report/ci/github.ts')
      return within(() => reportGithub(report))
    }
    case 'junit': {
      const { reportJunit } = await import('../stages/report/ci/junit.ts')
      return within(() => reportJunit(report, look.failOn))
    }
    case 'lines': {
      const { reportLines } = await import('../stages/report/ci/lines.ts')
      return within(() => reportLines(report))
    }
    case 'summary': {
      const { reportSummary } = await import('../stages/report/ci/summary.ts')
      return within(() => reportSummary(report))
    }
    case 'html':
      return await asPage(report, root, giveUpAfter)
    default:
      throw new ShoalError('bad-value', `there is no report format "${String(format)}"`, {
        detail: 'format',
        advice: 'name one of text, md, json, sarif, html, github, junit, lines, summary',
      })
  }
}

/** One form of a report, given up when it takes longer than so many seconds of work, and more for many findings. */
export function rendered<T>(report: RunReport, format: ReportFormat, giveUpAfter: number, render: () => T): T {
  const bound = { what: `the report as ${format}`, size: report.findings.length, ms: giveUpAfter * 1000 }
  return bounded(bound, render)
}

async function asPage(report: RunReport, root: string | undefined, giveUpAfter: number): Promise<string> {
  const [{ reportPage }, { pageFile }] = await Promise.all([
    import('./report-page/report-page.ts'),
    import('./report-page/page-file.ts'),
  ])
  return [...pageFile(await reportPage(report, root === undefined ? {} : { root }), giveUpAfter * 1000)].join('')
}

function asJson(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
