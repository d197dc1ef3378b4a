// The parts of a question that asks for several things: "the distribution of status and the missing values in last_login".
// Each part is read as a question of its own, so that each gets its answer, or is named as one that has none.
import type { Intent, Question } from '../model/question.ts'
import { readQuestion } from './question.ts'

/** What can be asked for beside something else; "mean and median" is one thing, asked for in one breath. */
const TOPICS: readonly Intent[] = [
  'distribution',
  'missing',
  'outliers',
  'duplicates',
  'correlation',
  'trend',
  'schema',
]

const JOINT = /, (?:and )?|; | (?:and|plus|as well as) /i
/** "between a and b", "correlation of a and b": what stands on both sides is one thing. */
const PAIR = /\b(?:between|correlat\w*|relat\w*|compar\w*|versus|vs)\b/i

/** None for a question after one thing. */
export function partsOf({ text }: Question): readonly Question[] {
  if (text === null || text.length > 1000) return []
  const parts: { words: string; topics: readonly Intent[] }[] = []
  for (const words of piecesOf(text)) {
    const topics = readQuestion(words).intents.filter(intent => TOPICS.includes(intent))
    const last = parts.at(-1)
    const isOwn = topics.some(topic => !last?.topics.includes(topic))
    if (last && !isOwn) parts[parts.length - 1] = { words: `${last.words} and ${words}`, topics: last.topics }
    else parts.push({ words, topics })
  }
  const asking = parts.filter(({ topics }) => topics.length > 0)
  return asking.length < 2 ? [] : parts.map(({ words }) => readQuestion(words))
}

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (const piece of text.replace(/\s+/g, ' ').split(JOINT)) {
    const last = pieces.at(-1)
    if (last !== undefined && PAIR.test(last)) pieces[pieces.length - 1] = `${last} and ${piece}`
    else pieces.push(piece)
  }
  return pieces.map(piece => piece.trim().replace(/[?.!]$/, '')).filter(piece => piece !== '')
}
