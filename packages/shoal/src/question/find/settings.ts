// The settings that a question names: every telling word has to stand in the key, in the name of the file or its directory, or be
// what the thing is called that the setting is of.
import { basename } from 'node:path'
import type { AskedAnswer } from '@shoal/base/model/asked'
import { largest, smallest } from '@shoal/base/model/lists'
import type { Relation } from '@shoal/base/model/relation'
import { identifier } from '../../text/sql-text.ts'
import type { Asked, Cell } from '../asked.ts'
import { type Covered, covered, isWhole, type Unit } from './coverage.ts'
import { foundAnswer, MOST_LOOKED, notesOfCut, quoted } from './found-answer.ts'
import { isOfKind, type Sought, wordsOf } from './terms.ts'

const MOST_SHOWN = 10
const NAMES = ['key', 'name', 'value', 'path', 'line']
/** What a thing is called by, among its settings. */
const CALLED = /(?:^|\.)(?:name|id|title|app|service|project)$/i

const STATES = { on: /^(?:true|on|yes|1|enabled)$/i, off: /^(?:false|off|no|0|disabled)$/i }

export async function findSettings(relation: Relation, given: Sought, asked: Asked): Promise<AskedAnswer | null> {
  const { path, line } = relation.place
  const columns = ['key', 'name', 'value'].filter(name => relation.columns.some(one => one.name === name))
  if (columns.length < 3) return null
  const sql = `SELECT ${[...columns, path, line].map(identifier).join(', ')} FROM ${identifier(relation.name)} LIMIT ${MOST_LOOKED}`
  const all = await asked.rows(sql)
  const isState = (row: readonly Cell[]) => given.state === null || STATES[given.state].test(String(row[2] ?? ''))
  const rows = all.some(isState) ? all.filter(isState) : all
  // Every word first; then without those that tell little.
  const every = given.terms.map(term => (term.own === '' ? term : { ...term, isLight: false }))
  const strict = settingsIn({ ...given, terms: every }, { relation, sql, rows })
  return strict?.status === 'answered' ? strict : settingsIn(given, { relation, sql, rows })
}

interface Looked {
  readonly relation: Relation
  readonly sql: string
  readonly rows: readonly (readonly Cell[])[]
}

function settingsIn(given: Sought, { relation, sql, rows }: Looked): AskedAnswer | null {
  const mains = given.terms.filter(({ isLight }) => !isLight)
  // "where is port 8088 set": wherever it stands, whatever it is called there.
  const isPlace = given.kind === 'place' && mains.some(({ isLiteral }) => isLiteral)
  const sought = isPlace ? { ...given, terms: mains.filter(({ isLiteral }) => isLiteral) } : given
  const units = unitsOf(rows)
  const isPlain = !mains.some(({ isLiteral }) => isLiteral)
  const all = covered(units, sought)
  const hits = all.filter(hit => isWhole(hit) && (hit.inOwn > 0 || !isPlain) && isTold(hit, sought, mains.length))
  const answer = (near: readonly Covered<readonly Cell[]>[], missing: Covered<unknown>['missing'] = []) =>
    foundAnswer({
      text: toldBy(near),
      readAs: `the settings that are called ${quoted(sought.terms)}`,
      sql,
      names: NAMES,
      rows: near.map(({ of }) => of),
      missing,
      notes: notesOfCut('settings', relation.rows),
    })
  if (hits.length === 0) {
    const near = nearest(all, sought)
    return near.length === 0
      ? null
      : answer(
          near,
          near[0]!.missing.filter(({ isLight }) => !isLight),
        )
  }
  // The key itself names something; a value alone is asked for where it stands.
  const fewest = smallest(hits.map(({ missing }) => missing.length))
  const full = hits.filter(({ missing }) => missing.length === fewest)
  const best = largest(full.map(({ score }) => score))
  const strong = full.filter(({ score }) => score >= best - 0.45)
  const least = smallest(strong.map(({ rest }) => rest))
  const near = isPlace ? hits : strong.filter(hit => hit.rest <= least + 1 || isLeaf(hit, sought))
  if (near.length > MOST_SHOWN) return null
  // What else is said of it has to be known at least.
  const known = isPlace ? covered(units, given) : []
  return answer(near, isPlace ? mains.filter(term => known.every(({ missing }) => missing.includes(term))) : [])
}

/** The last part of the key is all named: `load.maxRetries` is called maxRetries. */
function isLeaf({ of }: Covered<readonly Cell[]>, { terms }: Sought): boolean {
  return wordsOf(String(of[1])).every(word =>
    terms.some(({ own, same, parts }) => own === word || same.has(word) || parts.some(part => part.own === word)),
  )
}

/** One word is missing that no setting has, and two others stand in the key. */
function nearest(all: readonly Covered<readonly Cell[]>[], sought: Sought): Covered<readonly Cell[]>[] {
  const lost = (hit: Covered<unknown>) => hit.missing.filter(({ isLight }) => !isLight)
  const close = all.filter(
    hit =>
      hit.inOwn > 1 &&
      lost(hit).length === 1 &&
      all.every(other => other.missing.includes(lost(hit)[0]!)) &&
      isOfKind(String(hit.of[2] ?? ''), sought.kind),
  )
  return close.filter(({ score }) => score >= close[0]!.score * 0.9).slice(0, 3)
}

/** Values, with their places where they differ. */
function toldBy(near: readonly Covered<readonly Cell[]>[]): string {
  const values = new Map<string, string>()
  for (const { of } of near) {
    const value = String(of[2])
    if (of[2] !== null && !values.has(value)) values.set(value, placeOf(of))
  }
  const told = [...values].slice(0, 5).map(([value, place]) => (values.size === 1 ? value : `${value} (${place})`))
  return told.join('; ') || `${String(near[0]!.of[0])} at ${placeOf(near[0]!.of)}`
}

const placeOf = (of: readonly Cell[]) => `${basename(String(of[3]))}:${String(of[4])}`

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
      above: path!.split('/').slice(-4).join(' '),
      beside: `${row[2] === null ? '' : value} ${names.join(' ')}`,
    }
  })
}

const groupOf = (path: string, key: string) => `${path}\0${key.replace(/(?:^|\.)[^.]*$/, '')}`

/** One word alone does not tell a setting where another is left over; and a figure that is asked for is one. */
function isTold({ of, missing, isTyped }: Covered<readonly Cell[]>, { terms, kind }: Sought, mains: number): boolean {
  const left = missing.filter(({ own }) => own !== '').length
  const isSeveral = terms.filter(term => term.own !== '' && !missing.includes(term)).length > 1
  const isSure = terms.length > 0 && left <= (mains > 1 || isTyped || isSeveral ? 1 : 0)
  const value = String(of[2] ?? '')
  // No number and no switch is anybody.
  if (kind === 'person') return isSure && /\p{L}{2}/u.test(value) && !STATES.on.test(value) && !STATES.off.test(value)
  return isSure && (kind === 'place' || isOfKind(value, kind))
}
