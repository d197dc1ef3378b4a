// What the relations of the files say to a question, as the answer of a report: the figure, how the question was read, and what
// speaks against it; and where there is none, why. The rows stay with the question: each form of the report lays them out.
import type { Answer } from '../model/analyst.ts'
import type { AskedAnswer } from '../model/asked.ts'
import { formatCount, printable } from '../text/printable.ts'
import type { ComposedAnswer, Piece } from './answer-part.ts'

/** Whether it opens the report. What is only half understood does not stand before the problems that were asked for. */
export function isTold({ status, text, asksFigure, unused, isNone }: AskedAnswer, asksForProblems: boolean): boolean {
  if (text === '') return false
  if (isNone) return true
  // "how many errors per hour" asks for a figure, whatever else errors are.
  return status === 'answered' || (status === 'partial' && (!asksForProblems || (asksFigure && unused.length === 0)))
}

export function askedPart(asked: AskedAnswer): Piece[] {
  const [first, ...rest] = askedSentences(asked)
  return [{ text: first!, evidence: asked.evidence, isNeeded: true }, ...rest.map(text => ({ text, isNeeded: true }))]
}

/** The answer itself, then what speaks against it. */
export function askedSentences(asked: AskedAnswer): string[] {
  return [asked.status === 'partial' ? `${IN_PART}${asked.text}` : asked.text, ...doubtsOf(asked)]
}

export const IN_PART = 'In part: '

/** What was not used, what else it could mean, what the figures leave out. */
export function doubtsOf({ status, unused, alternatives, notes }: AskedAnswer): string[] {
  const others = alternatives.filter(other => other !== '')
  return [
    ...(unused.length > 0 && status !== 'unanswered'
      ? [
          `Not used: ${unused.map(word => `"${word}"`).join(', ')}; without ${unused.length === 1 ? 'it' : 'them'} this may answer another question.`,
        ]
      : []),
    ...(others.length > 0 ? [`It could also mean ${others.slice(0, 2).join(', or ')}.`] : []),
    ...notes.map(note => `${note.replace(/^./, letter => letter.toUpperCase())}.`),
  ]
}

/** Rows that models are told, and characters of it all. */
const MOST_ROWS = 30
const MOST_FACTS = 4000

/** For models: the answer, how the question was read, and the rows; null where there is none. */
export function askedFacts(asked: AskedAnswer | null): string | null {
  if (!asked || !isTold(asked, false)) return null
  const rows = asked.rows.length < 2 ? [] : asked.rows.slice(0, MOST_ROWS).map(row => JSON.stringify(row))
  // Notes may speak of this machine: what models are told is the same wherever it is told.
  const text = [...askedSentences({ ...asked, notes: [] }).map(line => printable(line)), ...rows].join('\n')
  return text.length > MOST_FACTS ? `${text.slice(0, MOST_FACTS)}… (cut)` : text
}

/** Beside what an analyst says of one file; null where that stands for itself. */
export function askedAnswer(asked: AskedAnswer, answers: readonly Answer[]): Answer | null {
  if (asked.status === 'unanswered' || !isTold(asked, false)) return null
  if (!asked.asksFigure && answers.some(({ relevance }) => relevance >= FAIR)) return null
  const relevance = asked.status === 'answered' ? SURE : FAIR
  return { text: askedSentences(asked).join(' '), relevance, evidence: asked.evidence }
}

const FAIR = 0.5
const SURE = 0.97

/** In one sentence. */
export function whyNot({ unused, readAs, notes, text }: AskedAnswer): string {
  if (text !== '') return text
  if (readAs === null && unused.length > 0)
    return `No figure can be given: ${unreadBy(unused)} is put in a way that the program cannot read.`
  const [note] = notes
  return `No figure can be given${note ? `: ${note}` : ''}.`
}

/** Words that ask, and numbers: nothing needs to be called so. */
const ASKING =
  /^(?:most|least|fewest|more|less|fewer|than|above|below|over|under|between|difference|average|total|top|best|worst|first|last|only|ever|never|[\d.,%$€]+)$/i
const MOST_NAMED = 6

/** Why a question is not read: names that stand for nothing, or the way it is put. */
export function unreadBy(unused: readonly string[]): string {
  const names = unused.filter(word => !ASKING.test(word))
  if (names.length === 0) return 'the question'
  const named = names.slice(0, MOST_NAMED).map(word => `"${word}"`)
  const more = names.length - named.length
  return `nothing in the files is called ${named.join(', ')}${more > 0 ? ` and ${formatCount(more)} more words` : ''}, or the question`
}

/** What a script relies on: also an answer of the analysts is one, in part where words of the question stand for nothing in the files. */
export function toldAs(
  asked: AskedAnswer,
  { answer, isAnswer = answer !== null, isNear = false }: ComposedAnswer,
): AskedAnswer {
  if (asked.status === 'unanswered' && asked.leftToAnalysts) return { ...asked, status: 'partial' }
  if (asked.status === 'unanswered' && asked.isNone) return asked
  if (asked.status !== 'unanswered' || !isAnswer) return asked
  // What is known of the errors is no figure, where one was asked for.
  if (asked.asksFigure || (isNear && asked.unused.length > 0)) return { ...asked, status: 'partial' }
  return { ...asked, status: 'answered', unused: [] }
}
