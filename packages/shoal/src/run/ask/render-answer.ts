// The answer to a question as a document, as the command line writes it.

import type { AskReport } from '@shoal/base/model/asking'
import { ShoalError } from '@shoal/base/model/errors'
import { ownVersion } from '../../config/own-version.ts'
import type { ReportFormat, ReportLook } from '../render-report.ts'

export async function renderAnswer(
  report: AskReport,
  format: ReportFormat,
  { full = false, width = 100, color = false }: Pick<ReportLook, 'full' | 'width' | 'color'> = {},
): Promise<string> {
  switch (format) {
    case 'json':
      return `${JSON.stringify((await import('../../stages/asking/report-json.ts')).askJson(report), null, 2)}\n`
    case 'html':
      return (await import('../../stages/asking/report-html.ts')).askHtml(report, ownVersion())
    case 'md':
      return (await import('../../stages/asking/report-markdown.ts')).askMarkdown(report)
    case 'text':
      return (await import('../../stages/asking/report-text.ts')).askText(report, { width, color, full })
    default:
      throw new ShoalError('bad-value', `an answer to a question is not written as ${format}`, {
        detail: '--format',
        advice: 'choose text, md, json or html',
      })
  }
}
