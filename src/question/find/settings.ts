// The settings that a question names: every telling word has to stand in the key, in the name of the file or its directory, or be
// what the thing is called that the setting is of.
import { basename, dirname } from 'node:path'
import type { AskedAnswer } from '../../model/asked.ts'
import { largest, smallest } from '../../model/lists.ts'
import type { Relation } from '../../model/relation.ts'
import { identifier } from '../../text/sql-text.ts'
import type { Asked, Cell } from '../asked.ts'
import { type Covered, covered, isWhole, type Unit } from './coverage.ts'
import { foundAnswer, MOST_LOOKED, notesOfCut, quoted } from './found-answer.ts'
import { isOfKind, type Sought } from './terms.ts'

const MOST_SHOWN = 10
const NAMES = ['key', 'name', 'value', 'path', 'line']
/** What a thing is called by, among its settings. */
const CALLED = /(?:^|\.)(?:name|id|title|app|service|project)$/i

export async function findSettings(relation: Relation, sought: Sought, asked: Asked): Promise<AskedAnswer | null> {
  const { path, line } = relation.place
  const columns = ['key', 'name', 'value'].filter(name => relation.columns.some(one => one.name === name))
  if (columns.length < 3) return null
  const sql = `SELECT ${[...columns, path, line].map(identifier).join(', ')} FROM ${identifier(relation.name)} LIMIT ${MOST_LOOKED}`
  const rows = await asked.rows(sql)
  const mains = sought.terms.filter(({ isLight }) => !isLight)
  const isPlain = !mains.some(({ isLiteral }) => isLiteral)
  const hits = covered(unitsOf(rows), sought).filter(
    hit => isWhole(hit) && (hit.inOwn > 0 || !isPlain) && isTold(hit, sought, mains.length),
  )
  if (hits.length === 0) return null
  // The key itself names something; a value alone is asked for where it stands.
  const fewest = smallest(hits.map(({ missing }) => missing.length))
  const full = hits.filter(({ missing }) => missing.length === fewest)
  const best = largest(full.map(({ score }) => score))
  const strong = full.filter(({ score }) => score >= best - 0.45)
  const least = smallest(strong.map(({ rest }) => rest))
  const near = strong.filter(({ rest }) => rest <= least + 1)
  if (near.length > MOST_SHOWN) return null
  const values = new Map<string, string>()
  for (const { of } of near) {
    const value = String(of[2])
    if (of[2] !== null && !values.has(value)) values.set(value, `${basename(String(of[3]))}:${String(of[4])}`)
  }
  const told =
    values.size === 1 ? [...values.keys()] : [...values].slice(0, 5).map(([value, place]) => `${value} (${place})`)
  const [where] = near
  return foundAnswer({
    text: told.join('; ') || `${String(where!.of[0])} at ${basename(String(where!.of[3]))}:${String(where!.of[4])}`,
    readAs: `the settings that are called ${quoted(sought.terms)}`,
    sql,
    names: NAMES,
    rows: near.map(({ of }) => of),
    notes: notesOfCut('settings', relation.rows),
  })
}

function unitsOf(rows: readonly (readonly Cell[])[]): Unit<readonly Cell[]>[] {
  const called = new Map<string, string[]>()
  for (const [key, , value, path] of rows)
    if (value !== null && CALLED.test(String(key))) {
      const group = groupOf(String(path), String(key))
      called.set(group, [...(called.get(group) ?? []), String(value)])
    }
  return rows.map(row => {
    const [key, , value, path] = row.map(String)
    const names = called.get(groupOf(path!, key!)) ?? []
    return {
      of: row,
      own: key!,
      above: `${basename(dirname(path!))} ${basename(path!)}`,
      beside: `${row[2] === null ? '' : value} ${names.join(' ')}`,
    }
  })
}

const groupOf = (path: string, key: string) => `${path}\0${key.replace(/(?:^|\.)[^.]*$/, '')}`

/** One word alone does not tell a setting where another is left over; and a figure that is asked for is one. */
function isTold({ of, missing, isTyped }: Covered<readonly Cell[]>, { terms, kind }: Sought, mains: number): boolean {
  const left = missing.filter(({ own }) => own !== '').length
  const isSure = terms.length > 0 && left <= (mains > 1 || isTyped ? 1 : 0)
  return isSure && (kind === 'place' || kind === 'person' || isOfKind(String(of[2] ?? ''), kind))
}
