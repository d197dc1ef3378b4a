// What code has to do with something: "where is authentication handled", "how does the redirect work". The definitions that are called so,
// what calls them and what they call, and what documents say of it. It is what to read first, and said to be no explanation.
import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import { pushAll } from '@shoal/base/model/lists'
import type { Relation } from '@shoal/base/model/relation'
import { formatCount, plural } from '@shoal/base/text/printable'
import { stem } from '@shoal/base/text/stem'
import { isTrialPath, TEST_PATH } from '@shoal/base/text/test-path'
import { identifier, literal } from '../../text/sql-text.ts'
import type { Asked, Cell } from '../asked.ts'
import { escaped } from '../normal.ts'
import { soughtIn, type Term, wordsOf } from './terms.ts'

const DONE =
  'handl(?:e[sd]?|ing)|implement(?:s|ed|ation)?|done|perform(?:s|ed)?|process(?:es|ed|ing)?|manag(?:e[sd]?|ing)|work(?:s|ed|ing)?|happen(?:s|ing)?|take place|taken care of|live[sd]?|located|come from|code'
const WHERE = new RegExp(
  `^(?:where|(?:in )?(?:which|what) (?:files?|functions?|class(?:es)?|methods?|modules?|parts?|code))\\b.{1,200}\\b(?:${DONE})\\b`,
  'i',
)
/** "where are tokens decoded", "where do we connect to the database": what is done is a word of the name as well. */
export const WHERE_DONE =
  /^where (?:(?:is|are|was|were)\b.{1,200}\b(?:[a-z]{2,20}ed|sent|read|kept|built|made|set|written|thrown|drawn|run)\b|(?:do|does|did) (?:we|it|they|this|the [a-z]{2,30})\b)/i
const HOW = new RegExp(`^how (?:does|do|is|are)\\b.{1,200}\\b(?:${DONE})\\b`, 'i')
const FRAME = new RegExp(`^(?:${DONE})$`, 'i')

const FAULT = /^(?:err|except|warn|fault|fail)/

const MOST_FOUND = 20_000
const MOST_SHOWN = 8
/** Of how many definitions the calls are told, and how many of each. */
const FOLLOWED = 3
const MOST_CALLS = 4
const MOST_SENTENCES = 3
const LONGEST_SENTENCE = 100
/** A word of a name may be the beginning of what is asked for: `auth`. */
const SHORTEST = 4

interface Found {
  readonly name: string
  readonly kind: string
  readonly path: string
  readonly line: number
  readonly endLine: number
  /** How many of the words it has. */
  readonly hits: number
  readonly score: number
  /** Places that lead to it. */
  readonly uses: number
}

/** Null when the question asks for nothing of the kind, or no definition has to do with it. */
export async function findCode(question: string, asked: Asked, frame = WHERE): Promise<AskedAnswer | null> {
  const text = question.trim().slice(0, 300)
  const isHow = HOW.test(text)
  const relation = (kind: Relation['kind']) => asked.all.find(one => one.kind === kind)
  const [symbols, uses, sentences] = [relation('symbols'), relation('uses'), relation('sentences')]
  if (!symbols || !(isHow || frame.test(text))) return null
  const terms = soughtIn(text).terms.filter(({ said, own, isLight }) => own !== '' && !isLight && !FRAME.test(said))
  if (terms.length === 0) return null
  const { found, sql, isCut } = await nearest(terms, symbols, uses ?? null, asked)
  if (found.length === 0) return null
  const shown = found.slice(0, MOST_SHOWN)
  const rows: Row[] = []
  for (const [k, one] of shown.entries()) {
    rows.push(['definition', one.name, one.path, one.line, `${one.kind}, ${plural(one.uses, 'use')}`])
    if (isHow && k < FOLLOWED && uses && hasTargets(uses)) pushAll(rows, await callsOf(one, uses, asked))
  }
  if (sentences) pushAll(rows, await saidOf(terms, sentences, asked))
  const missing = terms.filter(
    term => !shown.some(one => wordsOf(`${one.name} ${one.path}`).some(word => isMeant(word, term))),
  )
  // Code that does something else with the same things is not where it is done.
  if (frame === WHERE_DONE && missing.includes(terms.at(-1)!)) return null
  const about = terms
    .filter(term => !missing.includes(term))
    .map(({ said }) => `"${said}"`)
    .join(' and ')
  const list = shown.slice(0, 3).map(({ name, path, line }) => `\`${name}\` (${path}:${line})`)
  const more = found.length - Math.min(3, shown.length)
  const readAs = `definitions whose names have to do with ${about}${isHow ? ', and the calls that lead to and from them' : ''}`
  return {
    ...UNASKED,
    status: 'partial',
    text: `What to read first, by its name: ${list.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}. This is where ${about} ${terms.length - missing.length > 1 ? 'stand' : 'stands'} in the code, no explanation of it. Read as: ${readAs}.`,
    readAs,
    unused: missing.map(({ said }) => said),
    sql: [sql],
    columns: COLUMNS,
    rows: rows.map(([what, name, path, line, said]) => ({ what, name, path, line, text: said })),
    rowCount: rows.length,
    asksFigure: true,
    places: shown.slice(0, 3).map(({ path, line }) => ({ path, line })),
    notes: [
      ...(found.length > shown.length
        ? [`${plural(found.length - shown.length, 'more definition')} with these words left out`]
        : []),
      ...(isCut ? [`only ${formatCount(MOST_FOUND)} definitions with one of these words were looked at`] : []),
    ],
  }
}

type Row = readonly [what: string, name: string, path: string, line: number, text: string | null]

const COLUMNS: AskedAnswer['columns'] = [
  { name: 'what', holds: 'column' },
  { name: 'name', holds: 'column' },
  { name: 'path', holds: 'path' },
  { name: 'line', holds: 'line' },
  { name: 'text', holds: 'column' },
]

interface Nearest {
  readonly found: readonly Found[]
  readonly sql: string
  /** There are more that were not looked at. */
  readonly isCut: boolean
}

/** Those that have every word in their name, their type or their path, or as many as any has; the best first. */
async function nearest(
  terms: readonly Term[],
  { name, columns, place }: Relation,
  uses: Relation | null,
  asked: Asked,
): Promise<Nearest> {
  const has = (column: string) => columns.some(one => one.name === column)
  const cell = (column: string) => (has(column) ? identifier(column) : 'NULL')
  const [path, line] = [identifier(place.path), identifier(place.line)]
  const all = `lower(concat_ws(' ', name, ${cell('scope')}, ${path}))`
  const where = terms
    .map(term => `regexp_matches(${all}, ${literal(beginnings(term).map(escaped).join('|'))})`)
    .join(' OR ')
  const sql = `SELECT name, ${cell('kind')}, ${cell('scope')}, ${path}, ${line}, ${cell('end_line')} FROM ${identifier(name)} WHERE ${where} LIMIT ${MOST_FOUND}`
  const rows = await asked.rows(sql)
  const words = rows.map(([own, , scope, at]) => wordsOf(`${String(own)} ${String(scope ?? '')} ${String(at)}`))
  // What says the same counts only for a word that nothing says itself.
  const own = terms.map(term =>
    words.some(all => all.some(word => isMeant(word, { ...term, same: NONE }))) ? { ...term, same: NONE } : term,
  )
  const counts =
    uses && hasTargets(uses) && rows.length > 0 ? await usesOf(rows, uses, asked) : new Map<string, number>()
  const found = rows.flatMap(([called, kind, scope, at, on, end]): Found[] => {
    const used = counts.get(`${String(at)}:${Number(on)}`) ?? 0
    const { hits, score } = scoreOf(own, {
      name: String(called),
      scope: String(scope ?? ''),
      path: String(at),
      kind: String(kind),
    })
    if (hits === 0) return []
    const full = scope === null ? String(called) : `${String(scope)}.${String(called)}`
    return [
      {
        name: full,
        kind: String(kind),
        path: String(at),
        line: Number(on),
        endLine: Number(end ?? on),
        hits,
        uses: used,
        score: score * (1 + Math.log2(1 + used) / 8),
      },
    ]
  })
  // What has most of the words; what has fewer is further away.
  const most = found.reduce((best, { hits }) => Math.max(best, hits), 0)
  const near = found.filter(({ hits }) => hits === most)
  return {
    isCut: rows.length === MOST_FOUND,
    found: near.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line)),
    sql,
  }
}

const NONE: ReadonlySet<string> = new Set()
const MAIN = /^(?:function|method|class|interface|struct|trait|object|type|namespace)$/

/** How many of the words are there, and how near. A name says more than the type around it, and that more than the folder. */
function scoreOf(
  terms: readonly Term[],
  { name, scope, path, kind }: { name: string; scope: string; path: string; kind: string },
): { readonly hits: number; readonly score: number } {
  const steps = path.split('/')
  const parts: readonly (readonly [words: readonly string[], weight: number])[] = [
    [wordsOf(name), 4],
    [wordsOf(scope), 2],
    [wordsOf(steps.at(-1)!.replace(/\.\w+$/, '')), 2],
    [wordsOf(steps.slice(0, -1).join(' ')), 1],
  ]
  const weights = terms.map(term =>
    parts.reduce((sum, [words, weight]) => sum + (words.some(word => isMeant(word, term)) ? weight : 0), 0),
  )
  const isNamed = terms.some(term => parts[0]![0].some(word => isMeant(word, term)))
  const score =
    weights.reduce((sum, weight) => sum + weight, 0) *
    (MAIN.test(kind) ? 1 : 0.5) *
    (isTrialPath(path) ? 0.3 : 1) *
    (/^(?:_|#)/.test(name) ? 0.7 : 1) *
    (isNamed ? 1 : 0.4) *
    // What stands in a function is a part of it.
    (kind === 'function' && scope !== '' ? 0.5 : 1) *
    // An error names what went wrong, not where it is done.
    (/(?:Error|Exception|Warning)$/.test(name) && !terms.some(({ own }) => FAULT.test(own)) ? 0.4 : 1) *
    (1 / (1 + parts[0]![0].length / 12))
  return { hits: weights.filter(weight => weight > 0).length, score }
}

function isMeant(word: string, { own, same, said }: Term): boolean {
  if (word === own || same.has(word)) return true
  if (word.length >= SHORTEST && said.toLowerCase().startsWith(word)) return true
  return own.length >= SHORTEST && word.startsWith(own)
}

/** What a text has that has to do with a term, at the least. */
function beginnings({ own, same, said }: Term): string[] {
  return [
    ...new Set(
      [own, said.toLowerCase().slice(0, SHORTEST), ...same].map(one => one.replace(/(?<=[a-z]{3})[eiy]$/, '')),
    ),
  ].filter(one => one.length > 1)
}

function hasTargets({ columns }: Relation): boolean {
  return columns.some(({ name }) => name === 'target_line')
}

async function usesOf(
  rows: readonly (readonly Cell[])[],
  { name }: Relation,
  asked: Asked,
): Promise<Map<string, number>> {
  const paths = [...new Set(rows.map(row => String(row[3])))].map(literal).join(', ')
  const counted = await asked.rows(
    `SELECT target_path, target_line, count(*) FROM ${identifier(name)} WHERE target_path IN (${paths}) AND kind <> 'import' GROUP BY ALL`,
  )
  return new Map(counted.map(([path, line, count]) => [`${String(path)}:${Number(line)}`, Number(count)]))
}

/** What calls a definition, and what it calls of the same code. */
async function callsOf({ path, line, endLine }: Found, { name: uses, place }: Relation, asked: Asked): Promise<Row[]> {
  const [at, on] = [identifier(place.path), identifier(place.line)]
  const from = `FROM ${identifier(uses)} WHERE kind = 'call'`
  const callers = await asked.rows(
    `SELECT * FROM (SELECT coalesce(scope, '(top of the file)') AS caller, ${at} AS file, min(${on}) AS first ${from} AND target_path = ${literal(path)} AND target_line = ${line} GROUP BY ALL) ORDER BY regexp_matches(lower(file), ${literal(TEST_PATH)}), file, first LIMIT ${MOST_CALLS}`,
  )
  const callees = await asked.rows(
    `SELECT coalesce(target, name), target_path, target_line ${from} AND ${at} = ${literal(path)} AND ${on} BETWEEN ${line} AND ${endLine} AND target_line IS NOT NULL AND NOT (target_path = ${literal(path)} AND target_line = ${line}) GROUP BY ALL ORDER BY min(${on}) LIMIT ${MOST_CALLS}`,
  )
  return [
    ...callers.map(([scope, file, where]): Row => ['called by', String(scope), String(file), Number(where), null]),
    ...callees.map(([target, file, where]): Row => ['calls', String(target), String(file), Number(where), null]),
  ]
}

/** Sentences of documents that have every word. */
async function saidOf(terms: readonly Term[], { name, columns, place }: Relation, asked: Asked): Promise<Row[]> {
  if (!columns.some(one => one.name === 'text')) return []
  const where = terms.map(
    ({ own, said }) =>
      `regexp_matches(lower(text), ${literal(`\\b(${escaped(own)}|${escaped(stem(said.toLowerCase()))})`)})`,
  )
  const rows = await asked.rows(
    `SELECT ${identifier(place.path)}, ${identifier(place.line)}, text FROM ${identifier(name)} WHERE ${where.join(' AND ')} ORDER BY 1, 2 LIMIT ${MOST_SENTENCES}`,
  )
  return rows.map(([path, line, text]): Row => ['document', clipped(String(text)), String(path), Number(line), null])
}

function clipped(text: string): string {
  return text.length <= LONGEST_SENTENCE
    ? text
    : `${text
        .slice(0, LONGEST_SENTENCE)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
}
