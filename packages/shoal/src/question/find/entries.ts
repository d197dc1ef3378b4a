// Entries of logs that the words of a question name: when something happened, first or last, before or after something else, and how
// long it took from one entry to another.
import type { AskedAnswer } from '@shoal/base/model/asked'
import { stem } from '@shoal/base/text/stem'
import { phrasalSource } from '../../text/phrasal.ts'
import { identifier, literal } from '../../text/sql-text.ts'
import type { Asked } from '../asked.ts'
import { type LogMoments, logMoments, type Place, placeOf } from '../incident/moments.ts'
import { countText, lengthText, placeText, shortText, timeText } from '../incident/say.ts'
import { told } from '../incident/told.ts'
import { type Sought, soughtIn, type Term, wordsOf } from './terms.ts'
import { spansOf } from './thesaurus.ts'

interface Entry {
  readonly at: number
  readonly text: string
  readonly place: Place
}

/** More are no single thing that happened. */
const MOST_ENTRIES = 2_000
const MOST_SHOWN = 20
const MOST_PAIRS = 5

const BETWEEN =
  /\bhow (?:long|much time)\b.{0,40}?\b(?:between|from|passed between|elapsed between|after)\b (.{2,120}?) (?:and|to|until|till|did|was|were) (.{2,120}?)[?.]*$/i
const LASTED = /\bhow long (?:did|was|were|has|had|is|does|do) (.{2,120}?)[?.]*$/i
const LAST = /\b(?:last|latest|most recent|final|ended?|stop(?:ped)?|finally)\b/i
const ONE = /\b(?:first|last|latest|earliest|most recent|final)\b/gi
const RELATIVE = /^(.{2,160}?) (before|after|since|until) (.{2,160}?)[?.]*$/i
/** What happened is told by these; that it did, by those around them. */
const SAID = new Set('log entry line message happen occur time moment thing event show'.split(' ').map(stem))

/** "how long between the shutdown and the restart", "how long was the import paused". Null when the log knows no such two entries. */
export async function findSpan(question: string, asked: Asked): Promise<AskedAnswer | null> {
  const between = BETWEEN.exec(question)
  const lasted = between ? null : LASTED.exec(question)
  const log = between || lasted ? await logMoments(asked) : null
  if (!log) return null
  const sides = between
    ? [named(soughtIn(between[1]!).terms), named(soughtIn(between[2]!).terms)]
    : await statesOf(lasted![1]!, log, asked)
  if (!sides) return null
  const [first, second] = sides
  if (!first?.length || !second?.length) return null
  const begins = await entriesOf(log, first, asked)
  const ends = await entriesOf(log, second, asked)
  if (!begins || !ends || begins.isCut || ends.isCut) return null
  const pairs = pairsOf(begins.entries, ends.entries)
  if (pairs.length === 0 || pairs.length > MOST_PAIRS) return null
  const [[from, to]] = pairs as [[Entry, Entry]]
  const seconds = (to.at - from.at) / 1000
  const answer = told({
    text: `${lengthText(to.at - from.at)} (${seconds} seconds), from “${shortText(from.text, 80)}” at ${timeText(from.at)} (${placeText(from.place)}) to “${shortText(to.text, 80)}” at ${timeText(to.at)} (${placeText(to.place)}).`,
    readAs: `the time from the entry with ${words(first)} to the next with ${words(second)}`,
    rows: pairs.map(([a, b]) => ({
      seconds: (b.at - a.at) / 1000,
      first: timeText(a.at),
      last: timeText(b.at),
      ...a.place,
    })),
    columns: ['seconds', 'first', 'last'],
    sql: [begins.sql, ends.sql],
  })
  return pairs.length === 1
    ? answer
    : { ...answer, status: 'partial', alternatives: [`one of ${pairs.length - 1} later times`] }
}

const words = (terms: readonly Term[]) =>
  terms.map(({ said, own }) => (own === '' && said === ITS_END ? said : `"${said}"`)).join(' and ')

/** Each begin with the next end, before another begin. */
function pairsOf(begins: readonly Entry[], ends: readonly Entry[]): [Entry, Entry][] {
  const pairs: [Entry, Entry][] = []
  for (const [k, begin] of begins.entries()) {
    const next = begins[k + 1]?.at ?? Number.POSITIVE_INFINITY
    const end = ends.find(({ at, text }) => at >= begin.at && at <= next && text !== begin.text)
    if (end && pairs.at(-1)?.[1] !== end) pairs.push([begin, end])
  }
  return pairs
}

/** "the import paused": entries with "paused" of the import, and those with "resumed". */
async function statesOf(
  said: string,
  log: LogMoments,
  asked: Asked,
): Promise<[readonly Term[], readonly Term[]] | null> {
  const tokens = (said.match(/[\p{L}\p{N}_.-]+/gu) ?? []).map(text => text.toLowerCase())
  const took = tokens.some(word => /^(?:take|took|last|lasted|run|need|needed)$/.test(word))
  const states = [...tokens.map(stem).filter(own => spansOf(own).length > 0), ...(took ? [stem('started')] : [])]
  const things = named(soughtIn(said).terms).filter(
    ({ own }) => !states.includes(own) && !/^(?:take|took|last|run|need)$/.test(own),
  )
  if (things.length === 0) return null
  // The word itself first, then what says the same.
  for (const isWide of [false, true])
    for (const state of states)
      for (const [begin, end] of spansOf(state)) {
        const a = [
          ...things,
          stateTerm(tokens.find(token => stem(token) === state) ?? 'started', isWide ? begin : new Set([state])),
        ]
        const z = [...things, stateTerm(ITS_END, end)]
        if ((await entriesOf(log, a, asked)) && (await entriesOf(log, z, asked))) return [a, z]
      }
  return null
}

const ITS_END = 'its end'

function stateTerm(said: string, same: ReadonlySet<string>): Term {
  return { said, own: '', same, parts: [], isLiteral: false, isLight: false }
}

/** "which host logged the most": no single entry tells it. */
const OF_MANY = /^how (?:long|many|often)\b|\b(?:most(?! recent)|least|fewest|often|busiest|average|total)\b/i

/** When something happened, and entries that say what is asked for. Null where no entry has all of the words. */
export async function findEntries(question: string, sought: Sought, asked: Asked): Promise<AskedAnswer | null> {
  // How long it took, and how many there were, no single entry tells.
  const log = OF_MANY.test(question) ? null : await logMoments(asked)
  if (!log) return null
  const relative = RELATIVE.exec(question)
  const side = relative && (await relativeTo(log, relative, asked))
  const terms = side ? named(soughtIn(relative![1]!.replace(ONE, ' ')).terms) : named(sought.terms, question)
  if (terms.length === 0 && !side) return null
  const isLast = LAST.test(side ? relative![1]! : question)
  const found = await entriesOf(log, terms, asked, { isLast, ...(side && { where: side.where }) })
  if (!found) return null
  const { entries: ordered, sql } = found
  const isOne = /\b(?:first|last|latest|earliest|most recent|final)\b/i.test(question)
  const isWhen = sought.kind === 'time' || isOne
  // Of many alike, only the first or the last is one moment.
  if ((ordered.length > MOST_SHOWN && !isWhen) || (found.isCut && !isOne)) return null
  const [one] = ordered
  const more = ordered.length - 1
  const others =
    more === 0 || isOne
      ? ''
      : `; ${countText(more, 'other')}, the ${isLast ? 'first' : 'last'} at ${timeText(ordered.at(-1)!.at)}`
  return told({
    text: isWhen
      ? `${timeText(one!.at)}: “${shortText(one!.text, 120)}” (${placeText(one!.place)})${others}.`
      : `${shortText(one!.text, 160)} (${timeText(one!.at)}, ${placeText(one!.place)})${others}.`,
    readAs: `${isOne ? (isLast ? 'the last entry' : 'the first entry') : 'entries'} ${terms.length > 0 ? `with ${words(terms)}` : 'of all'}${side ? ` ${side.text}` : ''}`,
    rows: (isOne ? ordered.slice(0, 1) : ordered.slice(0, 100)).map(({ at, text, place }) => ({
      time: timeText(at),
      what: text,
      ...place,
    })),
    columns: ['time', 'what'],
    sql: [sql],
  })
}

/** Words that entries have to have; the ways to ask are none. */
function named(terms: readonly Term[], question = ''): Term[] {
  const isStart = /\bwhen (?:did|do|was|were|has|had)\b.{1,80}\b(?:start|begin|began|happen|occur)(?:ed)?\b/i.test(
    question,
  )
  return terms.filter(
    ({ own, said }) =>
      own !== '' &&
      !SAID.has(own) &&
      !/^(?:first|last|latest|earliest|recent|final)$/i.test(said) &&
      !(isStart && /^(?:start|begin|began)/i.test(said)),
  )
}

async function relativeTo(log: LogMoments, [, , word, anchor]: RegExpExecArray, asked: Asked) {
  const terms = named(soughtIn(anchor!).terms)
  const found = terms.length > 0 ? await entriesOf(log, terms, asked) : null
  const [first] = found?.entries ?? []
  if (!first) return null
  const isBefore = /^(?:before|until)$/i.test(word!)
  const at = `make_timestamp(${Math.round(first.at * 1000)})`
  return {
    where: `moment ${isBefore ? '<' : '>'} ${at}`,
    text: `${isBefore ? 'before' : 'after'} ${timeText(first.at)}`,
  }
}

interface Looked {
  readonly where?: string
  /** From the end on. */
  readonly isLast?: boolean
}

/** With the words themselves, else with what says the same; the nearest to the begin, or to the end, first. */
async function entriesOf(log: LogMoments, terms: readonly Term[], asked: Asked, looked: Looked = {}) {
  const { where = 'true', isLast = false } = looked
  const hay = hayOf(asked)
  const order = ['moment', 'at_path', 'at_line'].map(name => (isLast ? `${name} DESC` : name)).join(', ')
  for (const isWide of [false, true]) {
    const sql = `${log.sql}\nSELECT epoch_ms(moment), text, at_path, at_line, ${hay}, is_trouble, is_warning FROM log WHERE moment IS NOT NULL AND ${[where, ...terms.map(term => termSql(term, isWide, hay))].join(' AND ')} ORDER BY ${order} LIMIT ${MOST_ENTRIES}`
    const rows = await asked.rows(sql)
    const entries = rows.flatMap(([at, text, path, line, said, isTrouble, isWarning]): Entry[] => {
      const marks = `${isTrouble === true ? ' error' : ''}${isWarning === true ? ' warning' : ''}`
      const stems = new Set([...wordsOf(`${String(said)}${marks}`), ...stemsOf(String(said))])
      const isThere = terms.every(term => isSaid(term, stems, isWide))
      return isThere ? [{ at: Number(at), text: String(text), place: placeOf(path, line) }] : []
    })
    if (entries.length > 0) return { sql, entries, isCut: rows.length === MOST_ENTRIES }
  }
  return null
}

/** Words with what joins them: `pump-2`. */
const stemsOf = (text: string) => (text.match(/[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu) ?? []).map(stem)

function isSaid({ own, same, parts, isLiteral }: Term, stems: ReadonlySet<string>, isWide: boolean): boolean {
  if (isLiteral || stems.has(own)) return true
  if (parts.length > 0 && parts.every(part => stems.has(part.own))) return true
  return (isWide || own === '') && [...same].some(one => stems.has(one))
}

/** Columns that say of an entry what its message does not. */
const TOLD = ['source', 'process', 'service', 'component', 'logger', 'error_class', 'thread']

function hayOf(asked: Asked): string {
  const columns = asked.all.find(({ kind }) => kind === 'entries')?.columns ?? []
  const own = TOLD.filter(name => columns.some(one => one.name === name && one.kind === 'text'))
  const parts = [
    'text',
    "coalesce(host::VARCHAR, '')",
    ...own.map(name => `coalesce(${identifier(name)}::VARCHAR, '')`),
    "array_to_string(list_slice(string_split(at_path, '/'), -3, -1), ' ')",
  ]
  return `lower(${parts.join(" || ' ' || ")})`
}

function termSql({ own, same, parts, isLiteral }: Term, isWide: boolean, hay: string): string {
  if (isLiteral) return `contains(${hay}, ${literal(own)})`
  const level = LEVELS.find(([words]) => words.test(own))?.[1]
  const whole = [own, ...(isWide || own === '' ? same : [])].filter(one => one !== '')
  const alternatives = [
    matches(whole, hay),
    ...(parts.length > 0 ? [`(${parts.map(part => matches([part.own], hay)).join(' AND ')})`] : []),
    ...(level ? [level] : []),
  ]
  return `(${alternatives.join(' OR ')})`
}

const LEVELS: readonly (readonly [RegExp, string])[] = [
  [/^(?:error|failur)$/, 'is_trouble'],
  [/^warn/, 'is_warning'],
]

/** Any of some stems at the begin of a word: more than what is meant, and never less. */
function matches(stems: readonly string[], hay: string): string {
  const forms = stems.map(one => {
    const base = /^[a-z]{4,}[eiy]$/.test(one) ? one.slice(0, -1) : one
    return phrasalSource(one) ?? base.replace(/[^\p{L}\p{N}]/gu, '[^a-z0-9]?')
  })
  return forms.length === 0 ? 'false' : `regexp_matches(${hay}, ${literal(`(^|[^a-z0-9])(${forms.join('|')})`)})`
}
