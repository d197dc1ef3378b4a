// Tables that lead to each other: a column of one holds the keys of another. Names nominate, the data decides.
import { pushAll } from '@shoal/base/model/lists'
import { identifier } from '../text/sql-text.ts'
import type { Asked } from './asked.ts'
import type { Join } from './query.ts'
import type { Field, Table } from './schema.ts'

/** Joins that are tried; each is a query. */
const MOST_TRIED = 200
/** Of the rows that have a value: fewer that lead somewhere is chance. */
const LEAST_MATCHED = 0.3

export interface Joins {
  /** From a table to those that its rows lead to, one row each. */
  up(table: Table): readonly Join[]
  /** From a table to those whose rows lead to it. */
  down(table: Table): readonly Join[]
}

export async function joinsOf(tables: readonly Table[], asked: Asked): Promise<Joins> {
  const up = new Map<Table, Join[]>()
  const down = new Map<Table, Join[]>()
  const plain = tables.filter(
    ({ relation }) => ['table', 'entries'].includes(relation.kind) && relation.rows > 0 && !relation.versions,
  )
  let tried = 0
  for (const many of plain)
    for (const one of plain) {
      // Entries of a log have no key, and an element of a list has all that its record has.
      if (many === one || one.relation.kind !== 'table' || one.relation.list || tried >= MOST_TRIED) continue
      if (many.relation.list?.of === one.relation.name) continue
      for (const [from, to] of candidates(many, one)) {
        tried++
        const found = await tryJoin(many, one, { from, to, asked })
        if (!found) continue
        push(up, many, { from, to, table: one, unique: found.unique, lost: found.lost })
        push(down, one, { from: to, to: from, table: many, unique: false, lost: 0 })
        break
      }
    }
  return { up: table => further(table, up), down: table => down.get(table) ?? [] }
}

/** Joins from a table to another one may lead over others. */
const FURTHEST = 3

function further(table: Table, up: ReadonlyMap<Table, readonly Join[]>): readonly Join[] {
  const found = [...(up.get(table) ?? [])]
  const reached = new Set([table, ...found.map(join => join.table)])
  let last = found.slice()
  for (let step = 1; step < FURTHEST && last.length > 0; step++) {
    const next: Join[] = []
    for (const via of last)
      for (const join of up.get(via.table) ?? []) {
        if (reached.has(join.table)) continue
        reached.add(join.table)
        next.push({ ...join, via })
      }
    pushAll(found, next)
    last = next
  }
  return found
}

function push(map: Map<Table, Join[]>, table: Table, join: Join): void {
  map.set(table, [...(map.get(table) ?? []), join])
}

/** `customer_id` to `customer_id`, or to the `id` of customers. */
function candidates(many: Table, one: Table): [Field, Field][] {
  // What is made of columns is no key: two tables with a stretch of days each have none in common.
  const stored = (table: Table) => table.fields.filter(({ role, sql }) => role === undefined && sql === undefined)
  return stored(many).flatMap(from =>
    stored(one).flatMap((to): [Field, Field][] => {
      if (!isKeyLike(to) || kindOf(from) !== kindOf(to)) return []
      const same =
        from.parts.join(' ') === to.parts.join(' ') &&
        (to.parts.length > 1 || !['id', 'name', 'number', 'no', 'code', 'date', 'statu', 'type'].includes(to.parts[0]!))
      const owned =
        ['id', 'no', 'number', 'code', 'nr', 'key', 'name'].includes(to.parts.join(' ')) &&
        one.nouns.some(noun => noun === from.core.join(' ') || noun === from.parts.slice(0, -1).join(' '))
      return same || owned ? [[from, to]] : []
    }),
  )
}

function isKeyLike({ distinct, present }: Field): boolean {
  return present > 0 && distinct >= present * 0.8
}

function kindOf({ column }: Field): string {
  return column.kind === 'whole' ? 'number' : column.kind
}

/** `order_id` of orders. */
function isOwnKey({ nouns }: Table, { core, parts }: Field): boolean {
  return nouns.some(noun => noun === core.join(' ') || noun === parts.slice(0, -1).join(' '))
}

interface Try {
  readonly from: Field
  readonly to: Field
  readonly asked: Asked
}

async function tryJoin(
  many: Table,
  one: Table,
  { from, to, asked }: Try,
): Promise<{ unique: boolean; lost: number } | null> {
  const [a, b] = [identifier(many.relation.name), identifier(one.relation.name)]
  const [x, y] = [identifier(from.column.name), identifier(to.column.name)]
  const [row] = await asked.rows(
    `SELECT (SELECT count(${x}) FROM ${a}), (SELECT count(*) FROM ${a} WHERE ${x} IN (SELECT ${y} FROM ${b})), (SELECT count(${y}) FROM ${b}), (SELECT count(DISTINCT ${y}) FROM ${b})`,
  )
  const [present, matched, keys, distinct] = row!.map(Number) as [number, number, number, number]
  if (present === 0 || matched / present < LEAST_MATCHED || distinct < keys * 0.8) return null
  // Two tables of the same keys lead to each other; the one that the key is called by is led to, else the longer is the one that refers.
  const isLedTo = isOwnKey(one, to) && !isOwnKey(many, from)
  if (from.distinct >= from.present * 0.9 && many.relation.rows < one.relation.rows && !isLedTo) return null
  return { unique: distinct === keys, lost: present - matched }
}
