// What the files hold, for questions that ask no more than that: "What is here?", "Give me an overview", "Describe orders.csv".

import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import { lookup } from '@shoal/base/model/lookup'
import { formatBytes, formatCount, plural } from '@shoal/base/text/printable'
import { identifier, literal } from '../text/sql-text.ts'
import type { Asked } from './asked.ts'
import { FILE_KINDS, fileAliases, shownNames, TYPE_WORDS } from './file-names.ts'
import { joinsOf } from './joins.ts'
import { normal } from './normal.ts'
import { holdingsOf, linesOf } from './overview-holdings.ts'
import { schemaOf } from './schema.ts'

const ASKS =
  /\b(?:overview|summar(?:y|i[sz]e)|describe|(?:a|brief|short|quick) description|explain|introduc(?:e|tion)|contents|(?:tell|show) (?:me|us) (?:about|what)|walk (?:me|us) through|look(?:ing)? (?:at|like))\b|^(?:so |ok |hi )*what\b.*\b(?:here|this|these|have|got|inside|contains?|hold|about|in)\b|^what (?:does|do) .*\b(?:do|say)\b/i
/** Words of such a question, which ask for nothing else. */
const PLAIN = new Set(
  `a an the this that these those here there in inside within of about on at from it it's its is are be do does have has you i me us our my we they all any
   every can could would please give tell show what what's whats sort sorts kind kinds contain contains contained content contents hold holds look looks looking
   like got am for with to and so ok hi data dataset datasets file files folder folders directory directories project projects repo repository archive collection stuff
   thing things everything whole set export dump short brief briefly quick quickly general summary summarise summarize overview describe description
   explain introduce introduction walk through some information info say says`.split(/\s+/),
)
/** Words of which a column may be called so: "what is the description of this?" */
const ALSO_NAMES =
  /^(?:contents?|description|summary|kind|sort|set|export|collection|project|info|information|data|file)$/
/** A list, a figure. */
const OTHER = /\b(?:what|which) (?:\p{L}+ )?files\b|\bhow (?:many|much|often|long|big|large|old)\b/iu

const MOST_ROWS = 100
const MOST_LINKS = 4

/** Null where the question asks for something of the data. */
export async function answerOverview(question: string, asked: Asked): Promise<AskedAnswer | null> {
  const of = overviewAsked(question, asked)
  if (of === null) return null
  const where = of === 'all' ? '' : ` WHERE ${'types' in of ? inList('type', of.types) : inList('path', of.paths)}`
  const sql = `SELECT path, type, language, bytes, lines FROM ${identifier('files')}${where} ORDER BY path`
  const files = (await asked.rows(sql)).map(([path, type, language, bytes, lines]) => ({
    path: String(path),
    type: String(type),
    language: language === null ? null : String(language),
    bytes: Number(bytes),
    lines: lines === null ? null : Number(lines),
  }))
  if (files.length === 0) return null
  const paths = files.map(({ path }) => path)
  const names = shownNames(paths)
  const holdings = await holdingsOf(paths, asked)
  const holds = (path: string) => holdings.get(path)?.join('; ') ?? ''
  const [only] = files
  const detail = files.length === 1 ? await linesOf(only!.path, asked) : null
  const nameOf = (path: string) => names[paths.indexOf(path)]!
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const lines = files.reduce((sum, one) => sum + (one.lines ?? 0), 0)
  const head =
    files.length === 1
      ? `${nameOf(only!.path)} is ${kindOf(only!, 1)} of ${formatBytes(total)}${lines > 0 ? ` and ${plural(lines, 'line')}` : ''}`
      : `${plural(files.length, 'file')}, ${formatBytes(total)}: ${kindsOf(files)}`
  const rows =
    detail?.rows ??
    files.slice(0, MOST_ROWS).map(file => ({
      path: file.path,
      line: 1,
      type: kindOf(file, 1).replace(/^an? /, ''),
      lines: file.lines,
      holds: holds(file.path),
    }))
  const columns = Object.keys(rows[0] ?? {})
  const readAs = files.length === 1 ? `what ${nameOf(only!.path)} holds` : 'what the files hold'
  const notable = files.length === 1 ? [`It holds ${holds(only!.path)}`] : await linksBetween(paths, asked)
  const sentences = [head, ...notable.filter(one => one !== 'It holds '), `Read as: ${readAs}`]
  return {
    ...UNASKED,
    status: 'answered',
    text: sentences.map(one => `${one}.`).join(' '),
    readAs,
    sql: [detail?.sql ?? sql],
    columns: columns.map(name => ({ name, holds: name === 'path' || name === 'line' ? name : 'column' })),
    rows,
    rowCount: detail?.rows.length ?? files.length,
    places: rows.slice(0, 3).map(row => ({ path: String(row.path), line: Number(row.line) })),
  }
}

/** Tables whose rows lead to those of others. */
async function linksBetween(paths: readonly string[], asked: Asked): Promise<string[]> {
  const all = asked.all.filter(({ kind, paths: own }) => kind === 'table' && own.some(path => paths.includes(path)))
  if (all.length < 2 || all.length > MOST_TABLES) return []
  const tables = await schemaOf({ all, rows: sql => asked.rows(sql) })
  const joins = await joinsOf(tables, asked)
  const links = tables.flatMap(table =>
    joins
      .up(table)
      .flatMap(({ from, to, table: other, via }) =>
        via
          ? []
          : [`\`${table.relation.name}.${from.column.name}\` leads to \`${other.relation.name}.${to.column.name}\``],
      ),
  )
  const more = links.length - MOST_LINKS
  return links.length === 0
    ? []
    : [`${links.slice(0, MOST_LINKS).join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`]
}

/** Of more the keys are not looked for. */
const MOST_TABLES = 12

type Asks = 'all' | { readonly paths: readonly string[] } | { readonly types: readonly string[] }

/** What such a question is about; null where it asks for something of the data. */
export function overviewAsked(question: string, { all }: Pick<Asked, 'all'>): Asks | null {
  const files = all.find(({ kind }) => kind === 'files')
  if (!files || files.rows === 0 || OTHER.test(question) || !ASKS.test(question)) return null
  const plain = question
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/(?<![?!.,;:])[?!.,;:]+(?=\s|$)|["`“”]/g, ' ')
  const words = plain.split(/\s+/).filter(Boolean)
  const rest = words.filter(word => !PLAIN.has(word))
  if (rest.length > 0) {
    const types = TYPE_WORDS.get(rest.join(' '))
    if (types) return { types }
    const named = fileAliases(files.paths).get(normal(rest.join(' ')))
    if (!named) return null
    const shown = shownNames(files.paths)
    return { paths: files.paths.filter((_, k) => named.includes(shown[k]!)) }
  }
  const columns = new Set(all.flatMap(one => (one.kind === 'table' ? one.columns.map(({ name }) => normal(name)) : [])))
  return words.some(word => ALSO_NAMES.test(word) && columns.has(word)) ? null : 'all'
}

function inList(column: string, values: readonly string[]): string {
  return `${identifier(column)} IN (${values.map(literal).join(', ')})`
}

interface FileKind {
  readonly type: string
  readonly language: string | null
}

/** "a log", "3 tables", "12 source files in python". */
function kindOf({ type, language }: FileKind, count: number): string {
  const [one, many] = lookup(FILE_KINDS, type) ?? ['another file', 'other files']
  const of = language !== null ? ` in ${language}` : ''
  return `${count === 1 ? one : `${formatCount(count)} ${many}`}${of}`
}

function kindsOf(files: readonly FileKind[]): string {
  const counts = new Map<string, { file: FileKind; count: number }>()
  for (const file of files) {
    const key = `${file.type}\0${file.language ?? ''}`
    const own = counts.get(key) ?? { file, count: 0 }
    own.count++
    counts.set(key, own)
  }
  const words = [...counts.values()].sort((a, b) => b.count - a.count).map(({ file, count }) => kindOf(file, count))
  return words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
