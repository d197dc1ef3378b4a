// The answer to a question after several things: each part gets what an analyst says to it, else findings of its kind, else
// the sentence that nothing answers it. No part is passed over.
import type { Answer } from '@shoal/base/model/analyst'
import type { Finding } from '@shoal/base/model/finding'
import type { Question } from '@shoal/base/model/question'
import type { ComparedType } from '@shoal/base/model/report'
import { item, type Piece } from '@shoal/base/report/answer-part'
import { citation, placeName } from '@shoal/base/report/places'
import { printable } from '@shoal/base/text/printable'
import { stem } from '@shoal/base/text/stem'
import { byImportance, isOfIntent } from './rank.ts'

const FAIR = 0.5
const MOST_FINDINGS = 3

export interface SeveralContext {
  /** What answers of files are put together to. */
  part(answers: readonly Answer[]): Piece[]
  /** What is wrong, for a part that asks for it; null for one that does not. */
  problems(question: Question): Piece[] | null
}

/** Null when nothing at all is said to any part: then the question is answered, or not, as a whole. */
export function severalParts(
  parts: readonly Question[],
  types: readonly ComparedType[],
  { part, problems }: SeveralContext,
): Piece[] | null {
  const answers = types.flatMap(type => type.answers)
  const said = parts.map(question => {
    const own = answers.filter(answer => answer.part === question.text && answer.relevance >= FAIR)
    const best = distinct(own.toSorted((a, b) => b.relevance - a.relevance)).slice(0, Math.max(1, pathsOf(own)))
    if (best.length > 0) return part(best)
    return problems(question) ?? ofKind(question, types) ?? covering(question, parts, answers, part)
  })
  if (said.every(pieces => pieces === null)) return null
  return said.flatMap((pieces, k) =>
    (pieces ?? [unanswered(parts[k]!)]).map((piece, i) => (i === 0 ? { ...piece, isNeeded: true } : piece)),
  )
}

/** A single file and all files together may say the same. */
function distinct(answers: readonly Answer[]): Answer[] {
  return [...new Map(answers.toReversed().map(answer => [answer.text, answer])).values()].reverse()
}

function pathsOf(answers: readonly Answer[]): number {
  return new Set(answers.map(({ path }) => path)).size
}

/** Findings of the kind that a part asks for, where it names nothing that is not in them. */
function ofKind({ intents, names, phrases }: Question, types: readonly ComparedType[]): Piece[] | null {
  if (names.length + phrases.length > 0) return null
  const found = types
    .flatMap(type => type.findings)
    .filter(finding => intents.some(intent => isOfIntent(finding, intent)))
    .sort(byImportance)
  return found.length === 0 ? null : found.slice(0, MOST_FINDINGS).map(told)
}

function told(finding: Finding): Piece {
  return { text: item(finding.summary, placeName(finding)), evidence: [citation(finding)] }
}

/** What is said to the whole question, where it speaks of what this part alone asks for. */
function covering(
  { stems }: Question,
  parts: readonly Question[],
  answers: readonly Answer[],
  part: SeveralContext['part'],
): Piece[] | null {
  const own = stems.filter(one => parts.filter(other => other.stems.includes(one)).length === 1)
  const best = answers
    .filter(answer => answer.part === undefined && answer.relevance >= FAIR && own.some(one => speaksOf(answer, one)))
    .sort((a, b) => b.relevance - a.relevance)
  return best.length === 0 ? null : part(best.slice(0, 1))
}

function speaksOf({ text, evidence }: Answer, wanted: string): boolean {
  const said = [text, ...evidence.map(({ quote }) => quote)].join(' ').toLowerCase()
  return (said.match(/[\p{L}\p{N}_]{3,}/gu) ?? []).some(word => stem(word) === wanted)
}

function unanswered({ text }: Question): Piece {
  return { text: `- Not answered: “${printable(text!)}”.` }
}
