// Records of several content types that were labelled alike: each type has counted its own, and the question is about all.
import type { Finding } from '../../model/finding.ts'
import type { LabelSet } from '../../model/label.ts'
import type { TypeReport } from '../../model/report.ts'
import { labelAnswer } from '../../stages/labels/label-answer.ts'
import { labelFindingKey } from '../../stages/labels/label-finding.ts'

/** The same reports, of which the first that has labels answers for all that have. */
export function countTogether(types: readonly TypeReport[], set: LabelSet): readonly TypeReport[] {
  const key = labelFindingKey(set)
  const countsOf = ({ findings }: TypeReport): Finding[] => findings.filter(finding => finding.key === key)
  const labelled = types.filter(type => countsOf(type).length > 0)
  const [first, second] = labelled
  const whole = second ? labelAnswer(labelled.flatMap(countsOf), set) : null
  if (whole === null) return types
  // The examples of findings that were united over files are only in the answers.
  const evidence = labelled.flatMap(({ answers }) => answers[0]?.evidence ?? [])
  const answer = whole.evidence.length > 0 ? whole : { ...whole, evidence }
  return types.map(type => {
    if (!labelled.includes(type)) return type
    // Its own count stands first among its answers.
    const others = type.answers.slice(1)
    return { ...type, answers: type === first ? [answer, ...others] : others }
  })
}
