// Words that stand in the messages of a log or in a text, and stand for nothing else.
import type { Hypothesis } from './hypothesis.ts'
import { isEmptyWord, isSoftWord } from './lexicon.ts'
import type { Field } from './schema.ts'
import type { Token } from './tokens.ts'
import { isKindOfError } from './troubles.ts'

/** Words of a log or a text that stand for nothing else: rows that contain them. */
export function containing(own: Hypothesis, isThere: (field: Field, text: string) => boolean): void {
  const message = own.table.fields.find(({ column }) => column.name === 'message' || column.name === 'text')
  if (!message) return
  for (const [k, token] of own.reading.tokens.entries()) {
    const span = { from: k, to: k + 1 }
    if (!own.reading.isFree(span) || token.lower.length < 3 || token.kind === 'number') continue
    if (token.kind === 'word' && (isEmptyWord(token.lower) || isSoftWord(token.lower))) continue
    if (isKindOfError(own, span)) {
      own.reading.take(span, 'said')
      continue
    }
    const text = wordsInText(token).find(one => isThere(message, one))
    if (text === undefined) continue
    own.reading.take(span, 'contains')
    own.weakness += 0.2
    own.add(span, { kind: 'contains', field: message, text, not: false })
  }
}

/** As it stands there, without the ending of the plural, or by its stem: "ignite" in "ignition". */
export function wordsInText({ kind, text, lower, stem }: Token): string[] {
  if (kind === 'quoted') return [text]
  const word = lower.replace(/(?<=[^s]{2})s$/, '')
  return stem.length >= LEAST_STEM && word.startsWith(stem) && stem !== word ? [word, stem] : [word]
}

const LEAST_STEM = 5
