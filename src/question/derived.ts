// Relations that questions speak of and that no file holds as such: files of one shape taken together, the elements of lists, the
// tables themselves, what changed between two versions. Each is a named query that stands before a statement that names it.
import { pushAll } from '../model/lists.ts'
import type { Relation } from '../model/relation.ts'
import { identifier } from '../text/sql-text.ts'
import type { Asked, Definition } from './asked.ts'
import { changesOf, settingsVersions } from './changes.ts'
import { listsOf } from './lists.ts'
import { tablesOf } from './tables-relation.ts'
import { type Union, unionsOf } from './unions.ts'

export interface DerivedRelations extends Asked {
  /** Relations whose rows are asked for as part of a union, and not by themselves. */
  readonly members: ReadonlySet<Relation>
  readonly unions: readonly Union[]
  /** A statement that anybody can run. */
  statement(sql: string): string
}

export async function derivedRelations(question: string, asked: Asked): Promise<DerivedRelations> {
  const definitions: Definition[] = []
  const statement = (sql: string) => withDefinitions(sql, definitions)
  const rows = (sql: string) => asked.rows(statement(sql))
  const unions: Union[] = unionsOf(asked.all)
  pushAll(definitions, unions)
  for (const relation of [...asked.all, ...unions.map(union => union.relation)])
    pushAll(definitions, await listsOf(relation, rows))
  const settings = settingsVersions(asked.all)
  if (settings) pushAll(definitions, settings.sides)
  pushAll(definitions, await changesOf(question, [...unions, ...(settings ? [settings.union] : [])], rows))
  pushAll(definitions, await tablesOf(asked.all, rows))
  return {
    all: [...asked.all, ...definitions.filter(one => !settings?.sides.includes(one)).map(({ relation }) => relation)],
    rows,
    unions,
    members: new Set(unions.flatMap(({ of }) => of)),
    statement,
  }
}

function withDefinitions(sql: string, definitions: readonly Definition[]): string {
  const needed: Definition[] = []
  let text = sql
  // A later one may be made of earlier ones.
  for (const one of [...definitions].reverse())
    if (text.includes(identifier(one.relation.name))) {
      needed.unshift(one)
      text += one.sql
    }
  if (needed.length === 0) return sql
  const list = needed.map(one => `${identifier(one.relation.name)} AS (${one.sql})`)
  return `WITH ${list.join(',\n')}\n${sql}`
}
