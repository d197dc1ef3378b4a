// Words of a question that name nothing of a file's columns or fields: what is known of all its records is no answer to a question
// that wants some of them.
import type { AnswerDraft } from '@shoal/base/model/analyst'
import type { Question } from '@shoal/base/model/question'
import { stem } from '@shoal/base/text/stem'
import { readQuestion } from './question.ts'

/** Words that say what is to be done or told, or that any data has. */
const GENERIC = new Set(
  `average mean median total sum count number many much max maximum min minimum highest lowest largest smallest most least
   distribution breakdown share percentage missing null empty duplicate duplicates unique distinct outlier outliers
   correlation correlate trend column columns row rows value values table file data record records per by each with
   without between top show list which what how group grouped split type types schema overall entire whole different
   various only just dataset csv tsv json jsonl files tables sheet spreadsheet field fields key keys object objects element
   elements entry entries line lines item items event events thing things figure figures range ranges there first last see
   look looks like compute calculate determine report display plot rank sort analyze analyse analysis describe explain break
   down identify check common typical usual general exist exists occur occurs occurred contain contains detail details summary
   overview quality not`.split(/\s+/),
)

/** "Customer distribution by region": what is spread are the records, whatever they are called. */
const RECORDS_SPREAD = /(?<!\p{L})(\p{L}+) (?:distribution|breakdown)\b/iu

/** Too low to open the report. */
const ASIDE = 0.45
const MOST_TOLD = 6

export function isGeneric(word: string): boolean {
  return GENERIC.has(word)
}

/** As written: those that neither name a field, or the file, nor say what is asked of it. */
export function otherWords(question: Question, names: readonly string[], path: string): string[] {
  const file = path.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '')
  const known = new Set([...names, file].flatMap(wordsOf).map(stem))
  // `US` and `IT` are names, though `us` and `it` are words every question has.
  const shouted = question.text?.match(/\b\p{Lu}[\p{Lu}\p{N}]+\b/gu) ?? []
  const records = RECORDS_SPREAD.exec(question.text ?? '')?.[1]?.toLowerCase()
  const isKnown = (word: string) =>
    word === records || wordsOf(word).every(part => known.has(stem(part)) || GENERIC.has(part) || asksSomething(part))
  return [...new Set([...question.words, ...shouted])].filter(word => !isKnown(word))
}

/** The same answer, as what it is: over all records, whatever else the question wants. */
export function overAll(answer: AnswerDraft, others: readonly string[], records: string): AnswerDraft {
  if (others.length === 0) return answer
  const words = others.slice(0, MOST_TOLD).map(word => `"${word}"`)
  const text = `${answer.text.replace(/\.$/, '')}; this is over all ${records}, whatever ${words.join(', ')} may mean.`
  return { ...answer, text, relevance: Math.min(ASIDE, answer.relevance) }
}

export function wordsOf(name: string): string[] {
  return (
    name
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Of the words of questions, which are few: every table asks for the same ones. */
const asking = new Map<string, boolean>()
const MOST_ASKING = 1000

function asksSomething(word: string): boolean {
  let asks = asking.get(word)
  if (asks === undefined) {
    if (asking.size >= MOST_ASKING) asking.clear()
    asking.set(word, (asks = readQuestion(word).intents.length > 0))
  }
  return asks
}
