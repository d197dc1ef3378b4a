// Settings and sentences that a question names: each of its telling words has to stand in the key or the sentence, in the headings
// above it or in the name of the file. Anything less is no answer.
import { basename } from 'node:path'
import { type AskedAnswer, UNASKED } from '../model/asked.ts'
import { smallest } from '../model/lists.ts'
import type { Relation } from '../model/relation.ts'
import { identifier } from '../text/sql-text.ts'
import { stem } from '../text/stem.ts'
import type { Asked, Cell } from './asked.ts'
import { isEmptyWord, isSoftWord } from './lexicon.ts'
import { partsOf } from './schema.ts'
import { Reading } from './tokens.ts'

/** Rows that are looked at. */
const MOST_ROWS = 50_000
const MOST_SHOWN = 10
/** What is said of any setting. */
const SAID = new Set(
  'set setting settings configured config configuration default use uses used using option value listen listens run runs same everywhere else different differ allowed allow happens happen'
    .split(' ')
    .map(stem),
)

const SHORT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    maximum: 'max',
    minimum: 'min',
    database: 'db',
    password: 'pwd',
    directory: 'dir',
    environment: 'env',
    configuration: 'config',
    connections: 'conn',
    connection: 'conn',
    seconds: 'sec',
    megabytes: 'mb',
    address: 'addr',
    number: 'num',
    initial: 'init',
  }).map(([long, short]) => [stem(long), stem(short)]),
)

interface Found {
  readonly cells: readonly Cell[]
  /** Words of the row that the question does not name: fewer is nearer. */
  readonly rest: number
}

/** Null when no row has all of the words. */
export async function lookUpWords(question: string, asked: Asked): Promise<AskedAnswer | null> {
  const words = tellingWords(question)
  if (words.length === 0) return null
  const settings = asked.all.find(({ kind }) => kind === 'settings')
  const isAdvice = /^(?:how (?:do|can|should) (?:i|we)|why)\b/i.test(question)
  const found = settings && !isAdvice ? await settingsOf(settings, words, asked, asAsked(question)) : null
  if (found) return found
  const sentences = asked.all.find(({ kind }) => kind === 'sentences')
  return sentences && words.length > 1 ? await sentencesOf(sentences, words, asked, asAsked(question)) : null
}

/** Words are looked for by their stems, and told as they were asked. */
function asAsked(question: string): (word: string) => string {
  const said = new Map<string, string>()
  for (const { text } of new Reading(question).tokens) {
    const parts = partsOf(text)
    const [only] = parts.length === 1 ? parts : []
    if (only !== undefined && !said.has(only)) said.set(only, text)
  }
  return word => said.get(word) ?? word
}

function tellingWords(question: string): string[] {
  const { tokens } = new Reading(question)
  const telling = tokens.filter(
    ({ lower, kind }) =>
      kind !== 'word' || !(isEmptyWord(lower) || (isSoftWord(lower) && !SAID.has(stem(lower)) && lower !== 'cost')),
  )
  return telling.flatMap(({ text, lower, kind }) =>
    kind === 'number' ? [lower] : /\.\w{1,5}$/.test(text) ? [lower] : partsOf(text),
  )
}

async function settingsOf(
  relation: Relation,
  words: readonly string[],
  asked: Asked,
  asAskedFor: (word: string) => string,
): Promise<AskedAnswer | null> {
  const { path, line } = relation.place
  const columns = ['key', 'name', 'value'].filter(name => relation.columns.some(one => one.name === name))
  if (columns.length < 3) return null
  const sql = `SELECT ${[...columns, path, line].map(identifier).join(', ')} FROM ${identifier(relation.name)} LIMIT ${MOST_ROWS}`
  const kept = words.filter(word => !SAID.has(word))
  const named = kept.map(asAskedFor)
  const wanted = kept.map(word => SHORT.get(word) ?? word)
  if (wanted.length === 0) return null
  const rows = await asked.rows(sql)
  const hits = rows.flatMap((cells): Found[] => {
    const key = partsOf(String(cells[0])).map(part => SHORT.get(part) ?? part)
    const file = basename(String(cells[3])).toLowerCase()
    const all = new Set([...key, file, ...partsOf(file)])
    const isThere = wanted.every(word => all.has(word)) && wanted.some(word => key.includes(word))
    return isThere ? [{ cells, rest: key.filter(part => !wanted.includes(part)).length }] : []
  })
  if (hits.length === 0) return null
  const least = smallest(hits.map(({ rest }) => rest))
  const near = hits.filter(({ rest }) => rest <= least + 1)
  if (near.length > MOST_SHOWN) return null
  const meaning = `the settings that are called ${named.map(word => `"${word}"`).join(' and ')}`
  const told = [...new Set(near.map(({ cells }) => String(cells[2])))].slice(0, 5).join('; ')
  return answered(`${told}. Read as: ${meaning}.`, meaning, {
    sql,
    names: ['key', 'name', 'value', 'path', 'line'],
    rows: near.sort((a, b) => a.rest - b.rest).map(({ cells }) => cells),
  })
}

async function sentencesOf(
  relation: Relation,
  words: readonly string[],
  asked: Asked,
  asAskedFor: (word: string) => string,
): Promise<AskedAnswer | null> {
  const { path, line } = relation.place
  const sql = `SELECT ${['text', 'heading_path', path, line].map(identifier).join(', ')} FROM ${identifier(relation.name)} LIMIT ${MOST_ROWS}`
  const rows = await asked.rows(sql)
  const hits = rows.filter(([text, heading]) => {
    const own = new Set(
      `${String(text)} ${String(heading ?? '')}`
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.map(stem),
    )
    return words.every(word => own.has(word))
  })
  if (hits.length === 0 || hits.length > MOST_SHOWN) return null
  const meaning = `sentences about ${words.map(word => `"${asAskedFor(word)}"`).join(' and ')}`
  return answered(`${String(hits[0]![0])} Read as: ${meaning}.`, meaning, {
    sql,
    names: ['text', 'heading', 'path', 'line'],
    rows: hits,
  })
}

function answered(
  text: string,
  meaning: string,
  {
    sql,
    names,
    rows,
  }: { readonly sql: string; readonly names: readonly string[]; readonly rows: readonly (readonly Cell[])[] },
): AskedAnswer {
  const json = rows.map(row =>
    Object.fromEntries(names.map((name, k) => [name, typeof row[k] === 'bigint' ? Number(row[k]) : (row[k] ?? null)])),
  )
  return {
    ...UNASKED,
    status: 'answered',
    text,
    readAs: meaning,
    sql: [sql],
    columns: names.map(name => ({ name, holds: name === 'path' || name === 'line' ? name : 'column' })),
    rows: json as AskedAnswer['rows'],
    rowCount: rows.length,
    places: json.slice(0, 3).map(row => ({ path: String(row.path), line: Number(row.line) })),
  }
}
