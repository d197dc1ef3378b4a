// What an open question is about: the words that a chunk must hold, and the names that no other word can stand for.
import { questionTerms } from '../../text/passage-search.ts'
import { readQuestion } from '../../text/question.ts'
import { termsOf } from '../../text/terms.ts'
import { withoutPlaces } from './named-chunks.ts'

export interface Subject {
  /** At most 24. */
  readonly terms: readonly string[]
  /** Squeezed. A chunk that holds none of them is about something else. */
  readonly names: readonly string[]
}

/** Words that say what is wanted of a subject, or where, but are not part of it. */
const AROUND_IT = new Set(
  termsOf(
    `define defined definition declare declared declaration value contain contains content contents say says
     file chunk line part section row code function method
     full complete entire whole rest other remaining further detail details information exact actual whether`,
  ),
)

/** `load_orders`, `getUser`, `config.yaml`; not `and/or`, `JSON`. */
const IDENTIFIER = /[_$.]|\p{Ll}\p{Lu}/u
/** A shorter one stands inside of many words. */
const SHORTEST_NAME = 4

export function subjectOf(text: string): Subject {
  const question = readQuestion(withoutPlaces(text))
  const terms = questionTerms(question) ?? []
  const telling = terms.filter(term => !AROUND_IT.has(term))
  return {
    terms: telling.length > 0 ? telling : terms,
    names: question.names
      .filter(name => IDENTIFIER.test(name))
      .map(squeezed)
      .filter(name => name.length >= SHORTEST_NAME),
  }
}

/** Small letters and digits alone: `MAX_RETRIES`, `maxRetries` and `max retries` are the same name. */
export function squeezed(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
