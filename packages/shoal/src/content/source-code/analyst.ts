// The built-in analyst of source code: parses a file once, measures it, applies the rules, and joins the files.
import type { BuiltInAnalyst, FileSurvey } from '@shoal/base/model/analyst'
import { charts, chartsTogether } from './analyst/charts.ts'
import { chunkFacts } from './analyst/chunk-facts.ts'
import { readCode } from './analyst/read-code.ts'
import { synthesise } from './analyst/synthesise.ts'
import { commentMarks } from './comment-marks.ts'

export const analyst: BuiltInAnalyst<FileSurvey> = {
  version: 12,
  secrets: 'coded',
  comments: commentMarks,
  looksFor:
    'dangerous calls that untrusted values reach, secrets, dead code, swallowed errors, long or deep functions, copies',
  splitFrom: null,
  read: (source, _stretch, task) => readCode(source, task),
  survey: async ([survey]) => survey!,
  synthesise,
  chunkFacts,
  charts,
  chartsTogether,
}
