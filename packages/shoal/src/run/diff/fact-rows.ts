// What content types tell of two files, as sets of rows to compare: settings by their key, symbols by scope, kind and name, imports,
// sections by their headings, templates and levels of logs by how often they come.
import type { Relation, RelationKind } from '@shoal/base/model/relation'
import { identifier, literal } from '../../text/sql-text.ts'
import type { RelationFile } from '../relations/relation-file.ts'
import type { Relations } from '../relations/relations.ts'
import type { RowSets } from './compare-rows.ts'
import { MOST_BYTES, NO_PART, type OwnLines, ownLines, partKey, type TextPart } from './own-lines.ts'
import { unitedTemplates } from './united-templates.ts'

/** Null for a side that has no rows. */
export interface FactPair {
  readonly before: RelationFile | null
  readonly after: RelationFile | null
  readonly relations: Relations
  readonly signal: AbortSignal
}

type Side = 'before' | 'after'
type Told = (pair: FactPair) => Promise<readonly RowSets[]>

/** In the order in which they say what a file is about: the first that both files have is compared. */
export const FACT_ROWS: readonly { readonly kind: RelationKind; readonly told: Told }[] = [
  { kind: 'entries', told: logRows },
  { kind: 'symbols', told: codeRows },
  { kind: 'sections', told: sectionRows },
  { kind: 'settings', told: settingRows },
]

const text = (name: string) => ({ name, isNumber: false })
const number = (name: string) => ({ name, isNumber: true })
const SETS = { table: null, columns: null, isUnique: false } as const

async function settingRows(pair: FactPair): Promise<RowSets[]> {
  const select = (side: Side) => rowsOf(pair, side, 'settings', ['key AS k0', 'value AS v0'])
  const sides = { before: select('before'), after: select('after') }
  return [{ ...SETS, unit: 'setting', keys: [text('key')], values: [text('value')], joined: 1, key: ['key'], ...sides }]
}

/** A column without a value in any row has no type of its own. */
const END_LINE = 'coalesce(TRY_CAST(end_line AS BIGINT), line) AS end_line'

async function codeRows(pair: FactPair): Promise<RowSets[]> {
  const bodies = { before: await bodiesOf(pair, 'before'), after: await bodiesOf(pair, 'after') }
  const symbols = (side: Side) => {
    const from = rowsOf(pair, side, 'symbols', ['scope AS k0', 'kind AS k1', 'name AS k2', 'signature AS v0', END_LINE])
    if (from === null) return null
    return `SELECT k0, k1, k2, v0, t.body AS v1, s.line AS line FROM (${from}) s LEFT JOIN (${bodies[side]}) t ON t.first = s.line AND t.last = s.end_line`
  }
  const imports = (side: Side) => rowsOf(pair, side, 'imports', ['module AS k0', 'name AS k1', 'alias AS k2'])
  const named = ['scope', 'kind', 'name']
  const brought = ['module', 'name', 'alias']
  return [
    {
      ...SETS,
      unit: 'symbol',
      keys: named.map(text),
      values: [text('signature'), text('body')],
      joined: 3,
      key: named,
      before: symbols('before'),
      after: symbols('after'),
    },
    {
      ...SETS,
      unit: 'import',
      keys: brought.map(text),
      values: [],
      joined: 3,
      key: brought,
      before: imports('before'),
      after: imports('after'),
    },
  ]
}

async function sectionRows(pair: FactPair): Promise<RowSets[]> {
  const bodies = {
    before: await bodiesOf(pair, 'before', 'sections'),
    after: await bodiesOf(pair, 'after', 'sections'),
  }
  const sections = (side: Side) => {
    const from = rowsOf(pair, side, 'sections', ['coalesce(heading_path, heading) AS k0', 'end_line'])
    if (from === null) return null
    const [first, last] = NO_PART.split('-')
    return `SELECT k0, t.body AS v0, s.line AS line FROM (${from}) s LEFT JOIN (${bodies[side]}) t ON t.first = s.line AND t.last = s.end_line UNION ALL SELECT '(before the first heading)', body, 1 FROM (${bodies[side]}) WHERE first = ${first} AND last = ${last} AND body IS NOT NULL`
  }
  const sides = { before: sections('before'), after: sections('after') }
  const key = ['section']
  return [{ ...SETS, unit: 'section', keys: key.map(text), values: [text('text')], joined: 1, key, ...sides }]
}

async function logRows(pair: FactPair): Promise<RowSets[]> {
  const united = await unitedTemplates(
    rowsOf(pair, 'before', 'entries', ['template']),
    rowsOf(pair, 'after', 'entries', ['template']),
    pair.relations,
  )
  const templates = (side: Side) => {
    const from = rowsOf(pair, side, 'entries', ['template', 'level'])
    if (from === null) return null
    return `SELECT coalesce(u.name, e.template) AS k0, count(*) AS v0, round(100.0 * count(*) / sum(count(*)) OVER (), 2) AS v1, mode(e.level) AS v2, min(e.line) AS line FROM (${from}) e LEFT JOIN (${united}) u ON u.template = e.template GROUP BY 1`
  }
  const levels = (side: Side) => {
    const from = rowsOf(pair, side, 'entries', ['level'])
    return (
      from && `SELECT level AS k0, count(*) AS v0, min(line) AS line FROM (${from}) WHERE level IS NOT NULL GROUP BY 1`
    )
  }
  return [
    {
      ...SETS,
      unit: 'level',
      isUnique: true,
      keys: [text('level')],
      values: [number('entries')],
      joined: 1,
      key: ['level'],
      before: levels('before'),
      after: levels('after'),
    },
    {
      ...SETS,
      unit: 'template',
      isUnique: true,
      keys: [text('template')],
      values: [number('entries'), { ...number('percent'), isBeside: true }, { ...text('level'), isBeside: true }],
      joined: 1,
      key: ['template'],
      before: templates('before'),
      after: templates('after'),
    },
  ]
}

/** The rows of one file in a relation, with `line`; null when it has none. */
function rowsOf(pair: FactPair, side: Side, kind: RelationKind, columns: readonly string[]): string | null {
  const file = pair[side]
  const relation = pair.relations.all.find(one => one.kind === kind)
  if (!file || !relation) return null
  const has = new Set([...relation.columns.map(({ name }) => name), 'line'])
  const list = columns.map(column => {
    const [, name = column, as] = /^(\w+) AS (\w+)$/.exec(column) ?? []
    if (/^coalesce/.test(column) || has.has(name)) return column
    return `NULL AS ${as ?? name}`
  })
  const place = placeOf(relation)
  return `SELECT ${list.join(', ')}, ${place.line} AS line FROM ${identifier(relation.name)} WHERE ${place.path} = ${literal(file.path)}`
}

function placeOf({ place }: Relation) {
  return { path: identifier(place.path), line: identifier(place.line) }
}

/** A statement of `first`, `last` and `body`, what stands in each symbol or section beside those in it. */
async function bodiesOf(pair: FactPair, side: Side, kind: 'symbols' | 'sections' = 'symbols'): Promise<string> {
  const file = pair[side]
  const said = kind === 'symbols' ? 'signature' : 'NULL AS signature'
  const from = rowsOf(pair, side, kind, [END_LINE, said])
  if (!file || from === null || file.sizeBytes > MOST_BYTES) return NO_BODIES
  const rows = await pair.relations.rows(`SELECT line, end_line, signature FROM (${from})`)
  const parts = rows.map(
    ([line, endLine, signature]): TextPart => ({
      line: Number(line),
      endLine: Number(endLine),
      said: signature === null ? null : String(signature),
    }),
  )
  const own = await ownLines(file, parts, pair.signal)
  const keys = new Set([NO_PART, ...parts.map(partKey)])
  const values = [...keys].map(key => `(${key.replace('-', ', ')}, ${bodyText(own.get(key))})`)
  return `SELECT * FROM (VALUES ${values.join(', ')}) bodies(first, last, body)`
}

const NO_BODIES = 'SELECT 0 AS first, 0 AS last, NULL::VARCHAR AS body WHERE false'

/** As short as it can be and still tell two of them apart. */
function bodyText(own: OwnLines | undefined): string {
  return own ? literal(`${own.lines} ${own.lines === 1 ? 'line' : 'lines'} (${own.hash.slice(0, 8)})`) : 'NULL'
}
