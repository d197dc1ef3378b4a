// Things that a question asks for by name, whatever else it is after.
import type { Question } from '@shoal/base/model/question'

const BURSTS = /\b(?:bursts?|spikes?|surges?|peaks?)\b/i
const LISTS =
  /^\W{0,9}(?:please )?(?:find|list|show|extract|collect|print|give (?:me|us)|get)\b|\b(?:all|every|each) (?:of )?(?:the )?\w|\btime ?stamps?\b/i
const RECIPES =
  /\bjq (?:recipes?|commands?|quer(?:y|ies)|filters?|programs?|expressions?|one-liners?)\b|\brecipes? for jq\b|^how\b.{0,200}\b(?:with|using|in|by) jq\b|\bjq\b.{0,40}\bto (?:find|count|filter|list|show|get|extract)\b/is
const DRIFT = /\bdrift\w*/i

/** "jq recipes for errors", "How do I filter the errors with jq?": programs for jq, and not where one is used. */
export function asksRecipes(text: string): boolean {
  return RECIPES.test(text)
}

/** Much at once: errors, or anything else that is counted over time. */
export function asksBursts({ text }: Question): boolean {
  return BURSTS.test(text ?? '')
}

/** All of a kind, one by one: "Find all timeout errors and their timestamps". */
export function asksList(text: string): boolean {
  return LISTS.test(text)
}

/** How fields change from the start of the data to its end: "Which fields drift?", "How does the schema change?" */
export function asksDrift({ text, intents }: Question): boolean {
  return DRIFT.test(text ?? '') || (intents.includes('trend') && intents.includes('schema'))
}
