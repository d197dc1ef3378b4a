// What analysts left open or said in their own words, for the synthesis.
import type { AnalystResult } from '../../model/report.ts'
import type { SynthesisNotes } from '../../stages/model-synthesis/synthesis.ts'
import type { FollowUpResult } from './follow-up.ts'

const MOST_MISSING = 30
const MOST_ANSWERS = 60

/** Of readers and rounds of follow-up; what a round has answered or found missing in vain stands for what was asked. */
export function notesOf(results: readonly (AnalystResult | FollowUpResult)[]): SynthesisNotes {
  const rounds = results.filter(result => 'asked' in result)
  const reports = results.flatMap(result => result.reports)
  const missing = rounds.length > 0 ? rounds.flatMap(round => round.missing) : reports.flatMap(report => report.missing)
  const answers = [
    ...rounds.flatMap(({ answered }) => answered.flatMap(one => one.answers)),
    ...reports.flatMap(({ completeAnswer, filePath, metadata }) =>
      completeAnswer === null ? [] : [{ text: completeAnswer, path: filePath, line: startLine(metadata) }],
    ),
  ]
  return { missing: [...new Set(missing)].slice(0, MOST_MISSING), answers: answers.slice(0, MOST_ANSWERS) }
}

function startLine(metadata: unknown): number {
  const { start_line: line } = (metadata ?? {}) as { readonly start_line?: unknown }
  return typeof line === 'number' ? line : 1
}
