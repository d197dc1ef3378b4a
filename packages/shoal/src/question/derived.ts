// Relations that questions speak of and that no file holds as such: files of one shape taken together, the elements of lists, the
// tables themselves, what changed between two versions. Each is a named query that stands before a statement that names it.
import { pushAll } from '@shoal/base/model/lists'
import type { Relation } from '@shoal/base/model/relation'
import { identifier } from '../text/sql-text.ts'
import type { Asked, Definition } from './asked.ts'
import { changesOf, settingsVersions } from './changes.ts'
import { listsOf } from './lists.ts'
import { tablesOf } from './tables-relation.ts'
import { typedOf } from './typed.ts'
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
  const typed = await typedOf(asked.all, rows)
  const given = asked.all.map(one => typed.find(({ relation }) => relation.name === one.name)?.relation ?? one)
  pushAll(definitions, typed)
  const unions: Union[] = unionsOf(given)
  pushAll(definitions, unions)
  for (const relation of [...given, ...unions.map(union => union.relation)])
    pushAll(definitions, await listsOf(relation, rows))
  const settings = settingsVersions(given)
  if (settings) pushAll(definitions, settings.sides)
  pushAll(definitions, await changesOf(question, [...unions, ...(settings ? [settings.union] : [])], rows))
  pushAll(definitions, await tablesOf(given, rows))
  const made = definitions.filter(one => !typed.includes(one) && !settings?.sides.includes(one))
  return {
    all: [...given, ...made.map(({ relation }) => relation)],
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
