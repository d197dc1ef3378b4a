// "What changed between the versions?" of a folder that holds two: rows of tables, settings and sentences of every file that is in both,
// and the files that are in one alone.

import type { AskedAnswer } from '@shoal/base/model/asked'
import { pushAll } from '@shoal/base/model/lists'
import type { Relation } from '@shoal/base/model/relation'
import { plural } from '@shoal/base/text/printable'
import { identifier, literal } from '../text/sql-text.ts'
import type { Asked, Cell } from './asked.ts'
import { ageOf, keyOf } from './changes.ts'
import { foundAnswer } from './find/found-answer.ts'

const ASKS = /\b(?:chang(?:e|es|ed)|differ(?:s|ent|ence|ences)?|new)\b/i
const PLAIN =
  /^(?:|what|which|all|is|are|was|were|has|have|did|do|does|the|a|in|of|to|and|from|than|with|list|show|tell|me|us|give|every|everything|things?|chang(?:e|es|ed)|differ(?:s|ent|ence|ences)?|new|between|two|both|these|this|here|versions?|releases?|folders?|director(?:y|ies)|files?|old|older|newer|first|second|one|other|since|last|compared|against|summari[sz]e)$/i

interface Change {
  readonly file: string
  readonly what: string
  readonly change: 'changed' | 'new' | 'removed'
  readonly before: string | null
  readonly after: string | null
  readonly path: string
  readonly line: number
}

/** Null where something else is asked for, or the files are not two versions of one folder. */
export async function answerAllChanges(question: string, asked: Asked): Promise<AskedAnswer | null> {
  const files = asked.all.find(({ kind }) => kind === 'files')
  const sides = files && ASKS.test(question) ? sidesOf(files.paths) : null
  if (!sides) return null
  const words = question.split(/[^\p{L}\p{N}._-]+/u).map(word => word.replace(/^\.+|(?<!\.)\.+$/g, ''))
  if (!words.every(word => PLAIN.test(word) || sides.names.includes(word))) return null
  const changes: Change[] = []
  const open: string[] = []
  for (const [file, [before, after]] of sides.files) {
    if (before && after) {
      const found = await changesIn(file, { before, after }, asked)
      if (found) pushAll(changes, found)
      else open.push(file)
    } else
      changes.push({
        file,
        what: 'the file',
        change: before ? 'removed' : 'new',
        before: null,
        after: null,
        path: (before ?? after)!,
        line: 1,
      })
  }
  const perFile = grouped(changes)
  const said = [...perFile].map(([file, all]) => `${file} ${all.length}`)
  const head =
    changes.length === 0
      ? 'Nothing that can be compared changed'
      : `${plural(changes.length, 'change')} in ${plural(perFile.size, 'file')}: ${said.slice(0, 12).join(', ')}`
  const answer = foundAnswer({
    text: head,
    readAs: `what differs in every file between ${sides.names.join(' and ')}`,
    sql: `SELECT path FROM ${identifier('files')}`,
    names: ['file', 'what', 'change', 'before', 'after', 'path', 'line'],
    rows: changes.map((one): Cell[] => [one.file, one.what, one.change, one.before, one.after, one.path, one.line]),
    notes: [
      ...(open.length > 0
        ? [
            `${open.slice(0, 5).join(', ')}${open.length > 5 ? ` and ${open.length - 5} more` : ''} could not be compared by rows; \`shoal diff\` compares lines`,
          ]
        : []),
      ...(sides.isOrdered ? [] : [`nothing says which of ${sides.names.join(' and ')} is the older`]),
    ],
  })
  return answer
}

function grouped(changes: readonly Change[]): Map<string, Change[]> {
  const groups = new Map<string, Change[]>()
  for (const change of changes) groups.set(change.file, [...(groups.get(change.file) ?? []), change])
  return groups
}

interface Sides {
  readonly names: readonly [string, string]
  readonly isOrdered: boolean
  readonly files: ReadonlyMap<string, readonly [before: string | null, after: string | null]>
}

/** The two directories right below what all files have in common, with a file in each that has the same place in both. */
function sidesOf(paths: readonly string[]): Sides | null {
  const parts = paths.map(path => path.split('/'))
  const [first = []] = parts
  const shared = first.findIndex((part, k) => parts.some(own => own[k] !== part))
  const tops = [...new Set(parts.map(own => own[shared]))]
  if (shared < 0 || tops.length !== 2 || parts.some(own => own.length < shared + 2)) return null
  const ages = (tops as string[])
    .map(name => ({ name, age: ageOf(name) }))
    .sort((a, b) => (a.age < b.age ? -1 : a.age > b.age ? 1 : a.name < b.name ? -1 : 1))
  const names = ages.map(({ name }) => name) as [string, string]
  const files = new Map<string, [string | null, string | null]>()
  for (const [k, own] of parts.entries()) {
    const place = own.slice(shared + 1).join('/')
    const both = files.get(place) ?? [null, null]
    both[names.indexOf(own[shared]!)] = paths[k]!
    files.set(place, both)
  }
  if (![...files.values()].some(([before, after]) => before && after)) return null
  return { names, isOrdered: ages.every(({ age }) => age !== '') && ages[0]!.age !== ages[1]!.age, files }
}

interface Pair {
  readonly before: string
  readonly after: string
}

/** Null where no relation tells what the files hold. */
async function changesIn(file: string, pair: Pair, asked: Asked): Promise<Change[] | null> {
  const tables = [pair.before, pair.after].map(path =>
    asked.all.find(one => one.kind === 'table' && !one.list && one.paths.length === 1 && one.paths[0] === path),
  )
  const [a, b] = tables
  if (a && b) return await rowsChanged(file, [a, b], asked)
  const settings = relationWith('settings', pair, asked)
  if (settings) return await valuesChanged(file, pair, settings, asked)
  const sentences = relationWith('sentences', pair, asked)
  return sentences ? await sentencesChanged(file, pair, sentences, asked) : null
}

function relationWith(kind: Relation['kind'], { before, after }: Pair, { all }: Asked): Relation | null {
  return all.find(one => one.kind === kind && one.paths.includes(before) && one.paths.includes(after)) ?? null
}

async function rowsChanged(
  file: string,
  [a, b]: readonly [Relation, Relation],
  asked: Asked,
): Promise<Change[] | null> {
  const key = await keyOf(a, b, sql => asked.rows(sql))
  if (!key) return null
  const own = identifier(key.name)
  const join = `FROM ${identifier(a.name)} AS a FULL JOIN ${identifier(b.name)} AS b ON a.${own}::VARCHAR = b.${own}::VARCHAR`
  const place = (name: 'path' | 'line') => `coalesce(b.${identifier(b.place[name])}, a.${identifier(a.place[name])})`
  const selects = [
    `SELECT coalesce(a.${own}::VARCHAR, b.${own}::VARCHAR) AS k, CASE WHEN a.${own} IS NULL THEN 'new' ELSE 'removed' END AS change, NULL AS x, NULL AS y, ${place('path')} AS p, ${place('line')} AS l ${join} WHERE a.${own} IS NULL OR b.${own} IS NULL`,
    ...a.columns.flatMap(({ name, kind }) => {
      if (name === key.name || kind === 'other' || !b.columns.some(column => column.name === name)) return []
      const [x, y] = [`a.${identifier(name)}::VARCHAR`, `b.${identifier(name)}::VARCHAR`]
      return [
        `SELECT a.${own}::VARCHAR || ' ' || ${literal(name)}, 'changed', ${x}, ${y}, ${place('path')}, ${place('line')} ${join} WHERE a.${own} IS NOT NULL AND b.${own} IS NOT NULL AND ${x} IS DISTINCT FROM ${y}`,
      ]
    }),
  ]
  const columns = [
    ...b.columns
      .filter(({ name }) => a.columns.every(column => column.name !== name))
      .map(({ name }) => [name, 'new'] as const),
    ...a.columns
      .filter(({ name }) => b.columns.every(column => column.name !== name))
      .map(({ name }) => [name, 'removed'] as const),
  ]
  const rows = await asked.rows(`${selects.join('\nUNION ALL\n')}\nORDER BY l, k`)
  return [
    ...columns.map(
      ([name, change]): Change => ({
        file,
        what: `column ${name}`,
        change,
        before: null,
        after: null,
        path: (change === 'new' ? b : a).paths[0]!,
        line: 1,
      }),
    ),
    ...rows.map(row => changeOf(file, row)),
  ]
}

async function valuesChanged(
  file: string,
  { before, after }: Pair,
  { name, place }: Relation,
  asked: Asked,
): Promise<Change[]> {
  const [path, line] = [identifier(place.path), identifier(place.line)]
  const side = (own: string) =>
    `(SELECT key, string_agg(value::VARCHAR, ', ' ORDER BY ${line}) AS v, min(${line}) AS l, any_value(${path}) AS p FROM ${identifier(name)} WHERE ${path} = ${literal(own)} GROUP BY key)`
  const sql = `SELECT coalesce(b.key, a.key), CASE WHEN a.key IS NULL THEN 'new' WHEN b.key IS NULL THEN 'removed' ELSE 'changed' END, a.v, b.v, coalesce(b.p, a.p), coalesce(b.l, a.l) AS l FROM ${side(before)} AS a FULL JOIN ${side(after)} AS b ON a.key = b.key WHERE a.v IS DISTINCT FROM b.v OR a.key IS NULL OR b.key IS NULL ORDER BY l`
  return (await asked.rows(sql)).map(row => changeOf(file, row))
}

async function sentencesChanged(
  file: string,
  { before, after }: Pair,
  { name, place }: Relation,
  asked: Asked,
): Promise<Change[]> {
  const [path, line] = [identifier(place.path), identifier(place.line)]
  const only = (own: string, other: string, change: string) =>
    `SELECT coalesce(heading_path, '') AS k, '${change}', ${change === 'removed' ? 'text, NULL' : 'NULL, text'}, ${path}, ${line} AS l FROM ${identifier(name)} WHERE ${path} = ${literal(own)} AND text NOT IN (SELECT text FROM ${identifier(name)} WHERE ${path} = ${literal(other)})`
  const rows = await asked.rows(
    `${only(before, after, 'removed')} UNION ALL ${only(after, before, 'new')} ORDER BY l, 2 DESC`,
  )
  return rows.map(row => changeOf(file, row))
}

function changeOf(file: string, [what, change, before, after, path, line]: readonly Cell[]): Change {
  const text = (cell: Cell | undefined) => (cell === null || cell === undefined ? null : String(cell))
  return {
    file,
    what: String(what),
    change: change as Change['change'],
    before: text(before),
    after: text(after),
    path: String(path),
    line: Number(line),
  }
}
