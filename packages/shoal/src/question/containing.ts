// Words that stand in the messages of a log or in a text, and stand for nothing else.
import { basename } from 'node:path'
import { stem } from '@shoal/base/text/stem'
import { identifier } from '../text/sql-text.ts'
import type { Asked } from './asked.ts'
import type { Hypothesis } from './hypothesis.ts'
import { isEmptyWord, isLightVerb, isSoftWord, participleOf } from './lexicon.ts'
import type { Marks } from './marks.ts'
import { FAILED } from './numbers.ts'
import type { Condition } from './query.ts'
import { askedStatus } from './requests.ts'
import type { Field, Table } from './schema.ts'
import { containsSql } from './sql-conditions.ts'
import { columnSql } from './sql-names.ts'
import { phraseAt, type Reading, type Span, type Token } from './tokens.ts'
import { errorsOf, isKindOfError } from './troubles.ts'

/** Words of a log or a text that stand for nothing else: rows that contain them. */
export function containing(own: Hypothesis, isThere: (field: Field, text: string) => boolean): void {
  const message = textOf(own.table, own.marks)
  if (!message) return
  phrases(own, message, isThere)
  for (const [k, token] of own.reading.tokens.entries()) {
    const span = { from: k, to: k + 1 }
    if (!own.reading.isFree(span) || token.lower.length < 3 || token.kind === 'number') continue
    // "did bob ever log in": that he tried is not that he did.
    const done = isLogin(own, k) ? [ACCEPTED, LOGGED_IN].find(text => isThere(message, text)) : undefined
    if (done !== undefined) {
      own.reading.take({ from: k, to: k + 2 }, 'contains')
      if (done === ACCEPTED) own.doubts.push('all entries, should attempts be meant too')
      own.add({ from: k, to: k + 2 }, { kind: 'contains', field: message, text: done, not: false })
      continue
    }
    const isSilent =
      isEmptyWord(token.lower) || RELATING.has(token.lower) || (isSoftWord(token.lower) && !isModifier(own.reading, k))
    if (token.kind === 'word' && isSilent) continue
    if (FAILED.test(token.lower) && askedStatus(own)) continue
    if (isKindOfError(own, span)) {
      own.reading.take(span, 'said')
      continue
    }
    const text = wordsInText(token).find(one => isThere(message, one))
    const files = text === undefined ? [] : ofLog(own, span)
    if (files.length > 0) {
      own.reading.take(span, 'said')
      const field = own.table.file!
      if (files.length < field.distinct) own.add(span, { kind: 'values', field, values: files, not: false })
      continue
    }
    const isAccepted = own.conditions.some(({ what }) => what.kind === 'contains' && what.text === ACCEPTED)
    // "successful logins", told as "Accepted password for".
    if (text === undefined && isAccepted && /^log-?ins?$/.test(token.lower)) own.reading.take(span, 'said')
    const isAlone = !own.conditions.some(({ what }) => what.kind === 'contains')
    const errors = FAILING.test(token.lower) && isAlone && isPredicate(own.reading, k) ? errorsOf(own.table) : null
    // No entry says the word: what has failed is told by the level alone.
    if (text === undefined) {
      if (errors === null) continue
      own.reading.take(span, 'contains')
      own.weakness += 0.2
      own.add(span, errors)
      continue
    }
    own.reading.take(span, 'contains')
    // "how many requests timed out", where such entries do not call themselves requests.
    const said = own.conditions.flatMap(({ what }) => (what.kind === 'contains' ? [what.text] : []))
    if (said.length > 0 && CALLED.test(token.lower) && said.every(one => !isThere(message, `${text}\0${one}`))) {
      own.doubts.push(`entries that say "${text}" as well, of which there are none`)
      continue
    }
    own.weakness += 0.2
    if (errors) {
      const said: Condition = { kind: 'contains', field: message, text, not: false }
      own.add(span, own.choose([errors, said], `entries that say "${text}" instead of errors`))
      continue
    }
    if (text === ACCEPTED && SUCCESS.test(token.lower))
      own.doubts.push(`something other than entries that say "${text}" by "${token.text}"`)
    own.add(span, { kind: 'contains', field: message, text, not: false })
  }
}

/** "how long do report jobs take": of what kind they are, and not what is done. */
function isModifier({ tokens }: Reading, k: number): boolean {
  const [before, { lower }, next] = [tokens[k - 1], tokens[k]!, tokens[k + 1]]
  if (!isLightVerb(lower) || /(?:ed|s)$/.test(lower) || !/[^s]s$/.test(next?.lower ?? '')) return false
  return before === undefined || BEFORE_NAME.test(before.lower)
}

const BEFORE_NAME = /^(?:do|does|did|are|is|was|were|the|of|for|many|all|each|any|average|total|which|what)$/

function isLogin({ reading: { tokens, text } }: Hypothesis, k: number): boolean {
  const isSaid = /^(?:log|sign)(?:s|ged|ned)?$/.test(tokens[k]!.lower) && tokens[k + 1]?.lower === 'in'
  return (
    isSaid &&
    !/\b(?:fail\w*|attempt\w*|tr(?:y|ies|ied)|invalid|not|n't|never|denied|refused|accepted|success\w*)\b/i.test(text)
  )
}

/** "how many mails bounced" of maillog: what its entries are, and not what some of them say. Of several logs the files that are meant. */
function ofLog({ reading: { tokens }, marks, table }: Hypothesis, { from }: Span): readonly string[] {
  const { lower } = tokens[from]!
  const isAsked = marks.count !== null ? from === marks.count.to : from === 0
  if (!isAsked || !/s$/.test(lower)) return []
  return (table.file?.values ?? []).flatMap(({ text }) => (stem(bareName(text)) === stem(lower) ? [text] : []))
}

/** `maillog`, `mail.log.1` → mail. */
function bareName(path: string): string {
  const [name = ''] = basename(path)
    .toLowerCase()
    .split(/[.-](?:log|txt|out)\b/)
  return name.replace(/[-_.]?logs?$/, '')
}

function phrases(own: Hypothesis, message: Field, isThere: (field: Field, text: string) => boolean): void {
  for (const k of own.reading.tokens.keys()) {
    const text = phraseAt(own.reading.tokens, k)
    const span = { from: k, to: k + 2 }
    if (text === null || !own.reading.isFree(span) || !isThere(message, text)) continue
    own.reading.take(span, 'contains')
    own.add(span, { kind: 'contains', field: message, text, not: false })
  }
}

/** Heads that readers of logs cut off from the message: an entry of `Dropbox.exe` mentions Dropbox. */
const HEADS = new Set(['host', 'process', 'source', 'thread'])

/** What an entry says, with the heads of its line where it is asked what it mentions; of a text its sentences. */
function textOf({ fields, relation }: Table, { containing: asked }: Marks): Field | null {
  const message = fields.find(({ column }) => column.name === 'message' || column.name === 'text')
  if (!message) return null
  const isWhole = relation.kind === 'entries' && asked.length > 0
  const heads = isWhole ? fields.filter(({ column }) => HEADS.has(column.name)) : []
  if (heads.length === 0) return message
  const sql = `concat_ws(' ', ${[...heads, message].map(columnSql).join(', ')})`
  return { ...message, column: { ...message.column, name: 'entry' }, sql }
}

/** As it stands there, without the ending of the plural, or by its stem: "ignite" in "ignition". */
function wordsInText({ kind, text, lower, stem: own }: Token): string[] {
  if (kind === 'quoted') return [text]
  const word = /[^aeiou]ies$/.test(lower) ? `${lower.slice(0, -3)}y` : lower.replace(/(?<=[^s]{2})s$/, '')
  if (SUCCESS.test(lower)) return [word, 'success', 'succeeded', ACCEPTED]
  const root = participleOf(lower)
  if (root !== null) return [word, own, root]
  return own.length >= LEAST_STEM && word.startsWith(own) && own !== word ? [word, own] : [word]
}

/** "which service failed first": an error is one whatever it says; "failed logins" says what it is. */
const FAILING = /^(?:fail|fails|failed|failing)$/

function isPredicate({ tokens }: Reading, k: number): boolean {
  const next = tokens[k + 1]
  return (
    next === undefined ||
    next.kind !== 'word' ||
    /^(?:first|last|most|least|more|less|often|ever|earliest|latest|before|after|at|on|in|and|again|today)$/.test(
      next.lower,
    )
  )
}

/** A success that programs tell in other words; looked for in this order. */
const SUCCESS = /^(?:success(?:ful|fully)?|succeeded)$/
const ACCEPTED = 'accepted'
const LOGGED_IN = 'logged in'

/** They say how things stand to each other, and are never what is looked for. */
const RELATING = new Set(
  'after before since until till during between within over under above below against without except more less than not'.split(
    ' ',
  ),
)

/** What an entry may tell of without saying so. */
const CALLED = /^(?:requests?|calls?|jobs?|tasks?|queries|connections?|transactions?|messages?)$/

const LEAST_STEM = 5

/** Which words of the question stand in the messages of a log. */
export async function lookForWords(
  table: Table,
  { reading, marks }: { readonly reading: Reading; readonly marks: Marks },
  asked: Asked,
  there: Map<string, boolean>,
): Promise<void> {
  const message = textOf(table, marks)
  if (!message || !['entries', 'sentences'].includes(table.relation.kind)) return
  const phrases = reading.tokens.flatMap((_, k) => phraseAt(reading.tokens, k) ?? [])
  const called = reading.tokens.filter(({ lower }) => CALLED.test(lower)).flatMap(wordsInText)
  const plain = [...new Set([...phrases, ACCEPTED, LOGGED_IN, ...reading.tokens.flatMap(wordsInText)])].filter(
    word => word.length >= 3,
  )
  const words = [
    ...plain,
    ...called.flatMap(noun => plain.filter(word => word !== noun).map(word => `${noun}\0${word}`)),
  ]
  if (words.length === 0) return
  const own = columnSql(message)
  const sums = words.map(
    word =>
      `bool_or(${word
        .split('\0')
        .map(one => containsSql(own, one))
        .join(' AND ')})`,
  )
  const [row = []] = await asked.rows(`SELECT ${sums.join(', ')} FROM ${identifier(table.relation.name)}`)
  for (const [k, word] of words.entries()) there.set(`${table.relation.name}\0${word}`, row[k] === true)
}
