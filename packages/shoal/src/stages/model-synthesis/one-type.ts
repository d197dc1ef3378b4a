// Phase 1 by a model: what the findings of one content type come to.
import type { TypeReport } from '@shoal/base/model/report'
import { plural } from '@shoal/base/text/printable'
import { bounded } from '../../text/bounded-work.ts'
import { byImportance } from '../rank.ts'
import { isGiven } from './check-reply.ts'
import { answerExhibits, findingExhibits } from './exhibits.ts'
import { figuresText } from './figures.ts'
import { leftOpen } from './left-open.ts'
import { layDesk } from './prompt.ts'
import { nothingSaid, type SynthesisInput, type SynthesisResult } from './synthesis.ts'
import { synthesiseTree } from './tree.ts'
import { recounted, redirected, uniteSame } from './unite-same.ts'

/** The report with what the model makes of it, and with findings united that are the same thing. */
export async function synthesiseTypeByModel(
  report: TypeReport,
  input: SynthesisInput,
): Promise<SynthesisResult<TypeReport>> {
  const exhibits = [...answerExhibits(report.answers), ...findingExhibits(report.findings)]
  const { title, read } = report
  const desk = layDesk({
    ...input,
    title: `Phase 1: all findings in ${plural(read.files, 'file')} of one content type, ${title}.`,
    figures: figuresText([report]),
    hasLinks: false,
  })
  const shown = { exhibits: new Map(exhibits.map(exhibit => [exhibit.ref, exhibit])), figures: desk.figures }
  const noted = input.notes.missing.filter(text => isGiven(text, shown))
  if (exhibits.length === 0) {
    const missing = leftOpen([], noted)
    const reading = missing.length > 0 ? { ...nothingSaid(input.model.id), missing } : null
    return { status: 'done', value: { ...report, reading }, cached: 0 }
  }
  const outcome = await synthesiseTree(exhibits, desk, input)
  if (outcome.status === 'failed') return outcome
  if (outcome.status === 'unusable') return { ...outcome, value: report }
  const { links: _, same, ...said } = outcome.reply
  const bound = { what: 'what it says was not merged', size: report.findings.length, ms: input.workMs }
  const value = bounded(bound, (): TypeReport => {
    const { findings, into } = uniteSame(report.findings, same)
    return {
      ...report,
      findings: [...findings].sort(byImportance),
      findingCount: report.findingCount - into.size,
      files: recounted(report.files, report.findings, findings),
      reading: redirected({ by: input.model.id, ...said, missing: leftOpen(said.missing, noted) }, into),
    }
  })
  return { status: 'done', value, cached: outcome.cached }
}
