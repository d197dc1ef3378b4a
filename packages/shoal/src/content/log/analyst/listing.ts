// Counts every entry that a question asks to be listed ("find all timeout errors and their timestamps"), and keeps its place.
import { MOST_PLACES_IN_A_FILE } from '@shoal/base/model/finding'
import { pushAll } from '@shoal/base/model/lists'
import type { Question } from '@shoal/base/model/question'
import { asksBursts, asksList } from '../../../text/question-topics.ts'
import { LEVELS, type ListTally, type OpenEntry } from './tally.ts'

/** What entries must be like to be listed; null when the question asks for something else. */
export function listingOf(question: Question, words: number): Pick<ListTally, 'need' | 'levels'> | null {
  const { text, intents } = question
  if (text === null || words === 0 || !asksList(text) || asksBursts(question)) return null
  if (intents.some(intent => intent === 'count' || intent === 'cause' || intent === 'definition')) return null
  // A time-out that is only warned of is one all the same; what is told at a calm level is none.
  const isTrouble = intents.includes('errors') || intents.includes('quality')
  const levels = LEVELS.flatMap((level, k) => (isTrouble && CALM.has(level) ? [] : [k]))
  return { need: 2 ** words - 1, levels }
}

const CALM: ReadonlySet<string> = new Set(['trace', 'debug', 'info'])

export function countListed(listed: ListTally | null, { matched, level, spot }: OpenEntry): void {
  if (!listed || (matched & listed.need) !== listed.need || !listed.levels.includes(level)) return
  listed.count++
  listed.byLevel[level]!++
  if (listed.spots.length < MOST_PLACES_IN_A_FILE) listed.spots.push(spot)
}

export function mergeListed(ours: ListTally | null, theirs: ListTally | null): void {
  if (!ours || !theirs) return
  ours.count += theirs.count
  for (const [k, count] of theirs.byLevel.entries()) ours.byLevel[k]! += count
  pushAll(ours.spots, theirs.spots.slice(0, MOST_PLACES_IN_A_FILE - ours.spots.length))
}
