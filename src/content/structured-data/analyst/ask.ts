// What a question wants of a table, as far as it can be told before the table is read: the columns it names, what is to
// be summed up by what, and the words that may be values.
import type { Question } from '../../../model/question.ts'
import { stem } from '../../../text/stem.ts'
import type { CubeSpec } from '../../../text/table/cubes.ts'
import type { TableFrame } from './frame.ts'

export interface NamedColumn {
  readonly index: number
  /** The question has its whole name, not only a word of it. */
  readonly whole: boolean
  /** Where in the question, in words. */
  readonly at: number
  /** Behind `by`, `per`, `each`: the question wants groups of it. */
  readonly grouping: boolean
}

export interface Ask {
  readonly columns: readonly NamedColumn[]
  readonly cubes: readonly CubeSpec[]
  /** The word or words of the question that a value is, or null. */
  termOf(column: number, text: string): string | null
  readonly active: boolean
}

const MOST_TOKENS = 600
const MOST_GROUPS = 3
const MOST_MEASURES = 3
const GROUPING = new Set(['by', 'per', 'each', 'every', 'across', 'among', 'between'])
/** Words that say what is to be done, not what is to be looked for. */
export const DOING = new Set(
  `average mean median total sum count number many much max maximum min minimum highest lowest largest smallest most least
   distribution breakdown share percentage missing null empty duplicate duplicates unique distinct outlier outliers
   correlation correlate trend column columns row rows value values table file data record records per by each with
   without between top show list which what how group grouped split type types schema`.split(/\s+/),
)

export function askOf(question: Question, frame: TableFrame): Ask {
  if (question.text === null) return { columns: [], cubes: [], termOf: () => null, active: false }
  const tokens = (question.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_TOKENS)
  const stems = tokens.map(stem)
  const columns = namedColumns(frame.names, tokens, stems, question)
  const used = new Set(
    columns.filter(({ whole }) => whole).flatMap(({ index }) => wordsOf(frame.names[index]!).map(stem)),
  )
  const terms = termsOf(question, tokens, stems, used)
  const numbers = numberTerms(frame, columns, tokens, question)
  return {
    columns,
    cubes: cubesOf(columns, frame, question),
    active: columns.length > 0 || terms.exact.size > 0 || numbers.size > 0,
    termOf: (column, text) => {
      const plain = normalised(text)
      if (plain === '') return null
      const asNumber = plain.replace(/\.0+$/, '')
      if (numbers.get(column)?.has(asNumber)) return asNumber
      if (!/\p{L}/u.test(plain)) return null
      return terms.exact.get(plain) ?? (plain.length >= 4 ? (terms.stems.get(stem(plain)) ?? null) : null)
    },
  }
}

export function normalised(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
}

export function wordsOf(name: string): string[] {
  return (
    name
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

function namedColumns(
  names: readonly string[],
  tokens: readonly string[],
  stems: readonly string[],
  { names: asWritten, phrases }: Question,
): NamedColumn[] {
  const places = new Map<string, number>()
  for (const [at, word] of stems.entries()) if (!places.has(word)) places.set(word, at)
  const owners = new Map<string, number[]>()
  const split = names.map(name => wordsOf(name).map(stem))
  split.forEach((words, index) => {
    for (const word of new Set(words)) owners.set(word, [...(owners.get(word) ?? []), index])
  })
  const written = new Set([...asWritten, ...phrases].map(name => name.toLowerCase()))
  const found: NamedColumn[] = []
  split.forEach((words, index) => {
    const at = words.length === 0 ? -1 : runAt(stems, words)
    const whole = at >= 0 || written.has(names[index]!.toLowerCase())
    if (whole) found.push({ index, whole, at: Math.max(0, at), grouping: isGrouping(tokens, at) })
  })
  const covered = new Set(found.flatMap(({ index }) => split[index]!))
  split.forEach((words, index) => {
    if (found.some(column => column.index === index)) return
    const own = words.find(
      word =>
        word.length >= 3 &&
        owners.get(word)!.length === 1 &&
        places.has(word) &&
        !covered.has(word) &&
        !DOING.has(tokens[places.get(word)!]!),
    )
    if (own === undefined) return
    const at = places.get(own)!
    found.push({ index, whole: false, at, grouping: isGrouping(tokens, at) })
  })
  return found.sort((a, b) => a.at - b.at || a.index - b.index)
}

/** Where the words stand one behind the other, or -1. */
function runAt(stems: readonly string[], words: readonly string[]): number {
  for (let at = 0; at + words.length <= stems.length; at++)
    if (words.every((word, k) => stems[at + k] === word)) return at
  return -1
}

function isGrouping(tokens: readonly string[], at: number): boolean {
  for (let k = at - 1; k >= Math.max(0, at - 3); k--) {
    if (GROUPING.has(tokens[k]!)) return true
    if (!['the', 'a', 'and', 'different', 'in', 'of', 'customer'].includes(tokens[k]!)) return false
  }
  return false
}

function termsOf(
  question: Question,
  tokens: readonly string[],
  stems: readonly string[],
  used: ReadonlySet<string>,
): { exact: Map<string, string>; stems: Map<string, string> } {
  const exact = new Map<string, string>()
  const byStem = new Map<string, string>()
  // `US` and `IT` are names, though `us` and `it` are words every question has.
  const shouted = (question.text?.match(/\b\p{Lu}[\p{Lu}\p{N}]+\b/gu) ?? []).map(word => word.toLowerCase())
  const words = new Set([...question.words, ...shouted])
  tokens.forEach((token, k) => {
    if (!words.has(token) || DOING.has(token) || used.has(stems[k]!)) return
    exact.set(token, token)
    if (token.length >= 4) byStem.set(stems[k]!, token)
  })
  for (let size = 2; size <= 4; size++)
    for (let k = 0; k + size <= tokens.length; k++) {
      const phrase = tokens.slice(k, k + size).join(' ')
      exact.set(phrase, phrase)
    }
  for (const phrase of [...question.phrases, ...question.names]) exact.set(normalised(phrase), normalised(phrase))
  return { exact, stems: byStem }
}

/** `order 10007`, `quantity is 3`, `5 stars`: a number right beside the name of a column is a value of it. */
function numberTerms(
  { names, setup }: TableFrame,
  columns: readonly NamedColumn[],
  tokens: readonly string[],
  { intents }: Question,
): Map<number, Set<string>> {
  const terms = new Map<number, Set<string>>()
  const add = (index: number, token: string | undefined) => {
    if (token !== undefined && /^\d+$/.test(token)) terms.set(index, (terms.get(index) ?? new Set()).add(token))
  }
  for (const { index, at } of columns) {
    for (let k = at + 1; k < at + wordsOf(names[index]!).length + 3; k++) add(index, tokens[k])
    // `the top 5 amounts`, `the first 5 amounts`: so many of them.
    const isAmount = intents.includes('extreme') || /^(?:first|last|than)$/.test(tokens[at - 2] ?? '')
    if (setup.numeric.includes(index) && !isAmount) add(index, tokens[at - 1])
  }
  return terms
}

function cubesOf(columns: readonly NamedColumn[], { setup, names }: TableFrame, { intents }: Question): CubeSpec[] {
  const numeric = new Set(setup.numeric)
  const wants = intents.some(intent => ['average', 'total', 'extreme', 'distribution'].includes(intent))
  const groups = columns.filter(({ index, grouping }) => grouping || !numeric.has(index)).slice(0, MOST_GROUPS)
  const numbers = columns.filter(({ index }) => numeric.has(index))
  const free = numbers.filter(({ grouping }) => !grouping)
  // "Top customers by amount": the number behind `by` is what they are ranked by.
  const named = (free.length > 0 ? free : numbers).map(({ index }) => index)
  const others = setup.numeric.filter(index => !/(^|[_\s-])(id|key|no|nr|code)$/i.test(names[index]!))
  const measures = (named.length > 0 ? named : wants ? others : []).slice(0, MOST_MEASURES)
  return [
    ...measures.map(measure => ({ group: -1, measure })),
    ...groups.flatMap(({ index }) => [
      { group: index, measure: -1 },
      ...measures.filter(measure => measure !== index).map(measure => ({ group: index, measure })),
    ]),
  ]
}
