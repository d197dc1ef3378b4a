// Tells whether a question asks how often something occurs. Whether code can count it is decided later, by its answers.
import type { Intent, Question } from '../../model/question.ts'

/** What only a reader of the records can tell. */
const JUDGED =
  'topics?|themes?|tones?|sentiments?|moods?|emotions?|attitudes?|categor(?:y|ies)|kinds?|sorts?|reasons?|causes?|complaints?|urgency'

const ASKS: readonly RegExp[] = [
  /\bhow (?:many|often|common|frequent)\b/i,
  /\b(?:number|count|counts|tally) of\b/i,
  /^\W*count\b/i,
  /\b(?:share|percentage|percent|proportion|fraction|part|distribution|frequency|breakdown) of\b/i,
  /\bbreak ?(?:it |them |this |that )?down\b|\bbroken down\b/i,
  /\b(?:classify|categori[sz]e|label) (?:all|each|every|the|these|those|them)\b/i,
  new RegExp(`\\b(?:most|least) (?:common|frequent|usual|often) (?:\\w+ ){0,2}(?:${JUDGED})\\b`, 'i'),
  new RegExp(`\\b(?:by|per|across|distribution of) (?:\\w+ )?(?:${JUDGED})\\b`, 'i'),
]

/** Arithmetic over values, which code does; and where things stand in code. */
const NEVER: readonly Intent[] = ['average', 'correlation', 'definition']

/** `how much`, `by` and `per` are after sums and groups as often as not; the other languages have no such words here. */
const LOOSE = /\b(?:how much|by|per|spread|counts?|shares?)\b/i

export function asksForLabels({ text, intents }: Question): boolean {
  if (text === null || intents.some(intent => NEVER.includes(intent))) return false
  if (ASKS.some(pattern => pattern.test(text))) return true
  return !LOOSE.test(text) && !ENGLISH.test(text) && intents.some(isCount)
}

/** Words that an English question has and others have not. */
const ENGLISH = /\b(?:the|what|which|how|where|when|who|are|is|of|with)\b/i

function isCount(intent: Intent): boolean {
  return intent === 'count' || intent === 'distribution'
}
