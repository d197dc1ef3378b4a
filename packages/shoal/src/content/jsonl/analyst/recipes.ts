// jq recipes made from the fields of a log, each with the result that jq would give, computed from what was counted.

import type { Json } from '@shoal/base/model/json'
import { lookup } from '@shoal/base/model/lookup'
import { totalOf } from '../../../text/json-census/exact-sum.ts'
import type { Field } from '../../../text/json-census/fields.ts'
import { STRING } from '../../../text/json-census/tape.ts'
import { entriesOf } from '../../../text/json-census/value-table.ts'
import type { Subject } from '../../json/analyst/subject.ts'
import type { LogRoles } from './log-roles.ts'
import type { LogTally } from './log-watch.ts'

export interface RecipeResult {
  readonly title: string
  /** The program, and the arguments that jq needs before it. */
  readonly jq: string
  readonly args: readonly string[]
  readonly result: Json
}

/** More values than this are not listed. */
const MOST_VALUES = 100
const LONGEST_VALUE = 150
const SHOWN_ERRORS = 5

interface Setting {
  readonly subject: Subject
  readonly log: LogTally
  /** Some lines are no JSON: jq has to read lines and skip those. */
  readonly broken: boolean
  readonly objects: number
}

export function recipesOf(subject: Subject, log: LogTally, badLines: number): RecipeResult[] {
  const root = subject.fields[0]
  if (!root) return []
  const setting: Setting = { subject, log, broken: badLines > 0, objects: root.counts.object }
  const { level, status, source, time, duration } = log.roles
  return [
    ...(level ? countBy(setting, 'level', level) : []),
    ...errorRecipes(setting),
    ...(status ? countBy(setting, 'status', status) : []),
    ...(source ? countBy(setting, 'service', source) : []),
    ...(source ? errorsBySource(setting, source) : []),
    ...(source ? firstBySource(setting, source, time) : []),
    ...(duration ? slowest(setting, duration) : []),
    ...(duration && source ? averageBySource(setting, duration, source) : []),
    ...firstAndLast(setting, time),
    ...errorsByHour(setting, time),
  ]
}

/**
 * `[inputs]` of records that are objects; broken lines are skipped where there are any. Never inside of `limit` or `first`: up to
 * jq 1.6 the `?` keeps them from ending.
 */
function recipe({ broken }: Setting, title: string, rest: string, result: Json): RecipeResult {
  const records = broken ? 'inputs | fromjson? | objects' : 'inputs | objects'
  return { title, jq: rest.replace('RECORDS', records), args: broken ? ['-n', '-R', '-c'] : ['-n', '-c'], result }
}

function countBy(setting: Setting, what: string, path: string): RecipeResult[] {
  const field = fieldAt(setting.subject, path)
  const values = field && scalarsOf(setting, field)
  if (!values) return []
  const f = jqPath(path)
  const program = `[RECORDS] | group_by(${f}) | map({value: (.[0] | ${f}), count: length}) | sort_by(-.count)`
  return [recipe(setting, `count by ${what}`, program, sorted(values))]
}

/** jq's test of the records that are counted as errors; null if jq would count others. */
export function errorTest({ level, errors, status, scale }: LogRoles): string | null {
  if (level !== null) {
    const f = jqPath(level)
    if (scale === 'tens') return `(${f} | numbers) >= 50`
    if (scale === 'syslog') return `(${f} | numbers) <= 3`
    return `${f} != null and (${f} | tostring | test("err|fatal|crit|panic|alert|emerg"; "i"))`
  }
  if (errors.length > 0) return errors.map(path => `${jqPath(path)} != null`).join(' or ')
  return status === null ? null : `(${jqPath(status)} | numbers) >= 500`
}

function errorRecipes(setting: Setting): RecipeResult[] {
  const { log, subject } = setting
  const test = errorTest(log.roles)
  if (test === null || !isPlain(setting, [log.roles.level, log.roles.status, ...log.roles.errors])) return []
  const { time, level, message, source, errors } = log.roles
  const shown = [...new Set([time, level, source, message, errors[0]])].filter(
    path => path !== null && path !== undefined && isPlain(setting, [path]),
  ) as string[]
  const rows = log.firstErrors.slice(0, SHOWN_ERRORS).map(({ at }) => subject.quoter.value(at))
  const recipes = [recipe(setting, 'count errors', `[RECORDS | select(${test})] | length`, log.errors)]
  if (rows.every(row => row !== undefined))
    recipes.push(
      recipe(
        setting,
        `first ${SHOWN_ERRORS} errors`,
        `[RECORDS | select(${test}) | [${shown.map(jqPath).join(', ')}]][:${SHOWN_ERRORS}]`,
        rows.map(row => shown.map(path => valueAt(row, path))),
      ),
    )
  return recipes
}

function errorsBySource(setting: Setting, source: string): RecipeResult[] {
  const { log } = setting
  const test = errorTest(log.roles)
  const field = fieldAt(setting.subject, source)
  if (!test || !log.sources || !field || field.counts.string < field.present || field.present < setting.objects)
    return []
  const values = [...log.sources].filter(([, { errors }]) => errors > 0)
  if (values.length > MOST_VALUES || values.some(([label]) => label.length > 100)) return []
  const f = jqPath(source)
  const program = `[RECORDS | select(${test})] | group_by(${f}) | map({value: (.[0] | ${f}), count: length}) | sort_by(-.count)`
  return [
    recipe(
      setting,
      'errors by service',
      program,
      sorted(values.map(([value, { errors }]) => ({ value, count: errors }))),
    ),
  ]
}

/** Which service failed first: the order of the file is that of the times. */
function firstBySource(setting: Setting, source: string, time: string): RecipeResult[] {
  const { log, subject } = setting
  const [errors] = errorsBySource(setting, source)
  if (!errors || log.backwards > 0 || firstAndLast(setting, time).length === 0) return []
  const shown = [source, time, ...(log.roles.message === null ? [] : [log.roles.message])]
  const firsts = [...log.sources!.values()].flatMap(({ firstError }) => firstError ?? [])
  const records = firsts.map(({ at }) => subject.quoter.value(at))
  if (records.some(record => record === undefined) || !isPlain(setting, shown)) return []
  const rows = records.map(record => shown.map(path => valueAt(record, path)))
  const program = errors.jq.slice(0, errors.jq.indexOf(' | map({'))
  return [
    {
      ...errors,
      title: 'first error of each service',
      jq: `${program} | map(.[0] | [${shown.map(jqPath).join(', ')}]) | sort_by(.[1])`,
      result: rows.sort((a, b) => compareJson(a[1]!, b[1]!) || compareJson(a[0]!, b[0]!)),
    },
  ]
}

function slowest(setting: Setting, duration: string): RecipeResult[] {
  const { log, subject } = setting
  const rows = log.slowest.map(({ at }) => subject.quoter.value(at))
  if (log.slowest.length === 0 || rows.some(row => row === undefined)) return []
  const f = jqPath(duration)
  const shown = [log.roles.time, log.roles.source, log.roles.message].filter(path => path !== null)
  if (!isPlain(setting, [duration, ...shown])) return []
  const program = `[RECORDS | select(${f} | type == "number")] | sort_by(-${f}) | .[:5] | map([${[duration, ...shown].map(jqPath).join(', ')}])`
  const result = rows.map(row => [duration, ...shown].map(path => valueAt(row, path)))
  return [recipe(setting, `slowest by ${duration.slice(1)}`, program, result)]
}

function averageBySource(setting: Setting, duration: string, source: string): RecipeResult[] {
  const { log, subject } = setting
  const times = fieldAt(subject, duration)
  const names = fieldAt(subject, source)
  // Fractions are added in another order by jq, which shows in the last digit.
  if (!log.sources || !times || !names || times.counts.integer < times.present || names.counts.string < names.present)
    return []
  if (names.present < setting.objects || log.sources.size > MOST_VALUES) return []
  const [d, s] = [jqPath(duration), jqPath(source)]
  const program = `[RECORDS | select(${d} | type == "number")] | group_by(${s}) | map({value: (.[0] | ${s}), mean: (map(${d}) | add / length)})`
  const result = [...log.sources]
    .filter(([, { timed }]) => timed > 0)
    .sort(([a], [b]) => compareText(a, b))
    .map(([value, { sum, timed }]) => ({ value, mean: totalOf(sum) / timed }))
  return [recipe(setting, `average ${duration.slice(1)} by service`, program, result)]
}

function firstAndLast(setting: Setting, time: string): RecipeResult[] {
  const { log, subject } = setting
  const field = fieldAt(subject, time)
  const { earliest, latest } = log
  // Only times of one form sort as text as they do as times.
  if (!field || !earliest || !latest || log.untimed > 0 || field.slot.texts?.forms?.size !== 1) return []
  if (field.counts.string < field.present || !isPlain(setting, [time])) return []
  const [first, last] = [earliest, latest].map(({ at }) => valueAt(subject.quoter.value(at), time))
  if (typeof first !== 'string' || typeof last !== 'string' || first.length !== last.length || !/Z$|\d$/.test(first))
    return []
  const f = jqPath(time)
  const result = { first, last, count: field.present - field.counts.null }
  return [
    recipe(
      setting,
      'first and last time',
      `[RECORDS | ${f} // empty] | {first: min, last: max, count: length}`,
      result,
    ),
  ]
}

function errorsByHour(setting: Setting, time: string): RecipeResult[] {
  const { log } = setting
  const test = errorTest(log.roles)
  if (!test || !log.hours || log.hours.size === 0 || log.hours.size > MOST_VALUES || !isPlain(setting, [time]))
    return []
  const program = `[RECORDS | select(${test}) | ${jqPath(time)} | strings | .[:13]] | group_by(.) | map({value: .[0], count: length})`
  const result = [...log.hours].sort(([a], [b]) => compareText(a, b)).map(([value, count]) => ({ value, count }))
  return [recipe(setting, 'errors by hour', program, result)]
}

/** The values of a field with their counts, records without it as null; null if they cannot all be told. */
function scalarsOf(setting: Setting, field: Field): { value: Json; count: number }[] | null {
  const { subject, objects } = setting
  const { values } = field.slot
  if (values.full || values.size > MOST_VALUES || field.counts.object + field.counts.array > 0) return null
  if (field.slot.big.count + field.slot.notFinite.count > 0 || !isPlain(setting, [field.path.slice(1)])) return null
  const counted: { value: Json; count: number }[] = []
  const nothing = objects - field.present + field.counts.null
  for (const entry of entriesOf(values)) {
    if (entry.type === STRING) {
      const value = subject.quoter.scalar(entry.at)
      if (value.length > LONGEST_VALUE) return null
      counted.push({ value, count: entry.count })
    } else counted.push({ value: entry.type === 1 ? entry.lo === 1 : entry.num, count: entry.count })
  }
  if (nothing > 0) counted.push({ value: null, count: nothing })
  return counted
}

/** Everything above a path is an object or null, so that jq can step down to it. */
function isPlain({ subject }: Setting, paths: readonly (string | null)[]): boolean {
  return paths.every(path => {
    if (path === null) return true
    for (let field = fieldAt(subject, path)?.parent ?? null; field?.parent; field = field.parent)
      if (field.counts.object + field.counts.null < field.present) return false
    const slot = fieldAt(subject, path)?.slot
    // Numbers that a double does not hold are told by jq in other ways, from version to version.
    return slot !== undefined && slot.repeatedKeys.count + slot.big.count + slot.notFinite.count === 0
  })
}

function fieldAt({ fields }: Subject, path: string): Field | null {
  return fields.find(field => field.path === `$${path}`) ?? null
}

/** By count, the largest first, then as jq orders values. */
function sorted(values: readonly { value: Json; count: number }[]): { value: Json; count: number }[] {
  return [...values].sort((a, b) => b.count - a.count || compareJson(a.value, b.value))
}

function compareJson(a: Json, b: Json): number {
  const rank = (value: Json) =>
    value === null ? 0 : value === false ? 1 : value === true ? 2 : typeof value === 'number' ? 3 : 4
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  return typeof a === 'number' ? a - (b as number) : compareText(String(a), String(b))
}

function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function jqPath(path: string): string {
  return path.startsWith('[') ? `.${path}` : path
}

/** The value at a path of a parsed record. */
function valueAt(record: unknown, path: string): Json {
  let value: unknown = record
  for (const [, name, quoted] of path.matchAll(/\.([A-Za-z_]\w*)|\[("(?:[^"\\]|\\.)*")\]/g)) {
    if (typeof value !== 'object' || value === null) return null
    value = lookup(value as Record<string, unknown>, name ?? (JSON.parse(quoted!) as string))
  }
  return (value ?? null) as Json
}
