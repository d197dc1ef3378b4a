// What single files hold, in words: rows and columns, entries and their times, sections, settings, definitions.

import type { Json } from '@shoal/base/model/json'
import { lookup } from '@shoal/base/model/lookup'
import type { Relation } from '@shoal/base/model/relation'
import { formatCount, plural } from '@shoal/base/text/printable'
import { identifier, literal } from '../text/sql-text.ts'
import type { Asked, Cell } from './asked.ts'

/** Names of columns, headings and settings that are told. */
const MOST_NAMES = 12
/** Rows that tell of one file. */
const MOST_ROWS = 40

/** By path; a file that holds rows of several kinds has a phrase for each. */
export async function holdingsOf(
  paths: readonly string[],
  asked: Asked,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const wanted = new Set(paths)
  const found = new Map<string, string[]>()
  for (const relation of asked.all) {
    const holding = HOLDINGS[relation.kind]
    if (
      !holding ||
      relation.rows === 0 ||
      relation.list ||
      relation.versions ||
      !relation.paths.some(path => wanted.has(path))
    )
      continue
    const path = identifier(relation.place.path)
    const told = holding(relation)
    const sql = `SELECT ${[path, ...told.figures].join(', ')} FROM ${identifier(relation.name)} GROUP BY 1 ORDER BY 1`
    for (const [own, ...cells] of await asked.rows(sql))
      if (wanted.has(String(own))) found.set(String(own), [...(found.get(String(own)) ?? []), told.words(cells)])
  }
  return found
}

interface Holding {
  /** Of the rows of one file, in SQL. */
  readonly figures: readonly string[]
  words(cells: readonly Cell[]): string
}

const HOLDINGS: Partial<Readonly<Record<Relation['kind'], (relation: Relation) => Holding>>> = {
  table: ({ columns }) => {
    const time = columns.find(({ kind }) => kind === 'date' || kind === 'time')
    return {
      figures: ['count(*)', ...spanSql(time?.name)],
      words: ([count, from, to]) => {
        const span = time ? spanWords(from, to) : ''
        return `${plural(Number(count), 'row')} of ${names(columns.map(({ name }) => `\`${name}\``))}${span === '' ? '' : `, \`${time!.name}\`${span}`}`
      },
    }
  },
  entries: ({ columns }) => {
    const has = (name: string) => columns.some(column => column.name === name)
    const severity = has('severity')
      ? ["count(*) FILTER (severity IN ('error', 'fatal', 'critical'))", "count(*) FILTER (severity LIKE 'warn%')"]
      : ['0', '0']
    return {
      figures: ['count(*)', ...severity, ...spanSql(has('time') ? 'time' : undefined)],
      words: ([count, errors, warnings, from, to]) => {
        const grave = [
          [errors, 'error'],
          [warnings, 'warning'],
        ].flatMap(([n, noun]) => (Number(n) > 0 ? [plural(Number(n), String(noun))] : []))
        return `${Number(count) === 1 ? '1 log entry' : `${formatCount(Number(count))} log entries`}${spanWords(from, to)}${grave.length > 0 ? `, of them ${grave.join(' and ')}` : ''}`
      },
    }
  },
  settings: () => ({
    figures: ['count(*)', `list(DISTINCT split_part(key, '.', 1) ORDER BY split_part(key, '.', 1))::VARCHAR`],
    words: ([count, keys]) => `${plural(Number(count), 'setting')} (${names(listed(keys))})`,
  }),
  sections: () => ({
    figures: ['count(*)', 'list(heading ORDER BY line)::VARCHAR'],
    words: ([count, headings]) => `${plural(Number(count), 'section')} (${names(listed(headings))})`,
  }),
  symbols: () => ({
    figures: [
      'count(*)',
      `count(*) FILTER (kind IN ('function', 'method', 'constructor'))`,
      `count(*) FILTER (kind = 'class')`,
      `list(name ORDER BY line) FILTER (kind IN ('function', 'class', 'interface', 'type'))::VARCHAR`,
    ],
    words: ([count, functions, classes, all]) => {
      const kinds = [
        [functions, 'function'],
        [classes, 'class'],
      ].flatMap(([n, noun]) =>
        Number(n) > 0
          ? [Number(n) === 1 ? `1 ${noun}` : `${formatCount(Number(n))} ${noun === 'class' ? 'classes' : `${noun}s`}`]
          : [],
      )
      const said = listed(all)
      return `${kinds.length > 0 ? kinds.join(' and ') : plural(Number(count), 'definition')}${said.length > 0 ? ` (${names(said)})` : ''}`
    },
  }),
}

function spanSql(name: string | undefined): string[] {
  return name === undefined
    ? ['NULL', 'NULL']
    : [`min(${identifier(name)})::VARCHAR`, `max(${identifier(name)})::VARCHAR`]
}

function spanWords(from: Cell | undefined, to: Cell | undefined): string {
  if (from === null || from === undefined) return ''
  return from === to ? ` of ${time(from)}` : ` from ${time(from)} to ${time(to!)}`
}

const time = (cell: Cell) => String(cell).replace(/(?: 00:00:00)?(?:\.\d+)?$/, '')

/** `[a, b]` of the engine. */
function listed(cell: Cell | undefined): string[] {
  const inner = typeof cell === 'string' ? cell.replace(/^\[|\]$/g, '') : ''
  return inner === '' ? [] : inner.split(', ')
}

function names(all: readonly string[]): string {
  const more = all.length - MOST_NAMES
  return more > 1 ? `${all.slice(0, MOST_NAMES).join(', ')} and ${formatCount(more)} more` : all.join(', ')
}

interface Lines {
  readonly sql: string
  readonly rows: readonly Readonly<Record<string, Json>>[]
}

/** The kinds of rows that tell most of a single file, the most telling first. */
const TELLING = ['table', 'entries', 'settings', 'sections', 'symbols'] as const

/** One file row by row: its columns, its kinds of messages, its settings, its sections, its definitions. */
export async function linesOf(path: string, asked: Asked): Promise<Lines | null> {
  for (const kind of TELLING) {
    const relation = asked.all.find(
      one => one.kind === kind && one.rows > 0 && !one.list && !one.versions && one.paths.includes(path),
    )
    if (!relation) continue
    const lines = kind === 'table' ? await columnsOf(relation, path, asked) : await plainRows(relation, path, asked)
    if (lines.rows.length > 0) return lines
  }
  return null
}

async function columnsOf({ name, columns, place, paths }: Relation, path: string, asked: Asked): Promise<Lines> {
  const where = paths.length > 1 ? ` WHERE ${identifier(place.path)} = ${literal(path)}` : ''
  const shown = columns.slice(0, MOST_ROWS)
  const figures = shown.flatMap(({ name: column, kind }) => {
    const own = identifier(column)
    return [
      `count(${own})`,
      kind === 'other' ? 'NULL' : `count(DISTINCT ${own})`,
      kind === 'other' ? 'NULL' : `min(${own})::VARCHAR`,
      kind === 'other' ? 'NULL' : `max(${own})::VARCHAR`,
    ]
  })
  const sql = `SELECT ${figures.join(', ')} FROM ${identifier(name)}${where}`
  const [cells = []] = await asked.rows(sql)
  const told = shown.map(({ name: column, kind, type }, k) => {
    const [present, distinct, least, most] = cells.slice(4 * k, 4 * k + 4)
    return {
      column,
      kind: kind === 'other' ? type.toLowerCase().slice(0, 60) : kind,
      values: Number(present),
      different: distinct === null ? null : Number(distinct),
      least: least === undefined || least === null ? null : time(least).slice(0, 60),
      greatest: most === undefined || most === null ? null : time(most).slice(0, 60),
      path,
      line: 1,
    }
  })
  return { sql, rows: told }
}

const SHOWN: Readonly<Record<string, (relation: Relation) => readonly string[]>> = {
  settings: () => ['key', 'value'],
  sections: () => ['heading', 'words'],
  symbols: () => ['name', 'kind', 'scope'],
}

async function plainRows(relation: Relation, path: string, asked: Asked): Promise<Lines> {
  const [own, line] = [identifier(relation.place.path), identifier(relation.place.line)]
  const from = `FROM ${identifier(relation.name)} WHERE ${own} = ${literal(path)}`
  const isLog = relation.kind === 'entries'
  const columns = isLog ? ['message', 'entries'] : lookup(SHOWN, relation.kind)!(relation)
  // Entries are told by what they have in common, the others as they stand.
  const sql = isLog
    ? `SELECT any_value(template), count(*) AS n, min(${line}) ${from} GROUP BY template_id ORDER BY n DESC, 3 LIMIT ${MOST_ROWS}`
    : `SELECT ${[...columns.map(identifier), line].join(', ')} ${from} ORDER BY ${line} LIMIT ${MOST_ROWS}`
  const plain = (cell: Cell | undefined): Json => (typeof cell === 'bigint' ? Number(cell) : (cell ?? null))
  return {
    sql,
    rows: (await asked.rows(sql)).map(cells => ({
      ...Object.fromEntries(columns.map((name, k) => [name, plain(cells[k])])),
      path,
      line: Number(cells.at(-1)),
    })),
  }
}
