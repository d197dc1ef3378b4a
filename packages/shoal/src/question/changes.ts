// What changed between two versions of a table, as rows of a relation: a row for each key that stands in one of them, with what became
// of it and how its figures moved. Questions about changes are then questions like any other.
import type { Relation, RelationColumn } from '@shoal/base/model/relation'
import { identifier, literal } from '../text/sql-text.ts'
import type { Asked, Definition } from './asked.ts'
import { speaksOfChanges } from './change-words.ts'
import { fileAliases, shownNames } from './file-names.ts'
import { plainColumn } from './lists.ts'
import { normal } from './normal.ts'
import type { Union } from './unions.ts'

/** Empty when the question does not ask for changes, or no column tells the rows apart. */
export async function changesOf(
  question: string,
  unions: readonly Union[],
  rows: Asked['rows'],
): Promise<Definition[]> {
  const isSpoken = speaksOfChanges(question)
  const found: Definition[] = []
  for (const { relation, of } of unions) {
    const pair = pairOf(question, of)
    const key = pair && (isSpoken || pair.isNamed) && (await keyOf(pair.before, pair.after, rows))
    if (key) found.push(changes(relation, { ...pair, key }))
  }
  return found
}

/** Each file with settings as a version of the others. */
export function settingsVersions(
  all: readonly Relation[],
): { readonly union: Union; readonly sides: readonly Definition[] } | null {
  const settings = all.find(({ kind }) => kind === 'settings')
  if (!settings || settings.paths.length < 2 || settings.paths.length > MOST_FILES) return null
  const sides = settings.paths.map(
    (path, k): Definition => ({
      relation: { ...settings, name: `settings_${k + 1}`, paths: [path], rows: 1 },
      sql: `SELECT * FROM ${identifier(settings.name)} WHERE ${identifier(settings.place.path)} = ${literal(path)}`,
    }),
  )
  return { union: { relation: settings, sql: '', of: sides.map(({ relation }) => relation) }, sides }
}

const MOST_FILES = 50

const CAME_OR_WENT =
  /\b(?:new|newly|added|appear\w*|introduced|removed|deleted|disappear\w*|drop\w*|gone|vanished|missing|no longer|lost)\b/i

interface Pair {
  readonly before: Relation
  readonly after: Relation
  readonly isOrdered: boolean
  /** The question names both. */
  readonly isNamed: boolean
}

/** The two that are named; the one that is named and the one before it; or the only two. */
function pairOf(question: string, of: readonly Relation[]): Pair | null {
  const said = question.match(/[\p{L}\p{N}](?:[\p{L}\p{N}_.-]{0,100}[\p{L}\p{N}])?/gu) ?? []
  const words = new Set(said.map(normal))
  const paths = of.map(relation => relation.paths[0]!)
  const aliases = fileAliases(paths)
  const shown = shownNames(paths)
  const isNamed = (relation: Relation) =>
    [...aliases].some(
      ([alias, names]) => words.has(alias) && names.length === 1 && names[0] === shown[of.indexOf(relation)],
    )
  const order = versionOrder(of)
  const named = order.list.filter(isNamed)
  // "new in January", where January is the older of two: what was before it is not there.
  if (named.length === 1 && of.length === 2 && named[0] === order.list[0] && CAME_OR_WENT.test(question)) return null
  const [before, after] =
    named.length === 2
      ? named
      : named.length === 1 && of.length > 2
        ? [order.list[order.list.indexOf(named[0]!) - 1], named[0]]
        : of.length === 2
          ? order.list
          : []
  return before && after ? { before, after, isOrdered: order.isOrdered, isNamed: named.length === 2 } : null
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const AGES: readonly (readonly [RegExp, number])[] = [
  [/^(?:old|before|previous|prev|last|was|original|orig|base|baseline|start|opening)$/, 0],
  [/^(?:new|after|current|now|latest|updated|changed|end|closing)$/, 1],
]

/** By what their names say of their age: dates, months, numbers, "old" and "new". */
function versionOrder(of: readonly Relation[]): { readonly list: readonly Relation[]; readonly isOrdered: boolean } {
  const ages = of.map(relation => ({ relation, age: ageOf(relation.paths[0]!.split('/').slice(-2).join(' ')) }))
  const isOrdered = ages.every(({ age }) => age !== '') && new Set(ages.map(({ age }) => age)).size === of.length
  const sorted = isOrdered ? ages.sort((a, b) => (a.age < b.age ? -1 : 1)) : ages
  return { list: sorted.map(({ relation }) => relation), isOrdered }
}

/** A text that sorts; empty when the name says nothing. */
export function ageOf(name: string): string {
  const words = name.toLowerCase().match(/\p{L}+|\d+/gu) ?? []
  // A year before the month, whatever their order in the name.
  const years = words.filter(word => /^(?:19|20)\d\d$/.test(word))
  const rest = words.flatMap(word => {
    const month = MONTHS.findIndex(
      short => word.startsWith(short) && /^(?:\p{L}{3}|.*(?:ary|ch|il|ay|ne|ly|st|ber))$/u.test(word),
    )
    if (month >= 0) return [String(month + 1).padStart(12, '0')]
    if (/^\d+$/.test(word) && !years.includes(word)) return [word.padStart(12, '0')]
    const age = AGES.find(([pattern]) => pattern.test(word))
    return age ? [String(age[1]).padStart(12, '0')] : []
  })
  return [...years.map(year => year.padStart(12, '0')), ...rest].join(' ')
}

/** The first column whose values stand once in each, most of them in both. */
export async function keyOf(before: Relation, after: Relation, rows: Asked['rows']): Promise<RelationColumn | null> {
  for (const column of before.columns) {
    if (!['text', 'whole'].includes(column.kind)) continue
    const own = identifier(column.name)
    const one = (relation: Relation) => `(SELECT count(*) = count(DISTINCT ${own}) FROM ${identifier(relation.name)})`
    const shared = `(SELECT count(*) FROM ${identifier(after.name)} WHERE ${own} IN (SELECT ${own} FROM ${identifier(before.name)}))`
    const [row = []] = await rows(`SELECT ${one(before)}, ${one(after)}, ${shared}`)
    if (row[0] === true && row[1] === true && Number(row[2]) * 2 >= Math.min(before.rows, after.rows)) return column
  }
  return null
}

function changes(
  union: Relation,
  { before, after, isOrdered, key }: Omit<Pair, 'isNamed'> & { readonly key: RelationColumn },
): Definition {
  const own = identifier(key.name)
  const others = union.columns.filter(({ name, kind }) => name !== key.name && kind !== 'other')
  const differs = (name: string) => `a.${identifier(name)} IS DISTINCT FROM b.${identifier(name)}`
  const both = `a.${own} IS NOT NULL AND b.${own} IS NOT NULL`
  const kind = `CASE WHEN a.${own} IS NULL THEN 'new' WHEN b.${own} IS NULL THEN 'removed' WHEN ${others.map(({ name }) => differs(name)).join(' OR ') || 'false'} THEN 'changed' ELSE 'unchanged' END`
  const columns: { column: RelationColumn; sql: string }[] = [
    { column: key, sql: `coalesce(b.${own}, a.${own})` },
    { column: plainColumn('change', 'text', 'VARCHAR'), sql: kind },
  ]
  for (const column of others) {
    const { name, type } = column
    columns.push(
      { column, sql: `coalesce(b.${identifier(name)}, a.${identifier(name)})` },
      { column: plainColumn(`${name}_changed`, 'truth', 'BOOLEAN'), sql: `${both} AND ${differs(name)}` },
      { column: { ...column, name: `${name}_before` }, sql: `a.${identifier(name)}` },
      { column: { ...column, name: `${name}_after` }, sql: `b.${identifier(name)}` },
    )
    if (column.kind === 'whole' || column.kind === 'number')
      columns.push(
        {
          column: plainColumn(`${name}_increase`, column.kind, type),
          sql: `b.${identifier(name)} - a.${identifier(name)}`,
        },
        {
          column: plainColumn(`${name}_decrease`, column.kind, type),
          sql: `a.${identifier(name)} - b.${identifier(name)}`,
        },
        {
          column: plainColumn(`${name}_difference`, column.kind, type),
          sql: `abs(b.${identifier(name)} - a.${identifier(name)})`,
        },
      )
  }
  const { path, line } = union.place
  const place = (name: string) => `coalesce(b.${identifier(name)}, a.${identifier(name)})`
  const select = columns.map(({ column, sql }) => `${sql} AS ${identifier(column.name)}`)
  return {
    relation: {
      ...union,
      name: `${union.name}_changes`,
      paths: [...before.paths, ...after.paths],
      columns: columns.map(({ column }) => column),
      rows: before.rows + after.rows,
      notes: [],
      versions: { before: before.paths[0]!, after: after.paths[0]!, isOrdered },
    },
    sql: `SELECT ${[...select, `${place(path)} AS ${identifier(path)}`, `${place(line)} AS ${identifier(line)}`].join(', ')} FROM ${identifier(before.name)} AS a FULL JOIN ${identifier(after.name)} AS b ON a.${own} = b.${own}`,
  }
}
