// When two questions are the same: most of their telling words are, and the names and numbers in them all are.
import { questionTerms } from '../../text/passage-search.ts'
import { readQuestion } from '../../text/question.ts'

export interface Meaning {
  readonly terms: ReadonlySet<string>
  /** Names and numbers: with another one it is another question. */
  readonly marks: ReadonlySet<string>
  /** What it is after: a definition, a cause. */
  readonly intents: ReadonlySet<string>
}

/** The share of all their words that two wordings of one question have in common. */
const ALIKE = 0.7
/** The same where they are after the same thing of the same name: `defined` and `definition` have different stems. */
const ALIKE_BY_NAME = 0.5

/** A text that says nothing (`none`, `n/a`) has no terms. */
export function meaningOf(text: string): Meaning {
  const question = readQuestion(NOTHING.test(text) ? null : text)
  const terms = new Set(questionTerms(question))
  const marks = new Set([...question.names, ...question.numbers.map(String)])
  return { terms, marks, intents: new Set(question.intents) }
}

const NOTHING = /^\W*(?:none|nothing|null|nil|n\/?a|no|unknown|not applicable|nothing (?:is )?missing)\W*$/i

export function meansTheSame(a: Meaning, b: Meaning): boolean {
  const areNamed = a.marks.size > 0 && b.marks.size > 0
  if (areNamed && jaccard(a.marks, b.marks) < 1) return false
  return jaccard(a.terms, b.terms) >= (areNamed && jaccard(a.intents, b.intents) === 1 ? ALIKE_BY_NAME : ALIKE)
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const one of a) if (b.has(one)) shared++
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}
