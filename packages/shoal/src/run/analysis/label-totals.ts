// Records of several content types that were labelled alike: each type has counted its own, and the question is about all.
import type { LabelSet } from '@shoal/base/model/label'
import type { TypeReport } from '@shoal/base/model/report'
import { answerOf } from '../../stages/labels/label-answer.ts'
import { Tallying } from '../../stages/labels/tally.ts'

/** The same reports, of which the first that has labels answers for all that have. */
export function countTogether(types: readonly TypeReport[], set: LabelSet): readonly TypeReport[] {
  // Its own count stands first among the answers of a type.
  const labelled = types.filter(({ answers: [own] }) => own?.labelled !== undefined)
  const [first, second] = labelled
  if (!second) return types
  const own = labelled.map(({ answers }) => answers[0]!)
  const tallying = new Tallying()
  for (const answer of own) tallying.addAll(answer.labelled!.tally)
  const whole = answerOf(tallying.done(), set, {
    models: [...new Set(own.flatMap(answer => answer.labelled!.models))],
    evidence: own.flatMap(({ evidence }) => evidence),
  })
  return types.map(type => {
    if (!labelled.includes(type)) return type
    const others = type.answers.slice(1)
    return { ...type, answers: type === first ? [whole, ...others] : others }
  })
}
