// Which column tells the rows of a table apart: all its values are there and different, in both versions. Of several the one whose
// values the versions share most, so that a row that was changed is still the same row; one that is called like a key comes first.
import { ShoalError } from '@shoal/base/model/errors'
import type { Relation, RelationColumn } from '@shoal/base/model/relation'
import { identifier } from '../../text/sql-text.ts'
import type { Relations } from '../relations/relations.ts'

/** Names that people give to keys. */
const KEY_NAME =
  /^(?:id|key|uuid|guid|code|sku|isbn|slug|nr|no|number|name|email)$|(?:^|[_\-. ])(?:id|key|uuid|code|no|nr)$/i
const MOST_TRIED = 8

export interface CommonColumn {
  readonly before: RelationColumn
  readonly after: RelationColumn
}

/** Null when no column is one. */
export async function findKey(
  tables: { readonly before: Relation; readonly after: Relation },
  common: readonly CommonColumn[],
  relations: Relations,
): Promise<string | null> {
  const { before, after } = tables
  if (before.rows === 0 || after.rows === 0) return null
  // The same whichever version comes first.
  const rank = (one: CommonColumn) =>
    (KEY_NAME.test(one.before.name) ? 0 : 1e6) + before.columns.indexOf(one.before) + after.columns.indexOf(one.after)
  const possible = common.filter(({ before, after }) => isKeyKind(before) && isKeyKind(after))
  const sides = await Promise.all([nearlyUnique(before, possible, relations), nearlyUnique(after, possible, relations)])
  const likely = possible
    .filter(({ before }) => sides.every(side => side.has(before.name)))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST_TRIED)
  const least = Math.min(before.rows, after.rows)
  let best: { readonly name: string; readonly worth: number } | null = null
  for (const { before: column } of likely) {
    const name = identifier(column.name)
    const [[first], [second]] = [
      await relations.rows(`SELECT count(DISTINCT ${name}) = count(*) FROM ${identifier(before.name)}`),
      await relations.rows(`SELECT count(DISTINCT ${name}) = count(*) FROM ${identifier(after.name)}`),
    ]
    if (!first?.[0] || !second?.[0]) continue
    const [[shared]] = (await relations.rows(
      `SELECT count(*) FROM ${identifier(before.name)} a JOIN ${identifier(after.name)} b ON CAST(a.${name} AS VARCHAR) = CAST(b.${name} AS VARCHAR)`,
    )) as [[number | bigint]]
    // An amount may be different in every row by chance.
    const isNamed = KEY_NAME.test(column.name) && Number(shared) * 2 >= least
    const worth = Number(shared) + (isNamed ? least : 0)
    if (Number(shared) > 0 && worth > (best?.worth ?? 0)) best = { name: column.name, worth }
  }
  return best?.name ?? null
}

/** The names as the files have them. Throws `bad-value` when a column is missing, or the values do not tell rows apart. */
export async function givenKey(
  key: readonly string[],
  tables: { readonly before: Relation; readonly after: Relation },
  common: readonly CommonColumn[],
  relations: Relations,
): Promise<string[]> {
  const names = key.map(name => {
    const found =
      common.find(({ before }) => before.name === name) ??
      common.find(({ before }) => before.name.toLowerCase() === name.toLowerCase())
    if (found) return found.before.name
    const missing = [tables.before, tables.after].find(({ columns }) => !columns.some(column => column.name === name))
    throw new ShoalError('bad-value', `${missing?.paths[0] ?? 'a file'} has no column ${name}`, {
      detail: '--key',
      advice: `both have ${common.map(({ before }) => before.name).join(', ') || 'no column in common'}`,
    })
  })
  const list = names.map(identifier).join(', ')
  for (const { name, paths } of [tables.before, tables.after]) {
    const [row] = await relations.rows(
      `SELECT ${list}, count(*) FROM ${identifier(name)} GROUP BY ALL HAVING count(*) > 1 LIMIT 1`,
    )
    if (row)
      throw new ShoalError('bad-value', `${paths[0]} has ${row.at(-1)} rows with the same ${names.join(', ')}`, {
        detail: '--key',
        advice: 'name more columns, or leave --key out to compare whole rows',
      })
  }
  return names
}

/** Amounts are unique by chance, and rows with equal ones are not the same. */
function isKeyKind({ kind }: RelationColumn): boolean {
  return kind === 'text' || kind === 'whole'
}

/** What an estimate of distinct values does not rule out; it errs by a few percent. */
async function nearlyUnique(
  { name, rows }: Relation,
  columns: readonly CommonColumn[],
  relations: Relations,
): Promise<ReadonlySet<string>> {
  if (columns.length === 0) return new Set()
  const list = columns.map(({ before }) => {
    const column = identifier(before.name)
    return `count(${column}) = count(*) AND approx_count_distinct(${column}) >= ${Math.floor(rows * 0.7)}`
  })
  const [row] = await relations.rows(`SELECT ${list.join(', ')} FROM ${identifier(name)}`)
  return new Set(columns.filter((_, k) => row![k] === true).map(({ before }) => before.name))
}
