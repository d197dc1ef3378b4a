// The analyst of logs: format, templates, levels over time, bursts and what came before them, silences, rhythms, errors
// with their stack traces, requests and failed log-ins.
import type { BuiltInAnalyst } from '@shoal/base/model/analyst'
import { charts } from './analyst/charts.ts'
import { chartsTogether } from './analyst/charts-together.ts'
import { listedFor } from './analyst/question-filters.ts'
import { readStretch } from './analyst/read-stretch.ts'
import { surveyOf } from './analyst/survey.ts'
import { synthesise } from './analyst/synthesise.ts'
import type { LogTally } from './analyst/tally.ts'
import { templateLines } from './analyst/template-lines.ts'

export const analyst: BuiltInAnalyst<LogTally> = {
  version: 13,
  isData: true,
  secrets: 'logged',
  readsFor: listedFor,
  looksFor:
    'errors and failures that no level names, bursts, silences, hosts that fall silent, what sets in, stops or climbs, endpoints that become slow, failed log-ins',
  splitFrom: 8 * 1024 * 1024,
  read: (source, stretch, task) => readStretch(source, stretch, task),
  survey: async (tallies, source, task) => surveyOf(tallies, source, task),
  synthesise,
  charts,
  chartsTogether,
  templateLines,
}
