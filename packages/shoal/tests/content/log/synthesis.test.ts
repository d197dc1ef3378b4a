import type { SurveyedFile } from '@shoal/base/model/analyst'
import type { Finding } from '@shoal/base/model/finding'
import { describe, expect, it } from 'vitest'
import { analyst } from '../../../src/content/log/analyst.ts'
import { briefOf } from '../../../src/text/question.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { FORMATS, plannedEvents, written } from './planted-log.ts'

async function surveyed(path: string, seed: number): Promise<SurveyedFile> {
  const { text } = written(plannedEvents({ seed, burstAt: 80 }), FORMATS.log4j!.write)
  const survey = await surveyLawfully({ name: 'a.log', content: text, type: 'log', size: 400 })
  const findings = survey.findings.map(
    (draft, k): Finding => ({
      ...draft,
      id: `${path}:${k}`,
      contentType: 'log',
      path,
      endLine: draft.endLine ?? draft.line,
      verified: true,
      chunkIds: [],
      count: draft.count ?? 1,
      weight: draft.weight ?? 0.5,
      places: [],
      placeCount: 1,
      relevance: 0,
    }),
  )
  const answers = survey.answers.map(answer => ({
    ...answer,
    evidence: answer.evidence.map(quote => ({ path, ...quote })),
  }))
  return { ...survey, path, language: null, sizeBytes: text.length, lineCount: 1, findings, answers }
}

describe('several logs together', () => {
  it('sum their counts, and show what they have in common', async () => {
    const files = [await surveyed('a.log', 1), await surveyed('b.log', 2)]
    const { metadata, findings, summary } = analyst.synthesise(files, briefOf(null))
    const entries = files.reduce((sum, { figures }) => sum + (figures as { entries: number }).entries, 0)
    expect(metadata).toMatchObject({ entries, levels: { error: 96, warn: 8 } })
    expect(summary).toContain('96 errors of 1 kind')
    expect(findings.find(({ type }) => type === 'shared_error')).toMatchObject({ count: 96, path: 'a.log' })
    expect(findings.filter(({ type }) => type === 'simultaneous_bursts')).toHaveLength(1)
    expect(findings.find(({ type }) => type === 'simultaneous_bursts')!.summary).toContain('2 logs')
  })

  it('say nothing of one alone, or of none', async () => {
    const file = await surveyed('a.log', 1)
    expect(analyst.synthesise([file], briefOf(null)).findings).toEqual([])
    expect(analyst.synthesise([], briefOf(null)).findings).toEqual([])
  })
})
