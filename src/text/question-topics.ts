// Things that a question asks for by name, whatever else it is after.
import type { Question } from '../model/question.ts'

const BURSTS = /\b(?:bursts?|spikes?|surges?|peaks?)\b/i
const DRIFT = /\bdrift\w*/i

/** Much at once: errors, or anything else that is counted over time. */
export function asksBursts({ text }: Question): boolean {
  return BURSTS.test(text ?? '')
}

/** How fields change from the start of the data to its end: "Which fields drift?", "How does the schema change?" */
export function asksDrift({ text, intents }: Question): boolean {
  return DRIFT.test(text ?? '') || (intents.includes('trend') && intents.includes('schema'))
}
