// A fault of ours where files are seen together costs what they say together, not the report.
import type { TypeReport } from '@shoal/base/model/report'
import { beforeAll, expect, it } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { type ExactOptions, mergeAcross } from '../../../src/run/analysis/exact-tasks.ts'
import { NOTHING_VERIFIED } from '../../../src/stages/verification.ts'
import { briefOf } from '../../../src/text/question.ts'
import { assertBuilt } from '../../cli/built-bin.ts'
import { sampleFinding } from '../../stages/report/sample-report.ts'

beforeAll(assertBuilt)

it('the synthesis across files fails: what each type found is reported, and the reason', async () => {
  const broken = { role: 'config-key', name: null, line: 1, quote: 'a' }
  const type = {
    contentType: 'config',
    title: 'Configuration',
    summary: '1 file',
    files: [{ path: 'a.ini', findings: 1 }],
    findings: [sampleFinding],
    answers: [],
    panels: [],
    topics: [],
    suggestedQueries: [],
    metadata: {},
    verification: NOTHING_VERIFIED,
    rejected: [],
    anchors: [{ path: 'a.ini', contentType: 'config', language: null, anchors: [broken] }],
  } as unknown as TypeReport
  const options = { plan: { files: [], skipped: [] }, stamps: {}, brief: briefOf(null), settings: settingsFrom() }
  const { cross, unusable } = await mergeAcross(
    [type],
    options as unknown as ExactOptions,
    new AbortController().signal,
  )
  expect(unusable).toMatch(/null/)
  expect(cross.findings).toEqual([sampleFinding])
  expect(cross.crossFile).toEqual([])
})
