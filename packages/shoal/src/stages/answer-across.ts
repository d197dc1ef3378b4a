// "What does not fit together across files?": the problems between files are the answer, all of them and nothing else.
import type { Question } from '@shoal/base/model/question'
import type { ComparedType, CrossFinding } from '@shoal/base/model/report'
import { item, listOfTypes, type Piece } from '@shoal/base/report/answer-part'
import { placesOf } from '@shoal/base/report/places'
import { formatCount, plural } from '@shoal/base/text/printable'
import { gradesOf } from './answer-problems.ts'

const DISAGREE =
  /\b(?:fits?|match(?:es|ing)?|agree(?:s|ment)?|disagree\w*|contradict\w*|inconsisten\w*|consisten\w*|mismatch\w*|diverg\w*|conflict\w*|out of (?:sync|step)|lines? up|differ\w*|wrong|problems?|issues?|faults?)\b/i
const PARTS = '(?:code|config\\w*|settings|data|docs?|documentation|readme|schemas?|fixtures?|tests?|json|csvs?|sql)'
const FILES = '(?:files?|content types?|file types?|types|director(?:y|ies)|folders?|sources|documents)'
const BETWEEN = new RegExp(
  `\\b(?:(?:across|between|among)\\s+(?:(?:all|the|these|those|different|several|two|both|my|our)\\s+){0,2}${FILES}|cross[- ](?:files?|types?|content)|${PARTS}\\s+(?:and|vs\\.?|versus|with|against)\\s+(?:the\\s+)?${PARTS})\\b`,
  'i',
)
const TOGETHER = /\b(?:fits?|belong\w*)\s+(?:not\s+)?together\b|\bfiles?\b.{0,80}\b(?:each other|one another)\b/i
/** More of them would push the rest of the report out of sight. */
const MOST = 20

export function asksAcross({ text }: Question): boolean {
  const asked = text?.slice(0, 400) ?? ''
  return DISAGREE.test(asked) && (BETWEEN.test(asked) || TOGETHER.test(asked))
}

export function acrossPart(types: readonly ComparedType[], crossFile: readonly CrossFinding[]): Piece[] {
  const problems = crossFile.filter(({ nature }) => nature === 'problem')
  const read = plural(
    types.reduce((sum, type) => sum + type.read.files, 0),
    'file',
  )
  if (problems.length === 0)
    return [{ text: `Nothing was found that does not fit together across ${read}: ${listOfTypes(types)}.` }]
  const shown = problems.slice(0, MOST)
  const more = problems.length - shown.length
  const head = `${plural(problems.length, 'thing')} ${problems.length === 1 ? 'does' : 'do'} not fit together across ${read} (${gradesOf(problems)}):`
  return [
    { text: head },
    ...shown.map(({ summary, evidence }) => ({
      text: item(summary, placesOf(ends(evidence), 2)),
      evidence: ends(evidence),
      isNeeded: true,
    })),
    ...(more > 0 ? [{ text: item(`${formatCount(more)} more stand under "Across files"`), isNeeded: true }] : []),
  ]
}

/** One place of each side: the first, and the first in another file. */
function ends(evidence: CrossFinding['evidence']): CrossFinding['evidence'] {
  const [first] = evidence
  const other = evidence.find(({ path }) => path !== first?.path) ?? evidence[1]
  return [first, other].filter(end => end !== undefined)
}
