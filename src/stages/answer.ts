// The answer at the top of the report: what the data says to the question, or plainly that it says nothing.
import type { Answer } from '../model/analyst.ts'
import type { Panel } from '../model/finding.ts'
import type { Brief } from '../model/question.ts'
import type { CrossFinding, TypeReport } from '../model/report.ts'

export interface ComposedAnswer {
  readonly answer: string | null
  readonly answerEvidence: Answer['evidence']
  readonly answerPanels: readonly Panel[]
}

export function composeAnswer(
  types: readonly TypeReport[],
  _crossFile: readonly CrossFinding[],
  _brief: Brief,
): ComposedAnswer {
  const best = types.flatMap(({ answers }) => answers).sort((a, b) => b.relevance - a.relevance)[0]
  if (!best) return { answer: null, answerEvidence: [], answerPanels: [] }
  return { answer: best.text, answerEvidence: best.evidence, answerPanels: best.panel ? [best.panel] : [] }
}
