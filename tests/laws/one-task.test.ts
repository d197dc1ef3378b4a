// A file that is one task says what its chunks say together: nothing is lost, said twice or counted otherwise.

import type { AnalystReport } from '@shoal/base/model/report'
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../packages/shoal/src/content/registry.ts'
import { chunkReports, gate } from '../../packages/shoal/src/run/analysis/gated.ts'
import { detect } from '../../packages/shoal/src/stages/detect.ts'
import { partition } from '../../packages/shoal/src/stages/partition.ts'
import { surveySource } from '../../packages/shoal/src/stages/survey.ts'
import { addVerifications } from '../../packages/shoal/src/stages/verification.ts'
import { probeFile } from '../../packages/shoal/src/text/probe.ts'
import { briefOf } from '../../packages/shoal/src/text/question.ts'
import { openSource } from '../../packages/shoal/src/text/source-file.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { requestFor } from '../../packages/shoal/tests/conformance/cutting.ts'
import { documents } from './mutations.ts'

const registry = createRegistry()
const signal = new AbortController().signal
const space = tempDir()

/** Each fourth: more of them tell no more. */
const some = documents().filter(({ bytes }, k) => k % 4 === 0 && bytes.length > 0)

describe('a file that is one task', () => {
  it('is reported on as its chunks are', async () => {
    for (const [k, { label, name, bytes }] of some.entries()) {
      const source = openSource(space.write(`${k}/${name}`, bytes))
      try {
        const { contentType, language } = detect(probeFile(source.path, name).probe, registry)
        const type = registry.get(contentType)!
        const cut = await partition(source, type, requestFor({ type, language, size: 7 }))
        const { sizeBytes, lineCount } = cut
        const chunks = cut.chunks.map(({ id, index, body, continuation }) => ({ id, index, ...body, continuation }))
        const about = { path: name, contentType, language, sizeBytes, lineCount, chunks }
        const task = { about, brief: briefOf('What is wrong?'), signal, onRead() {} }
        const analyst = await type.builtIn()
        const survey = await gate(() => surveySource(analyst, source, task), { source, analyst, ...task })
        const [whole, ...others] = chunkReports(survey, { ...about, isOneTask: true })
        expect(others, label).toEqual([])
        expect(united([whole!]), label).toEqual(united(chunkReports(survey, about)))
        expect(whole, label).toMatchObject({ index: 1, of: 1, lines: lineCount, bytes: sizeBytes })
      } finally {
        source.close()
      }
    }
  })
})

/** As the synthesis of the type takes them. */
function united(reports: readonly AnalystReport[]) {
  const sum = (of: (report: AnalystReport) => number) => reports.reduce((all, report) => all + of(report), 0)
  const byLine = (a: { readonly line: number }, b: { readonly line: number }) => a.line - b.line
  return {
    findings: reports.flatMap(({ findings }) => findings).sort(byLine),
    anchors: reports.flatMap(({ anchors }) => anchors).sort(byLine),
    rejected: reports.flatMap(({ rejected }) => rejected).sort(byLine),
    survey: reports.flatMap(({ survey }) => survey ?? []),
    answers: reports.flatMap(({ completeAnswer }) => completeAnswer ?? []),
    isRelevant: reports.some(({ relevant }) => relevant),
    verification: addVerifications(reports.map(({ verification }) => verification)),
    lines: sum(({ lines }) => lines),
    bytes: sum(({ bytes }) => bytes),
  }
}
