// The columns that a question names.
import type { Question } from '@shoal/base/model/question'
import { stem } from '@shoal/base/text/stem'
import { isGeneric, wordsOf } from '../../../text/other-words.ts'

export interface NamedColumn {
  readonly index: number
  /** The question has its whole name, not only a word of it. */
  readonly whole: boolean
  /** Behind `by` or `per`: what is spread over it is asked for. */
  readonly isKey: boolean
}

const MOST_TOKENS = 600
const BEFORE_KEYS = new Set(['by', 'per', 'each', 'every', 'across'])

/** In the order of the question. */
export function namedColumns(names: readonly string[], question: Question): NamedColumn[] {
  const tokens = tokensOf(question)
  const stems = tokens.map(stem)
  const isKey = (at: number) => BEFORE_KEYS.has(tokens[at - 1] ?? '')
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
    if (whole) found.push({ index, whole, at: Math.max(0, at), isKey: isKey(at) })
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
        !isGeneric(tokens[places.get(word)!]!),
    )
    if (own !== undefined) found.push({ index, whole: false, at: places.get(own)!, isKey: isKey(places.get(own)!) })
  })
  return found.sort((a, b) => a.at - b.at || a.index - b.index)
}

function tokensOf({ text }: Question): string[] {
  return ((text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_TOKENS)
}

/** Where the words stand one behind the other, or -1. */
function runAt(stems: readonly string[], words: readonly string[]): number {
  for (let at = 0; at + words.length <= stems.length; at++)
    if (words.every((word, k) => stems[at + k] === word)) return at
  return -1
}
