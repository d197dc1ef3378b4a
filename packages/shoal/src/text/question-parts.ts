// The parts of a question that asks for several things: "the distribution of status and the missing values in last_login".
// Each part is read as a question of its own, so that each gets its answer, or is named as one that has none.
import type { Brief, Intent, Question } from '@shoal/base/model/question'
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

/** A second question in the same sentence: ", and which hosts were affected?" */
const CLAUSE = /[,;]? (?:and|plus|as well as) (?=(?:which|what|when|where|who|how|list|show|count)\b)|\? (?=\w)/i

const known = new Map<string, readonly Question[]>()

/** None for a question after one thing. Every file is asked the same. */
export function partsOf({ text }: Question): readonly Question[] {
  if (text === null || text.length > 1000) return []
  const parts = known.get(text) ?? readParts(text)
  if (known.size > 100) known.clear()
  known.set(text, parts)
  return parts
}

function readParts(text: string): readonly Question[] {
  const clauses = text
    .replace(/\s+/g, ' ')
    .split(CLAUSE)
    .map(trimmed)
    .filter(clause => readQuestion(clause).words.length > 0)
  if (clauses.length < 2) return partsByTopic(text)
  return clauses
    .flatMap(clause => {
      const parts = partsByTopic(clause)
      return parts.length > 0 ? parts : [readQuestion(clause)]
    })
    .map((part, k, parts) => (k > 0 && BACK.test(part.text!) ? withSubject(part, parts[k - 1]!) : part))
}

/** "when did they start": what they are stands in the part before. */
const BACK = /\b(?:they|them|their|it|its|those|these|each of)\b/i

function withSubject(part: Question, before: Question): Question {
  const both = <T>(own: readonly T[], theirs: readonly T[]) => [...new Set([...own, ...theirs])]
  return {
    ...part,
    words: both(part.words, before.words),
    stems: both(part.stems, before.stems),
    phrases: both(part.phrases, before.phrases),
    names: both(part.names, before.names),
    intents: both(
      part.intents,
      before.intents.filter(intent => intent !== 'count'),
    ),
  }
}

/** What an analyst says to each part of a question for itself; to the whole where it has no parts. */
export function byPart<A extends { readonly relevance: number; readonly text: string }>(
  brief: Brief,
  answer: (own: Brief) => readonly A[],
): (A & { readonly part?: string })[] {
  const parts = partsOf(brief.question)
  if (parts.length === 0) return [...answer(brief)]
  const said = parts.flatMap(question => answer({ ...brief, question }).map(one => ({ ...one, part: question.text! })))
  // What is said to several parts alike belongs to the one that it fits best.
  const best = new Map<string, (typeof said)[number]>()
  for (const one of said) if (one.relevance > (best.get(one.text)?.relevance ?? -1)) best.set(one.text, one)
  return parts.flatMap(({ text }) =>
    [...best.values()]
      .filter(({ part }) => part === text)
      .sort((a, b) => b.relevance - a.relevance)
      .slice(0, MOST_OF_A_PART),
  )
}

const MOST_OF_A_PART = 3

/** Several things that are asked for side by side, each in words of its own; none where one thing is asked for. */
export function topicsOf(text: string): readonly { readonly text: string; readonly isTopic: boolean }[] {
  return (text.length > 1000 ? [] : partsByTopic(text)).map(part => ({ text: part.text!, isTopic: isTopical(part) }))
}

/** "average amount per region" asks for a figure, and not for how regions are spread. */
const FIGURES: readonly Intent[] = ['average', 'total', 'extreme']

function isTopical({ intents }: Question): boolean {
  return intents.some(intent => TOPICS.includes(intent)) && !intents.some(intent => FIGURES.includes(intent))
}

function partsByTopic(text: string): readonly Question[] {
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
  return pieces.map(trimmed).filter(piece => piece !== '')
}

function trimmed(piece: string): string {
  return piece.trim().replace(/[?.!]$/, '')
}
