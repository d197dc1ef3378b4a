// Tells whether a question asks how often something occurs. Whether code can count it is decided later, by its answers.
import type { Intent, Question } from '../../model/question.ts'

/** What only a reader of the records can tell. */
const JUDGED =
  '(?:topics?|themes?|tones?|sentiments?|moods?|emotions?|attitudes?|categor(?:y|ies)|kinds?|sorts?|reasons?|causes?|complaints?|urgency)'

const ASKS: readonly RegExp[] = [
  /\bhow (?:many|often|common|frequent)\b/i,
  /\b(?:number|counts?|tally|share|percentage|percent|proportion|fraction|distribution|frequency|breakdown) of\b/i,
  /^\W*(?:please )?count\b/i,
  /\bbreak (?:\w+ ){0,4}down\b|\b(?:break|broken) down\b/i,
  /\b(?:classify|categori[sz]e|label) (?:all|each|every|the|these|those|them)\b/i,
  new RegExp(`\\b(?:most|least) (?:common|frequent|usual|often) (?:\\w+ ){0,2}${JUDGED}\\b`, 'i'),
  new RegExp(`\\b(?:by|per|across) (?:\\w+ )?${JUDGED}\\b`, 'i'),
]

/** Arithmetic over values is for code, and so is where things stand in it. */
const NEVER: readonly Intent[] = ['average', 'correlation', 'definition']

/** English has its own patterns, since its `by`, `per` and `how much` are as often after sums and groups. */
const ENGLISH = /\b(?:the|what|which|how|where|when|who|are|is|of|with|by|per|spread|counts?|shares?)\b/i

export function asksForLabels({ text, intents }: Question): boolean {
  if (text === null || intents.some(intent => NEVER.includes(intent))) return false
  if (ASKS.some(pattern => pattern.test(text))) return true
  return !ENGLISH.test(text) && intents.some(intent => intent === 'count' || intent === 'distribution')
}
