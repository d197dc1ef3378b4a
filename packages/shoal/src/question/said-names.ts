// Things that messages of a log name by a number and no field does: "oven-3 door open", "worker 7 died". Where a question says "oven", they
// are a column like any other.
import { identifier, literal } from '../text/sql-text.ts'
import type { Asked } from './asked.ts'
import { isEmptyWord, isSoftWord } from './lexicon.ts'
import { plainColumn } from './lists.ts'
import type { Field, Table } from './schema.ts'
import type { Reading } from './tokens.ts'

/** More entries are not read for it. */
const MOST_ENTRIES = 2_000_000
const MOST_VALUES = 300
/** Rows by them are counted only where so many messages name one. */
const LEAST_NAMED = 2

/** The tables, with the column in that of the log. */
export async function withSaidNames(tables: readonly Table[], reading: Reading, asked: Asked): Promise<Table[]> {
  const all: Table[] = []
  for (const table of tables)
    all.push(table.relation.kind === 'entries' ? await withNames(table, reading, asked) : table)
  return all
}

async function withNames(table: Table, reading: Reading, asked: Asked): Promise<Table> {
  const { relation, fields } = table
  const message = fields.find(({ column }) => column.name === 'message')
  if (!message || relation.rows > MOST_ENTRIES) return table
  const own = `${identifier(relation.name)}.${identifier('message')}`
  const added: Field[] = []
  for (const word of new Set(wordsOf(reading))) {
    if (
      fields.some(({ core, parts }) => core.includes(word.stem) || parts.includes(word.stem)) ||
      table.nouns.includes(word.stem)
    )
      continue
    if (added.some(({ parts }) => parts[0] === word.stem)) continue
    const named = `nullif(regexp_extract(${own}, ${literal(String.raw`(?i)\b(${word.noun}[-_ #]?\d{1,6})\b`)}, 1), '')`
    const rows = await asked.rows(
      `SELECT lower(${named}) AS v, count(*) AS n FROM ${identifier(relation.name)} WHERE ${own} ILIKE ${literal(`%${word.noun}%`)} AND ${named} IS NOT NULL GROUP BY 1 ORDER BY n DESC, v LIMIT ${MOST_VALUES + 1}`,
    )
    const present = rows.reduce((sum, [, count]) => sum + Number(count), 0)
    // A number that is another in each entry says which one, and is no group.
    if (rows.length < 2 || rows.length > MOST_VALUES || present < rows.length * LEAST_NAMED) continue
    added.push({
      relation,
      column: plainColumn(word.noun, 'text', 'VARCHAR'),
      parts: [word.stem],
      core: [word.stem],
      initials: '',
      distinct: rows.length,
      present,
      values: rows.map(([text, count]) => ({ text: String(text), count: Number(count) })),
      truth: null,
      isKey: false,
      sql: `lower(${named})`,
    })
  }
  return added.length === 0 ? table : { ...table, fields: [...fields, ...added] }
}

const ASKED = /^(?:which|what|per|each|every|by|different|distinct|many|and|busiest)$/

/** Nouns that may be numbered, where rows are told by them. */
function wordsOf({ tokens }: Reading): { noun: string; stem: string }[] {
  return tokens.flatMap(({ lower, kind, stem }, k) => {
    const isAsked = ASKED.test(tokens[k - 1]?.lower ?? '')
    const isPlain =
      isAsked && kind === 'word' && /^[a-z]{3,20}$/.test(lower) && !isEmptyWord(lower) && !isSoftWord(lower)
    return isPlain ? [{ noun: lower.replace(/(?<=[^s]{2})s$/, ''), stem }] : []
  })
}
