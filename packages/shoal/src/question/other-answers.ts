// Whether another reading of a question would give another answer: what is open is told, what comes to the same is not.
import { largest } from '@shoal/base/model/lists'
import type { Asked, Cell } from './asked.ts'
import type { Query } from './query.ts'
import { cellText, readAs } from './say.ts'
import { MOST_ROWS, querySql } from './sql.ts'
import { fromSql, whereSql } from './sql-conditions.ts'

/** Whether another query has the same cells of the same rows, whatever its columns are called. */
export async function isSame(
  rows: readonly (readonly Cell[])[],
  [query, other]: readonly [Query, Query],
  asked: Asked,
): Promise<boolean> {
  const [own, its] = [query, other].map(
    ({ where }) =>
      whereSql(where)
        .join('')
        .replace(/^WHERE /, '') || 'true',
  )
  if (own !== its) {
    // As many of other rows are as many by chance.
    if (fromSql(query) !== fromSql(other)) return false
    const [row] = await asked.rows(`SELECT count(*)\n${fromSql(query)}\nWHERE (${own}) IS DISTINCT FROM (${its})`)
    if (Number(row![0]) > 0) return false
  }
  const cells = await asked.rows(`SELECT * FROM (\n${querySql(other).sql}\n) LIMIT ${MOST_ROWS}`)
  const text = (list: readonly (readonly Cell[])[]) => JSON.stringify(list.map(row => row.map(cell => String(cell))))
  return text(rows) === text(cells)
}

/** Whether another answer would come out if the older of two versions were the newer, and nothing says which is. */
export function hangsOnOrder({ table, where }: Query): boolean {
  const { versions } = table.relation
  if (!versions || versions.isOrdered) return false
  const same = (one: Query['where'][number]) =>
    (one.kind === 'values' &&
      one.field.column.name === 'change' &&
      one.values.includes('new') === one.values.includes('removed')) ||
    (one.kind === 'truth' && one.field.column.name.endsWith('_changed'))
  return !where.some(same)
}

/** How many values a question for one value of each names. */
export function severalValues({ where }: Query): number {
  const counts = where.map(one =>
    one.kind === 'values' ? one.values.length : one.kind === 'period' ? one.parts.length : 1,
  )
  return largest(counts, 1)
}

/** Groups that come first where the figures are taken together in another way. */
export async function otherWinners(
  { rivals = [] }: Query,
  first: readonly Cell[] | undefined,
  asked: Asked,
): Promise<string[]> {
  const others: string[] = []
  for (const rival of rivals) {
    const [row] = await asked.rows(`SELECT * FROM (\n${querySql(rival).sql}\n) LIMIT 1`)
    if (row && first && String(row[0]) !== String(first[0])) others.push(`${readAs(rival)} (${cellText(row[0]!)})`)
  }
  return others
}
