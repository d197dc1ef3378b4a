// All that an analysis does with a file, and with what was said of files.
import type { AnalystResult } from '@shoal/base/model/report'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { type PassedReport, passedReport } from '../../../stages/kept-reports.ts'
import { partition } from '../../../stages/partition.ts'
import { surveySource } from '../../../stages/survey.ts'
import { sweptValues } from '../../../text/gate/known-values.ts'
import { gate } from '../../analysis/gated.ts'
import { mergeAcrossTypes, mergeReports } from '../../analysis/merge-reports.ts'
import { reportOnWhole } from '../../analysis/whole-file.ts'
import { sizedRequest } from '../../budget.ts'
import { recordsIn } from '../../records-in.ts'
import { drawCharts } from '../../report-page/charts.ts'
import { tellTemplates } from '../../template-lines.ts'
import type { Works } from '../file-work.ts'
import { asked } from '../one-by-one.ts'
import { sendableError, type ThrownError } from '../thrown-error.ts'
import { withSource } from '../with-source.ts'

export const surveying: Pick<
  Works,
  'cut' | 'records' | 'read' | 'survey' | 'report' | 'sweep' | 'templates' | 'merge' | 'across' | 'charts'
> = {
  cut: (input, { registry, signal }) =>
    withSource(input, async source => {
      const type = (await registry()).typeOf(input.detection.contentType)
      return partition(source, type, sizedRequest(type, input.detection, input.size, signal))
    }),
  records: (input, { registry, signal }) =>
    withSource(input, async source =>
      recordsIn(source, (await registry()).typeOf(input.detection.contentType), input, signal),
    ),
  read: (input, context) =>
    withSource(input, async source => {
      const analyst = await (await context.registry()).typeOf(input.about.contentType).builtIn()
      return await analyst.read(source, input.stretch, { ...input, ...context })
    }),
  async survey(input, context) {
    const { about, brief } = input
    const analyst = await (await context.registry()).typeOf(about.contentType).builtIn()
    return await withSource(input, source =>
      gate(
        async () =>
          input.inStretches
            ? await analyst.survey((await context.ask(null)) as readonly unknown[], source, {
                about,
                brief,
                ...context,
              })
            : await surveySource(analyst, source, { about, brief, ...context }),
        { source, about, brief, analyst, signal: context.signal },
      ),
    )
  },
  async report({ files, contentType, brief }, { registry, signal, onFile, onRead }) {
    const analyst = await (await registry()).typeOf(contentType).builtIn()
    const outcomes: (PassedReport | { readonly error: ThrownError })[] = []
    const turn = yieldToEventLoop()
    for (const [k, file] of files.entries()) {
      await turn()
      signal.throwIfAborted()
      onFile(k)
      try {
        outcomes.push(passedReport(await reportOnWhole(file, { analyst, brief, signal, onRead })))
      } catch (error) {
        signal.throwIfAborted()
        outcomes.push({ error: sendableError(error) })
      }
    }
    return outcomes
  },
  sweep: (input, { signal }) => withSource(input, source => sweptValues(source, { signal, isTable: input.isTable })),
  async templates(input, context) {
    const analyst = await (await context.registry()).typeOf(input.about.contentType).builtIn()
    await withSource(input, source => tellTemplates(source, analyst, { ...input, ...context, tell: context.ask }))
    return null
  },
  merge: async (input, context) =>
    mergeReports(input, asked<AnalystResult>(context.ask), { ...context, registry: await context.registry() }),
  across: async (input, context) => mergeAcrossTypes(input, { ...context, registry: await context.registry() }),
  async charts(input, { registry, signal }) {
    const analyst = await (await registry()).typeOf(input.type.contentType).builtIn()
    return await drawCharts({ ...input, analyst }, signal)
  },
}
