// The columns that a question names, and the words of it that name nothing of the table: what is known of a column or of the
// whole table is no answer to a question that wants some rows of it.
import type { Question } from '../../../model/question.ts'
import { readQuestion } from '../../../text/question.ts'
import { stem } from '../../../text/stem.ts'

export interface NamedColumn {
  readonly index: number
  /** The question has its whole name, not only a word of it. */
  readonly whole: boolean
}

const MOST_TOKENS = 600

/** Words that say what is to be done or told, or that any table has. */
const GENERIC = new Set(
  `average mean median total sum count number many much max maximum min minimum highest lowest largest smallest most least
   distribution breakdown share percentage missing null empty duplicate duplicates unique distinct outlier outliers
   correlation correlate trend column columns row rows value values table file data record records per by each with
   without between top show list which what how group grouped split type types schema overall entire whole different
   various only just dataset csv tsv files tables sheet spreadsheet field fields entry entries line lines item items
   thing things figure figures range ranges there first last see look looks like look compute calculate determine report
   display plot rank sort analyze analyse analysis describe explain break down identify check common typical usual general
   exist exists occur occurs occurred contain contains detail details summary overview quality not`.split(/\s+/),
)

/** In the order of the question. */
export function namedColumns(names: readonly string[], question: Question): NamedColumn[] {
  const tokens = tokensOf(question)
  const stems = tokens.map(stem)
  const places = new Map<string, number>()
  for (const [at, word] of stems.entries()) if (!places.has(word)) places.set(word, at)
  const owners = new Map<string, number>()
  const split = names.map(name => wordsOf(name).map(stem))
  for (const words of split) for (const word of new Set(words)) owners.set(word, (owners.get(word) ?? 0) + 1)
  const written = new Set([...question.names, ...question.phrases].map(name => name.toLowerCase()))
  const found: (NamedColumn & { readonly at: number })[] = []
  split.forEach((words, index) => {
    const at = words.length === 0 ? -1 : runAt(stems, words)
    const whole = at >= 0 || written.has(names[index]!.toLowerCase())
    if (whole) found.push({ index, whole, at: Math.max(0, at) })
  })
  const covered = new Set(found.flatMap(({ index }) => split[index]!))
  const known = new Set(found.map(({ index }) => index))
  split.forEach((words, index) => {
    if (known.has(index)) return
    const own = words.find(
      word =>
        word.length >= 3 &&
        owners.get(word) === 1 &&
        places.has(word) &&
        !covered.has(word) &&
        !GENERIC.has(tokens[places.get(word)!]!),
    )
    if (own !== undefined) found.push({ index, whole: false, at: places.get(own)! })
  })
  return found.sort((a, b) => a.at - b.at || a.index - b.index)
}

/** Words of the question, as written, that neither name a column of the table nor say what is asked of it. */
export function otherWords(question: Question, names: readonly string[], path: string): string[] {
  const file = path.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '')
  const known = new Set([...names, file].flatMap(wordsOf).map(stem))
  // `US` and `IT` are names, though `us` and `it` are words every question has.
  const shouted = question.text?.match(/\b\p{Lu}[\p{Lu}\p{N}]+\b/gu) ?? []
  const rows = ROWS_SPREAD.exec(question.text ?? '')?.[1]?.toLowerCase()
  const isKnown = (word: string) =>
    word === rows || wordsOf(word).every(part => known.has(stem(part)) || GENERIC.has(part) || asksSomething(part))
  return [...new Set([...question.words, ...shouted])].filter(word => !isKnown(word))
}

/** "Customer distribution by region": what is spread are the rows, whatever they are called. */
const ROWS_SPREAD = /(?<!\p{L})(\p{L}+) (?:distribution|breakdown)\b/iu

function asksSomething(word: string): boolean {
  return readQuestion(word).intents.length > 0
}

function tokensOf({ text }: Question): string[] {
  return ((text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_TOKENS)
}

function wordsOf(name: string): string[] {
  return (
    name
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Where the words stand one behind the other, or -1. */
function runAt(stems: readonly string[], words: readonly string[]): number {
  for (let at = 0; at + words.length <= stems.length; at++)
    if (words.every((word, k) => stems[at + k] === word)) return at
  return -1
}
